// The strip 1 to 8 of a round: whose card each ability is, and how far the resolution has come. Views forget the cards of
// those who left, so the strip remembers them until the table is cleared.
import type { Shown } from "./diff";
import { VALUES } from "./words";

export type TileState = "none" | "down" | "next" | "now" | "done" | "lost";

export interface Tile {
  readonly value: number;
  readonly seats: readonly number[];
  readonly state: TileState;
}

export interface Lineup {
  /** The cards that were turned up, by seat. */
  readonly cards: ReadonlyMap<number, number>;
  /** Cards that lie, or lay, face down. */
  readonly down: ReadonlySet<number>;
  /** Abilities whose player left before their turn came. */
  readonly lost: ReadonlySet<number>;
  /** The last ability that was reached. */
  readonly step: number;
}

export const NO_LINEUP: Lineup = { cards: new Map(), down: new Set(), lost: new Set(), step: 0 };

const onTable = (view: Shown) => view.seats.flatMap(({ card }, seat) => (card ? [[seat, card] as const] : []));

/** The line-up after a view; a table with no more than the Leader's card on it begins a new one. */
export function followed(lineup: Lineup, view: Shown): Lineup {
  const cards = onTable(view);
  const revealed = cards.some(([seat]) => seat !== view.leader) || (view.step ?? 0) > 0;
  if (!revealed) return NO_LINEUP;
  const step = Math.max(lineup.step, view.step ?? 0);
  const gone = [...lineup.cards].filter(([seat, value]) => view.seats[seat]?.out && value > (view.step ?? 0) && !lineup.down.has(value));
  return {
    cards: new Map([...lineup.cards, ...cards.map(([seat, card]) => [seat, card.value] as const)]),
    down: new Set([...lineup.down, ...cards.filter(([, card]) => !card.up).map(([, card]) => card.value)]),
    lost: new Set([...lineup.lost, ...(view.step ? gone.map(([, value]) => value) : [])]),
    step,
  };
}

/** The eight tiles, as the view shows them. */
export function tiles(lineup: Lineup, view: Shown): Tile[] {
  return VALUES.map((value) => {
    const seats = [...lineup.cards].filter(([, played]) => played === value).map(([seat]) => seat);
    return { value, seats, state: stateOf(value, seats.length, lineup, view) };
  });
}

function stateOf(value: number, owners: number, { down, lost, step }: Lineup, view: Shown): TileState {
  if (!owners) return "none";
  if (down.has(value)) return "down";
  if (lost.has(value)) return "lost";
  if (view.step === value) return "now";
  const over = step > 0 && !view.step;
  return over || value < step ? "done" : "next";
}
