// What changed between two views, as a list of effects. Pure: no element, no clock, no rule of the game.
import { STAGES } from "../../lib/player";
import type { QuickshotEvent, QuickshotView } from "../../lib/protocol";

/** A view with the table's awaited seats laid in; null where they are not known, as in the middle of a resolution. */
export interface Shown extends QuickshotView {
  readonly awaited: readonly number[] | null;
}

export type Face = "none" | "committed" | "up" | "down";

type Result = NonNullable<QuickshotEvent["result"]>;

export type QuickshotEffect = { readonly stage: number } & (
  | { kind: "step"; from: number; to: number }
  | { kind: "deal"; cards: number }
  | { kind: "draw"; seat: number; value?: number }
  | { kind: "reshuffle" }
  | { kind: "line"; from: number; to: readonly number[]; value: number; ends: Result }
  | { kind: "shield"; seats: readonly number[] }
  | { kind: "safe"; seat: number }
  | { kind: "asks"; seat: number }
  | { kind: "spend"; seat: number; value: number }
  | { kind: "commit"; seats: number[] }
  | { kind: "withdraw"; seats: number[] }
  | { kind: "lead"; seat: number }
  | { kind: "reveal"; seats: number[] }
  | { kind: "cover"; value: number; seats: number[] }
  | { kind: "strength"; seat: number; from: number; to: number }
  | { kind: "order"; inverted: boolean }
  | { kind: "out"; seats: number[]; by: number | null }
  | { kind: "ranking" }
  | { kind: "clear"; seats: number[] }
  | { kind: "discards"; from: number; to: number }
  | { kind: "leader"; from: number; to: number }
  | { kind: "won"; seat: number }
);

export const KINDS = ["step", "deal", "draw", "reshuffle", "line", "shield", "safe", "asks", "spend", "commit", "withdraw", "lead", "reveal",
  "cover", "strength", "order", "out", "ranking", "clear", "discards", "leader", "won"] as const satisfies QuickshotEffect["kind"][];

/** Whether a seat's choice lies open: the others decide at the same time and it is no longer awaited. */
export function hasChosen(view: Shown, seat: number): boolean {
  const { out, card } = view.seats[seat]!;
  return view.phase === "follow" && view.awaited != null && !view.awaited.includes(seat) && !out && !card && seat !== view.leader;
}

export function face(view: Shown, seat: number): Face {
  const card = view.seats[seat]?.card;
  if (card) return card.up ? "up" : "down";
  return hasChosen(view, seat) ? "committed" : "none";
}

export interface Ranked {
  readonly seat: number;
  readonly strength: number;
}

/** Seats with a strength, strongest first, in the order in force. */
export function ranking(view: QuickshotView): Ranked[] {
  const sign = view.inverted ? 1 : -1;
  return view.seats
    .flatMap(({ strength }, seat) => (strength == null ? [] : [{ seat, strength }]))
    .sort((x, y) => sign * (x.strength - y.strength));
}

export const inDiscards = (view: QuickshotView): number => view.discards.reduce((sum, n) => sum + n, 0);

/** The effects that lead from one view to a later one, by rising stage. Beats in between may be missing. */
export function diff(a: Shown, b: Shown, events: readonly QuickshotEvent[] = []): QuickshotEffect[] {
  return [...told(events), ...steps(a, b), ...cards(a, b), ...strengths(a, b), ...people(a, b, events), ...settled(a, b)]
    .sort((x, y) => x.stage - y.stage);
}

/** What the difference alone cannot say: lines and shields, and cards that only pass by. */
function told(events: readonly QuickshotEvent[]): QuickshotEffect[] {
  const { announce, cause, change } = STAGES;
  return events.flatMap((e): QuickshotEffect[] => {
    const [seat, value, seats] = [e.seat ?? 0, e.value ?? 0, e.seats ?? []];
    switch (e.kind) {
      case "dealt": return [{ stage: announce, kind: "deal", cards: value }];
      case "reshuffled": return [{ stage: announce, kind: "reshuffle" }];
      case "drew": return [{ stage: change, kind: "draw", seat, value: e.value }];
      case "spent": return [{ stage: change, kind: "spend", seat, value }];
      case "ability": return [
        ...(seats.length ? [{ stage: cause, kind: "line", from: seat, to: seats, value, ends: e.result ?? "none" } as const] : []),
        ...(e.result === "safe" ? [{ stage: change, kind: "shield", seats } as const] : []),
        ...(e.result === "protects" ? [{ stage: change, kind: "safe", seat } as const] : []),
        ...(e.result === "asks" ? [{ stage: change, kind: "asks", seat } as const] : []),
      ];
      default: return [];
    }
  });
}

