// A treasure card as it is printed: where its boxes lie, what they carry, how it is called. Sets of boxes are bit masks,
// bit 4 * row + column, as in the views.
import type { Treasure } from "../../lib/protocol";
import { count } from "../../lib/words";

/** Units of the drawing, 208 x 252: one box, the margin left of the grid. */
export const UNIT = 40, LEFT = 24, WIDTH = 208, HEIGHT = 252;
export const SIDE = 4;

export type Symbol = "o" | "X" | "C" | "P";

/** A box of an island that is land. */
export interface Land {
  readonly row: number;
  readonly column: number;
  readonly bit: number;
  readonly symbol: Symbol;
}

export const rowsOf = (card: Treasure): string[] => card.rows.split(" ");
/** The upper edge of the grid: fewer rows lie lower. */
export const topOf = (card: Treasure): number => 58 + 20 * (SIDE - rowsOf(card).length);
export const bitOf = (row: number, column: number): number => SIDE * row + column;
export const has = (mask: number, bit: number): boolean => ((mask >> bit) & 1) === 1;
export const bitsIn = (mask: number): number => {
  let n = 0;
  for (let left = mask; left; left &= left - 1) n += 1;
  return n;
};

export function landOf(card: Treasure): Land[] {
  return rowsOf(card).flatMap((letters, row) =>
    [...letters].flatMap((letter, column) => (letter === "." ? [] : [{ row, column, bit: bitOf(row, column), symbol: letter as Symbol }])),
  );
}

export const SYMBOLS: Record<Symbol, string> = { o: "plain", X: "X", C: "coin", P: "palm" };

/** The sign of each color, 16 x 16. */
export const EMBLEMS: Record<Treasure["color"], string> = {
  gray: "M8 1.2a6.8 6.8 0 1 1 0 13.6A6.8 6.8 0 0 1 8 1.2zm0 4a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  green: "M14.6 1.4C6 1 1.4 5.2 1.6 10.4c0 1 .2 2 .6 2.8L9.4 6 3.6 14.4c4.8 1.8 11.4-1.6 11-13z",
  orange: "M8 0l1.6 3.4L13 1.9l-.5 3.700L16 8l-3.500 2.300.5 3.800-3.400-1.500L8 16l-1.600-3.400L3 14.100l.5-3.800L0 8l3.500-2.400L3 1.900l3.400 1.500z",
  purple: "M8 .4L14.400 8 8 15.600 1.600 8z",
};

export const colorName = (color: Treasure["color"]): string => color[0]!.toUpperCase() + color.slice(1);

/** "Purple 04": as the card's head has it. */
export const headOf = (card: Treasure): string => `${colorName(card.color)} ${card.name.slice(-2)}`;

/** "14 Purple, seal +2 for each green island" */
export function cardName(card: Treasure): string {
  const seal = card.seal ? `, seal +${card.seal.points} for each other ${card.seal.color} island` : "";
  return `${card.value} ${colorName(card.color)}${seal}`;
}

/** "14 Purple, 3 of 14 boxes crossed off" */
export function islandName(card: Treasure, crossed: number): string {
  const boxes = landOf(card).length;
  return `${cardName(card)}, ${crossed ? `${bitsIn(crossed)} of ` : ""}${boxes} boxes${crossed ? " crossed off" : ""}`;
}

/** "2 palms, 1 coin, 1 X"; "" where all boxes are plain. */
export function symbolsOf(card: Treasure): string {
  const n = (letter: Symbol) => card.rows.split(letter).length - 1;
  const [palms, coins, xs] = [n("P"), n("C"), n("X")];
  return [palms && count(palms, "palm"), coins && count(coins, "coin"), xs && `${xs} X`].filter(Boolean).join(", ");
}

/** Row by row what an island looks like: "Row 1: sea, coin, plain crossed off, sea". */
export function rowsTold(card: Treasure, crossed: number): string[] {
  const box = (letter: string, bit: number) => (letter === "." ? "sea" : `${SYMBOLS[letter as Symbol]}${has(crossed, bit) ? " crossed off" : ""}`);
  return rowsOf(card).map((letters, row) => `Row ${row + 1}: ${[...letters].map((letter, column) => box(letter, bitOf(row, column))).join(", ")}`);
}
