import { describe, expect, test } from "vitest";
import type { BeatMessage, QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import { beforeTheDeal, startOf, stepsOf } from "./beats";
import { diff, KINDS, type MineEffect } from "./diff";
import scenesFile from "./fixtures/scenes.json";
import { CENTRE } from "./places";
import { isMarket, salesOf } from "./sales";
import { platesOf, slotsOf } from "./standing";

interface Moment {
  readonly view: QuickSilverView;
  readonly beats?: BeatMessage[];
}
interface Scene {
  readonly name: string;
  readonly seat?: number;
  readonly start: { readonly view?: QuickSilverView };
  readonly updates: readonly (Moment & { by: number })[];
}
interface Step {
  readonly view: QuickSilverView;
  readonly events: readonly QuickSilverEvent[];
}

const scenes = scenesFile as unknown as Scene[];

/** Everything a board shows of a scene, one view after the other, and what happened on the way to each. */
function course({ start, updates, seat = -1 }: Scene): Step[] {
  const me = seat < 0 ? null : seat;
  const first = start.view ?? startOf(updates[0]!.beats![0]!, null);
  const steps: Step[] = [{ view: first, events: [] }];
  for (const { beats = [], view } of updates) {
    steps.push(...stepsOf(steps.at(-1)!.view, beats, view, me, () => {}));
    if (view.phase !== "over") steps.push({ view, events: [] });
  }
  return steps;
}

/** Each step of all scenes: the view before, the view after, what happened, the effects. */
const steps = scenes.flatMap((scene) => {
  const views = course(scene);
  return views.slice(1).map((step, i) => ({ scene, before: views[i]!.view, ...step, effects: diff(views[i]!.view, step.view, step.events) }));
});
const of = <K extends MineEffect["kind"]>(effects: readonly MineEffect[], kind: K) => effects.filter((e): e is Extract<MineEffect, { kind: K }> => e.kind === kind);
const told = (events: readonly QuickSilverEvent[], kind: QuickSilverEvent["kind"]) => events.filter((e) => e.kind === kind);
const with_ = (kind: QuickSilverEvent["kind"]) => steps.filter(({ events }) => told(events, kind).length);

test("equal views move nothing", () => {
  for (const { view } of scenes.flatMap(course)) expect(diff(view, view)).toEqual([]);
});

test("the own view after the last beat is what the last beat showed: nothing moves a second time", () => {
  for (const { events, effects, scene } of steps) if (!events.length) expect(effects, scene.name).toEqual([]);
});

test("the scenes show every effect", () => {
  const seen = new Set(steps.flatMap(({ effects }) => effects.map(({ kind }) => kind)));
  expect(KINDS.filter((kind) => !seen.has(kind))).toEqual([]);
});

test("effects come by rising stage: the dice before the deal, the sale before the cash, the blast before who is out", () => {
  for (const { effects } of steps) {
    const stages = effects.map(({ stage }) => stage);
    expect(stages).toEqual([...stages].sort((x, y) => x - y));
  }
  const stage = (kind: MineEffect["kind"]) => steps.flatMap(({ effects }) => effects).find((e) => e.kind === kind)!.stage;
  expect(stage("roll")).toBeLessThan(stage("deal"));
  expect(stage("sell")).toBeLessThan(stage("cash"));
  expect(stage("blast")).toBeLessThan(stage("out"));
});

test("a round is rolled and dealt to all who are alive and to the centre", () => {
  const deals = with_("rolled");
  expect(deals.length).toBeGreaterThan(8);
  for (const { events, view, effects } of deals) {
    const [rolled] = told(events, "rolled");
    expect(of(effects, "roll")).toMatchObject([{ white: rolled!.value, black: rolled!.more }]);
    expect(of(effects, "deal")[0]!.places).toEqual([...view.seats.flatMap(({ out }, seat) => (out ? [] : [seat])), CENTRE]);
    expect(salesOf(view)).toEqual([]);
    expect(effects.map(({ kind }) => kind).filter((kind) => ["reveal", "sneak", "tick", "unload"].includes(kind))).toEqual([]);
  }
});

test("the first cards are dealt onto an empty table", () => {
  const [first, dealt] = course(scenes.find(({ name }) => name === "deal")!);
  expect(slotsOf(first!.view, 0)).toEqual([]);
  expect(dealt!.events[0]!.kind).toBe("first");
  expect(diff(first!.view, dealt!.view, dealt!.events).map(({ kind }) => kind)).toEqual(["roll", "deal"]);
  expect(beforeTheDeal(dealt!.view).centre.slots).toEqual([]);
});

test("who deals with whom is told as it is: names, redirects, sneaking, the die", () => {
  const counts = { named: 0, redirected: 0, sneaked: 0, ticked: 0 };
  for (const { events, effects, before, scene } of steps) {
    expect(of(effects, "name").map((e) => [e.from, e.to]), scene.name).toEqual(told(events, "named").map((e) => [e.seat, e.other]));
    expect(of(effects, "redirect").map((e) => [e.seat, e.by]), scene.name).toEqual(told(events, "redirected").map((e) => [e.seat, e.other]));
    for (const { seat, plate } of of(effects, "redirect")) expect(platesOf(before.seats[seat]!)[plate]).toBe("whole");
    expect(of(effects, "sneak").map((e) => [e.seat, e.tokens]), scene.name).toEqual(told(events, "sneaked").map((e) => [e.seat, e.value]));
    expect(of(effects, "tick").map((e) => e.to), scene.name).toEqual(told(events, "ticked").map((e) => e.value));
    for (const kind of Object.keys(counts) as (keyof typeof counts)[]) counts[kind] += told(events, kind).length;
  }
  for (const n of Object.values(counts)) expect(n).toBeGreaterThan(3);
});

test("a swap moves the two cards that were swapped, each as it lies", () => {
  const swaps = with_("swapped");
  expect(swaps.length).toBeGreaterThan(10);
  for (const { effects, before, view } of swaps) {
    const [{ from, own, to, other }] = of(effects, "swap") as [Extract<MineEffect, { kind: "swap" }>];
    expect(!!slotsOf(view, to)[other]!.up).toBe(!!slotsOf(before, from)[own]!.up);
    expect(!!slotsOf(view, from)[own]!.up).toBe(!!slotsOf(before, to)[other]!.up);
    expect(of(effects, "reveal")).toEqual([]);
  }
});

test("what one knew before a swap one knows after it: the own cards stay in sight, the given one is remembered", () => {
  const own = with_("swapped").filter(({ scene, events }) => scene.seat != null && events.some((e) => e.kind === "swapped" && e.seat === scene.seat));
  expect(own.length).toBeGreaterThan(2);
  for (const { scene, view, events } of own) {
    const [swap] = told(events, "swapped");
    expect(view.seats[scene.seat!]!.slots.every(({ card }) => card)).toBe(true);
    expect(slotsOf(view, swap!.other!)[swap!.other_slot!]!.card).toEqual(swap!.given);
  }
});

test("plates that are blasted and repaired turn where they are riveted, as many as are told", () => {
  for (const { events, effects, before, view, scene } of steps) {
    if (!told(events, "blasted").length && !told(events, "repaired").length) continue;
    for (const kind of ["blast", "repair"] as const) {
      const counted = of(effects, kind).map(({ seat, plates }) => [seat, plates.length]);
      expect(counted, scene.name).toEqual(told(events, kind === "blast" ? "blasted" : "repaired").map((e) => [e.seat, e.value]).filter(([seat]) => !view.seats[seat!]!.blown));
    }
    for (const { seat, plates, dynamite } of of(effects, "blast")) {
      for (const plate of plates) expect([platesOf(before.seats[seat]!)[plate], platesOf(view.seats[seat]!)[plate]]).toEqual(["whole", "blasted"]);
      for (const slot of dynamite) expect(slotsOf(before, seat)[slot]!.card!.kind).toBe("dynamite");
      expect(dynamite).toHaveLength(plates.length);
    }
  }
});

test("a plate in the tin is neither blasted nor repaired, and in a later round no longer on its way", () => {
  for (const { before, view, events } of with_("redirected")) {
    const seat = told(events, "redirected")[0]!.seat!;
    const scarred = (one: QuickSilverView) => ({ ...one, seats: one.seats.map((cart, i) => (i === seat ? { ...cart, blasted: 1 } : cart)) });
    const effects = diff(scarred(before), scarred(view), events);
    expect([...of(effects, "blast"), ...of(effects, "repair")]).toEqual([]);
    expect(of(effects, "redirect")).toHaveLength(1);
    expect(of(diff(before, { ...view, round: view.round + 1 }), "redirect")).toEqual([]);
  }
});

test("who starts over gets all plates back at once", () => {
  expect(with_("restarted").length).toBeGreaterThan(0);
  for (const { events, effects } of with_("restarted")) {
    expect(of(effects, "restart").map(({ seats }) => seats)).toEqual([told(events, "restarted")[0]!.seats]);
    expect(of(effects, "repair")).toEqual([]);
  }
});

test("a Dynamite that is stopped does not explode", () => {
  const { before, view, events } = with_("blasted")[0]!;
  const { seat } = told(events, "blasted")[0]!;
  const slots = [{ up: true, card: { kind: "dynamite" } }, { up: true, card: { kind: "replacement_plate" } }, { up: true, card: { kind: "dynamite" } }] as const;
  const was = { ...before, seats: before.seats.map((cart, i) => (i === seat ? { ...cart, slots: [...slots] } : cart)) };
  const n = of(diff(was, view), "blast").find((e) => e.seat === seat)!.plates.length;
  expect(n).toBe(1);
  const both = diff(was, view, [...events, { game: "quick_silver", kind: "stopped", rule: "5.2", text: "", seat, value: 1 }]);
  expect([of(both, "stop").at(-1)!.cards.slots, of(both, "blast").find((e) => e.seat === seat)!.dynamite]).toEqual([[0], [2]]);
});

test("dynamite is lit where it is found, and a Replacement Plate stops one that is there", () => {
  for (const { events, effects, view } of with_("found")) {
    const lit = of(effects, "fuse").flatMap((e) => e.cards);
    expect(lit.map(({ place, slots }) => [place, slots.length])).toEqual(told(events, "found").filter((e) => e.value).map((e) => [e.seat, e.value]));
    for (const { place, slots } of lit) for (const slot of slots) expect(slotsOf(view, place)[slot]!.up).toBe(true);
  }
  for (const { events, effects } of with_("stopped")) expect(of(effects, "stop").map(({ cards }) => [cards.place, cards.slots.length])).toEqual(told(events, "stopped").map((e) => [e.seat, e.value]));
});

test("all carts hang on the scale before the first group sells; then one group after the other, as told", () => {
  const opened = with_("shown");
  expect(opened.length).toBeGreaterThan(6);
  for (const { events, effects, view, before } of opened) {
    expect(isMarket(before)).toBe(false);
    expect(isMarket(view)).toBe(true);
    expect([...of(effects, "unload")[0]!.places].sort()).toEqual(told(events, "shown").map((e) => e.seat).sort());
    for (const sale of salesOf(view)) expect([sale.group, sale.gain]).toEqual([0, 0]);
  }
  for (const { events, effects, view, scene } of with_("group")) {
    expect(isMarket(view)).toBe(true);
    const [group] = told(events, "group");
    expect(of(effects, "sell").map((e) => [e.group, [...e.places].sort()]), scene.name).toEqual([[group!.value, [...group!.seats!].sort()]]);
    const earned = told(events, "earned").filter((e) => e.value);
    expect(of(effects, "cash").map((e) => [e.place, e.to - e.from]).sort(), scene.name).toEqual(earned.map((e) => [e.seat, e.value]).sort());
  }
});

test("who wins is shown when it is told, not before", () => {
  for (const { events, effects, before } of with_("won")) {
    expect(before.ending ?? "").toBe("");
    expect([...of(effects, "won")[0]!.places].sort()).toEqual([...told(events, "won")[0]!.seats!].sort());
  }
  expect(with_("won").some(({ effects }) => of(effects, "won")[0]!.places.includes(CENTRE))).toBe(true);
});

describe("a diff stands missed beats", () => {
  test.each(scenes.map((scene) => [scene.name, scene] as const))("%s: from every view to every later one", (_, scene) => {
    const views = course(scene).map(({ view }) => view);
    views.forEach((from, i) =>
      views.slice(i).forEach((to) => {
        const effects = diff(from, to);
        for (const { kind } of effects) expect(KINDS).toContain(kind);
        for (const { cards } of of(effects, "reveal")) for (const { place, slots } of cards) for (const slot of slots) expect(slotsOf(to, place)[slot]!.up).toBe(true);
        for (const { place, to: cash } of of(effects, "cash")) expect((place === CENTRE ? to.centre : to.seats[place]!).cash ?? 0).toBe(cash);
        for (const { seats } of of(effects, "out")) for (const seat of seats) expect(to.seats[seat]!.out).toBeGreaterThan(0);
        for (const { places } of of(effects, "deal")) for (const place of places) expect(slotsOf(to, place)).toHaveLength(3);
      }),
    );
  });
});
