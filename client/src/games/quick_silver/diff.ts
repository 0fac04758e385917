// What changed between two views, as a list of effects. Pure: no element, no clock, no rule of the game.
import { STAGES } from "../../lib/player";
import type { Cart, QuickSilverEvent, QuickSilverView, Slot } from "../../lib/protocol";
import { CENTRE } from "./places";
import { salesOf } from "./sales";
import { platesOf, slotsOf } from "./standing";

/** Some cards of one place. */
export interface Cards {
  readonly place: number;
  readonly slots: readonly number[];
}

export type MineEffect = { readonly stage: number } & (
  | { kind: "roll"; white: number; black: number }
  | { kind: "deal"; places: readonly number[] }
  | { kind: "tick"; to: number }
  | { kind: "name"; from: number; to: number }
  | { kind: "allow"; from: number; to: number }
  /** `plate` counts the seat's plates from the left, as they were. */
  | { kind: "redirect"; seat: number; by: number; plate: number }
  | { kind: "sneak"; seat: number; tokens: number }
  | { kind: "swap"; from: number; own: number; to: number; other: number }
  | { kind: "reveal"; cards: readonly Cards[] }
  | { kind: "fuse"; cards: readonly Cards[] }
  | { kind: "blast"; seat: number; plates: readonly number[]; dynamite: readonly number[] }
  | { kind: "stop"; cards: Cards }
  | { kind: "repair"; seat: number; plates: readonly number[] }
  | { kind: "out"; seats: readonly number[] }
  | { kind: "restart"; seats: readonly number[] }
  | { kind: "unload"; places: readonly number[] }
  | { kind: "sell"; group: number; places: readonly number[]; pays: number }
  | { kind: "cash"; place: number; from: number; to: number }
  | { kind: "tie"; places: readonly number[] }
  | { kind: "won"; places: readonly number[] }
);

export const KINDS = ["roll", "deal", "tick", "name", "allow", "redirect", "sneak", "swap", "reveal", "fuse", "blast", "stop", "repair", "out", "restart", "unload", "sell",
  "cash", "tie", "won"] as const satisfies MineEffect["kind"][];

/** The effects that lead from one view to a later one, by rising stage. Beats in between may be missing. */
export function diff(a: QuickSilverView, b: QuickSilverView, events: readonly QuickSilverEvent[] = []): MineEffect[] {
  return [...round(a, b), ...turn(a, b), ...told(a, b, events), ...cards(a, b, events), ...plates(a, b), ...market(a, b), ...end(a, b)].sort((x, y) => x.stage - y.stage);
}

const places = (view: QuickSilverView): number[] => [...view.seats.keys(), CENTRE];
const isDealt = (a: QuickSilverView, b: QuickSilverView): boolean => a.round !== b.round;

function round(a: QuickSilverView, b: QuickSilverView): MineEffect[] {
  const { announce, change } = STAGES;
  if (isDealt(a, b)) {
    const dealt = places(b).filter((place) => slotsOf(b, place).length);
    return [{ stage: announce, kind: "roll", white: b.white, black: b.die }, { stage: change, kind: "deal", places: dealt }];
  }
  return a.die === b.die ? [] : [{ stage: announce, kind: "tick", to: b.die }];
}

function turn(a: QuickSilverView, b: QuickSilverView): MineEffect[] {
  const effects: MineEffect[] = [];
  if (b.target != null && (a.target !== b.target || a.current !== b.current)) effects.push({ stage: STAGES.cause, kind: "name", from: b.current, to: b.target });
  if (isDealt(a, b)) return effects;
  b.seats.forEach(({ tokens = 0, tin = 0 }, seat) => {
    const was = a.seats[seat]!;
    if (tokens > (was.tokens ?? 0)) effects.push({ stage: STAGES.change, kind: "sneak", seat, tokens });
    if (tin > (was.tin ?? 0)) effects.push({ stage: STAGES.cause, kind: "redirect", seat, by: a.current, plate: was.showing - 1 });
  });
  return effects;
}

