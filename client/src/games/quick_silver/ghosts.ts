// Copies of cards, arrows and flashes in the layer over the board, and the movements that effects are made of.
import { mount, unmount, type Component } from "svelte";
import { hide, lay, middle, over, type Part, type Run } from "../../lib/ghosts";
import { EASE, TIME } from "../../lib/pace";
import type { Scene } from "../../lib/player";
import type { QuickSilverView } from "../../lib/protocol";
import Blast from "./Blast.svelte";
import Flying from "./Flying.svelte";
import type { Picture, Places } from "./places";

export interface Context extends Scene<Picture> {
  readonly at: Places;
  /** The view that is drawn now. */
  readonly view: QuickSilverView;
}

const SVG = "http://www.w3.org/2000/svg";
const turned = (degrees: number): string => `perspective(900px) rotateY(${degrees}deg)`;
const isBack = (card: Element): boolean => !!card.querySelector(".card-back");

/** Something that stands nowhere on the board, in the layer over it; out of sight until `show`. */
export function extra<Props extends Record<string, unknown>>(ctx: Context, of: Component<Props>, props: Props, rect: DOMRect) {
  const made = mount(of, { target: ctx.at.layer, props });
  const node = lay(ctx.at.layer, ctx.at.layer.lastElementChild!, rect);
  const remove = () => {
    node.remove();                               // it was moved to the end of the layer, so unmounting alone would miss it
    void unmount(made);
  };
  return { node, remove, show: hide(node) };
}

/** Where a card comes from: its place in the old picture, else the cart it lies in. */
export const cameFrom = (ctx: Context, place: number, slot: number): Part | null => ctx.before.cards.get(`${place}.${slot}`) ?? null;

/** A card goes in an arc from where `old` lay to where it lies now, and turns over on the way if it looks different there. */
export function crossing(ctx: Context, old: Part, card: HTMLElement | null, bend: number): Run {
  if (!card) return async () => {};
  const rect = card.getBoundingClientRect();
  const turns = isBack(old.node) !== isBack(card);
  const show = hide(card);
  const fresh = lay(ctx.at.layer, copyOf(card), rect);
  fresh.style.opacity = turns ? "0" : "";
  const front = turns ? lay(ctx.at.layer, old.node.cloneNode(true) as Element, old.rect) : null;
  const wayTo = (here: DOMRect, from: number, to: number, spin: (t: number) => number): Keyframe[] =>
    Array.from({ length: 9 }, (_, i) => {
      const t = from + ((to - from) * i) / 8;
      return { transform: `${arcAt(here, old.rect, rect, t, bend)}${turns ? ` ${turned(spin((t - from) / (to - from)))}` : ""}` };
    });
  fresh.style.transform = arcAt(rect, old.rect, rect, 0, bend);         // until its turn comes it lies where it lay
  const whole = TIME.move * 3;
  return async () => {
    if (front) {
      await ctx.clock.animate(front, wayTo(old.rect, 0, 0.5, (t) => 90 * t), { duration: whole / 2, easing: "ease-in", keep: true });
      front.remove();
      fresh.style.opacity = "";
      await ctx.clock.animate(fresh, wayTo(rect, 0.5, 1, (t) => -90 + 90 * t), { duration: whole / 2, easing: "ease-out", keep: true });
    } else await ctx.clock.animate(fresh, wayTo(rect, 0, 1, () => 0), { duration: whole, easing: EASE.both, keep: true });
    show();
    fresh.remove();
  };
}

/** The transform of a thing at `here` on its way from one rectangle to another, `bend` pixels off the straight line. */
function arcAt(here: DOMRect, from: DOMRect, to: DOMRect, t: number, bend: number): string {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const off = Math.sin(Math.PI * t) * bend;
  const width = from.width + (to.width - from.width) * t;
  const at = new DOMRect(x1 + dx * t - (dy / length) * off - width / 2, y1 + dy * t + (dx / length) * off - 1, width, 2);
  return over(here, at);
}

const copyOf = (card: Element): Element => {
  const copy = card.cloneNode(true) as Element;
  for (const name of ["id", "role", "aria-label", "aria-pressed", "tabindex"]) copy.removeAttribute(name);
  (copy as HTMLElement).style.opacity = "";
  return copy;
};

/** A card is turned over where it lies: the old side shows until then. */
export function flipped(ctx: Context, old: Part | null, card: HTMLElement | null): Run {
  if (!card || !old) return async () => {};
  const rect = card.getBoundingClientRect();
  const show = hide(card);
  const back = lay(ctx.at.layer, old.node.cloneNode(true) as Element, rect);
  const half = TIME.flip / 2;
  return async () => {
    await ctx.clock.animate(back, [{ transform: "none" }, { transform: turned(90) }], { duration: half, easing: "ease-in", keep: true });
    back.remove();
    show();
    await ctx.clock.animate(card, [{ transform: turned(-90) }, { transform: "none" }], { duration: half, easing: "ease-out" });
  };
}

function drawn(name: string, attributes: Record<string, string | number>, ...inside: SVGElement[]): SVGElement {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...inside);
  return node;
}

