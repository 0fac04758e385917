import { expect, test } from "vitest";
import type { SilverAndGoldEvent, SilverAndGoldView } from "../../lib/protocol";
import { reading } from "../../lib/pace";
import scenesFile from "./fixtures/scenes.json";
import { gist, heading, marksOf, notes, ruleOf, sealLine, sealSum, sentence } from "./words";

interface Beat {
  readonly events: SilverAndGoldEvent[];
  readonly view: SilverAndGoldView;
}
const scenes = scenesFile as unknown as { name: string; seat?: number; updates: { beats?: Beat[] }[] }[];
const beats = scenes.flatMap((scene) => scene.updates.flatMap((update) => (update.beats ?? []).map((beat) => ({ ...beat, name: scene.name, seat: scene.seat ?? null }))));
const told = (kind: SilverAndGoldEvent["kind"]) => beats.filter(({ events }) => events.some((e) => e.kind === kind));

test("every beat has a heading, a sentence and a rule", () => {
  expect(beats.length).toBeGreaterThan(30);
  for (const { events, seat } of beats) {
    expect(heading(events), JSON.stringify(events)).not.toBe("");
    expect(sentence(events, seat)).toMatch(/\.$/);
    expect(ruleOf(events)).toMatch(/^\d+\.\d+$/);
  }
});

test("a beat that reveals a pattern is headed by its name", () => {
  for (const { events } of told("revealed")) expect(heading(events)).toMatch(/^The (domino|straight three|corner three|T four|L four|square four)$/);
});

test("all marks are told in one sentence: the own part first, then what the others gained, and it is read within four seconds", () => {
  for (const { events, seat, name } of told("marked")) {
    const text = sentence(events, seat);
    if (seat != null && events.some((e) => e.kind === "marked" && e.seat === seat)) expect(text, name).toMatch(/^You cross off \d+ box/);
    for (const e of events) if (e.seat !== seat && (e.kind === "coin" || e.kind === "palm")) expect(text, name).toContain(`{${e.seat}}:`);
    expect(reading(text, false), text).toBeLessThan(4000);
  }
});

test("where nobody gained anything those who look on hear who marked", () => {
  const marked = told("marked")[0]!.events.filter((e) => e.kind === "marked");
  const text = sentence(marked, null);
  for (const e of marked) expect(text).toContain(`{${e.seat}}`);
  expect(text).toMatch(/cross off their boxes\.$/);
});

test("what one seat's marks came to is the sum of what was told of it", () => {
  const event = (part: Partial<SilverAndGoldEvent>) => ({ game: "silver_and_gold", rule: "4.4", text: "", ...part }) as SilverAndGoldEvent;
  const events = [
    event({ kind: "marked", seat: 1, boxes: 0b111 }), event({ kind: "bonus", seat: 1, boxes: 0b1000 }), event({ kind: "lost", seat: 1, value: 1 }), event({ kind: "coin", seat: 1, value: 2 }),
    event({ kind: "palm", seat: 1, value: 3 }), event({ kind: "palm", seat: 1, value: 3 }), event({ kind: "marked", seat: 0, boxes: 1 }),
  ];
  expect(marksOf(events)).toEqual([{ seat: 1, boxes: 4, coins: 2, palms: 6, lost: 1 }, { seat: 0, boxes: 1, coins: 0, palms: 0, lost: 0 }]);
  expect(sentence(events, 0)).toBe("You cross off 1 box. {1}: 2 coins, 6 points for palms and 1 X lost.");
  expect(sentence(events, 1)).toBe("You cross off 4 boxes: 2 coins, 6 points for palms and 1 X lost.");
  expect(notes(events)).toEqual({ 0: "1 box", 1: "4 boxes, +2 coins, palms +6" });
});

test("cards are called by what one sees of them", () => {
  for (const { events, seat } of beats) expect(sentence(events, seat)).not.toMatch(/(gray|green|orange|purple)-\d/);
});

test("what happens to oneself is told as to oneself", () => {
  const own = beats.find(({ events, seat }) => seat != null && events.some((e) => e.kind === "completed" && e.seat === seat))!;
  expect(sentence(own.events, own.seat)).toMatch(/You complete an? \w+ island: \d+ points\./);
  expect(sentence(own.events, null)).toContain(`{${own.seat}} completes`);
  const [revealed] = told("revealed")[0]!.events.filter((e) => e.kind === "revealed");
  expect(sentence([revealed!], revealed!.seat)).toContain(": you reveal the ");
});

test("who missed something hears of trophies, completed islands and the end; else the last thing", () => {
  const all = scenes.find(({ name }) => name === "end")!.updates.flatMap((update) => (update.beats ?? []).flatMap((beat) => beat.events));
  expect(gist(all)).toContain(all.find((e) => e.kind === "won")!.text);
  const [revealed] = told("revealed")[0]!.events.filter((e) => e.kind === "revealed");
  expect(gist([revealed!])).toBe(revealed!.text);
});

test("a seal's arithmetic is spelled out", () => {
  const card = { name: "purple-03", color: "purple", value: 14, rows: "oooo", seal: { color: "gray", points: 1 } } as const;
  expect(sealLine({ card, matching: 4 })).toBe("1 × 4 other gray islands = 4");
  expect(sealLine({ card, matching: 1 })).toBe("1 × 1 other gray island = 1");
  expect(sealSum({ card })).toBe("1 × 0 = 0");
});
