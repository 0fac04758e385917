// One function per effect: it is called after the new view is drawn, sets the stage (the old picture where the change has not
// happened yet) and returns what to run when its turn comes. Only transform, opacity and stroke-dashoffset move.
import { mount, unmount, type Component } from "svelte";
import { all, hide, lay, nothing, over, pulse, type Run } from "../../lib/ghosts";
import { EASE, TIME } from "../../lib/pace";
import type { Scene } from "../../lib/player";
import { play } from "../../lib/sound";
import { bitsIn, has, landOf, SIDE, type Symbol } from "./chart";
import type { IslandEffect, Strokes } from "./diff";
import Flying from "./Flying.svelte";
import Grid from "./Grid.svelte";
import { held } from "./held.svelte";
import IslandBack from "./IslandBack.svelte";
import { isInSight, type Picture, type Places } from "./places";
import { whole } from "./sheet";
import type { SilverAndGoldView } from "../../lib/protocol";

export interface Context extends Scene<Picture> {
  readonly at: Places;
  /** The view that is drawn now. */
  readonly view: SilverAndGoldView;
}

type Of<K extends IslandEffect["kind"]> = Extract<IslandEffect, { kind: K }>;
type Makers = { [K in IslandEffect["kind"]]: (effect: Of<K>, ctx: Context) => Run };

/** Milliseconds from one stroke of the pen to the next, and for one. */
const NEXT_STROKE = 80, STROKE = 220;
/** The dashes of a stroke that is not drawn yet. */
const UNDRAWN = 120;

