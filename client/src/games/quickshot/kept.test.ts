import { expect, test } from "vitest";
import { handToShow } from "./kept";

test("a hand that the resolution takes later is still shown", () => {
  expect(handToShow([], [1, 2, 4], 3, undefined)).toEqual([1, 2, 4]);
});

test("whoever chose last has played one of the cards shown, and keeps the others until they are lost", () => {
  expect(handToShow([], [1, 2, 4, 4, 5], 4, 4)).toEqual([1, 2, 4, 5]);
});

test("once the resolution has come to it, or the cards cannot be told, the newest hand counts", () => {
  expect(handToShow([], [1, 2], 0, undefined)).toEqual([]);
  expect(handToShow([3], [1, 2, 4], 2, undefined)).toEqual([3]);
  expect(handToShow([1, 8], [1], 2, undefined)).toEqual([1, 8]);
});
