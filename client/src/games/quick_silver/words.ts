// Words for the board: icons, headings, sentences, short notes. What happened is said by the events' own texts; to whom it
// happened it is said as to them, and what all do at once in one short sentence.
import type { QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import { count, list } from "../../lib/words";
import { briefName, cardName } from "./goods";
import { CENTRE } from "./places";

export { cardName };

type Kind = QuickSilverEvent["kind"];

const ICONS: Record<Kind, string> = {
  first: "star", round: "replay", rolled: "card-pickup", sneaked: "footsteps", named: "swap", redirected: "alert", allowed: "check", swapped: "swap", ticked: "clock",
  found: "dynamite", stopped: "shield", blasted: "spiky-explosion", repaired: "shield", out: "out", restarted: "replay", shown: "mine-wagon", group: "scales",
  earned: "coin", tied: "scales", won: "laurels-trophy",
};

/** The icon of an event in the log. */
export const icon = (event: QuickSilverEvent): string => ICONS[event.kind];

/** The heading that an event opens in the log, or "". */
export function logHeading(event: QuickSilverEvent): string {
  if (event.kind === "round") return `Round ${event.value}`;
  return event.kind === "ticked" && !event.value ? "The rush" : "";
}

/** The words beside the title. */
export function roundText(view: QuickSilverView): string {
  if (view.phase === "over") return `Round ${view.round}`;
  return `Round ${view.round} · ${view.die ? "in the mine" : "at the market"}`;
}

const HEADINGS: Record<Kind, string> = {
  first: "The first player", round: "A new round", rolled: "A new round", sneaked: "Sneaking", named: "A swap is asked for", redirected: "Sent elsewhere", allowed: "The swap may happen",
  swapped: "A swap", ticked: "The black die", found: "Who has Dynamite?", stopped: "Stopped", blasted: "Boom!", repaired: "Repaired", out: "Out of the game",
  restarted: "Not quite dead", shown: "Everybody unloads", group: "", earned: "", tied: "Level at the top", won: "The end",
};
const GROUPS = ["", "Highest total: too late", "Second: the highest card", "Third: the lowest card"];

/** Of several events of a beat, the one that it is about. */
function subject(events: readonly QuickSilverEvent[]): QuickSilverEvent | undefined {
  const first = (kind: Kind) => events.find((e) => e.kind === kind);
  return first("rolled") ?? first("blasted") ?? first("stopped") ?? events[0];
}

/** The heading over a beat's sentence. */
export function heading(events: readonly QuickSilverEvent[]): string {
  const e = subject(events);
  if (!e) return "";
  if (e.kind === "group") return GROUPS[e.value ?? 0] ?? "Lower totals";
  if (e.kind === "ticked" && !e.value) return "The rush";
  return HEADINGS[e.kind];
}

/** The rule paragraph a beat is about. */
export const ruleOf = (events: readonly QuickSilverEvent[]): string => subject(events)?.rule ?? "";

/** What a beat says; `me` is spoken to. */
export function sentence(events: readonly QuickSilverEvent[], me: number | null = null): string {
  const unloaded = events.filter((e) => e.kind === "shown");
  const others = events.filter((e) => e.kind !== "shown");
  const said = others.length > 2 ? together(others, me) : others.map((e) => addressed(e.text, me));
  return [...said, unloaded.length ? totals(unloaded, me) : ""].filter(Boolean).join(" ");
}

const mention = (seat: number, me: number | null): string => (seat === me ? "you" : `{${seat}}`);

/** What happens to many at once, in a breath: "Boom: {1}, {3} and you lose 1 plate." */
function together(events: readonly QuickSilverEvent[], me: number | null): string[] {
  const groups = new Map<string, QuickSilverEvent[]>();
  for (const e of events) {
    const key = e.kind === "found" || e.kind === "blasted" ? [e.kind, e.value, e.kind === "found" && e.more].join() : `${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), e]);
  }
  return [...groups.values()].map((same) => {
    const [e] = same as [QuickSilverEvent];
    const who = list(same.map(({ seat }) => mention(seat!, me)));
    if (same.length === 1) return addressed(e.text, me);
    if (e.kind === "blasted") return `Boom: ${who} lose ${count(e.value!, "plate")} each.`;
    return capital(`${who} reveal ${list([...counted(e.value, "Dynamite"), ...counted(e.more, "Replacement Plate")])} each.`);
  });
}
const counted = (n: number | undefined, what: string): string[] => (n ? [count(n, what)] : []);
const capital = (text: string): string => text.replace(/^[a-z]/, (first) => first.toUpperCase());

/** All carts are weighed at once: nobody could read three cards of each in time. */
function totals(events: readonly QuickSilverEvent[], me: number | null): string {
  const heaviest = [...events].sort((x, y) => (y.value ?? 0) - (x.value ?? 0));
  const who = (place: number) => (place === CENTRE ? "the Stranger" : mention(place, me));
  return `The carts weigh: ${list(heaviest.map((e) => `${who(e.seat!)} ${e.value}`))}.`;
}

const IRREGULAR: Record<string, string> = { has: "have", is: "are", loses: "lose" };
const plainly = (verb: string): string => IRREGULAR[verb] ?? verb.replace(/s$/, "");

/** To whom it happened it is told as to them: "{1} wants to swap with you", "You give Silver 16 to {1} and take Copper 8". */
export function addressed(text: string, me: number | null): string {
  if (me == null || !text.includes(`{${me}}`)) return text;
  const name = `\\{${me}\\}`;
  const own = text
    .replace(new RegExp(`^((?:.*: |.*, and )?)${name} (\\w+s)\\b(.*)$`), (_, before: string, verb: string, rest: string) =>
      `${before}${before ? "you" : "You"} ${plainly(verb)}${rest.replace(/\b(and|but) (takes|sends|earns|has|is|wins|starts)\b/, (_, and: string, also: string) => `${and} ${plainly(also)}`)}`)
    .replace(new RegExp(name, "g"), "you");
  return own.replace(/^you\b/, "You");
}

/** What somebody missed, in a line: who is out, what was earned, who won; else the last thing that happened. */
export function gist(events: readonly QuickSilverEvent[]): string {
  const told = events.filter((e) => ["out", "restarted", "earned", "won"].includes(e.kind)).slice(-3);
  return (told.length ? told : events.slice(-1)).map((e) => e.text).join(" ");
}

/** Whether a beat begins something that "Replay" should begin with: a swap, or the way from the mine to the market. */
export const opens = (events: readonly QuickSilverEvent[]): boolean =>
  events.some((e) => e.kind === "named" || e.kind === "sneaked" || (e.kind === "ticked" && !e.value));

/** What a beat does to each place, in a word or two: the only sign that reduced motion keeps. */
export function notes(events: readonly QuickSilverEvent[]): Record<number, string> {
  const said: Record<number, string[]> = {};
  for (const e of events) for (const [place, text] of noted(e)) (said[place] ??= []).push(text);
  return Object.fromEntries(Object.entries(said).map(([place, texts]) => [place, texts.join(", ")]));
}

const several = (n: number, what: string): string => (n > 1 ? `${n} ${what}s` : n ? what : "");

function noted(e: QuickSilverEvent): [number, string][] {
  const [seat, other, n] = [e.seat ?? CENTRE, e.other ?? CENTRE, e.value ?? 0];
  const all = (text: string) => (e.seats ?? []).map((place): [number, string] => [place, text]);
  switch (e.kind) {
    case "first": return [[seat, "has the first turn"]];
    case "sneaked": return [[seat, "sneaks"]];
    case "named": return [[seat, "wants to swap"], [other, "is named"]];
    case "redirected": return [[seat, "gives up a plate"], [other, "must go elsewhere"]];
    case "allowed": return [[seat, "lets it happen"]];
    case "swapped": return [[seat, e.taken ? `takes ${briefName(e.taken)}` : "has swapped"], [other, e.given ? `gets ${briefName(e.given)}` : "has swapped"]];
    case "found": return [[seat, [several(n, "Dynamite"), several(e.more ?? 0, "Plate")].filter(Boolean).join(", ")]];
    case "stopped": return [[seat, n > 1 ? `stopped ${n}` : "stopped"]];
    case "blasted": return [[seat, `−${n} plate${n > 1 ? "s" : ""}`]];
    case "repaired": return [[seat, `+${n} plate${n > 1 ? "s" : ""}`]];
    case "out": return all("out");
    case "restarted": return all("starts over");
    case "tied": return all(`$${n}`);
    case "won": return all("wins");
    default: return [];
  }
}

/** How the game was decided, for the end; `{2}` stands for the name of seat 2. */
export function verdictOf(view: QuickSilverView): { heading: string; text: string } {
  const shared = (view.winners?.length ?? 0) > 1;
  switch (view.ending) {
    case "last_alive": return { heading: "Only one is left alive", text: `The blast of round ${view.round} left nobody else: the last one alive wins at once, whatever the cash, and there is no market.` };
    case "nobody_alive": return { heading: "Nobody is left alive", text: `The blast of round ${view.round} hit all who were left. ${shared ? "The richest of them share the win." : "The richest of them wins."}` };
    default: return { heading: `Past the line of $${view.goal}`, text: `After the market of round ${view.round} ${view.stranger_wins ? "the Stranger" : `{${view.winners?.[0]}}`} was the richest, with at least $${view.goal}.` };
  }
}
