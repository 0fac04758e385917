import { describe, expect, test } from "vitest";
import type { SilverAndGoldEvent, SilverAndGoldView } from "../../lib/protocol";
import { bitsIn } from "./chart";
import { diff, KINDS, type IslandEffect } from "./diff";
import scenesFile from "./fixtures/scenes.json";

interface Moment {
  readonly view: SilverAndGoldView;
  readonly beats?: readonly { events: SilverAndGoldEvent[]; view: SilverAndGoldView }[];
}
interface Scene {
  readonly name: string;
  readonly seat?: number;
  readonly start: Moment;
  readonly updates: readonly (Moment & { by: number })[];
}
interface Step {
  readonly view: SilverAndGoldView;
  readonly events: readonly SilverAndGoldEvent[];
}

const scenes = scenesFile as unknown as Scene[];

/** Everything a board shows of a scene, one view after the other, and what happened on the way to each. */
function course({ start, updates }: Scene): Step[] {
  return [{ view: start.view, events: [] }, ...updates.flatMap((update) => [...(update.beats ?? []), { view: update.view, events: [] }])];
}

/** Each step of all scenes: the view before, the view after, what happened, the effects. */
const steps = scenes.flatMap((scene) => {
  const views = course(scene);
  return views.slice(1).map((step, i) => ({ scene, before: views[i]!.view, ...step, effects: diff(views[i]!.view, step.view) }));
});
const of = <K extends IslandEffect["kind"]>(effects: readonly IslandEffect[], kind: K) => effects.filter((e): e is Extract<IslandEffect, { kind: K }> => e.kind === kind);

test("equal views move nothing", () => {
  for (const { view } of scenes.flatMap(course)) expect(diff(view, view)).toEqual([]);
});

test("the scenes show every effect but the deal, before which they begin", () => {
  const seen = new Set(steps.flatMap(({ effects }) => effects.map(({ kind }) => kind)));
  expect(KINDS.filter((kind) => !seen.has(kind))).toEqual(["deal"]);
  const { dealt, ...view } = scenes.find(({ name }) => name === "choose")!.start.view;
  expect(diff(view, { ...view, dealt })).toEqual([{ stage: 0, kind: "deal", cards: 4 }]);
});

test("effects come by rising stage: the pen before what it gains, the score last", () => {
  for (const { effects } of steps) {
    const stages = effects.map(({ stage }) => stage);
    expect(stages).toEqual([...stages].sort((a, b) => a - b));
  }
  expect(diffOf("cross")).toBeLessThan(diffOf("gain"));
  expect(diffOf("gain")).toBeLessThan(diffOf("score"));
  expect(diffOf("take")).toBeLessThan(diffOf("refill"));
});
const diffOf = (kind: IslandEffect["kind"]) => steps.flatMap(({ effects }) => effects).find((e) => e.kind === kind)!.stage;

test("all marks are drawn in one beat, every player's together", () => {
  const reveals = steps.filter(({ events }) => events.some((e) => e.kind === "marked"));
  expect(reveals.length).toBeGreaterThan(8);
  for (const { scene, before, events, effects } of reveals) {
    const [cross] = of(effects, "cross");
    for (const seat of new Set(events.filter((e) => e.kind === "marked").map((e) => e.seat!))) {
      const told = events.filter((e) => e.seat === seat && (e.kind === "marked" || e.kind === "bonus")).reduce((n, e) => n + bitsIn(e.boxes ?? 0), 0);
      const open = before.seats[seat]!.islands.reduce((n, island) => n + bitsIn(island?.marks ?? 0), 0);
      const drawn = cross!.strokes.filter((one) => one.seat === seat);
      expect(drawn.reduce((n, one) => n + bitsIn(one.fresh), 0), scene.name).toBe(told - open);
    }
  }
});

test("own open marks move nothing when they are made, and are not drawn again when they are shown", () => {
  const made = steps.filter(({ before, view, events }) => !events.length && !before.marked && view.marked);
  expect(made.length).toBeGreaterThan(0);
  for (const { effects } of made) expect(of(effects, "cross")).toEqual([]);
  const shown = steps.find(({ before, events, scene }) => before.seats[scene.seat ?? 0]!.islands.some((island) => island?.marks) && events.some((e) => e.kind === "marked"))!;
  const marks = shown.before.seats[shown.scene.seat!]!.islands.map((island) => island?.marks ?? 0);
  for (const { seat, slot, fresh } of of(shown.effects, "cross")[0]!.strokes) if (seat === shown.scene.seat) expect(fresh & marks[slot]!).toBe(0);
});

