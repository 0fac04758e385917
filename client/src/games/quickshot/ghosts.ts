// Copies of cards and lines in the layer over the board, and the movements that effects are made of.
import { mount, unmount, type Component } from "svelte";
import { all, hide, lay, middle, nothing, over, type Part, type Run } from "../../lib/ghosts";
import { EASE, TIME } from "../../lib/pace";
import type { Scene } from "../../lib/player";
import { play } from "../../lib/sound";
import Card from "./Card.svelte";
import CardBack from "./CardBack.svelte";
import type { Picture, Places } from "./places";

export interface Context extends Scene<Picture> {
  readonly at: Places;
  /** Show this many discards, until null hands the count back to the view. */
  count(discards: number | null): void;
}

const SVG = "http://www.w3.org/2000/svg";
const turned = (degrees: number, more = "") => `perspective(900px) rotateY(${degrees}deg) ${more}`;

const place = (ctx: Context, node: Element, rect: DOMRect): HTMLElement => lay(ctx.at.layer, node, rect);

/** A copy of what the old view showed. */
export const copy = (ctx: Context, part: Part, rect = part.rect) => place(ctx, part.node.cloneNode(true) as Element, rect);

/** The card that lay in front of a seat, where the new view has that place: a row may have moved. */
export function oldCard(ctx: Context, seat: number): { node: HTMLElement; rect: DOMRect } | null {
  const part = ctx.before.cards.get(seat);
  const now = ctx.at.front(seat);
  const rect = now.width ? now : part?.rect;
  return part && rect ? { node: copy(ctx, part, rect), rect } : null;
}

/** A card that stands nowhere on the table. */
function extra<Props extends Record<string, unknown>>(ctx: Context, of: Component<Props>, props: Props, rect: DOMRect): { node: HTMLElement; remove: () => void } {
  const made = mount(of, { target: ctx.at.layer, props });
  const node = place(ctx, ctx.at.layer.lastElementChild!, rect);
  return { node, remove: () => void unmount(made) };
}

export const face = (ctx: Context, value: number, rect: DOMRect) => extra(ctx, Card, { value, silent: true }, rect);
const back = (ctx: Context, rect: DOMRect) => extra(ctx, CardBack, {}, rect);

/** The front turns away, then the back turns up; `show` ends the hiding of what is turned up. */
export async function flip({ clock }: Context, front: HTMLElement | null, up: HTMLElement, show: () => void): Promise<void> {
  const half = TIME.flip / 2;
  if (front) await clock.animate(front, [{ transform: turned(0) }, { transform: turned(90, "scale(1.06)") }], { duration: half, easing: "ease-in", keep: true });
  front?.remove();
  show();
  await clock.animate(up, [{ transform: turned(-90, "scale(1.06)") }, { transform: turned(0) }], { duration: half, easing: "ease-out" });
}

/** To the discards. */
export async function leave(ctx: Context, node: HTMLElement, rect: DOMRect, delay = 0): Promise<void> {
  await ctx.clock.animate(node, [{ transform: "none" }, { transform: over(rect, ctx.at.discards(), "rotate(14deg)"), opacity: 0.25 }],
    { duration: TIME.move * 1.4, delay, easing: EASE.both, keep: true });
  node.remove();
}

function drawn(tag: string, attributes: Record<string, string | number>, ...kids: Element[]): SVGElement {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...kids);
  return node;
}

/** A line over the cards: an arc with the ability's ink in a paper casing, drawn by its dash; a loop onto oneself. */
export function arc(ctx: Context, from: DOMRect, to: DOMRect, value: number) {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const self = Math.hypot(x2 - x1, y2 - y1) < 8;
  const [w, h] = [from.width / 2, from.height];
  const lift = Math.min(h * 0.75, 40 + Math.abs(x2 - x1) * 0.22);
  const d = self
    ? `M${x1 - w * 0.5} ${y1 - h * 0.28}C${x1 - w * 1.7} ${y1 - h * 0.95} ${x1 + w * 1.7} ${y1 - h * 0.95} ${x1 + w * 0.5} ${y1 - h * 0.28}`
    : `M${x1} ${y1}Q${(x1 + x2) / 2} ${Math.min(y1, y2) - lift} ${x2} ${y2}`;
  const paths = ["casing", "ink"].map((part) => drawn("path", { class: `bolt-${part}`, d, pathLength: 1 }));
  const [cx, cy] = self ? [x1 + w * 0.5, y1 - h * 0.28] : [x2, y2];
  const ring = drawn("circle", { class: "bolt-ring", cx, cy, r: 15 });
  const group = drawn("g", {}, ...paths, ring);
  group.style.setProperty("--bolt", `var(--qs-${value})`);
  ctx.at.lines.append(group);
  return { group, paths, ring };
}

