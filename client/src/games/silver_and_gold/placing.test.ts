import { describe, expect, test } from "vitest";
import type { Scene } from "../../fixtures/stage";
import type { Offered, SilverAndGoldView } from "../../lib/protocol";
import { bitsIn, landOf } from "./chart";
import scenesFile from "./fixtures/scenes.json";
import { boxOf, covering, covers, fitting, keyOf, maskOf, mirror, nearest, ONE, placementsOf, shapeOf, size, towards, turnLeft, turnRight, where, type Placement, type Shape } from "./placing";

const scenes = scenesFile as unknown as Scene<SilverAndGoldView>[];
const moments = scenes.flatMap(({ start, updates }) => [start, ...updates]).filter((moment) => moment.view.phase === "mark" && moment.offer);
const T: Shape = [[0, 0], [1, 0], [1, 1], [2, 0]];
const eight = (shape: Shape): Shape[] =>
  [shape, mirror(shape)].flatMap((one) => [one, turnRight(one), turnRight(turnRight(one)), turnLeft(one)]);

test("four turns and two mirrors are no change", () => {
  expect([1, 2, 3, 4].reduce((shape) => turnRight(shape), T)).toEqual(T);
  expect(mirror(mirror(T))).toEqual(T);
  expect(turnLeft(turnRight(T))).toEqual(T);
});

test("a turn to the right takes the nose from right to down", () => {
  expect(turnRight(T)).toEqual([[0, 0], [0, 1], [0, 2], [1, 1]]);
  expect(size(turnRight(T))).toEqual([2, 3]);
});

test("a mask is a shape, and back", () => {
  for (const mask of [1, 0b11, 0x1248 & 0xfff, 0b0111_0010]) expect(bitsIn(maskOf(shapeOf(mask)))).toBe(bitsIn(mask));
  expect(shapeOf(0b0010_0000_0000_0000)).toEqual(ONE);
  expect(boxOf(7)).toEqual([1, 3]);
});

describe("offers of real games", () => {
  test("there are some: with patterns, without, and for an X", () => {
    const many = (moment: (typeof moments)[number]) => placementsOf(moment.offer!.actions).some((one) => one.boxes.length > 1);
    expect(moments.some(many)).toBe(true);
    expect(moments.some((moment) => !many(moment) && !moment.view.marked)).toBe(true);
    expect(moments.some((moment) => !many(moment) && moment.view.marked)).toBe(true);
  });

  test.each(moments.map((moment, i) => [i, moment] as const))("moment %i", (_, { view, offer }) => {
    const all = placementsOf(offer!.actions);
    expect(all).toHaveLength(offer!.actions.length);
    const [patterns, singles] = [all.filter((one) => one.boxes.length > 1), all.filter((one) => one.boxes.length === 1)];
    const pattern = shapeOf(view.pattern!.boxes);
    reached(patterns, pattern);
    snaps(all);
    taps(patterns, pattern);
    for (const one of singles) expect(one.key).toBe(keyOf(ONE));
  });
});

/** Turning and mirroring the pattern reaches every offered placement. */
function reached(patterns: readonly Placement[], pattern: Shape): void {
  const shapes = eight(pattern).map(keyOf);
  for (const one of patterns) expect(shapes).toContain(one.key);
}

/** A piece snaps to the placement under it, and to none that is further than it may jump. */
function snaps(all: readonly Placement[]): void {
  for (const one of all) {
    const [row, column] = one.at;
    expect(nearest(fitting(all, one.boxes, one.slot), [row + 0.3, column - 0.3], 0.8)).toBe(one);
    expect(nearest([one], [row + 9, column], 0.8)).toBeNull();
  }
}

/** A tapped box is covered by the piece if any placement covers it; the way it lies comes first. */
function taps(patterns: readonly Placement[], pattern: Shape): void {
  for (const one of patterns) {
    for (const box of one.boxes) {
      const found = covering(patterns, pattern, one.slot, box, [0, 0])!;
      expect(covers(found, one.slot, box)).toBe(true);
      expect(covering(patterns, one.boxes, one.slot, box, one.at)!.key).toBe(one.key);
    }
  }
}

test("a box under no placement is covered by none", () => {
  expect(covering([], T, 0, [0, 0], [0, 0])).toBeNull();
});

describe("arrows", () => {
  const list = moments.map(({ offer }) => placementsOf(offer!.actions)).sort((a, b) => b.length - a.length)[0]!;

  test("go on in their direction, straight before aside", () => {
    for (const one of list) {
      const down = towards(fitting(list, one.boxes, one.slot), one.at, [1, 0]);
      if (down) expect(down.at[0]).toBeGreaterThan(one.at[0]);
      const left = towards(fitting(list, one.boxes, one.slot), one.at, [0, -1]);
      if (left) expect(left.at[1]).toBeLessThan(one.at[1]);
    }
    const at = (row: number, column: number): Placement => ({ offered: {} as Offered, slot: 0, boxes: [[row, column]], key: "0,0", at: [row, column] });
    expect(towards([at(1, 1), at(2, 0), at(3, 0)], [0, 0], [1, 0])).toEqual(at(2, 0));
  });

  test("reach every open box of an island, one box at a time", () => {
    const singles = list.filter((one) => one.boxes.length === 1 && one.slot === list[0]!.slot);
    const seen = new Set([singles[0]]);
    for (const one of seen) for (const by of [[0, 1], [0, -1], [1, 0], [-1, 0]] as const) {
      const next = towards(singles, one!.at, by);
      if (next) seen.add(next);
    }
    expect(seen.size).toBe(singles.length);
  });
});

test("what is offered lies on the own islands' open boxes", () => {
  for (const { start, seat } of scenes.filter((scene) => scene.seat != null && scene.start.view.phase === "mark" && scene.start.offer)) {
    for (const one of placementsOf(start.offer!.actions)) {
      const island = start.view.seats[seat!]!.islands[one.slot]!;
      const land = landOf(island.card).reduce((mask, { bit }) => mask | (1 << bit), 0);
      expect(maskOf(one.boxes) & ~(land & ~(island.crossed ?? 0))).toBe(0);
    }
  }
});

test("places are said as rows and boxes", () => {
  expect(where([[1, 0], [2, 0], [2, 1], [3, 0]])).toBe("row 2 box 1, row 3 boxes 1 and 2, row 4 box 1");
  expect(where([[0, 0], [0, 1], [0, 2]])).toBe("row 1 boxes 1, 2 and 3");
});
