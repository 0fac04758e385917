// Who sits where, in words.
import type { SeatFrame } from "./protocol";

export const absent = (sits: SeatFrame): string => (sits.kind !== "person" ? "" : sits.stand_in ? "bot plays" : sits.here === false ? "away" : "");

/** The seats clockwise from the one left of `me`; without a seat of one's own from the first. */
export function around(seats: number, me: number | null): number[] {
  return Array.from({ length: seats }, (_, i) => ((me ?? seats - 1) + 1 + i) % seats).filter((seat) => seat !== me);
}
