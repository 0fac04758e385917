// What the client needs of a game: one folder per game gives it, `index.ts` there exports it as `default`.
import type { Component } from "svelte";
import type { Told, View } from "../lib/protocol";
import type { TableSession } from "../lib/table.svelte";

/** `V` and `E` are the game's own views and events; who takes any game sees the unions. */
export interface GameClient<V extends View = View, E extends Told = Told> {
  /** Cloth and dock: the two sections of a running table. */
  Board: Component<{ session: TableSession }>;
  /** "Round 2 of 4 · Mara leads": the words beside the title. */
  roundText(session: TableSession): string;
  /** The icon of an event in the log. */
  icon(event: E): string;
  /** The heading that an event opens in the log, or "". */
  heading(event: E): string;
  /** A card by its key (as in the rules): a picture only, whoever shows it names it. */
  Card: Component<{ card: string }>;
  /** The back of the cards: a picture only. */
  Back: Component;
  /** What the end shows of the table: hands, piles. Optional. */
  Result?: Component<{ session: TableSession }>;
  /** Who has won, and why, where none of the seats has. */
  besides?(view: V): { name: string; note: string } | null;
  /** The cards that the lobby fans out. */
  fan: string[];
  /** The figure that stands for the game. */
  emblem: string;
  /** What its single-letter keys do, for the menu: "1 to 8 cards". */
  keys: string;
  /** The standings' number for a seat, or "" where the game counts no points. */
  points?(view: V, seat: number): string;
}
