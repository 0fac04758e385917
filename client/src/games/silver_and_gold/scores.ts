// The score card as rows and lists: arrangement only, every number is the view's.

const ROWS = 3, IN_A_ROW = 4;

export interface CoinRow {
  readonly coins: readonly ("on" | "new" | "off")[];
  readonly marked: number;
  /** How many the piece as it lies would mark. */
  readonly sure: number;
  /** Whether it would fill the row. */
  readonly fills: boolean;
  /** The trophy of a full row, 0 where none was left; null while it is not full. */
  readonly trophy: number | null;
}

export function coinRows(coins: number, sure: number, trophies: readonly number[]): CoinRow[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const marks = Array.from({ length: IN_A_ROW }, (_, i) => {
      const n = row * IN_A_ROW + i;
      return n < coins ? "on" : n < coins + sure ? "new" : "off";
    });
    const marked = marks.filter((mark) => mark === "on").length;
    const fresh = marks.filter((mark) => mark === "new").length;
    return { coins: marks, marked, sure: fresh, fills: fresh > 0 && marked + fresh === IN_A_ROW, trophy: trophies[row] ?? null };
  });
}
