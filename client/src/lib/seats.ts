// The seats this browser holds: one key per table. A key proves the seat, so it never stands in an address.
import { randomHex } from "./random";
import { forget, keep, kept } from "./shelf";

export interface OwnSeat {
  /** The seat's secret. */
  key: string;
  /** This client's part of the fair deal: the same however often it is sent. */
  nonce: string;
}

const name = (table: string) => `croupier.seat.${table}`;

export const seatOf = (table: string): OwnSeat | null => kept<OwnSeat>(name(table));

export function keepSeat(table: string, key: string): void {
  const nonce = seatOf(table)?.nonce ?? randomHex(16);
  keep(name(table), { key, nonce } satisfies OwnSeat);
}

export const forgetSeat = (table: string): void => forget(name(table));
