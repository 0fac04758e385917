// The table server over HTTP.
import { at } from "./paths";
import type { GameInfo, HandOver, HandOverToken, Join, Lobby, NewTable, Problem, Redeem, RulesInfo, Seated } from "./protocol";

/** An answer that is no success: its message is a sentence for people. */
export class Trouble extends Error {
  constructor(readonly code: string, sentence: string) {
    super(sentence);
  }
}

const UNREACHABLE = "The house cannot be reached. Look at your network and try again.";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? undefined : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(at(path), init).catch(() => {
    throw new Trouble("unreachable", UNREACHABLE);
  });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  throw troubleOf(text);
}

function troubleOf(text: string): Trouble {
  try {
    const problem = JSON.parse(text) as Problem;
    return new Trouble(problem.code, problem.sentence);
  } catch {
    return new Trouble("unreachable", UNREACHABLE);
  }
}

const pathOf = (table: string, part = "") => `/api/tables/${encodeURIComponent(table)}${part}`;

export const api = {
  games: () => ask<GameInfo[]>("/api/games"),
  rules: (game: string) => ask<RulesInfo>(`/api/games/${encodeURIComponent(game)}/rules`),
  lobby: () => ask<Lobby>("/api/lobby"),
  open: (wish: NewTable) => ask<Seated>("/api/tables", wish),
  join: (table: string, wish: Join) => ask<Seated>(pathOf(table, "/seats"), wish),
  handOver: (table: string, wish: HandOver) => ask<HandOverToken>(pathOf(table, "/handover"), wish),
  redeem: (wish: Redeem) => ask<Seated>("/api/handover", wish),
  qrOf: (table: string) => at(pathOf(table, "/qr.svg")),
  /** The link that the QR code of a table holds; empty when it cannot be had. */
  sharedLink: (table: string) => fetch(api.qrOf(table), { method: "HEAD" }).then((answer) => answer.headers.get("shared-link") ?? "", () => ""),
  logOf: (table: string) => at(pathOf(table, "/log")),
};

export const sentenceOf = (error: unknown): string => (error instanceof Trouble ? error.message : UNREACHABLE);