function steps(a: Shown, b: Shown): QuickshotEffect[] {
  const [from, to] = [a.step ?? 0, b.step ?? 0];
  return from === to ? [] : [{ stage: STAGES.announce, kind: "step", from, to }];
}

function cards(a: Shown, b: Shown): QuickshotEffect[] {
  const { change, settle } = STAGES;
  const all = b.seats.map((_, seat) => seat);
  const turned = (from: Face[], to: Face[]) => all.filter((seat) => from.includes(face(a, seat)) && to.includes(face(b, seat)));
  const isOut = (seat: number) => !a.seats[seat]!.out && !!b.seats[seat]!.out;
  const effects: QuickshotEffect[] = [];
  const add = (effect: QuickshotEffect, when: number) => void (when && effects.push(effect));

  const committed = turned(["none"], ["committed"]);
  add({ stage: change, kind: "commit", seats: committed }, committed.length);
  const gone = turned(["committed"], ["none"]).filter((seat) => !isOut(seat));
  const withdrawn = a.round === b.round && b.phase === "follow" ? gone : [];
  add({ stage: change, kind: "withdraw", seats: withdrawn }, withdrawn.length);
  for (const seat of turned(["none"], ["up"])) add({ stage: change, kind: "lead", seat }, 1);
  const shown = [...turned(["committed"], ["up", "down"]), ...turned(["none"], ["down"])];     // the second: after missed beats
  add({ stage: change, kind: "reveal", seats: shown }, shown.length);
  const covered = turned(["up"], ["down"]);
  for (const value of new Set(covered.map((seat) => b.seats[seat]!.card!.value))) {
    add({ stage: change, kind: "cover", value, seats: covered.filter((seat) => b.seats[seat]!.card!.value === value) }, 1);
  }
  const cleared = turned(["up", "down"], ["none"]).filter((seat) => !isOut(seat)).concat(withdrawn.length ? [] : gone);
  add({ stage: settle, kind: "clear", seats: cleared }, cleared.length);
  return effects;
}

function strengths(a: Shown, b: Shown): QuickshotEffect[] {
  const effects: QuickshotEffect[] = b.seats.flatMap(({ strength: to }, seat) => {
    const from = a.seats[seat]!.strength;
    return from != null && to != null && from !== to ? [{ stage: STAGES.change, kind: "strength", seat, from, to } as const] : [];
  });
  if (!a.inverted !== !b.inverted) effects.push({ stage: STAGES.change, kind: "order", inverted: !!b.inverted });
  if (key(a) !== key(b)) effects.push({ stage: STAGES.settle, kind: "ranking" });
  return effects;
}

const key = (view: Shown) => `${!!view.inverted} ${ranking(view).map(({ seat, strength }) => `${seat}:${strength}`)}`;

function people(a: Shown, b: Shown, events: readonly QuickshotEvent[]): QuickshotEffect[] {
  const seats = b.seats.flatMap(({ out }, seat) => (out && !a.seats[seat]!.out ? [seat] : []));
  if (!seats.length) return [];
  const by = events.find((e) => e.kind === "ability" && e.seats?.some((seat) => seats.includes(seat)))?.value ?? null;
  return [{ stage: STAGES.change, kind: "out", seats, by }];
}

function settled(a: Shown, b: Shown): QuickshotEffect[] {
  const effects: QuickshotEffect[] = [];
  const [from, to] = [inDiscards(a), inDiscards(b)];
  if (from !== to) effects.push({ stage: STAGES.settle, kind: "discards", from, to });
  if (a.leader !== b.leader) effects.push({ stage: STAGES.settle, kind: "leader", from: a.leader, to: b.leader });
  if (a.winner == null && b.winner != null) effects.push({ stage: STAGES.settle, kind: "won", seat: b.winner });
  return effects;
}
