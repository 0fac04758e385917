// Where a piece may lie, from the offer alone. Pure geometry on rows and columns; no rule of the game.
import type { Offered } from "../../lib/protocol";
import { bitOf, has, SIDE } from "./chart";

export type Box = readonly [row: number, column: number];
/** A piece at the top left of the grid, row by row. */
export type Shape = readonly Box[];

/** An offered action that crosses off boxes of one island. */
export interface Placement {
  readonly offered: Offered;
  /** Which of the two islands. */
  readonly slot: number;
  readonly boxes: readonly Box[];
  /** The same for all placements of one shape. */
  readonly key: string;
  /** The top left corner of the piece. */
  readonly at: Box;
}

export const boxOf = (bit: number): Box => [Math.floor(bit / SIDE), bit % SIDE];
export const shapeOf = (mask: number): Shape => normal(Array.from({ length: SIDE * SIDE }, (_, bit) => bit).filter((bit) => has(mask, bit)).map(boxOf));
export const maskOf = (boxes: readonly Box[]): number => boxes.reduce((mask, [row, column]) => mask | (1 << bitOf(row, column)), 0);
export const corner = (boxes: readonly Box[]): Box => [Math.min(...boxes.map(([row]) => row)), Math.min(...boxes.map(([, column]) => column))];
export const size = (shape: Shape): Box => [Math.max(...shape.map(([row]) => row)) + 1, Math.max(...shape.map(([, column]) => column)) + 1];

export function normal(boxes: readonly Box[]): Shape {
  const [top, left] = corner(boxes);
  return boxes.map(([row, column]): Box => [row - top, column - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export const ONE: Shape = [[0, 0]];
export const keyOf = (boxes: readonly Box[]): string => normal(boxes).join(";");
export const turnRight = (shape: Shape): Shape => normal(shape.map(([row, column]) => [column, -row]));
export const turnLeft = (shape: Shape): Shape => normal(shape.map(([row, column]) => [-column, row]));
export const mirror = (shape: Shape): Shape => normal(shape.map(([row, column]) => [row, -column]));

/** The offered actions that touch boxes, read once per offer. */
export function placementsOf(actions: readonly Offered[]): Placement[] {
  return actions.flatMap((offered) => {
    const touched = (offered.touches ?? []).flatMap((thing) => /^box:(\d+):(\d+)$/.exec(thing)?.slice(1).map(Number) ?? []);
    if (!touched.length) return [];
    const boxes = touched.filter((_, i) => i % 2).map(boxOf);
    return [{ offered, slot: touched[0]!, boxes, key: keyOf(boxes), at: corner(boxes) }];
  });
}

export function fitting(list: readonly Placement[], shape: Shape, slot?: number): Placement[] {
  const key = keyOf(shape);
  return list.filter((one) => one.key === key && (slot == null || one.slot === slot));
}

/** The offered placement whose top left corner is nearest, at most `reach` boxes away. */
export function nearest(list: readonly Placement[], [row, column]: Box, reach = Infinity): Placement | null {
  let best: Placement | null = null;
  let least = reach * reach;
  for (const one of list) {
    const far = (one.at[0] - row) ** 2 + (one.at[1] - column) ** 2;
    if (far < least || (far === least && !best)) [best, least] = [one, far];
  }
  return best;
}

/** The next offered placement in a direction: straight on first, then the least aside. */
export function towards(list: readonly Placement[], from: Box, [down, right]: Box): Placement | null {
  let best: Placement | null = null;
  let least = Infinity;
  for (const one of list) {
    const row = one.at[0] - from[0], column = one.at[1] - from[1];
    const on = row * down + column * right, aside = Math.abs(row * right) + Math.abs(column * down);
    if (on > 0 && on + 3 * aside < least) [best, least] = [one, on + 3 * aside];
  }
  return best;
}

export const covers = (one: Placement, slot: number, [row, column]: Box): boolean => one.slot === slot && one.boxes.some(([r, c]) => r === row && c === column);

/** A placement over a given box: this way round if there is one, nearest to where the piece lies. */
export function covering(list: readonly Placement[], shape: Shape, slot: number, box: Box, from: Box): Placement | null {
  const over = list.filter((one) => covers(one, slot, box));
  const same = fitting(over, shape);
  return nearest(same.length ? same : over, from);
}

/** "row 2 box 1, row 3 boxes 1 and 2" */
export function where(boxes: readonly Box[]): string {
  const rows = [...new Set(boxes.map(([row]) => row))].sort((a, b) => a - b);
  return rows
    .map((row) => {
      const columns = boxes.filter(([r]) => r === row).map(([, column]) => column + 1).sort((a, b) => a - b);
      return `row ${row + 1} box${columns.length > 1 ? "es" : ""} ${columns.join(", ").replace(/, (\d)$/, " and $1")}`;
    })
    .join(", ");
}
