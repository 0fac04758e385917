import { describe, expect, test } from "vitest";
import type { Scene } from "../../fixtures/stage";
import type { SilverAndGoldView } from "../../lib/protocol";
import { TableSession } from "../../lib/table.svelte";
import scenesFile from "./fixtures/scenes.json";
import { Laying, sum } from "./laying.svelte";
import { maskOf, shapeOf, type Placement } from "./placing";

const scenes = scenesFile as unknown as Scene<SilverAndGoldView>[];
const fields = (one: Placement) => [one.slot, maskOf(one.boxes)];

/** Somebody at the table of a scene, `at` updates into it. */
function seated(name: string, at = 0): { session: TableSession; laying: Laying; go: (at: number) => void } {
  const scene = scenes.find((one) => one.name === name)!;
  const session = new TableSession("stage", () => ({ send() {}, close() {} }) as unknown as WebSocket, "ws://stage");
  session.seat = scene.seat!;
  session.line = "connected";
  const laying = new Laying(session);
  const go = (at: number) => {
    const { view, offer, decision, frame } = at ? scene.updates[at - 1]! : scene.start;
    Object.assign(session, { view, frame, offer: offer ?? null, decision: decision ?? null, pending: null });
    laying.follow();
  };
  go(at);
  return { session, laying, go };
}

/** How many updates into a scene somebody is asked for one more box. */
const bonusAt = scenes.find(({ name }) => name === "bonus")!.updates.findIndex(({ offer, view }) => offer && view.marked) + 1;

describe("a turn begins", () => {
  test("with the pattern where it fits, untouched", () => {
    const { laying } = seated("place");
    expect(laying.spot && laying.patterns.map(fields)).toContainEqual(fields(laying.spot!));
    expect(laying.single).toBe(false);
    expect(laying.touched).toBe(false);
    expect(laying.sure).toEqual(sum(laying.spot!.offered.gains));
  });

  test("with one box that lies nowhere, where the pattern fits nowhere", () => {
    const { laying } = seated("nowhere");
    expect(laying.fits).toBe(false);
    expect(laying.single).toBe(true);
    expect(laying.spot).toBeNull();
    laying.toOne(false);
    expect(laying.single).toBe(true);
  });

  test("an X: one box that lies nowhere until it is tapped", () => {
    const { laying } = seated("bonus", bonusAt);
    expect(laying.isBonus).toBe(true);
    expect(laying.spot).toBeNull();
    const { slot, boxes } = laying.singles[0]!;
    laying.tap(slot, boxes[0]!);
    expect(fields(laying.spot!)).toEqual([slot, maskOf(boxes)]);
    expect(laying.turn("right")).toBe(false);
  });
});

describe("the piece", () => {
  test("turns where it lies, or says that it fits nowhere that way", () => {
    const { laying } = seated("place");
    for (const way of ["right", "right", "mirror", "left", "right", "right"] as const) {
      const near = laying.near;
      expect(laying.turn(way)).toBe(true);
      if (laying.spot) expect(laying.spot.key).toBe(laying.shape.join(";"));
      else expect(laying.words).toMatch(/fits nowhere/);
      if (laying.patterns.some((one) => one.slot === near && one.key === laying.shape.join(";"))) expect(laying.near).toBe(near);
    }
  });

  test("goes on by arrows and says when there is no further", () => {
    const { laying } = seated("place");
    let steps = 0;
    while (laying.step([0, -1])) steps += 1;
    expect(steps).toBeLessThan(8);
    expect(laying.words).toBe("No further that way.");
    expect(laying.place).toBe("");
    if (steps) expect(laying.step([0, 1])).toBe(true);
  });

  test("covers a tapped box, with one box where it cannot", () => {
    const { laying } = seated("place");
    for (const { slot, boxes } of laying.singles) {
      laying.toOne(false);
      laying.tap(slot, boxes[0]!);
      const spot = laying.spot!;
      expect(maskOf(spot.boxes) & maskOf(boxes)).not.toBe(0);
      expect(spot.slot).toBe(slot);
      const could = laying.patterns.some((one) => one.slot === slot && maskOf(one.boxes) & maskOf(boxes));
      expect(laying.single).toBe(!could);
    }
  });

  test("gives way to the tapped box alone, and comes back over it", () => {
    const { laying } = seated("place");
    const { slot, boxes } = laying.patterns.at(-1)!;
    const last = boxes.at(-1)!;
    laying.tap(slot, last);
    laying.toOne(true);
    expect(fields(laying.spot!)).toEqual([slot, maskOf([last])]);
    laying.toOne(false);
    expect(maskOf(laying.spot!.boxes) & maskOf([last])).not.toBe(0);
    expect(laying.spot!.boxes.length).toBeGreaterThan(1);
  });

  test("goes to the other island, or says that it fits nowhere there", () => {
    const { laying } = seated("place");
    const other = 1 - laying.near;
    laying.look(other);
    expect(laying.near).toBe(other);
    if (laying.patterns.some((one) => one.slot === other)) expect(laying.spot?.slot).toBe(other);
    else expect(laying.words).toMatch(/fits nowhere on/);
  });
});

/** Lays the piece where it gains most. */
function atBest(laying: Laying): Placement {
  const worth = ({ offered }: Placement) => Object.values(sum(offered.gains)).reduce((a, b) => a + b, 0);
  laying.lay(laying.patterns.reduce((best, one) => (worth(one) > worth(best) ? one : best)));
  expect(worth(laying.spot!)).toBeGreaterThan(0);
  return laying.spot!;
}

describe("crossing off", () => {
  test("shows the boxes at once, adds up what they gain, and asks for nothing twice", () => {
    const { session, laying, go } = seated("bonus");
    const spot = atBest(laying);
    expect(laying.confirm()).toBe(true);
    expect(session.pending).toMatchObject({ type: "act", action: spot.offered.action });
    expect(laying.marks(spot.slot)).toBe(maskOf(spot.boxes));
    expect(laying.booked).toEqual(sum(spot.offered.gains));
    expect(laying.confirm()).toBe(false);
    go(bonusAt);
    expect(laying.sent).toBeNull();
    expect(laying.booked).toEqual(sum(spot.offered.gains));
  });

  test("taken back, the score card forgets it", () => {
    const { laying, go } = seated("bonus");
    atBest(laying);
    laying.confirm();
    go(bonusAt);
    go(0);
    expect(laying.booked).toEqual({});
    expect(laying.shape).toHaveLength(shapeOf(laying.view.pattern!.boxes).length);
    expect(laying.spot).not.toBeNull();
  });

  test("turned down, the piece lies there again", () => {
    const { session, laying } = seated("place");
    const spot = atBest(laying);
    laying.confirm();
    session.pending = null;
    laying.refused();
    expect(laying.spot).toBe(spot);
    expect(laying.marks(spot.slot)).toBe(0);
    expect(sum(laying.booked)).toEqual(Object.fromEntries(Object.keys(sum(spot.offered.gains)).map((name) => [name, 0])));
  });
});
