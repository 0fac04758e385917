import { expect, test } from "vitest";
import { isSwitch, wishes } from "./options";

const DECK = { name: "take_from_deck", text: "A new island may also be the top card.", values: ["off", "on"] };
const LENGTH = { name: "length", text: "Rounds", values: ["four", "two"] };

test("what is off, or as usual, is not worth a word", () => {
  expect(wishes([DECK, LENGTH], { take_from_deck: "off", length: "four" })).toEqual([]);
  expect(wishes([DECK, LENGTH])).toEqual([]);
});

test("a switch that is on says its sentence, anything else its value", () => {
  expect(wishes([DECK, LENGTH], { take_from_deck: "on", length: "two" })).toEqual(["A new island may also be the top card.", "Rounds: two"]);
  expect([isSwitch(DECK), isSwitch(LENGTH)]).toEqual([true, false]);
});

test("an option that this page does not know says nothing", () => {
  expect(wishes([DECK], { other: "x" })).toEqual([]);
});
