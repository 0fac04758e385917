// Words for the board: headings, sentences, short notes. What happened is said by the events' own texts, but for the marks:
// those of all players are shown in one beat, so they are told in one short sentence, the own part first.
import type { Completed, SilverAndGoldEvent } from "../../lib/protocol";
import { count, list } from "../../lib/words";
import { bitsIn } from "./chart";

/** "1 × 4 = 4": what a seal pays. */
export const sealSum = ({ card, matching = 0 }: Completed): string => `${card.seal?.points ?? 0} × ${matching} = ${(card.seal?.points ?? 0) * matching}`;

/** "1 × 4 other gray islands = 4" */
export function sealLine({ card, matching = 0 }: Completed): string {
  const seal = card.seal!;
  return `${seal.points} × ${count(matching, `other ${seal.color} island`)} = ${seal.points * matching}`;
}

const HEADINGS: Record<SilverAndGoldEvent["kind"], string> = {
  dealt: "The deal", kept: "Islands kept", returned: "Islands kept", displayed: "The display", first: "The first player", revealed: "", marked: "All marks are shown",
  bonus: "All marks are shown", lost: "All marks are shown", coin: "All marks are shown", palm: "All marks are shown", trophy: "Trophies", completed: "Completed",
  took: "A new island", refilled: "The display", nothing: "Nothing left to take", round: "A new round", scored: "The score", won: "The end",
};

/** Of several events of a beat, the one that it is about. */
function subject(events: readonly SilverAndGoldEvent[]): SilverAndGoldEvent | undefined {
  return events.find((e) => e.kind === "revealed") ?? events.find((e) => e.kind !== "first") ?? events[0];
}

/** The heading over a beat's sentence. */
export function heading(events: readonly SilverAndGoldEvent[]): string {
  const e = subject(events);
  if (e?.kind === "revealed") return `The ${patternIn(e)}`;
  return e ? HEADINGS[e.kind] : "";
}

/** The pattern's name is the end of the sentence that reveals it: "... reveals the T four." */
const patternIn = (e: SilverAndGoldEvent): string => /the ([^.]+)\.$/.exec(e.text)?.[1] ?? "next pattern";

/** The rule paragraph a beat is about. */
export const ruleOf = (events: readonly SilverAndGoldEvent[]): string => subject(events)?.rule ?? "";

const OF_MARKS: readonly SilverAndGoldEvent["kind"][] = ["marked", "bonus", "lost", "coin", "palm"];

/** What a beat says. `me` comes first, where all marks are told. */
export function sentence(events: readonly SilverAndGoldEvent[], me: number | null = null): string {
  const marks = events.filter((e) => OF_MARKS.includes(e.kind));
  const others = events.filter((e) => !OF_MARKS.includes(e.kind));
  return [marks.length ? marksTold(marks, me) : "", ...others.map((e, i) => addressed(told(e, i, others), me))].filter(Boolean).join(" ");
}

/** One event in words. What lies open before everybody's eyes is not listed: nobody could read it in time. */
function told(e: SilverAndGoldEvent, i: number, beat: readonly SilverAndGoldEvent[]): string {
  switch (e.kind) {
    case "kept": return beat.findIndex((other) => other.kind === "kept") === i ? "Everybody keeps two islands." : "";
    case "displayed": return e.text.startsWith("No") ? e.text : "The display is laid out.";
    case "scored": return `{${e.seat}}: ${/\d+ points?\.$/.exec(e.text)?.[0] ?? e.text}`;
    default: return spoken(e.text);
  }
}

/** To whom it happened it is told as to them: "You complete a green island". */
function addressed(text: string, me: number | null): string {
  const said = text.replace(new RegExp(`\\{${me}\\} (complete|take|fill|reveal)s\\b`), "you $1");
  return said && said[0]!.toUpperCase() + said.slice(1);
}

/** A card's notation as one would say it: nobody sees "orange-05" on the card. */
const spoken = (text: string): string => text.replace(/\b(gray|green|orange|purple)-\d+/g, (_, color: string) => `${color === "orange" ? "an" : "a"} ${color} island`);

/** What one seat's marks came to. */
export interface Marked {
  readonly seat: number;
  readonly boxes: number;
  readonly coins: number;
  /** Points. */
  readonly palms: number;
  /** X that found no open box. */
  readonly lost: number;
}

export function marksOf(events: readonly SilverAndGoldEvent[]): Marked[] {
  const seats = [...new Set(events.filter((e) => OF_MARKS.includes(e.kind)).map((e) => e.seat!))];
  return seats.map((seat) => {
    const own = events.filter((e) => e.seat === seat);
    const sum = (kinds: SilverAndGoldEvent["kind"][], of: (e: SilverAndGoldEvent) => number) => own.filter((e) => kinds.includes(e.kind)).reduce((n, e) => n + of(e), 0);
    const value = (e: SilverAndGoldEvent) => e.value ?? 0;
    return { seat, boxes: sum(["marked", "bonus"], (e) => bitsIn(e.boxes ?? 0)), coins: sum(["coin"], value), palms: sum(["palm"], value), lost: sum(["lost"], value) };
  });
}

function gainsTold({ coins, palms, lost }: Marked): string {
  return list([coins && count(coins, "coin"), palms && `${count(palms, "point")} for palms`, lost && `${lost} X lost`].filter((part) => !!part) as string[]);
}

function marksTold(events: readonly SilverAndGoldEvent[], me: number | null): string {
  const all = marksOf(events);
  const mine = all.find(({ seat }) => seat === me);
  const others = all.filter((one) => one !== mine);
  const told = others.filter(gainsTold).map((one) => `{${one.seat}}: ${gainsTold(one)}.`);
  const own = mine ? `You cross off ${count(mine.boxes, "box", "boxes")}${gainsTold(mine) ? `: ${gainsTold(mine)}` : ""}.` : "";
  if (own || told.length) return [own, ...told].filter(Boolean).join(" ");
  return `${list(others.map(({ seat }) => `{${seat}}`))} cross off their boxes.`;
}

/** What somebody missed, in a line: trophies, completed islands, who won; else the last thing that happened. */
export function gist(events: readonly SilverAndGoldEvent[]): string {
  const told = events.filter((e) => e.kind === "trophy" || e.kind === "completed" || e.kind === "won").slice(-3);
  return (told.length ? told : events.slice(-1)).map((e) => spoken(e.text)).join(" ");
}

/** What a beat does to each seat, in a word or two: the only sign that reduced motion keeps. */
export function notes(events: readonly SilverAndGoldEvent[]): Record<number, string> {
  const said: Record<number, string[]> = {};
  const add = (seat: number, text: string) => (said[seat] ??= []).push(text);
  for (const one of marksOf(events)) add(one.seat, [count(one.boxes, "box", "boxes"), one.coins && `+${count(one.coins, "coin")}`, one.palms && `palms +${one.palms}`].filter(Boolean).join(", "));
  for (const e of events) {
    if (e.seat == null) continue;
    if (e.kind === "trophy") add(e.seat, e.value ? `trophy ${e.value}` : "no trophy left");
    if (e.kind === "completed") add(e.seat, `completes ${e.value}`);
    if (e.kind === "took") add(e.seat, e.place == null ? "takes from the deck" : "takes an island");
    if (e.kind === "nothing") add(e.seat, "nothing left to take");
  }
  return Object.fromEntries(Object.entries(said).map(([seat, texts]) => [seat, texts.join(", ")]));
}
