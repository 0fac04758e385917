// The registry: one line per game, loaded when a table or the lobby shows it.
import type { GameClient } from "./game";

export const GAMES: Record<string, () => Promise<{ default: unknown }>> = {
  quickshot: () => import("./quickshot"),
  silver_and_gold: () => import("./silver_and_gold"),
  quick_silver: () => import("./quick_silver"),
};

/** The client's part of a game; null for a game this client does not know. */
export async function loadGame(name: string): Promise<GameClient | null> {
  const load = GAMES[name];
  return load ? ((await load()).default as GameClient) : null;
}
