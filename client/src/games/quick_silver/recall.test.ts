import { describe, expect, test } from "vitest";
import type { Scene } from "../../fixtures/stage";
import type { BeatMessage, QuickSilverCard, QuickSilverEvent, QuickSilverView, Slot } from "../../lib/protocol";
import scenesFile from "./fixtures/scenes.json";
import { CENTRE } from "./places";
import { recalled } from "./recall";

const scenes = (scenesFile as unknown as Scene<QuickSilverView>[]).filter(({ seat, start }) => seat != null && start.view);
const viewOf = (beat: BeatMessage): QuickSilverView => beat.view as QuickSilverView;
const slots = (view: QuickSilverView): Slot[] => [...view.seats.flatMap((cart) => cart.slots), ...view.centre.slots];
const knowing = ({ up, card, known_by = [] }: Slot, me: number): boolean => !up && !!card && known_by.includes(me);

describe("in every scene, however many updates come at once", () => {
  for (const { name, seat, start, updates } of scenes) {
    test(name, () => {
      const me = seat!;
      for (let many = 1; many <= updates.length; many++) {
        const beats = updates.slice(0, many).flatMap((update) => update.beats);
        const truth = updates[many - 1]!.view;
        const shown = recalled(start.view, beats, truth, me).map(viewOf);
        if (truth.phase !== "over") expect(slots(shown.at(-1)!)).toEqual(slots(truth));             // at the end all is open
        for (const slot of shown.flatMap(slots)) {
          if (slot.up) continue;
          expect(!!slot.card, JSON.stringify(slot)).toBe(!!slot.known_by?.includes(me));
        }
      }
    });
  }
});

test("the scenes show cards that are remembered away from home", () => {
  const away = scenes.filter(({ seat, start }) => start.view.seats.some((cart, i) => i !== seat && cart.slots.some((slot) => knowing(slot, seat!))) || start.view.centre.slots.some((slot) => knowing(slot, seat!)));
  expect(away.length).toBeGreaterThan(2);
});

test("who looks on remembers nothing", () => {
  const { start, updates } = scenes.find(({ name }) => name === "turn")!;
  expect(recalled(start.view, updates[0]!.beats, updates[0]!.view, null)).toEqual(updates[0]!.beats);
});

// --- by hand: seat 0 gives gold to seat 1, who hands it on to the centre ------------------------------------------------------

const GOLD: QuickSilverCard = { kind: "gold", value: 30 };
const COPPER: QuickSilverCard = { kind: "copper", value: 5 };
const down = (...known_by: number[]): Slot => ({ known_by });
const view = (mine: Slot[], theirs: Slot[], centre: Slot[]): QuickSilverView => ({
  game: "quick_silver", round: 1, phase: "turn", start: 0, current: 0, white: 0, die: 1, goal: 100, token: 1, plates: 4,
  seats: [{ slots: mine, showing: 4 }, { slots: theirs, showing: 4 }], centre: { slots: centre },
});
const swap = (seat: number, other: number, more: Partial<QuickSilverEvent> = {}): QuickSilverEvent => ({ game: "quick_silver", kind: "swapped", rule: "4.7", text: "", seat, other, slot: 0, other_slot: 0, ...more });

const before = view([{ card: GOLD, known_by: [0] }], [down(1)], [down()]);
const beats: BeatMessage[] = [
  { events: [swap(0, 1, { given: GOLD, taken: COPPER })], view: view([down(0, 1)], [down(0, 1)], [down()]) },
  { events: [swap(1, CENTRE, { given: GOLD })], view: view([down(0, 1)], [down(1)], [down(0, 1)]) },
];
const truth = view([{ card: COPPER, known_by: [0, 1] }], [down(1)], [{ card: GOLD, known_by: [0, 1] }]);

test("a card given away is followed from cart to cart", () => {
  const [first, second] = recalled(before, beats, truth, 0).map(viewOf);
  expect([first!.seats[0]!.slots[0]!.card, first!.seats[1]!.slots[0]!.card, first!.centre.slots[0]!.card]).toEqual([COPPER, GOLD, undefined]);
  expect([second!.seats[0]!.slots[0]!.card, second!.seats[1]!.slots[0]!.card, second!.centre.slots[0]!.card]).toEqual([COPPER, undefined, GOLD]);
});

test("what the events do not tell is known from the end, but not shown before it was known", () => {
  const mute = beats.map((beat) => ({ ...beat, events: (beat.events as QuickSilverEvent[]).map(({ given: _, taken: __, ...rest }) => rest) }));
  const blank = view([down(0)], [down(1)], [down()]);
  const [first, second] = recalled(blank, mute, truth, 0).map(viewOf);
  expect(first!.seats[1]!.slots[0]!.card).toEqual(GOLD);
  expect(second!.centre.slots[0]!.card).toEqual(GOLD);
  expect(second!.seats[1]!.slots[0]!.card).toBeUndefined();
});

test("a new deal makes everybody forget", () => {
  const deal: BeatMessage = { events: [{ game: "quick_silver", kind: "rolled", rule: "3.1", text: "" }], view: view([down(0)], [down(1)], [down()]) };
  const after = view([{ card: GOLD, known_by: [0] }], [down(1)], [down()]);
  const shown = recalled(truth, [deal], after, 0).map(viewOf)[0]!;
  expect(shown.seats[0]!.slots[0]!.card).toEqual(GOLD);
  expect(shown.centre.slots[0]!.card).toBeUndefined();
});
