import { expect, test } from "vitest";
import { randomHex } from "./random";
import { isLoopback, routeOf, tableIn } from "./paths";
import { forgetSeat, keepSeat, noteDecidedFor, noteSeat, ownTables } from "./seats";
import { count, list, mark } from "./words";

test("addresses lead to pages", () => {
  expect(routeOf("/", "")).toEqual({ page: "lobby" });
  expect(routeOf("/t/yb7a7ckp2i", "")).toEqual({ page: "table", table: "yb7a7ckp2i" });
  expect(routeOf("/t/yb7a7ckp2i/", "")).toEqual({ page: "table", table: "yb7a7ckp2i" });
  expect(routeOf("/move", "#abc_-9")).toEqual({ page: "move", token: "abc_-9" });
  expect(routeOf("/t/a/b", "")).toEqual({ page: "nowhere" });
  expect(routeOf("/t/", "")).toEqual({ page: "nowhere" });
});

test("a pasted link, a code and a code with blanks name the same table", () => {
  for (const text of ["http://table.lan:8000/t/yb7a7ckp2i", " yb7a7ckp2i ", "yb7a 7ckp 2i", "https://x.example/t/yb7a7ckp2i?from=chat"]) {
    expect(tableIn(text)).toBe("yb7a7ckp2i");
  }
  expect(tableIn("  ")).toBe("");
});

test("links with this machine's own name are of no use elsewhere", () => {
  expect(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "app.localhost"].every(isLoopback)).toBe(true);
  expect(["table.lan", "192.168.1.20", "localhost.example", "1127.0.0.1"].some(isLoopback)).toBe(false);
});

test("words", () => {
  expect(count(1, "seat")).toBe("1 seat");
  expect(count(0, "person", "people")).toBe("0 people");
  expect([list([]), list(["Ines"]), list(["Ines", "Otto"]), list(["Ines", "Otto", "Pax"])]).toEqual(["", "Ines", "Ines and Otto", "Ines, Otto and Pax"]);
  expect(mark("9f3c51ab77e0aaaa4d12")).toBe("9f3c 51ab 77e0 … 4d12");
});

test("random digits are digits, and not the same twice", () => {
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
  expect(randomHex(16)).not.toBe(randomHex(16));
});

test("the way back leads to tables with an own seat that are not over, latest first", () => {
  const frame = (table: string, state: "gathering" | "playing" | "over") =>
    ({ table, game: "quickshot", title: "Quickshot", state, seats: [{ kind: "person" as const, name: "Ines" }, { kind: "person" as const, name: "Mara" }, { kind: "open" as const }] });
  for (const table of ["a", "b", "c", "d"]) keepSeat(table, "key");
  noteSeat(frame("a", "playing"), 0, 1000);
  noteSeat(frame("b", "gathering"), 1, 2000);
  noteSeat(frame("c", "over"), 0, 3000);
  noteSeat(frame("elsewhere", "playing"), 0, 3000);
  expect(ownTables(4000).map((one) => [one.table, one.others])).toEqual([["b", ["Ines"]], ["a", ["Mara"]]]);
  expect(ownTables(1500 + 24 * 3600 * 1000).map((one) => one.table)).toEqual(["b"]);
  keepSeat("a", "another key");
  forgetSeat("b");
  expect(ownTables(4000)).toEqual([]);
});

test("who comes back learns once that a bot has decided, and nobody learns it who has only just come", () => {
  keepSeat("t8", "key");
  expect([noteDecidedFor("t8", 4), noteDecidedFor("t8", 4), noteDecidedFor("t8", 6), noteDecidedFor("t8", 6)]).toEqual([false, false, true, false]);
  expect(noteDecidedFor("nowhere", 3)).toBe(false);
});
