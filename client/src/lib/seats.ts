// The seats this browser holds: one key per table. A key proves the seat, so it never stands in an address.
import type { Frame } from "./protocol";
import { randomHex } from "./random";
import { forget, keep, kept, keptNames } from "./shelf";

export interface OwnSeat {
  /** The seat's secret. */
  key: string;
  /** This client's part of the fair deal: the same however often it is sent. */
  nonce: string;
  /** What the table was when it was last seen: for the way back from the lobby. */
  seen?: Seen;
  /** How many decisions a bot had made for this seat when that was last known here. */
  decidedFor?: number;
}

export interface Seen {
  game: string;
  title: string;
  state: Frame["state"];
  /** The names of the others. */
  others: string[];
  /** When, ms since 1970. */
  at: number;
}

const PREFIX = "croupier.seat.";
const DAY_MS = 24 * 3600 * 1000;

export const seatOf = (table: string): OwnSeat | null => kept<OwnSeat>(PREFIX + table);

export function keepSeat(table: string, key: string): void {
  const nonce = seatOf(table)?.nonce ?? randomHex(16);
  keep(PREFIX + table, { key, nonce } satisfies OwnSeat);
}

export const forgetSeat = (table: string): void => forget(PREFIX + table);

/** Remember what a table with an own seat looks like. */
export function noteSeat(frame: Frame, seat: number, now = Date.now()): void {
  const own = seatOf(frame.table);
  if (!own) return;
  const others = frame.seats.flatMap((one, i) => (i === seat || !one.name ? [] : [one.name]));
  keep(PREFIX + frame.table, { ...own, seen: { game: frame.game, title: frame.title, state: frame.state, others, at: now } } satisfies OwnSeat);
}

/** Remember how many decisions a bot has made for the own seat; true when there are more than this browser knew of. */
export function noteDecidedFor(table: string, count: number): boolean {
  const own = seatOf(table);
  if (!own || own.decidedFor === count) return false;
  keep(PREFIX + table, { ...own, decidedFor: count } satisfies OwnSeat);
  return count > (own.decidedFor ?? count);
}

/** The tables to which one may want to go back, latest first: seen within a day, and not over. */
export function ownTables(now = Date.now()): (Seen & { table: string })[] {
  return keptNames(PREFIX)
    .flatMap((name) => {
      const seen = kept<OwnSeat>(name)?.seen;
      return seen ? [{ ...seen, table: name.slice(PREFIX.length) }] : [];
    })
    .filter((one) => (one.state === "gathering" || one.state === "playing") && now - one.at < DAY_MS)
    .sort((one, other) => other.at - one.at);
}