/** What the difference alone cannot say. */
function told(a: QuickSilverView, b: QuickSilverView, events: readonly QuickSilverEvent[]): MineEffect[] {
  return events.flatMap((e): MineEffect[] => {
    const [seat, other] = [e.seat ?? CENTRE, e.other ?? CENTRE];
    switch (e.kind) {
      case "allowed": return [{ stage: STAGES.cause, kind: "allow", from: seat, to: other }];
      case "swapped": return [{ stage: STAGES.change, kind: "swap", from: seat, own: e.slot!, to: other, other: e.other_slot! }];
      case "found": return e.value ? [{ stage: STAGES.settle, kind: "fuse", cards: [{ place: seat, slots: lying(b, seat, "dynamite") }] }] : [];
      case "stopped": return [{ stage: STAGES.cause, kind: "stop", cards: { place: seat, slots: lying(a, seat, "dynamite").slice(0, e.value) } }];
      case "tied": return [{ stage: STAGES.change, kind: "tie", places: e.seats ?? [] }];
      default: return [];
    }
  });
}

/** The slots of a place in which such cards lie, as far as the view shows. */
const lying = (view: QuickSilverView, place: number, kind: string): number[] => slotsOf(view, place).flatMap(({ card }, slot) => (card?.kind === kind ? [slot] : []));

/** Cards that were turned up where they lie. */
function cards(a: QuickSilverView, b: QuickSilverView, events: readonly QuickSilverEvent[]): MineEffect[] {
  if (isDealt(a, b) || events.some((e) => e.kind === "swapped")) return [];
  const turned = places(b).flatMap((place) => {
    const was: readonly Slot[] = slotsOf(a, place);
    const slots = slotsOf(b, place).flatMap((slot, i) => (slot.up && was[i] && !was[i]!.up ? [i] : []));
    return slots.length ? [{ place, slots }] : [];
  });
  return turned.length ? [{ stage: STAGES.change, kind: "reveal", cards: turned }] : [];
}

function plates(a: QuickSilverView, b: QuickSilverView): MineEffect[] {
  const outs = b.seats.flatMap(({ out }, seat) => (out && !a.seats[seat]!.out ? [seat] : []));
  const restarts = b.seats.flatMap(({ blown }, seat) => (blown && !a.seats[seat]!.blown ? [seat] : []));
  const effects = b.seats.flatMap((now, seat): MineEffect[] => (restarts.includes(seat) ? [] : flipped(a.seats[seat]!, now, seat)));
  if (outs.length) effects.push({ stage: STAGES.settle, kind: "out", seats: outs });
  if (restarts.length) effects.push({ stage: STAGES.change, kind: "restart", seats: restarts });
  return effects;
}

/** Plates that show another side than before; those in the tin are none of them. */
function flipped(was: Cart, now: Cart, seat: number): MineEffect[] {
  const [before, after] = [platesOf(was), platesOf(now)];
  const from = (side: string, to: string) => after.flatMap((plate, i) => (before[i] === side && plate === to ? [i] : []));
  const [blasted, repaired] = [from("whole", "blasted"), from("blasted", "whole")];
  const effects: MineEffect[] = [];
  if ((now.tin ?? 0) !== (was.tin ?? 0)) return effects;
  const dynamite = was.slots.flatMap(({ card }, slot) => (card?.kind === "dynamite" ? [slot] : []));
  if (blasted.length) effects.push({ stage: STAGES.change, kind: "blast", seat, plates: blasted, dynamite: dynamite.slice(-blasted.length) });
  if (repaired.length) effects.push({ stage: STAGES.change, kind: "repair", seat, plates: repaired });
  return effects;
}

function market(a: QuickSilverView, b: QuickSilverView): MineEffect[] {
  const [was, now] = [new Map(salesOf(a).map((sale) => [sale.place, sale])), salesOf(b)];
  const effects: MineEffect[] = [];
  if (now.length && !was.size) effects.push({ stage: STAGES.announce, kind: "unload", places: now.map(({ place }) => place) });
  const fresh = now.filter(({ place, group }) => group && !was.get(place)?.group);
  for (const group of new Set(fresh.map((sale) => sale.group))) {
    const members = fresh.filter((sale) => sale.group === group);
    effects.push({ stage: STAGES.change, kind: "sell", group, places: members.map(({ place }) => place), pays: Math.max(...members.map(({ gain }) => gain)) });
  }
  for (const place of places(b)) {
    const [from, to] = [a, b].map((view) => (place === CENTRE ? view.centre : view.seats[place]!).cash ?? 0) as [number, number];
    if (from !== to) effects.push({ stage: STAGES.settle, kind: "cash", place, from, to });
  }
  return effects;
}

function end(a: QuickSilverView, b: QuickSilverView): MineEffect[] {
  if (!b.ending || a.ending) return [];
  return [{ stage: STAGES.settle, kind: "won", places: [...(b.winners ?? []), ...(b.stranger_wins ? [CENTRE] : [])] }];
}
