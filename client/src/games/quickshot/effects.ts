// One function per effect: it is called after the new view is drawn, sets the stage (the old picture where the change has not
// happened yet) and returns what to run when its turn comes. Only transform, opacity and stroke-dashoffset move.
import { mount, unmount, type Component } from "svelte";
import type { Scene } from "../../lib/player";
import { play } from "../../lib/sound";
import Card from "./Card.svelte";
import CardBack from "./CardBack.svelte";
import type { QuickshotEffect } from "./diff";
import { EASE, TIME } from "./pace";
import type { Part, Picture, Places } from "./places";
import { notes } from "./words";

export interface Context extends Scene<Picture> {
  readonly at: Places;
  /** Show this many discards, until null hands the count back to the view. */
  count(discards: number | null): void;
}

type Of<K extends QuickshotEffect["kind"]> = Extract<QuickshotEffect, { kind: K }>;
type Makers = { [K in QuickshotEffect["kind"]]: (effect: Of<K>, ctx: Context) => () => Promise<unknown> };
type Run = () => Promise<unknown>;

const SVG = "http://www.w3.org/2000/svg";
const nothing: Run = async () => {};
const all = <T>(list: Iterable<T>, run: (one: T, i: number) => Promise<unknown>) => Promise.all([...list].map(run));
const middle = (r: DOMRect): [number, number] => [r.x + r.width / 2, r.y + r.height / 2];
const turned = (degrees: number, more = "") => `perspective(900px) rotateY(${degrees}deg) ${more}`;

/** The transform that lays a thing at `here` over the rectangle `there`. */
function over(here: DOMRect, there: DOMRect, more = ""): string {
  const [x, y] = middle(here);
  const [tx, ty] = middle(there);
  return `translate(${tx - x}px, ${ty - y}px) scale(${there.width / (here.width || 1)}) ${more}`;
}