/** A card goes from the own hand, or from behind its player's plate, to its place in the line. */
export function enter(ctx: Context, seat: number, value: number | undefined): Run {
  const card = ctx.at.card(seat);
  if (!card) return nothing;
  const [rect, hand, plate] = [ctx.at.front(seat), ctx.at.fromHand(seat, value), ctx.at.plate(seat)];
  const show = hide(card);
  if (hand) {
    return async () => {
      play("card");
      show();
      await ctx.clock.animate(card, [{ transform: over(rect, hand) }, { transform: over(rect, hand, "translateY(-14%)"), offset: 0.15 }, { transform: "none" }],
        { duration: TIME.flip * 1.2, easing: EASE.both });
    };
  }
  const dy = plate.y + plate.height / 2 - rect.y - rect.height / 2;
  return () => {
    play("card");
    show();
    return ctx.clock.animate(card, [{ transform: `translateY(${dy}px) scale(.35) rotate(-8deg)`, opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: "none" }], { duration: TIME.flip, easing: EASE.out });
  };
}

/** The own choice leaves the hand face up and turns over on its way. */
export function enterTurning(ctx: Context, seat: number): Run | null {
  const card = ctx.at.card(seat);
  const { lifted } = ctx.at;
  const hand = lifted && ctx.at.fromHand(seat);
  if (!card || !lifted || !hand) return null;
  const rect = ctx.at.front(seat);
  const show = hide(card);
  const front = copy(ctx, { ...lifted.part, rect: hand });
  const half = new DOMRect((hand.x + rect.x) / 2, (hand.y + rect.y) / 2, (hand.width + rect.width) / 2, (hand.height + rect.height) / 2);
  return async () => {
    await ctx.clock.animate(front, [{ transform: "none" }, { transform: `${over(hand, half)} ${turned(90)}` }], { duration: TIME.move, easing: "ease-in", keep: true });
    front.remove();
    show();
    play("commit");
    await ctx.clock.animate(card, [{ transform: `${over(rect, half)} ${turned(-90)}` }, { transform: "none" }], { duration: TIME.move, easing: "ease-out" });
  };
}

/** Backs fly from the draw pile to where a seat's hand is. */
export async function flight(ctx: Context, from: DOMRect, to: DOMRect, delay = 0): Promise<void> {
  const { node, remove } = back(ctx, from);
  await ctx.clock.animate(node, [{ transform: "none", opacity: 1 }, { transform: over(from, to), opacity: 1, offset: 0.85 }, { transform: over(from, to), opacity: 0 }],
    { duration: TIME.flip * 1.3, delay, easing: EASE.both, keep: true });
  remove();
}

/** The spot over a plate where a card of its hand shows itself. */
export function atPlate(ctx: Context, seat: number): DOMRect {
  const plate = ctx.at.plate(seat);
  const width = Math.min(64, ctx.at.front(seat).width * 0.7);
  return new DOMRect(plate.x + plate.width / 2 - width / 2, plate.y - 6, width, width * 1.4);
}

export function shielded(ctx: Context, seats: readonly number[]): Run {
  const rects = seats.map((seat) => ctx.at.front(seat));
  return () => all(rects, async (r) => {
    const node = document.createElement("i");
    place(ctx, node, new DOMRect(r.x - 8, r.y - 8, r.width + 16, r.height + 16)).style.height = `${r.height + 16}px`;
    node.classList.add("shield-ring");
    await ctx.clock.animate(node, [{ opacity: 0, transform: "scale(1.12)" }, { opacity: 1, transform: "none", offset: 0.3 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
      { duration: TIME.beat * 1.3, easing: EASE.out, keep: true });
    node.remove();
  });
}
