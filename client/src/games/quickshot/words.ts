// Words for the board: names of cards, headings, short notes under cards. What happened is said by the events' own texts.
import type { QuickshotEvent } from "../../lib/protocol";
import cards from "./cards.json";
import type { QuickshotEffect } from "./diff";

export const VALUES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const card = (value: number) => cards[value - 1] ?? cards[0]!;
export const nameOf = (value: number): string => card(value).name;
export const textOf = (value: number): string => card(value).text;

const FIGURES = ["chameleon-glyph", "wolf-trap", "chess-knight", "rally-the-troops", "spiky-explosion", "crosshair", "poison-bottle", "crossed-sabres"];
export const figureOf = (value: number): string => FIGURES[value - 1] ?? FIGURES[0]!;

/** How many copies of each card the box holds: the printed box, or the box file that lies at the table. */
export function copiesIn(box?: string): number[] {
  return cards.map(({ name, copies }) => Number(box?.match(new RegExp(`^\\s*${name}\\s*=\\s*(\\d+)`, "m"))?.[1] ?? copies));
}

/** What a beat says: the texts of its events, without those that only repeat what an ability did. */
export function sentence(events: readonly QuickshotEvent[]): string {
  const hit = events.some((e) => e.kind === "ability" && e.result === "out");
  return events.filter((e) => !(hit && e.kind === "out" && e.cause)).map((e) => e.text).join(" ");
}

const HEADINGS: Record<QuickshotEvent["kind"], string> = {
  dealt: "The deal", first: "The first Leader", round: "A new round", reshuffled: "The draw pile", drew: "The Leader draws",
  led: "The Leader’s card", revealed: "All cards up", covered: "The same card", ability: "", spent: "", declined: "Reinforcements",
  strength: "Strength", out: "Out of the game", hand: "Out of the game", leader: "The Leader card", cleared: "End of the round", won: "The end",
};

/** The heading over a beat's sentence: the card at work, or the step of the round. */
export function heading(events: readonly QuickshotEvent[]): string {
  const e = events.find((x) => x.kind === "ability" || x.kind === "spent") ?? events[0];
  if (!e) return "";
  if (e.kind === "ability") return nameOf(e.value ?? 1);
  if (e.kind === "spent") return nameOf(e.cause || 1);
  return HEADINGS[e.kind];
}

/** The rule paragraph a beat is about. */
export const ruleOf = (events: readonly QuickshotEvent[]): string =>
  (events.find((x) => x.kind === "ability" || x.kind === "spent") ?? events[0])?.rule ?? "";

/** What somebody missed, in a line: who left, who leads, who won; else the last thing that happened. */
export function gist(events: readonly QuickshotEvent[]): string {
  const leader = events.filter((e) => e.kind === "leader").at(-1);
  const told = events.filter((e) => e.kind === "out" || e.kind === "won" || e === leader).slice(-3);
  return (told.length ? told : events.slice(-1)).map((e) => e.text).join(" ");
}

export interface Note {
  /** Hidden on a phone, kept for readers. */
  readonly before?: string;
  readonly text: string;
  /** Hidden on a phone, kept for readers. */
  readonly more?: string;
  readonly kind: "harm" | "shield" | "gain" | "down";
}

/** The note under a card while an effect on it plays: the only sign that reduced motion keeps. */
export function notes(effects: readonly QuickshotEffect[]): Record<number, Note> {
  const under: Record<number, Note> = {};
  for (const e of effects) for (const [seat, note] of noted(e)) under[seat] = note;
  return under;
}

function noted(e: QuickshotEffect): [number, Note][] {
  const each = (seats: readonly number[], note: Note) => seats.map((seat): [number, Note] => [seat, note]);
  switch (e.kind) {
    case "out": return each(e.seats, e.by ? { text: "hit", more: ` by ${nameOf(e.by)}`, kind: "harm" } : { text: "out", kind: "harm" });
    case "line": return e.ends === "discard" ? each(e.to, { text: "hit", more: ` by ${nameOf(e.value)}`, kind: "harm" }) : [];
    case "shield": return each(e.seats, { text: "safe", kind: "shield" });
    case "safe": return [[e.seat, { text: "safe", more: " this round", kind: "shield" }]];
    case "asks": return [[e.seat, { before: "may ", text: "add", more: " a card", kind: "gain" }]];
    case "cover": return each(e.seats, { text: "same", more: " card", kind: "down" });
    case "spend": return [[e.seat, { before: "discards ", text: String(e.value), kind: "down" }]];
    case "strength": return [[e.seat, { before: "strength ", text: `${e.from} → ${e.to}`, kind: "gain" }]];
    case "leader": return [[e.to, { text: "Leader", kind: "gain" }]];
    case "won": return [[e.seat, { text: "wins", kind: "gain" }]];
    default: return [];
  }
}
