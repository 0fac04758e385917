import { expect, test } from "vitest";
import { reading } from "../../lib/pace";
import type { QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import scenesFile from "./fixtures/scenes.json";
import { CENTRE } from "./places";
import { arithmetic, pansOf, salesIn, salesOf, soldCard, verdict } from "./sales";
import { addressed, cardName, gist, heading, icon, logHeading, notes, opens, roundText, ruleOf, sentence } from "./words";

interface Beat {
  readonly events: QuickSilverEvent[];
  readonly view: QuickSilverView;
}
const scenes = scenesFile as unknown as { name: string; seat?: number; updates: { beats: Beat[]; view: QuickSilverView }[] }[];
const beats = scenes.flatMap((scene) => scene.updates.flatMap((update) => update.beats.map((beat) => ({ ...beat, name: scene.name, me: scene.seat ?? null }))));
const told = (kind: QuickSilverEvent["kind"]) => beats.filter(({ events }) => events.some((e) => e.kind === kind));
const events = beats.flatMap((beat) => beat.events);

test("every beat has a heading, a sentence and a rule, and is read within seven seconds", () => {
  expect(beats.length).toBeGreaterThan(80);
  for (const { events: of, me } of beats) {
    expect(heading(of), JSON.stringify(of)).not.toBe("");
    expect(sentence(of, me)).toMatch(/\.$/);
    expect(reading(sentence(of, me), false), sentence(of, me)).toBeLessThan(7000);
    expect(ruleOf(of)).toMatch(/^\d+\.\d+$/);
  }
});

test("every event has an icon; a round and the rush open a part of the log", () => {
  for (const e of events) expect(icon(e)).not.toBe("");
  const headings = new Set(events.map(logHeading).filter(Boolean));
  expect([...headings].filter((text) => !/^Round \d+$/.test(text))).toEqual(["The rush"]);
});

test("the groups are headed by what they sell", () => {
  const headings = told("group").map(({ events: [e] }) => [e!.value, heading([e!])] as const);
  expect(new Map(headings).get(2)).toBe("Second: the highest card");
  expect(new Map(headings).get(1)).toBe("Highest total: too late");
  expect(new Map(headings).get(4)).toBe("Lower totals");
});

test("all carts are weighed in one sentence, the heaviest first", () => {
  for (const { events: of, me } of told("shown")) {
    const text = sentence(of, me);
    const numbers = [...text.matchAll(/ (\d+)(?=,| and|\.)/g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(of.filter((e) => e.kind === "shown").map((e) => e.value).sort((x, y) => y! - x!));
    expect(text).toMatch(/^The carts weigh: /);
    if (me != null && of.some((e) => e.seat === me)) expect(text).toMatch(new RegExp(`\\byou \\d`));
  }
});

test("what happens to many at once is told in a breath", () => {
  const boom = (seat: number, value: number, text: string) => ({ kind: "blasted", seat, value, more: 3, rule: "5.3", text }) as QuickSilverEvent;
  const one = boom(2, 2, "Boom: {2} loses 2 plates; 1 is left.");
  expect(sentence([boom(0, 1, ""), boom(1, 1, ""), one], 0)).toBe("Boom: you and {1} lose 1 plate each. Boom: {2} loses 2 plates; 1 is left.");
  const found = (seat: number, value: number, more: number) => ({ kind: "found", seat, value, more, rule: "5.1", text: `{${seat}} reveals something.` }) as QuickSilverEvent;
  expect(sentence([found(0, 1, 0), found(1, 1, 0), found(3, 0, 1)], 0)).toBe("You and {1} reveal 1 Dynamite each. {3} reveals something.");
  expect(sentence([found(0, 1, 1), found(1, 1, 0)], 3)).toBe("{0} reveals something. {1} reveals something.");
});

test("to whom it happens it is told as to them", () => {
  expect(addressed("{1} wants to swap with {0}.", 0)).toBe("{1} wants to swap with you.");
  expect(addressed("{0} gives Silver 16 to {1} and takes Copper 8.", 0)).toBe("You give Silver 16 to {1} and take Copper 8.");
  expect(addressed("{0} gives up a plate (2 left) and sends {2} elsewhere.", 0)).toBe("You give up a plate (2 left) and send {2} elsewhere.");
  expect(addressed("{0} has no plate left and is out.", 0)).toBe("You have no plate left and are out.");
  expect(addressed("Boom: {0} loses 1 plate; 1 is left.", 0)).toBe("Boom: you lose 1 plate; 1 is left.");
  expect(addressed("Second, 30: {0} sells the highest card.", 0)).toBe("Second, 30: you sell the highest card.");
  expect(addressed("Highest total, 78: {2} comes too late and earns nothing.", 2)).toBe("Highest total, 78: you come too late and earn nothing.");
  expect(addressed("Highest total, 78: {2} and {0} come too late and earn nothing.", 2)).toBe("Highest total, 78: you and {0} come too late and earn nothing.");
  expect(addressed("{0} earns $20 and has $40.", 0)).toBe("You earn $20 and have $40.");
  expect(addressed("Round 3 begins, and {0} starts.", 0)).toBe("Round 3 begins, and you start.");
  expect(addressed("{0} is the richest and wins.", 0)).toBe("You are the richest and win.");
  expect(addressed("{10} sneaks.", 1)).toBe("{10} sneaks.");
});

test("no sentence speaks of oneself by name, and none is bent out of shape", () => {
  for (const { events: of, me } of beats) {
    if (me == null) continue;
    expect(sentence(of, me)).not.toContain(`{${me}}`);
    expect(sentence(of, me)).not.toMatch(/\b[Yy]ou (\w+s|is|has)\b/);
    expect(sentence(of, me)).not.toMatch(/\b[Yy]ou (give|earn|come|have|are)\b[^.]* and (takes|has|earns|is|wins|sends)\b/);
  }
});

test("notes say what a beat does to each place", () => {
  const swap = told("swapped")[0]!.events.find((e) => e.kind === "swapped")!;
  expect(notes([{ ...swap, seat: 1, other: CENTRE, given: { kind: "silver", value: 14 }, taken: undefined }])).toEqual({ 1: "has swapped", [CENTRE]: "gets Silver 14" });
  for (const { events: of } of told("blasted")) for (const e of of.filter((one) => one.kind === "blasted")) expect(notes(of)[e.seat!]).toMatch(/−\d plate/);
  for (const { events: of } of told("redirected")) expect(Object.values(notes(of)).sort()).toEqual(["gives up a plate", "must go elsewhere"]);
});

test("who missed something hears who was blown up, who earned and who won; else the last thing", () => {
  const over = scenes.find(({ name }) => name === "over")!.updates[0]!.beats.flatMap((beat) => beat.events);
  expect(gist(over)).toContain(over.find((e) => e.kind === "won")!.text);
  const [named] = told("named")[0]!.events.filter((e) => e.kind === "named");
  expect(gist([named!])).toBe(named!.text);
});

test("a replay begins with a turn or with the rush", () => {
  for (const { events: of } of beats) expect(opens(of)).toBe(of.some((e) => ["named", "sneaked"].includes(e.kind) || (e.kind === "ticked" && e.value === 0)));
});

test("cards are called as the rules call them, and the round says where one is", () => {
  expect(cardName({ kind: "silver", value: 14 })).toBe("Silver 14");
  expect(cardName({ kind: "replacement_plate" })).toBe("Replacement Plate");
  const [first] = told("group");
  expect(roundText(first!.view)).toBe(`Round ${first!.view.round} · at the market`);
});

// --- the market ----------------------------------------------------------------------------------------------------------

const markets = scenes.filter(({ name }) => name.includes("market") || name === "blast");

test("what was told of a market is what its last view shows", () => {
  expect(markets.length).toBeGreaterThan(4);
  for (const { updates } of markets) {
    const of = updates[0]!.beats;
    const last = [...of].reverse().find((beat) => beat.events.some((e) => e.kind === "group"))!;
    const [seen, heard] = [salesOf(last.view), salesIn(of.flatMap((beat) => beat.events))];
    expect(heard.map(({ cash, ...sale }) => sale)).toEqual(seen.map(({ cash, ...sale }) => sale));
    for (const { place, cash, group } of heard) if (group === 2 || group === 3) expect(cash).toBe(seen.find((sale) => sale.place === place)!.cash);
  }
});

test("only the last market counts", () => {
  const [one, other] = [markets[0]!, markets[1]!].map(({ updates }) => updates[0]!.beats.flatMap((beat) => beat.events));
  expect(salesIn([...one!, ...other!])).toEqual(salesIn(other!));
  const gone = other!.find((e) => e.kind === "shown")!.seat;
  const without = other!.filter((e) => e.seat !== gone).map((e) => ({ ...e, seats: e.seats?.filter((seat) => seat !== gone) }));
  expect(salesIn([...one!, ...without]).map(({ place }) => place)).not.toContain(gone);
  expect(salesIn([])).toEqual([]);
});

test("totals add up from the cards and what was sneaked, and the sold card is worth the money", () => {
  const sales = markets.flatMap(({ updates }) => salesIn(updates[0]!.beats.flatMap((beat) => beat.events)));
  expect(sales.some(({ sneaked }) => sneaked > 0)).toBe(true);
  for (const sale of sales) {
    const numbers = [...arithmetic(sale).matchAll(/\d+/g)].map(([n]) => Number(n));
    expect(numbers.reduce((x, y) => x + y, 0)).toBe(sale.total);
    if (sale.gain) expect(sale.cards[soldCard(sale)]!.value).toBe(sale.gain);
    else expect(soldCard(sale)).toBe(-1);
  }
});

test("equal totals share a pan; only the second and the third are paid", () => {
  const sales = salesIn(scenes.find(({ name }) => name === "market-group")!.updates[0]!.beats.flatMap((beat) => beat.events));
  const pans = pansOf(sales);
  expect(pans.find(({ group }) => group === 2)!.sales).toHaveLength(2);
  expect(pans.map(({ group }) => group)).toEqual(pans.map((_, i) => i + 1));
  for (const { group, sales: of } of pans) expect(of.some(({ gain }) => gain > 0)).toBe(group === 2 || group === 3);
  expect([0, 1, 2, 3, 4, 5].map((group) => verdict(group).pays)).toEqual(["", "the heaviest", "highest card", "lowest card", "nobody buys", "nobody buys"]);
});
