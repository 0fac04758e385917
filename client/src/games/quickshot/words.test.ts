import { expect, test } from "vitest";
import type { QuickshotEvent, QuickshotView } from "../../lib/protocol";
import { reading } from "../../lib/pace";
import { diff } from "./diff";
import scenesFile from "./fixtures/scenes.json";
import type { Scene as AnyScene } from "../../fixtures/stage";
import { copiesIn, figureOf, gist, heading, nameOf, notes, ruleOf, sentence, VALUES } from "./words";

type Scene = AnyScene<QuickshotView>;
const scenes = scenesFile as unknown as Scene[];
const beatsOf = (scene: Scene) => scene.updates.flatMap((update) => update.beats) as unknown as { events: QuickshotEvent[]; view: QuickshotView }[];
const beats = scenes.flatMap(beatsOf);

test("every beat has a heading, a sentence and a rule", () => {
  for (const { events } of beats) {
    expect(heading(events), JSON.stringify(events)).not.toBe("");
    expect(sentence(events)).toMatch(/\.$/);
    expect(ruleOf(events)).toMatch(/^\d+\.\d+$/);
  }
});

test("a sentence is made of the events' own texts, without saying twice who is out", () => {
  const beat = beats.find(({ events }) => events.some((e) => e.kind === "ability" && e.result === "out") && events.some((e) => e.kind === "out"))!;
  const [ability, out] = [beat.events.find((e) => e.kind === "ability")!, beat.events.find((e) => e.kind === "out")!];
  expect(sentence(beat.events)).toContain(ability.text);
  expect(sentence(beat.events)).not.toContain(out.text);
  const alone: QuickshotEvent[] = [{ ...out, cause: 0 }];
  expect(sentence(alone)).toBe(out.text);
});

test("who missed something hears who left, who leads, who won; else the last thing", () => {
  const end = beatsOf(scenes.find((scene) => scene.name === "end-round")!).flatMap((beat) => beat.events);
  expect(gist(end)).toBe(end.filter((e) => e.kind === "out" || e.kind === "leader" || e.kind === "won").slice(-3).map((e) => e.text).join(" "));
  const led = end.filter((e) => e.kind === "led");
  expect(gist(led)).toBe(led[0]!.text);
});

test("notes under cards: hit, safe, same card, strength", () => {
  const said = new Set<string>();
  for (const scene of scenes) {
    let view = { ...scene.start.view, awaited: null as null };
    for (const beat of beatsOf(scene)) {
      const next = { ...beat.view, awaited: null };
      for (const note of Object.values(notes(diff(view, next, beat.events)))) said.add(`${note.before ?? ""}${note.text}${note.more ?? ""}`);
      view = next;
    }
  }
  for (const note of ["hit by Explosion", "hit by Trap", "hit by Targeting", "hit by Poison", "safe", "same card", "strength 2 → 9", "Leader", "wins", "may add a card"]) expect(said).toContain(note);
});

test("eight cards, each with a name and a figure of its own", () => {
  expect(new Set(VALUES.map(nameOf)).size).toBe(8);
  expect(new Set(VALUES.map(figureOf)).size).toBe(8);
});

test("how many copies the box holds: five of each as printed, else what the box at the table says", () => {
  expect(copiesIn()).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
  expect(copiesIn("hand_size = 4\n\n[copies]\nCamouflage = 2\nTrap = 12\nAssault = 0\n")).toEqual([2, 12, 5, 5, 5, 5, 5, 0]);
});

test("a longer sentence stands longer, and longer still without movement", () => {
  expect(reading("Mara leads with Trap.", false)).toBe(700 + 4 * 110);
  expect(reading("Mara leads with Trap.", true)).toBe(900 + 4 * 150);
});
