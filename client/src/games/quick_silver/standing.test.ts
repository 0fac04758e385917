import { expect, test } from "vitest";
import type { Cart, QuickSilverCard, QuickSilverView, Slot } from "../../lib/protocol";
import { cardName, cardOf, worth } from "./goods";
import { CENTRE } from "./places";
import { cardAt, doing, knowledge, ownCaption, platesOf, platesWords, slotWords, weightOf } from "./standing";

const NAMES = ["Ines", "Bob", "Mara", "Otto"];
const name = (seat: number) => NAMES[seat]!;
const silver: QuickSilverCard = { kind: "silver", value: 14 };
const dynamite: QuickSilverCard = { kind: "dynamite" };

const view = (carts: Partial<Cart>[], more: Partial<QuickSilverView> = {}): QuickSilverView => ({
  game: "quick_silver", round: 1, phase: "turn", start: 0, current: 0, white: 1, die: 2, goal: 100, token: 3, plates: 4, centre: { slots: [] },
  seats: carts.map((cart) => ({ slots: [], showing: 4, ...cart })), ...more,
});

test("a card is heard as it lies, and who knows it", () => {
  const words = (slot: Slot) => slotWords(slot, 1, 0, name);
  expect(words({ up: true, card: silver })).toBe("Silver 14, face up");
  expect(words({ card: dynamite, known_by: [0, 1] })).toBe("face down, you know it: Dynamite");
  expect(words({ card: dynamite, known_by: [0, 1, 3] })).toBe("face down, you know it: Dynamite; Otto knows it, too");
  expect(words({ known_by: [1] })).toBe("face down, unknown");
  expect(words({ known_by: [1, 2, 3] })).toBe("face down, unknown to you; Mara and Otto know it");
  expect(slotWords({ known_by: [2] }, CENTRE, 0, name)).toBe("face down, unknown to you; Mara knows it");
});

test("under an own card stands who sees it", () => {
  const caption = (slot: Slot) => {
    const { more, text, after } = ownCaption(slot, 0, name);
    return `${more}${text}${after}`;
  };
  expect(caption({ up: true, card: silver })).toBe("seen by all");
  expect(caption({ card: silver, known_by: [0] })).toBe("only you");
  expect(caption({ card: silver, known_by: [0, 1] })).toBe("Bob knows");
  expect(caption({ card: silver, known_by: [0, 1, 2] })).toBe("Bob and Mara know");
  expect(caption({ card: silver, known_by: [0, 1, 2, 3] })).toBe("3 players know");
});

test("what others know of a cart, in a sentence", () => {
  const cart = { slots: [{ known_by: [1, 3] }, { up: true, card: silver }, { card: dynamite, known_by: [0, 1] }] };
  expect(knowledge(view([{}, cart]), 1, 0, name)).toBe("Otto knows the first card; you know the third card.");
  expect(knowledge(view([{}, { slots: [{ known_by: [1] }] }]), 1, 0, name)).toBe("");
});

test("a cart weighs its goods and its sneak tokens, if all of it is known", () => {
  const slots = [{ card: silver }, { card: dynamite }, { card: silver }];
  expect(weightOf(view([{ slots, tokens: 2 }]), 0)).toBe(34);
  expect(weightOf(view([{ slots: [...slots.slice(1), {}] }]), 0)).toBeNull();
  expect(weightOf(view([{}]), 0)).toBeNull();
});

test("plates from the left: whole, blasted, given up", () => {
  const cart: Cart = { slots: [], showing: 2, blasted: 1, tin: 1 };
  expect(platesOf(cart)).toEqual(["whole", "whole", "blasted", "gone"]);
  expect(platesWords(cart)).toBe("2 whole plates, 1 blasted, 1 given up");
  expect(platesWords({ slots: [], showing: 1 })).toBe("1 whole plate");
});

test("what is going on with a seat", () => {
  const carts = [{}, {}, {}, { out: 1, showing: 0 }];
  const asked = view(carts, { phase: "redirect", current: 1, target: 2 });
  expect([0, 1, 2, 3].map((seat) => doing(asked, seat, 0))).toEqual(["", "swaps", "may redirect", "out"]);
  expect(doing(view(carts, { phase: "redirect", current: 1, target: 0 }), 1, 0)).toBe("wants your card");
  expect(doing(view(carts, { phase: "exchange", current: 0, target: 2 }), 2, 0)).toBe("lets you swap");
  expect(doing(view(carts, { redirected: [2] }), 2, 0)).toBe("redirected");
  expect(doing(view(carts, { current: 1 }), 1, 0)).toBe("has the turn");
});

test("cards by their keys, in words, and what they weigh", () => {
  expect(cardName(cardOf("silver-14"))).toBe("Silver 14");
  expect(cardName(cardOf("replacement_plate"))).toBe("Replacement Plate");
  expect(cardName({ kind: "copper" })).toBe("Copper 0");
  expect(worth(cardOf("gold-30"))).toBe(30);
  expect(worth(dynamite)).toBe(0);
  expect(cardAt(1, 1, name)).toBe("Bob’s second card");
  expect(cardAt(CENTRE, 2, name)).toBe("the third card of the centre");
});
