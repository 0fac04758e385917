import { describe, expect, test } from "vitest";
import { beforeTheDeal, stepsOf } from "./beats";
import { diff, face, KINDS, ranking, type QuickshotEffect, type Shown } from "./diff";
import { followed, NO_LINEUP, tiles } from "./lineup";
import scenesFile from "./fixtures/scenes.json";
import type { Scene as AnyScene } from "../../fixtures/stage";
import type { QuickshotEvent, QuickshotView } from "../../lib/protocol";

type Scene = AnyScene<QuickshotView>;
const scenes = scenesFile as unknown as Scene[];
const scene = (name: string) => scenes.find((one) => one.name === name)!;
const laid = (moment: Scene["start"]): Shown => ({ ...moment.view, awaited: moment.frame.awaited ?? [] });

/** Everything a board shows of a scene, one view after the other, and what happened on the way to each. */
function course({ start, updates }: Scene): { view: Shown; events: readonly QuickshotEvent[] }[] {
  const steps: { view: Shown; events: readonly QuickshotEvent[] }[] = [{ view: laid(start), events: [] }];
  for (const update of updates) {
    steps.push(...stepsOf(steps.at(-1)!.view, update.beats, () => {}));
    steps.push({ view: laid(update), events: [] });
  }
  return steps;
}

const moves = (name: string) => course(scene(name)).slice(1).map(({ view, events }, i) => diff(course(scene(name))[i]!.view, view, events));
const all = <K extends QuickshotEffect["kind"]>(name: string, kind: K) => moves(name).flat().filter((e): e is Extract<QuickshotEffect, { kind: K }> => e.kind === kind);

test("equal views move nothing", () => {
  for (const { view } of scenes.flatMap(course)) expect(diff(view, view)).toEqual([]);
});

test("the Leader's card is led, the others come face down and are turned up together", () => {
  const { seat } = scene("explosion");
  expect(all("explosion", "lead").map((e) => e.seat)).toEqual([3]);
  expect(all("explosion", "commit").flatMap((e) => e.seats)).toHaveLength(4);
  expect(all("explosion", "commit").flatMap((e) => e.seats)).toContain(seat);
  expect(all("explosion", "reveal").map((e) => e.seats)).toEqual([[0, 1, 2, 4]]);
});

test("the last choice comes in before the cards are turned", () => {
  for (const one of scenes) {
    const kinds = moves(one.name).map((effects) => effects.map((e) => e.kind));
    const reveal = kinds.findIndex((list) => list.includes("reveal"));
    if (reveal > 0) expect(kinds[reveal - 1], one.name).toContain("commit");
  }
});

test("Explosion: a line to each of the two alike, then both are out", () => {
  const beat = moves("explosion").find((effects) => effects.some((e) => e.kind === "out" && e.by === 5))!;
  expect(beat.map((e) => e.kind).filter((kind) => ["line", "out"].includes(kind))).toEqual(["line", "out"]);
  const cover = all("explosion", "cover")[0]!;
  expect(beat.find((e) => e.kind === "line")).toMatchObject({ value: 5, to: cover.seats, ends: "out" });
  expect(beat.find((e) => e.kind === "out")).toMatchObject({ seats: cover.seats });
});

test("Trap grows from 2 to 9, and Ploy turns the order round", () => {
  expect(all("trap-ploy", "strength").map(({ from, to }) => [from, to])).toContainEqual([2, 9]);
  expect(all("trap-ploy", "order").map((e) => e.inverted)).toEqual([true, false]);
});

test("Reinforcements: asked, then a card is spent and the strength rises in the same stage", () => {
  expect(all("reinforce", "asks").map((e) => e.seat)).toEqual([scene("reinforce").seat]);
  const beat = moves("reinforce").find((effects) => effects.some((e) => e.kind === "spend"))!;
  const [spend, strength] = [beat.find((e) => e.kind === "spend")!, beat.find((e) => e.kind === "strength")!];
  expect(spend.stage).toBe(strength.stage);
  expect(strength).toMatchObject({ from: 4, to: 4 + (spend as { value: number }).value });
});

test("Camouflage stops Targeting and Poison: lines end safe, a shield stands, nobody is out by them", () => {
  expect(all("safe", "line").filter((e) => e.value > 5).map((e) => e.ends)).toEqual(["safe", "safe"]);
  expect(all("safe", "shield")).toHaveLength(2);
  expect(all("safe", "out").filter((e) => e.by === 6 || e.by === 7)).toEqual([]);
});

test("Targeting of its own player: a line that returns", () => {
  const line = all("targeting-self", "line").find((e) => e.value === 6)!;
  expect(line.to).toEqual([line.from]);
});

