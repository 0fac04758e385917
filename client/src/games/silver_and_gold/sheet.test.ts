import { expect, test } from "vitest";
import type { SilverAndGoldView } from "../../lib/protocol";
import scenesFile from "./fixtures/scenes.json";
import { coinRows } from "./scores";
import { colorsOf, levelWith, sealed, sheetOf } from "./sheet";

const scenes = scenesFile as unknown as { name: string; updates: { view: SilverAndGoldView }[] }[];
const last = scenes.find(({ name }) => name === "end")!.updates.at(-1)!.view;
const seats = last.seats.map((_, seat) => seat);

test("the lines of the sheet are the view's, and add up", () => {
  const lines = sheetOf(last, seats);
  expect(lines.map(({ name }) => name)).toEqual(["Coins", "Trophies", "Palms", "Islands", "Seals", "Total"]);
  for (const seat of seats) {
    const points = lines.map(({ cells }) => cells[seat]!.points);
    expect(points.slice(0, 5).reduce((sum, n) => sum + n, 0)).toBe(points[5]);
  }
});

test("what a number is made of comes to that number", () => {
  const value = (how: string) => how.split(" + ").reduce((sum, part) => sum + part.split(" × ").reduce((n, one) => n * Number(one), 1), 0);
  const explained = sheetOf(last, seats).flatMap(({ cells }) => cells).filter(({ how }) => how);
  expect(explained.length).toBeGreaterThan(2);
  for (const { how, points } of explained) expect(value(how), how).toBe(points);
});

test("seals: only islands that carry one, each paying what the view says", () => {
  for (const seat of seats) {
    const paid = sealed(last, seat).reduce((sum, { card, matching = 0 }) => sum + card.seal!.points * matching, 0);
    expect(paid).toBe(last.seats[seat]!.score.seals);
  }
});

test("whoever is level with the winners is compared, color by color", () => {
  const [winner] = last.winners!;
  expect(levelWith(last)).toEqual([winner]);
  const other = seats.find((seat) => seat !== winner)!;
  const tied = { ...last, seats: last.seats.map((seat, no) => (no === other ? { ...seat, score: { ...seat.score, total: last.seats[winner!]!.score.total } } : seat)) };
  const level = levelWith(tied);
  expect(level).toEqual([winner!, other].sort());
  const rows = colorsOf(tied, level);
  expect(rows.map(({ color }) => color)).toEqual(["gray", "green", "orange", "purple"]);
  level.forEach((seat, i) => expect(rows.reduce((sum, row) => sum + row.counts[i]!, 0)).toBe(tied.seats[seat]!.completed?.length ?? 0));
});

test("coins: three rows of four from the top left; a row that the piece fills is marked; trophies stand at their rows", () => {
  const rows = coinRows(6, 2, [5]);
  expect(rows.map(({ coins }) => coins.join(" "))).toEqual(["on on on on", "on on new new", "off off off off"]);
  expect(rows.map(({ fills }) => fills)).toEqual([false, true, false]);
  expect(rows.map(({ trophy }) => trophy)).toEqual([5, null, null]);
  expect(coinRows(4, 0, [0])[0]!.trophy).toBe(0);
});