function place(ctx: Context, node: Element, rect: DOMRect): HTMLElement {
  const ghost = node as HTMLElement;
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px` });
  ghost.style.setProperty("--card-w", `${rect.width}px`);
  ctx.at.layer.append(ghost);
  return ghost;
}

/** A copy of what the old view showed. */
const copy = (ctx: Context, part: Part, rect = part.rect) => place(ctx, part.node.cloneNode(true) as Element, rect);

/** The card that lay in front of a seat, where the new view has that place: a row may have moved. */
function oldCard(ctx: Context, seat: number): { node: HTMLElement; rect: DOMRect } | null {
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

const face = (ctx: Context, value: number, rect: DOMRect) => extra(ctx, Card, { value, silent: true }, rect);
const back = (ctx: Context, rect: DOMRect) => extra(ctx, CardBack, {}, rect);

function hide(node: Element | null): () => void {
  if (!(node instanceof HTMLElement)) return () => {};
  node.style.opacity = "0";
  return () => { node.style.opacity = ""; };
}

/** The front turns away, then the back turns up; `show` ends the hiding of what is turned up. */
async function flip({ clock }: Context, front: HTMLElement | null, up: HTMLElement, show: () => void): Promise<void> {
  const half = TIME.flip / 2;
  if (front) await clock.animate(front, [{ transform: turned(0) }, { transform: turned(90, "scale(1.06)") }], { duration: half, easing: "ease-in", keep: true });
  front?.remove();
  show();
  await clock.animate(up, [{ transform: turned(-90, "scale(1.06)") }, { transform: turned(0) }], { duration: half, easing: "ease-out" });
}

/** To the discards. */
async function leave(ctx: Context, node: HTMLElement, rect: DOMRect, delay = 0): Promise<void> {
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
function arc(ctx: Context, from: DOMRect, to: DOMRect, value: number) {
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
function enter(ctx: Context, seat: number, value: number | undefined): Run {
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
function enterTurning(ctx: Context, seat: number): Run | null {
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
async function flight(ctx: Context, from: DOMRect, to: DOMRect, delay = 0): Promise<void> {
  const { node, remove } = back(ctx, from);
  await ctx.clock.animate(node, [{ transform: "none", opacity: 1 }, { transform: over(from, to), opacity: 1, offset: 0.85 }, { transform: over(from, to), opacity: 0 }],
    { duration: TIME.flip * 1.3, delay, easing: EASE.both, keep: true });
  remove();
}

/** The spot over a plate where a card of its hand shows itself. */
function atPlate(ctx: Context, seat: number): DOMRect {
  const plate = ctx.at.plate(seat);
  const width = Math.min(64, ctx.at.front(seat).width * 0.7);
  return new DOMRect(plate.x + plate.width / 2 - width / 2, plate.y - 6, width, width * 1.4);
}

function shielded(ctx: Context, seats: readonly number[]): Run {
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

const pulse = (ctx: Context, node: Element | null, scale: number): Promise<void> =>
  node ? ctx.clock.animate(node, [{ transform: "none" }, { transform: `scale(${scale})`, offset: 0.35 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.settle }) : Promise.resolve();

const effects: Makers = {
  step: (_, ctx) => {
    const tile = ctx.at.one(".strip .is-now");
    return async () => tile && ctx.clock.animate(tile, [{ transform: "none" }, { transform: getComputedStyle(tile).transform }], { duration: TIME.move, easing: EASE.settle });
  },
  deal: ({ cards }, ctx) => {
    const seats = [...ctx.at.root.querySelectorAll<HTMLElement>(".line > [data-no]")].map((li) => Number(li.dataset.no));
    const show = hide(ctx.at.one(".hand"));
    const turns = Array.from({ length: Math.min(cards, 5) }, (_, round) => seats.map((seat, i) => ({ seat, delay: (round * seats.length + i) * 45 }))).flat();
    return async () => {
      play("card");
      await all(turns, ({ seat, delay }) => flight(ctx, ctx.at.stock(), seat === ctx.at.me() ? (ctx.at.fromHand(seat) ?? atPlate(ctx, seat)) : atPlate(ctx, seat), delay));
      show();
    };
  },
  draw: ({ seat, value }, ctx) => {
    const card = value != null && seat === ctx.at.me() ? ctx.at.inHand(value) : null;
    const [stock, to] = [ctx.at.stock(), card?.getBoundingClientRect() ?? atPlate(ctx, seat)];
    return async () => {
      play("card");
      await flight(ctx, stock, to);
      await pulse(ctx, card, 1.06);
    };
  },
  reshuffle: (_, ctx) => {
    const [from, to] = [ctx.at.discards(), ctx.at.stock()];
    return async () => {
      play("turn");
      await all([0, 1, 2, 3], (i) => flight(ctx, from, to, i * 70));
    };
  },
  line: ({ from, to, value, ends }, ctx) => {
    const start = ctx.at.front(from);
    const ends_ = to.map((seat) => ctx.at.front(seat));
    return () => all(ends_, async (end) => {
      const { group, paths, ring } = arc(ctx, start, end, value);
      const runs = paths.map((path) => ctx.clock.animate(path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: TIME.flip, easing: EASE.both, keep: true }));
      const wide = ends === "safe" ? 1.6 : 1.15;
      const hit = ctx.clock.animate(ring, [{ transform: "scale(.2)", opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: `scale(${wide})`, opacity: 1 }],
        { duration: TIME.quick * 1.6, delay: TIME.flip * 0.8, easing: EASE.settle, keep: true });
      await Promise.all([...runs, hit]);
      ctx.later(async () => {
        await ctx.clock.animate(group, [{ opacity: 1 }, { opacity: 0 }], { duration: TIME.quick, keep: true });
        group.remove();
      });
    });
  },
  shield: ({ seats }, ctx) => shielded(ctx, seats),
  safe: ({ seat }, ctx) => shielded(ctx, [seat]),
  asks: ({ seat }, ctx) => () => pulse(ctx, ctx.at.card(seat), 1.06),
  spend: ({ seat, value }, ctx) => {
    const [plate, hand] = [atPlate(ctx, seat), ctx.at.fromHand(seat, value)];
    const { node, remove } = face(ctx, value, plate);
    const show = hide(node);
    const first = hand ? { transform: over(plate, hand), opacity: 1 } : { transform: "scale(.4)", opacity: 0 };
    return async () => {
      show();
      play("card");
      await ctx.clock.animate(node, [first, { transform: "scale(1.15)", opacity: 1, offset: 0.8 }, { transform: "none", opacity: 1 }], { duration: TIME.flip, easing: EASE.out });
      await ctx.clock.wait(TIME.move);
      await leave(ctx, node, plate);
      remove();
    };
  },
  commit: ({ seats }, ctx) => {
    const runs = seats.map((seat) => (seat === ctx.at.me() && enterTurning(ctx, seat)) || enter(ctx, seat, undefined));
    return () => all(runs, (run) => run());
  },
  withdraw: ({ seats }, ctx) => {
    const ghosts = seats.flatMap((seat) => oldCard(ctx, seat) ?? []);
    const own = seats.includes(ctx.at.me() ?? -1) && ctx.before.choice ? ctx.at.inHand(ctx.before.choice) : null;
    const show = hide(own);
    const away = (rect: DOMRect) => (own ? { transform: over(rect, own.getBoundingClientRect()) } : { transform: "translateY(-60px) scale(.4)", opacity: 0 });
    return async () => {
      await all(ghosts, async ({ rect, node }) => {
        await ctx.clock.animate(node, [{ transform: "none" }, away(rect)], { duration: TIME.move, easing: EASE.both, keep: true });
        node.remove();
      });
      show();
    };
  },
  lead: ({ seat }, ctx) => enter(ctx, seat, Number(ctx.at.card(seat)?.dataset.qs) || undefined),
  reveal: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => {
      const up = ctx.at.card(seat);
      return up ? [{ up, front: oldCard(ctx, seat)?.node ?? null, show: hide(up) }] : [];
    });
    const told = [ctx.at.one(".strip"), ...seats.map((seat) => ctx.at.status(seat))];     // they would tell before the cards do
    const shows = told.map(hide);
    return async () => {
      play("turn");
      await all(parts, ({ up, front, show }) => flip(ctx, front, up, show));
      shows.forEach((show) => show());
      await all(told, (node) => (node ? ctx.clock.animate(node, [{ opacity: 0 }, { opacity: 1 }], { duration: TIME.quick }) : Promise.resolve()));
    };
  },
  cover: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => {
      const [down, old] = [ctx.at.card(seat), oldCard(ctx, seat)];
      return down && old ? [{ down, old: old.node, show: hide(down), x: middle(old.rect)[0] }] : [];
    });
    const centre = parts.reduce((sum, part) => sum + part.x, 0) / (parts.length || 1);
    return () => all(parts, async ({ down, old, x, show }) => {
      const way = Math.sign(centre - x) * 12;
      await ctx.clock.animate(old, [{ transform: "none" }, { transform: `translateX(${way}px)`, offset: 0.5 }, { transform: "none" }], { duration: 360, easing: EASE.both });
      play("turn");
      await flip(ctx, old, down, show);
    });
  },
  strength: ({ seat, from, to }, ctx) => {
    const up = to > from;
    return () => Promise.all([
      pulse(ctx, ctx.at.status(seat), up ? 1.5 : 0.7),
      pulse(ctx, ctx.at.card(seat), up ? 1.05 : 0.96),
    ]);
  },
  order: (_, ctx) => {
    const sign = ctx.at.one(".strength .icon");
    return async () => sign && ctx.clock.animate(sign, [{ transform: "rotate(-180deg)" }, { transform: "none" }], { duration: TIME.flip, easing: EASE.both });
  },
  out: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => {
      const old = oldCard(ctx, seat);
      return old ? [{ ...old, show: hide(ctx.at.card(seat)) }] : [];
    });
    return () => all(parts, async ({ rect, node, show }, i) => {
      play("hit");
      const [edge, stamp] = ["hit", "card-stamp"].map((name) => Object.assign(document.createElement("span"), { className: name }));
      stamp!.textContent = "HIT";
      node.append(edge!, stamp!);
      void ctx.clock.animate(stamp!, [{ transform: "rotate(-8deg) scale(1.9)", opacity: 0 }, { transform: "rotate(-8deg)" }], { duration: 260, easing: EASE.settle });
      await ctx.clock.animate(node, [{ transform: "none" }, { transform: "translateX(-7px) rotate(-2deg)", offset: 0.15 }, { transform: "translateX(6px) rotate(2deg)", offset: 0.35 },
        { transform: "translateX(-3px)", offset: 0.6 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.out });
      await ctx.clock.wait(TIME.flip);
      show();
      await leave(ctx, node, rect, i * 60);
    });
  },
  ranking: (_, ctx) => {
    const { strength, chips } = ctx.before;
    const now = ctx.at.strength();
    if (!strength || !now) return nothing;
    const [is, was] = [now.getBoundingClientRect(), strength.rect];
    const old = copy(ctx, strength, is);
    const show = hide(now);
    const parts = [...now.querySelectorAll<HTMLElement>("li")].map((node) => {
      const [chip, rect] = [chips.get(Number(node.dataset.no)), node.getBoundingClientRect()];
      return { node, from: chip && [chip.x - was.x + is.x - rect.x, chip.y - was.y + is.y - rect.y] as const };
    });
    return () => {
      old.remove();
      show();
      return all(parts, ({ node, from }, i) => {
        const [dx, dy] = from ?? [0, 0];
        const frames = from
          ? [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: `translate(${dx / 2}px, ${dy + (i % 2 ? 16 : -16)}px)`, offset: 0.5 }, { transform: "none" }]
          : [{ opacity: 0, transform: "translateY(8px)" }, { opacity: 1, transform: "none" }];
        return from && !dx && !dy ? Promise.resolve() : ctx.clock.animate(node, frames, { duration: TIME.flip, delay: i * 30, easing: EASE.both });
      });
    };
  },
  clear: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => oldCard(ctx, seat) ?? []);
    return () => {
      play("card");
      return all(parts, ({ rect, node }, i) => leave(ctx, node, rect, i * 70));
    };
  },
  discards: ({ from }, ctx) => {                 // the count waits for the cards
    ctx.count(from);
    return async () => {
      await ctx.clock.wait(TIME.move);
      ctx.count(null);
    };
  },
  leader: ({ to }, ctx) => {
    const badge = ctx.at.seat(to)?.querySelector<HTMLElement>(".badge-leader");
    const was = ctx.before.badge;
    if (!badge || !was) return nothing;
    const is = badge.getBoundingClientRect();
    const [dx, dy] = [was.x - is.x, was.y - is.y];
    const lift = Math.min(90, 30 + Math.abs(dx) * 0.18);
    badge.style.transform = `translate(${dx}px, ${dy}px)`;
    const frames = Array.from({ length: 13 }, (_, i) => {        // an arc, turning once
      const [t, left] = [i / 12, 1 - i / 12];
      const rise = Math.sin(Math.PI * t);
      return { transform: `translate(${dx * left}px, ${dy * left - rise * lift}px) rotate(${-360 * left}deg) scale(${1 + rise * 0.5})` };
    });
    return async () => {
      badge.style.transform = "";
      await ctx.clock.animate(badge, frames, { duration: 700, easing: EASE.both });
    };
  },
  won: ({ seat }, ctx) => {
    const laurels = ctx.at.seat(seat)?.querySelector(".laurels") ?? null;
    const show = hide(laurels);
    return async () => {
      play("end");
      show();
      if (laurels) await ctx.clock.animate(laurels, [{ transform: "scale(.5) rotate(-12deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: TIME.beat, easing: EASE.settle });
      await ctx.clock.wait(1500);
    };
  },
};

/** An effect and the note under its cards, which waits for it; after a line it is said when the line has arrived. */
export function prepare(effect: QuickshotEffect, ctx: Context): Run {
  const shows = Object.keys(notes([effect])).map((seat) => hide(ctx.at.status(Number(seat))));
  // One maker per kind, and the table of makers is complete: the kind finds its own.
  const run = (effects[effect.kind] as (e: QuickshotEffect, c: Context) => Run)(effect, ctx);
  return async () => {
    if (effect.kind === "line") await run();
    shows.forEach((show) => show());
    if (effect.kind !== "line") await run();
  };
}

/** Reduced motion: what changed fades in, at most 160 ms; the notes and the sentence say the rest. */
export function fade(effect: QuickshotEffect, ctx: Context): Run {
  const nodes = touched(effect, ctx.at).filter((node) => node != null);
  return () => all(nodes, (node) => ctx.clock.animate(node, [{ opacity: 0.35 }, { opacity: 1 }], { duration: TIME.quick, easing: "linear" }));
}

function touched(effect: QuickshotEffect, at: Places): (Element | null)[] {
  switch (effect.kind) {
    case "step": return [at.one(".strip")];
    case "ranking": case "order": return [at.strength()];
    case "line": case "leader": return (Array.isArray(effect.to) ? effect.to : [effect.to]).map((seat: number) => at.seat(seat));
    case "deal": return [at.one(".line")];
    case "reshuffle": case "discards": return [at.one("[data-pile=discards]")];
    default: return ("seats" in effect ? effect.seats : [effect.seat]).map((seat) => at.seat(seat));
  }
}