test("the badge goes from the old to the new Leader, the winner is found once", () => {
  const [start, end] = [scene("trap-ploy").start.view.leader, scene("trap-ploy").updates.at(-1)!.view.leader];
  expect(all("trap-ploy", "leader").map(({ from, to }) => [from, to])).toEqual(start === end ? [] : [[start, end]]);
  expect(all("end-round", "won")).toHaveLength(1);
  expect(all("end-last", "won").map((e) => e.seat)).toEqual([scene("end-last").seat]);
});

test("a choice taken back is seen, and a new round is none", () => {
  const before: Shown = { ...laid(scene("explosion").updates[1]!), awaited: [1] };
  expect(diff(before, { ...before, awaited: [1, 2] }).map((e) => e.kind)).toEqual(["withdraw"]);
  expect(face(before, 2)).toBe("committed");
  expect(diff(before, { ...before, phase: "lead", round: before.round + 1, awaited: [0] }).map((e) => e.kind)).not.toContain("withdraw");
});

describe("whatever beats were missed", () => {
  test.each(scenes.map((one) => [one.name, course(one)] as const))("%s: every changed card and seat is in some effect", (_, steps) => {
    for (let i = 0; i < steps.length; i++) {
      for (let j = i + 1; j < steps.length; j++) {
        const [a, b] = [steps[i]!.view, steps[j]!.view];
        const effects = diff(a, b, steps.slice(i + 1, j + 1).flatMap((step) => step.events));
        const touched = new Set(effects.flatMap((e) => ("seats" in e ? [...e.seats] : "seat" in e ? [e.seat] : [])));
        for (const seat of a.seats.keys()) {
          const changed = face(a, seat) !== face(b, seat) || a.seats[seat]!.out !== b.seats[seat]!.out;
          if (changed) expect(touched, `${i} to ${j}, seat ${seat}`).toContain(seat);
        }
        expect(effects.map((e) => e.stage)).toEqual(effects.map((e) => e.stage).sort());
      }
    }
  });
});

test("the scenes show every kind of effect but the deal and a choice taken back", () => {
  const seen = new Set(scenes.flatMap((one) => moves(one.name).flat().map((e) => e.kind)));
  expect(KINDS.filter((kind) => !seen.has(kind))).toEqual(["deal", "withdraw"]);
});

test("the order in force: strongest first, turned by Ploy", () => {
  const view = { inverted: false, seats: [{ hand: 1, strength: 6 }, { hand: 1 }, { hand: 1, strength: 3 }] } as unknown as Shown;
  expect(ranking(view).map((x) => x.seat)).toEqual([0, 2]);
  expect(ranking({ ...view, inverted: true }).map((x) => x.seat)).toEqual([2, 0]);
});

test("before the deal all cards are in the pile", () => {
  const { view } = scene("explosion").start;
  const before = beforeTheDeal(view);
  expect(before.pile).toBe(view.pile + view.seats.reduce((sum, seat) => sum + seat.hand, 0));
  expect(before.seats.every((seat) => seat.hand === 0)).toBe(true);
});

describe("the strip", () => {
  const strips = (name: string) => {
    let lineup = NO_LINEUP;
    return course(scene(name)).map(({ view }) => {
      lineup = followed(lineup, view);
      return Object.fromEntries(tiles(lineup, view).map((tile) => [tile.value, tile.state]));
    });
  };

  test("is not laid out before the cards are turned up, and goes with them", () => {
    const empty = strips("trap-ploy").map((strip) => Object.values(strip).every((state) => state === "none"));
    expect(empty[0]).toBe(true);
    expect(empty.at(-1)).toBe(true);
    expect(empty.filter((now, i) => i && now !== empty[i - 1])).toEqual([false, true]);
  });

  test("one ability is at work at a time; those before it are done, those after it to come", () => {
    for (const strip of scenes.flatMap((one) => strips(one.name))) {
      const now = Object.entries(strip).filter(([, state]) => state === "now").map(([value]) => Number(value));
      expect(now.length).toBeLessThan(2);
      if (!now.length) continue;
      for (const [value, state] of Object.entries(strip)) {
        if (state === "done") expect(Number(value)).toBeLessThan(now[0]!);
        if (state === "next" || state === "lost") expect(Number(value)).toBeGreaterThan(state === "lost" ? 0 : now[0]!);
      }
    }
  });

  test("two alike lie face down, and the ability of somebody who left is lost", () => {
    expect(strips("explosion").some((strip) => strip[1] === "down")).toBe(true);
    expect(scenes.flatMap((one) => strips(one.name)).some((strip) => Object.values(strip).includes("lost"))).toBe(true);
  });
});
