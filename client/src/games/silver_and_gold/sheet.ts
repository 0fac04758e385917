// The score sheet as rows: arrangement only, every number is the view's.
import type { Completed, SilverAndGoldView, Treasure } from "../../lib/protocol";
import { landOf } from "./chart";

export interface SheetLine {
  readonly name: string;
  readonly isTotal?: boolean;
  readonly cells: readonly { seat: number; points: number; how: string }[];
}

const completedOf = (view: SilverAndGoldView, seat: number): readonly Completed[] => view.seats[seat]!.completed ?? [];

/** The five lines and their sum, for these seats; `how` says what a number is made of. */
export function sheetOf(view: SilverAndGoldView, seats: readonly number[]): SheetLine[] {
  const line = (name: string, points: (seat: number) => number, how: (seat: number) => string = () => "", isTotal = false): SheetLine => ({
    name, isTotal, cells: seats.map((seat) => ({ seat, points: points(seat), how: how(seat) })),
  });
  const score = (seat: number) => view.seats[seat]!.score;
  return [
    line("Coins", (seat) => score(seat).coins),
    line("Trophies", (seat) => score(seat).trophies, (seat) => sumOf((view.seats[seat]!.trophies ?? []).filter(Boolean))),
    line("Palms", (seat) => score(seat).palms),
    line("Islands", (seat) => score(seat).cards, (seat) => islandsOf(completedOf(view, seat))),
    line("Seals", (seat) => score(seat).seals, (seat) => sealsOf(completedOf(view, seat))),
    line("Total", (seat) => score(seat).total, undefined, true),
  ];
}

const sumOf = (points: readonly number[]): string => (points.length > 1 ? points.join(" + ") : "");
const sealsOf = (cards: readonly Completed[]): string => sumOf(cards.flatMap(({ card, matching = 0 }) => (card.seal ? [card.seal.points * matching] : [])));

/** "2 × 8 + 14": the values of completed islands, equal ones together. */
function islandsOf(cards: readonly Completed[]): string {
  const values = [...new Set(cards.map(({ card }) => card.value))].sort((a, b) => a - b);
  return values.map((value) => ({ value, n: cards.filter(({ card }) => card.value === value).length })).map(({ value, n }) => (n > 1 ? `${n} × ${value}` : `${value}`)).join(" + ");
}

/** Whose completed islands carry a seal. */
export const sealed = (view: SilverAndGoldView, seat: number): readonly Completed[] => completedOf(view, seat).filter(({ card }) => card.seal);

/** The seats that are level with the winners; more than one only where that had to be decided. */
export function levelWith(view: SilverAndGoldView): number[] {
  const first = view.winners?.[0];
  if (first == null) return [];
  return view.seats.flatMap(({ score }, seat) => (score.total === view.seats[first]!.score.total ? [seat] : []));
}

/** In the order in which they are compared (paragraph 1.3). */
const COLORS: readonly Treasure["color"][] = ["gray", "green", "orange", "purple"];

/** How many islands of each color the seats have completed. */
export const colorsOf = (view: SilverAndGoldView, seats: readonly number[]): { color: Treasure["color"]; counts: number[] }[] =>
  COLORS.map((color) => ({ color, counts: seats.map((seat) => completedOf(view, seat).filter(({ card }) => card.color === color).length) }));

/** All boxes of a card. */
export const whole = (card: Treasure): number => landOf(card).reduce((mask, { bit }) => mask | (1 << bit), 0);
