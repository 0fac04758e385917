// What the client needs of a game: one folder per game gives it, `index.ts` there exports it as `default`.
import type { Component } from "svelte";
import type { Told, View } from "../lib/protocol";
import type { TableSession } from "../lib/table.svelte";

export interface GameClient {
  /** Cloth and dock: the two sections of a running table. */
  Board: Component<{ session: TableSession }>;
  /** "Round 2 of 4 · Mara leads": the words beside the title. */
  roundText(session: TableSession): string;
  /** The icon of an event in the log. */
  icon(event: Told): string;
  /** The heading that an event opens in the log, or "". */
  heading(event: Told): string;
  /** A card by its key (as in the rules): a picture only, whoever shows it names it. */
  Card: Component<{ card: string }>;
  /** The back of the cards: a picture only. */
  Back: Component;
  /** What the end shows of the table: hands, piles. Optional. */
  Result?: Component<{ session: TableSession }>;
  /** The cards that the lobby fans out. */
  fan: string[];
  /** The figure that stands for the game. */
  emblem: string;
  /** The standings' number for a seat, or "" where the game counts no points. */
  points?(view: View, seat: number): string;
}
