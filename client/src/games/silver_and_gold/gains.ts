// What an action surely gains, as chips to see and words to hear. The numbers are the offer's.
import { count, list } from "../../lib/words";
import type { Gains } from "./laying.svelte";

export interface Chip {
  readonly icon: string;
  readonly text: string;
  /** What a reader says instead. */
  readonly words: string;
}

const CHIPS: Record<string, (n: number) => Chip> = {
  coins: (n) => ({ icon: "coin", text: `+${n}`, words: count(n, "coin") }),
  rows: (n) => ({ icon: "laurels-trophy", text: n === 1 ? "row full" : `${n} rows full`, words: `${count(n, "full row")} of coins` }),
  palms: (n) => ({ icon: "palm-tree", text: `+${n}`, words: `${count(n, "point")} for palms` }),
  bonus: (n) => ({ icon: "bonus", text: n === 1 ? "one more box" : `${n} more boxes`, words: n === 1 ? "one more box" : `${n} more boxes` }),
  cards: (n) => ({ icon: "check", text: `done +${n}`, words: `${n} points for the completed island` }),
  seals: (n) => ({ icon: "star", text: `seals +${n}`, words: `${count(n, "point")} by seals` }),
};

export const chips = (gains: Gains): Chip[] => Object.entries(CHIPS).flatMap(([name, chip]) => (gains[name] ? [chip(gains[name])] : []));

/** "It gains 2 coins and 4 points for palms." */
export function gainWords(gains: Gains): string {
  const words = chips(gains).map((chip) => chip.words);
  return words.length ? `It gains ${list(words)}.` : "";
}
