// A treasure card as it is printed: where its boxes lie, what they carry, how it is called. Sets of boxes are bit masks,
// bit 4 * row + column, as in the views.
import type { Treasure } from "../../lib/protocol";

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

export const colorName = (color: Treasure["color"]): string => color[0]!.toUpperCase() + color.slice(1);

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