/** An arrow from one place to another, undrawn; it ends short of the middle of where it goes. */
export function arrow(ctx: Context, from: DOMRect, to: DOMRect) {
  const [[x1, y1], [cx, cy]] = [middle(from), middle(to)];
  const reach = Math.max(0, 1 - (Math.min(to.width, to.height) * 0.3) / (Math.hypot(cx - x1, cy - y1) || 1));
  const [x2, y2] = [x1 + (cx - x1) * reach, y1 + (cy - y1) * reach];
  const lift = Math.min(70, 20 + Math.abs(x2 - x1) * 0.14);
  const d = `M${x1} ${y1}Q${(x1 + x2) / 2} ${Math.min(y1, y2) - lift} ${x2} ${y2}`;
  const angle = (180 / Math.PI) * Math.atan2(y2 - Math.min(y1, y2) + lift, x2 - (x1 + x2) / 2);
  const paths = ["casing", "ink"].map((part) => drawn("path", { class: `wish-${part}`, d, pathLength: 1 }));
  const head = drawn("path", { class: "wish-head", d: "M-13 -9L5 0L-13 9z", transform: `translate(${x2} ${y2}) rotate(${angle})` });
  const svg = drawn("svg", { class: "wish" }, ...paths, head);
  ctx.at.layer.append(svg);
  return { svg, paths, head };
}

/** Draw an arrow, keep it for a while, take it away. */
export function pointing(ctx: Context, from: DOMRect, to: DOMRect, stay: number): Run {
  return async () => {
    const { svg, paths, head } = arrow(ctx, from, to);
    const pens = paths.map((path) => ctx.clock.animate(path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: TIME.flip, easing: EASE.both, keep: true }));
    const tip = ctx.clock.animate(head, [{ opacity: 0 }, { opacity: 1 }], { duration: TIME.quick, delay: TIME.flip * 0.8, keep: true });
    await Promise.all([...pens, tip]);
    await ctx.clock.wait(stay);
    await ctx.clock.animate(svg, [{ opacity: 1 }, { opacity: 0 }], { duration: TIME.quick, keep: true });
    svg.remove();
  };
}

/** The flash of an explosion over a rectangle: once, and soft at its edges in time. */
export function flash(ctx: Context, rect: DOMRect): Run {
  const size = Math.max(56, Math.min(130, rect.width * 1.5));
  const [x, y] = middle(rect);
  const { node, remove, show } = extra(ctx, Blast, {}, new DOMRect(x - size / 2, y - size / 2, size, size));
  return async () => {
    show();
    await ctx.clock.animate(node, [{ transform: "scale(.2) rotate(-12deg)", opacity: 0 }, { transform: "scale(1.1)", opacity: 0.95, offset: 0.35 }, { transform: "scale(1)", opacity: 0.9, offset: 0.55 }, { transform: "scale(1.3)", opacity: 0 }],
      { duration: TIME.beat, easing: EASE.out, keep: true });
    remove();
  };
}

/** A tag rises over a rectangle and fades. */
export function rising(ctx: Context, what: "token" | "dollars", text: string, rect: DOMRect): Run {
  const room = new DOMRect(rect.x + rect.width / 2 - 34, rect.y + rect.height / 2 - 16, 68, 30);
  const { node, remove, show } = extra(ctx, Flying, { what, text }, room);
  return async () => {
    show();
    await ctx.clock.animate(node, [{ transform: "translateY(14px) scale(.7)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.25 }, { transform: "translateY(-10px)", opacity: 1, offset: 0.7 }, { transform: "translateY(-26px)", opacity: 0 }],
      { duration: TIME.beat * 1.5, easing: EASE.out, keep: true });
    remove();
  };
}

/** A plate leaves a cart for the tin, which stands there as long as that takes. */
export function intoTheTin(ctx: Context, plate: DOMRect, tin: DOMRect): Run {
  const box = extra(ctx, Flying, { what: "tin" }, tin);
  const flying = extra(ctx, Flying, { what: "plate" }, plate);
  return async () => {
    box.show();
    flying.show();
    void ctx.clock.animate(box.node, [{ transform: "translateY(16px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: TIME.quick, easing: EASE.out });
    const mouth = new DOMRect(tin.x + tin.width * 0.3, tin.y, tin.width * 0.4, 10);
    const hop = Array.from({ length: 9 }, (_, i) => ({ transform: `${arcAt(plate, plate, mouth, i / 8, plate.x < mouth.x ? -46 : 46)} rotate(${i * 22}deg)` }));
    await ctx.clock.animate(flying.node, hop, { duration: TIME.beat, easing: EASE.both, keep: true });
    flying.remove();
    await ctx.clock.animate(box.node, [{ transform: "none" }, { transform: "scale(1.12, .9)", offset: 0.3 }, { transform: "none" }], { duration: TIME.move, easing: EASE.settle });
    await ctx.clock.animate(box.node, [{ opacity: 1 }, { opacity: 0 }], { duration: TIME.quick, keep: true });
    box.remove();
  };
}