const effects: Makers = {
  round: () => nothing,
  first: (_, ctx) => {
    const mark = ctx.at.first();
    const was = ctx.before.first;
    if (!mark || !was.width || !isInSight(mark)) return nothing;
    const is = mark.getBoundingClientRect();
    return () => ctx.clock.animate(mark, [{ transform: over(is, was) }, { transform: `${over(is, was)} scale(1.4)`, offset: 0.2 }, { transform: "none" }], { duration: 620, easing: EASE.both });
  },
  pattern: (_, ctx) => {
    const card = ctx.at.pattern();
    const boxes = ctx.view.pattern?.boxes ?? 1;
    const start = ctx.at.spot(card, "patterns");
    const goal = ctx.at.one("[data-shape]")?.getBoundingClientRect();
    const [width, height] = [92, 104];
    const room = new DOMRect(Math.min(Math.max(8, start.x + start.width / 2 - width / 2), innerWidth - width - 8), Math.max(8, start.y + start.height / 2 - height / 2), width, height);
    const { node, remove } = extra(ctx, Flying, { pattern: boxes }, room);
    const show = hide(node);
    return async () => {
      show();
      play("turn");
      const turn = [{ transform: `${over(room, start)} perspective(600px) rotateY(90deg)` }, { transform: "perspective(600px) rotateY(0deg)" }];
      await ctx.clock.animate(node, turn, { duration: TIME.flip, easing: EASE.out, keep: true });
      await ctx.clock.wait(TIME.move);
      await ctx.clock.animate(node, [{ transform: "none", opacity: 1 }, { transform: over(room, goal ?? start), opacity: goal ? 0.5 : 0 }], { duration: TIME.move, easing: EASE.both, keep: true });
      remove();
    };
  },
  deal: (_, ctx) => {
    const cards = ctx.at.all(".pick-row > li");
    const shows = cards.map(hide);
    return () => {
      play("card");
      return all(cards, async (card, i) => {
        shows[i]!();
        await ctx.clock.animate(card, [{ transform: "translateY(-120px) rotate(-8deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: TIME.move, delay: i * 60, easing: EASE.out });
      });
    };
  },
  layout: ({ places }, ctx) => {
    const runs = places.map((place) => refilled(ctx, place));
    return () => all(runs, (run, i) => run(i * 90));
  },
  cross: ({ strokes }, ctx) => {
    const pens = strokes.flatMap(({ seat, slot, fresh }) =>
      bits(fresh).flatMap((bit, i) => {
        const path = ctx.at.stroke(seat, slot, bit);
        const isThere = seat === ctx.at.me() && ctx.before.strokes.has(`${slot}.${bit}`);
        return path && !isThere ? [{ path, delay: i * NEXT_STROKE, show: hide(path) }] : [];
      }),
    );
    const most = Math.max(0, ...strokes.map(({ fresh }) => bitsIn(fresh)));
    return () => {
      for (let i = 0; i < Math.min(most, 5); i++) void ctx.clock.wait(i * NEXT_STROKE).then(() => play("pen"));
      return all(pens, async ({ path, delay, show }) => {
        await ctx.clock.wait(delay);
        show();
        path.classList.add("is-drawn");
        await ctx.clock.animate(path, [{ strokeDashoffset: UNDRAWN }, { strokeDashoffset: 0 }], { duration: STROKE, easing: EASE.out });
        path.classList.remove("is-drawn");
      });
    };
  },
  gain: ({ seat, what, points, strokes }, ctx) => {
    const from = boxOf(ctx, strokes, what === "coins" ? "C" : "P");
    const rise = from?.width ? risen(ctx, seat, what, points, from) : nothing;
    return () => {
      if (seat === (ctx.at.me() ?? seat)) play(what === "coins" ? "coin" : "palm");
      return rise();
    };
  },
  trophy: ({ seat, points, row }, ctx) => {
    const to = seat === ctx.at.me() ? ctx.at.spot(ctx.at.all(".score-card .row-end")[row] ?? null, "score") : ctx.at.spot(ctx.at.score(seat), "rivals");
    const from = ctx.before.trophies.get(points);
    const room = from ?? new DOMRect(to.x, to.y - 60, 21, 26);
    const { node, remove } = extra(ctx, Flying, { trophy: points }, room);
    const show = hide(node);
    return async () => {
      show();
      play("coin");
      await ctx.clock.animate(node, [{ transform: "none" }, { transform: "scale(2.4) translateY(-6px)", offset: 0.3 }, { transform: "scale(2.4) translateY(-6px)", offset: 0.55 }, { transform: shift(room, to) }],
        { duration: TIME.beat * 1.5, easing: EASE.both, keep: true });
      remove();
    };
  },
  complete: ({ seat, slot, card }, ctx) => {
    const from = ctx.before.isles.get(`${seat}.${slot}`);
    const done = ctx.at.one(`[data-panel="done"] [data-done="${card.name}"]`);
    const own = seat === ctx.at.me();
    const to = own ? ctx.at.spot(done, "done") : ctx.at.spot(ctx.at.score(seat), "rivals");
    if (!from?.width) return nothing;
    const { node, remove } = extra(ctx, Grid, { card, crossed: whole(card) }, from);
    const shows = [hide(ctx.at.isle(seat, slot ?? 0)), hide(done)];
    const rise = risen(ctx, seat, "islands", card.value, from);
    return async () => {
      play("card");
      void rise();
      await ctx.clock.animate(node, [{ transform: "none" }, { transform: "scale(1.08) rotate(-2deg)", offset: 0.35 }, { transform: "scale(1.08) rotate(-2deg)", offset: 0.5 }, { transform: over(from, to), opacity: own ? 1 : 0.3 }],
        { duration: TIME.move * 3, easing: EASE.both, keep: true });
      shows.forEach((show) => show());
      remove();
    };
  },
  take: ({ seat, slot, card, from }, ctx) => {
    const isle = ctx.at.isle(seat, slot);
    const to = ctx.at.spot(isle, "rivals");
    const start = from === "dealt" || from === "deck" ? ctx.at.deck() : (ctx.before.display[from.place] ?? ctx.at.deck());
    if (!isle || !to.width || !start.width) return nothing;
    const show = hide(isle);
    const { node, remove } = extra(ctx, Grid, { card, crossed: 0 }, to);
    const waits = hide(node);
    return async () => {
      waits();
      play("card");
      const turns = typeof from === "string";
      const begin = `${over(to, start)}${turns ? " perspective(900px) rotateY(90deg)" : ""}`;
      await ctx.clock.animate(node, [{ transform: begin, opacity: 1 }, { transform: turns ? over(to, start) : `${over(to, start)} scale(1.15)`, offset: 0.25 }, { transform: "none" }], { duration: TIME.move * 2, easing: EASE.both, keep: true });
      show();
      remove();
    };
  },
  refill: ({ place }, ctx) => {
    const run = refilled(ctx, place);
    return () => run(0);
  },
  score: ({ seat, from }, ctx) => {
    held.hold(seat, from);
    return () => {
      held.release(seat);
      return pulse(ctx, ctx.at.score(seat), 1.3);
    };
  },
  won: ({ seats }, ctx) => async () => {
    play("end");
    await all(seats, (seat) => pulse(ctx, seat === ctx.at.me() ? ctx.at.one(".isles, .sg-cloth") : ctx.at.rival(seat), 1.05));
    await ctx.clock.wait(1200);
  },
};

/** Points rise from where they were earned and travel to the line of the score that they are added to. */
function risen(ctx: Context, seat: number, line: "coins" | "palms" | "islands", points: number, from: DOMRect): Run {
  const counted = ctx.at.line(seat, line);
  const to = ctx.at.spot(counted, ctx.at.panelOf(seat));
  const room = new DOMRect(from.x + from.width / 2 - 26, from.y + from.height / 2 - 14, 52, 28);
  const { node, remove } = extra(ctx, Flying, { line, points }, room);
  node.style.width = "auto";
  const show = hide(node);
  return async () => {
    show();
    await ctx.clock.animate(node, [
      { transform: "translateY(10px) scale(.6)", opacity: 0 }, { transform: "translateY(-16px) scale(1.1)", opacity: 1, offset: 0.25 },
      { transform: "translateY(-16px)", opacity: 1, offset: 0.5 }, { transform: `${shift(room, to)} scale(.7)`, opacity: 0.9 },
    ], { duration: TIME.beat * 1.25, easing: EASE.both, keep: true });
    remove();
    await pulse(ctx, counted, 1.25);
  };
}

/** A card comes from the deck to its place on the display and is turned up. */
function refilled(ctx: Context, place: number): (delay: number) => Promise<void> {
  const card = ctx.at.place(place);
  if (!card || !isInSight(card)) return async () => {};
  const [to, deck] = [card.getBoundingClientRect(), ctx.at.deck()];
  const show = hide(card);
  const { node, remove } = extra(ctx, IslandBack, {}, to);
  const waits = hide(node);
  const half = TIME.flip / 2;
  return async (delay) => {
    await ctx.clock.wait(delay);
    waits();
    play("card");
    await ctx.clock.animate(node, [{ transform: over(to, deck) }, { transform: "none" }], { duration: TIME.move, easing: EASE.both, keep: true });
    await ctx.clock.animate(node, [{ transform: "none" }, { transform: "perspective(600px) rotateY(90deg)" }], { duration: half, easing: "ease-in", keep: true });
    remove();
    show();
    await ctx.clock.animate(card, [{ transform: "perspective(600px) rotateY(-90deg)" }, { transform: "none" }], { duration: half, easing: "ease-out" });
  };
}

/** Something that stands nowhere on the board, in the layer over it. */
function extra<Props extends Record<string, unknown>>(ctx: Context, of: Component<Props>, props: Props, rect: DOMRect): { node: HTMLElement; remove: () => void } {
  const made = mount(of, { target: ctx.at.layer, props });
  const node = lay(ctx.at.layer, ctx.at.layer.lastElementChild!, rect);
  node.style.setProperty("--island-w", `${rect.width}px`);
  const remove = () => {
    node.remove();                               // it was moved to the end of the layer, so unmounting alone would miss it
    void unmount(made);
  };
  return { node, remove };
}

/** The transform that moves a thing to the middle of a place, as large as it is. */
function shift(here: DOMRect, there: DOMRect): string {
  return `translate(${there.x + there.width / 2 - here.x - here.width / 2}px, ${there.y + there.height / 2 - here.y - here.height / 2}px)`;
}

const bits = (mask: number): number[] => Array.from({ length: SIDE * SIDE }, (_, bit) => bit).filter((bit) => has(mask, bit));

/** The box that a gain rises from: the first of those crossed off that carries the symbol. */
function boxOf(ctx: Context, strokes: readonly Strokes[], symbol: Symbol): DOMRect | undefined {
  for (const { seat, slot, boxes } of strokes) {
    const card = ctx.view.seats[seat]?.islands[slot]?.card;
    const bit = card && landOf(card).find((box) => box.symbol === symbol && has(boxes, box.bit))?.bit;
    if (bit == null) continue;
    const isle = ctx.at.isle(seat, slot);
    if (isle && !isInSight(isle)) return ctx.at.spot(isle, "rivals");
    return ctx.at.stroke(seat, slot, bit)?.getBoundingClientRect();
  }
  return undefined;
}

// One maker per kind, and the table of makers is complete: the kind finds its own.
export const prepare = (effect: IslandEffect, ctx: Context): Run => (effects[effect.kind] as (e: IslandEffect, c: Context) => Run)(effect, ctx);

/** Reduced motion: what changed fades in, at most 160 ms; the notes and the sentence say the rest. */
export function fade(effect: IslandEffect, ctx: Context): Run {
  const nodes = touched(effect, ctx.at).filter((node) => node != null);
  return () => all(nodes, (node) => ctx.clock.animate(node, [{ opacity: 0.35 }, { opacity: 1 }], { duration: TIME.quick, easing: "linear" }));
}

function touched(effect: IslandEffect, at: Places): (Element | null)[] {
  switch (effect.kind) {
    case "round": case "pattern": return [at.pattern()];
    case "first": return [at.first()];
    case "deal": return at.all(".pick-row > li");
    case "layout": return effect.places.map(at.place);
    case "refill": return [at.place(effect.place)];
    case "cross": return effect.strokes.flatMap(({ seat, slot, fresh }) => bits(fresh).map((bit) => at.stroke(seat, slot, bit)));
    case "gain": return [at.line(effect.seat, effect.what)];
    case "trophy": case "score": return [at.score(effect.seat)];
    case "complete": return [at.one(`[data-done="${effect.card.name}"]`) ?? at.score(effect.seat)];
    case "take": return [at.isle(effect.seat, effect.slot)];
    case "won": return effect.seats.map((seat) => at.rival(seat));
  }
}

/** Take back whatever an effect that was overtaken has set. */
export function sweep(at: Places | undefined): void {
  held.clear();
  if (!at) return;
  at.layer.replaceChildren();
  for (const node of at.root.querySelectorAll<HTMLElement | SVGElement>("[style*=opacity]")) node.style.opacity = "";
  for (const node of at.root.querySelectorAll(".is-drawn")) node.classList.remove("is-drawn");
}
