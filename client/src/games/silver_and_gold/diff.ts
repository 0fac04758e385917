// What changed between two views, as a list of effects. Pure: no element, no clock, no rule of the game.
import { STAGES } from "../../lib/player";
import type { Island, SilverAndGoldSeat, SilverAndGoldView, Treasure } from "../../lib/protocol";

/** Where an island card comes from: a place of the display, the deck, or the cards dealt at the start. */
export type Origin = { readonly place: number } | "deck" | "dealt";

/** Boxes of one island that were crossed off for all to see. */
export interface Strokes {
  readonly seat: number;
  readonly slot: number;
  readonly boxes: number;
  /** Those of them that were not to be seen before: the viewer's own marks were. */
  readonly fresh: number;
}

/** What a score card shows of a seat. */
export type Counted = Pick<SilverAndGoldSeat, "score" | "coins" | "trophies">;

export type IslandEffect = { readonly stage: number } & (
  | { kind: "round"; round: number }
  | { kind: "first"; from: number; to: number }
  | { kind: "pattern"; name: string }
  | { kind: "deal"; cards: number }
  | { kind: "layout"; places: readonly number[] }
  | { kind: "cross"; strokes: readonly Strokes[] }
  | { kind: "gain"; seat: number; what: "coins" | "palms"; points: number; strokes: readonly Strokes[] }
  | { kind: "trophy"; seat: number; points: number; row: number }
  | { kind: "complete"; seat: number; slot: number | null; card: Treasure }
  | { kind: "take"; seat: number; slot: number; card: Treasure; from: Origin }
  | { kind: "refill"; place: number; card: Treasure }
  | { kind: "score"; seat: number; from: Counted; to: Counted }
  | { kind: "won"; seats: readonly number[] }
);

export const KINDS = ["round", "first", "pattern", "deal", "layout", "cross", "gain", "trophy", "complete", "take", "refill", "score", "won"] as const satisfies IslandEffect["kind"][];

/** Which boxes are crossed off for all to see. */
const crossedOn = (island: Island | null | undefined): number => island?.crossed ?? 0;

const completedOf = (seat: SilverAndGoldSeat) => seat.completed ?? [];

/** The effects that lead from one view to a later one, by rising stage. Beats in between may be missing. */
export function diff(a: SilverAndGoldView, b: SilverAndGoldView): IslandEffect[] {
  const strokes = strokesOf(a, b);
  return [...turned(a, b), ...crossed(strokes), ...gained(a, b, strokes), ...trophies(a, b), ...islands(a, b), ...display(a, b), ...scored(a, b)]
    .sort((x, y) => x.stage - y.stage);
}

function turned(a: SilverAndGoldView, b: SilverAndGoldView): IslandEffect[] {
  const effects: IslandEffect[] = [];
  if (a.round !== b.round) effects.push({ stage: STAGES.announce, kind: "round", round: b.round });
  if (a.first !== b.first) effects.push({ stage: STAGES.announce, kind: "first", from: a.first, to: b.first });
  if (b.pattern && (a.round !== b.round || a.turn !== b.turn)) effects.push({ stage: STAGES.change, kind: "pattern", name: b.pattern.name });
  if (b.dealt && !a.dealt) effects.push({ stage: STAGES.announce, kind: "deal", cards: b.dealt.length });
  return effects;
}

/** The boxes that are crossed off in `b` and were not in `a`, island by island; of cards that are gone nothing is known. An open
mark is none of them: it is drawn when it is made. */
function strokesOf(a: SilverAndGoldView, b: SilverAndGoldView): Strokes[] {
  return b.seats.flatMap(({ islands }, seat) =>
    islands.flatMap((island, slot) => {
      const before = a.seats[seat]!.islands[slot];
      const known = before && before.card.name === island?.card.name ? before : null;
      const boxes = crossedOn(island) & ~crossedOn(known);
      return boxes ? [{ seat, slot, boxes, fresh: boxes & ~(known?.marks ?? 0) }] : [];
    }),
  );
}

function crossed(strokes: readonly Strokes[]): IslandEffect[] {
  const fresh = strokes.filter((one) => one.fresh);
  return fresh.length ? [{ stage: STAGES.cause, kind: "cross", strokes: fresh }] : [];
}

function gained(a: SilverAndGoldView, b: SilverAndGoldView, strokes: readonly Strokes[]): IslandEffect[] {
  return b.seats.flatMap(({ score }, seat) =>
    (["coins", "palms"] as const).flatMap((what): IslandEffect[] => {
      const points = score[what] - a.seats[seat]!.score[what];
      return points > 0 ? [{ stage: STAGES.change, kind: "gain", seat, what, points, strokes: strokes.filter((one) => one.seat === seat) }] : [];
    }),
  );
}

function trophies(a: SilverAndGoldView, b: SilverAndGoldView): IslandEffect[] {
  return b.seats.flatMap(({ trophies: now = [] }, seat) => {
    const had = a.seats[seat]!.trophies?.length ?? 0;
    return now.slice(had).map((points, i): IslandEffect => ({ stage: STAGES.change, kind: "trophy", seat, points, row: had + i }));
  });
}

function islands(a: SilverAndGoldView, b: SilverAndGoldView): IslandEffect[] {
  return b.seats.flatMap((now, seat) => {
    const was = a.seats[seat]!;
    const had = new Set(completedOf(was).map(({ card }) => card.name));
    const done = completedOf(now).filter(({ card }) => !had.has(card.name));
    const completes = done.map(({ card }): IslandEffect => {
      const slot = was.islands.findIndex((island) => island?.card.name === card.name);
      return { stage: STAGES.change, kind: "complete", seat, slot: slot < 0 ? null : slot, card };
    });
    const takes = now.islands.flatMap((island, slot): IslandEffect[] => {
      if (!island || was.islands.some((one) => one?.card.name === island.card.name)) return [];
      return [{ stage: STAGES.change, kind: "take", seat, slot, card: island.card, from: originOf(a, island.card) }];
    });
    return [...completes, ...takes];
  });
}

function originOf(a: SilverAndGoldView, card: Treasure): Origin {
  const place = a.display.findIndex((one) => one?.name === card.name);
  if (place >= 0) return { place };
  return a.phase === "choose" ? "dealt" : "deck";
}

function display(a: SilverAndGoldView, b: SilverAndGoldView): IslandEffect[] {
  const fresh = b.display.flatMap((card, place) => (card && a.display[place]?.name !== card.name ? [{ card, place }] : []));
  if (fresh.length && a.display.every((card) => !card)) return [{ stage: STAGES.change, kind: "layout", places: fresh.map(({ place }) => place) }];
  return fresh.map(({ card, place }) => ({ stage: STAGES.settle, kind: "refill", place, card }));
}

function scored(a: SilverAndGoldView, b: SilverAndGoldView): IslandEffect[] {
  const effects = b.seats.flatMap((to, seat): IslandEffect[] => {
    const from = a.seats[seat]!;
    return from.score.total === to.score.total ? [] : [{ stage: STAGES.settle, kind: "score", seat, from, to }];
  });
  if (!a.winners?.length && b.winners?.length) effects.push({ stage: STAGES.settle, kind: "won", seats: b.winners });
  return effects;
}