test("whoever did not see the own marks, after missed beats, sees them drawn", () => {
  const scene = scenes.find(({ name }) => name === "place")!;
  const reveal = course(scene).find(({ events }) => events.some((e) => e.kind === "marked"))!;
  const [cross] = of(diff(scene.start.view, reveal.view), "cross");
  expect(cross!.strokes.some(({ seat, fresh }) => seat === scene.seat && fresh > 0)).toBe(true);
});

test("gains are those that the events tell, for every seat", () => {
  for (const { scene, events, effects } of steps) {
    for (const what of ["coin", "palm"] as const) {
      const told = new Map<number, number>();
      for (const e of events) if (e.kind === what) told.set(e.seat!, (told.get(e.seat!) ?? 0) + (e.value ?? 0));
      const shown = new Map(of(effects, "gain").filter((e) => e.what === `${what}s`).map((e) => [e.seat, e.points]));
      if (events.length && [...shown.values(), ...told.values()].every((n) => n < 4)) expect(shown, scene.name).toEqual(told);
    }
  }
});

test("a trophy, a completed island and a new one are each moved once, for whom they were told of", () => {
  for (const { scene, events, effects } of steps.filter((step) => step.events.length)) {
    const told = (kind: SilverAndGoldEvent["kind"]) => events.filter((e) => e.kind === kind);
    expect(of(effects, "trophy").map((e) => `${e.seat} ${e.points}`).sort(), scene.name).toEqual(told("trophy").map((e) => `${e.seat} ${e.value}`).sort());
    expect(of(effects, "complete").map((e) => `${e.seat} ${e.card.name}`).sort(), scene.name).toEqual(told("completed").map((e) => `${e.seat} ${e.card}`).sort());
    for (const e of told("took")) {
      const take = of(effects, "take").find((one) => one.card.name === e.card);
      expect(take, scene.name).toMatchObject({ seat: e.seat, from: e.place == null ? "deck" : { place: e.place } });
    }
    expect(of(effects, "refill").map((e) => [e.place, e.card.name])).toEqual(told("refilled").map((e) => [e.place, e.card]));
  }
});

test("islands kept at the start come out of what was dealt, and the display is laid out once", () => {
  const choose = course(scenes.find(({ name }) => name === "choose")!);
  const effects = choose.slice(1).flatMap((step, i) => diff(choose[i]!.view, step.view));
  const kept = of(effects, "take").filter((e) => e.from === "dealt");
  expect(kept).toHaveLength(2 * choose[0]!.view.seats.length);
  expect(of(effects, "layout").map((e) => e.places)).toEqual([[0, 1, 2, 3]]);
});

describe("a diff stands missed beats", () => {
  test.each(scenes.map((scene) => [scene.name, scene] as const))("%s: from every view to every later one", (_, scene) => {
    const views = course(scene).map(({ view }) => view);
    views.forEach((from, i) =>
      views.slice(i).forEach((to) => {
        const effects = diff(from, to);
        for (const e of effects) expect(KINDS).toContain(e.kind);
        for (const { card, seat, slot } of of(effects, "take")) expect(to.seats[seat]!.islands[slot]!.card.name).toBe(card.name);
        for (const { card, seat } of of(effects, "complete")) expect(to.seats[seat]!.completed!.some((one) => one.card.name === card.name)).toBe(true);
        for (const { place, card } of of(effects, "refill")) expect(to.display[place]!.name).toBe(card.name);
        for (const stroke of of(effects, "cross").flatMap((e) => e.strokes)) {
          const island = to.seats[stroke.seat]!.islands[stroke.slot]!;
          expect(stroke.fresh & ~(island.crossed ?? 0)).toBe(0);
        }
        for (const { seat, from: was, to: is } of of(effects, "score")) expect([was.score.total, is.score.total]).toEqual([from.seats[seat]!.score.total, to.seats[seat]!.score.total]);
      }),
    );
  });
});
