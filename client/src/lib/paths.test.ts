import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { at, nameOnShelf, routeOf, tableIn } from "./paths";

/** A browser's storage, as much of it as the shelf uses. */
function storage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (i: number) => [...items.keys()][i] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

/** The client's modules as a page under this prefix loads them. */
async function pageUnder(prefix: string) {
  vi.resetModules();
  vi.stubGlobal("document", { querySelector: () => ({ content: prefix }) });
  return { ...(await import("./paths")), ...(await import("./seats")), ...(await import("./api")), ...(await import("./table.svelte")) };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("location", { protocol: "https:", host: "host.example" });
});
afterEach(() => void vi.unstubAllGlobals());

test("at the root, addresses and names stay as they are", () => {
  expect([at("/"), at("/t/yb7a"), nameOnShelf("croupier.prefs")]).toEqual(["/", "/t/yb7a", "croupier.prefs"]);
});

test("under a prefix, addresses lead to the same pages", () => {
  const route = (path: string, hash = "") => routeOf(path, hash, "/croupier");
  expect(at("/t/yb7a", "/croupier")).toBe("/croupier/t/yb7a");
  for (const path of ["/croupier/", "/croupier"]) expect(route(path)).toEqual({ page: "lobby" });
  for (const path of ["/croupier/t/yb7a", "/croupier/t/yb7a/"]) expect(route(path)).toEqual({ page: "table", table: "yb7a" });
  expect(route("/croupier/move", "#abc")).toEqual({ page: "move", token: "abc" });
  for (const path of ["/", "/t/yb7a", "/croupiers/t/yb7a", "/croupiert/yb7a", "/croupier/croupier/t/yb7a"]) expect(route(path)).toEqual({ page: "nowhere" });
  expect(routeOf("/a/b/t/yb7a", "", "/a/b")).toEqual({ page: "table", table: "yb7a" });
});

test("a pasted link names its table under any prefix, also one that looks like a table's path", () => {
  for (const text of ["https://host.example/croupier/t/yb7a", "https://host.example/t/t/yb7a", "https://host.example/t/games/t/yb7a?from=/t/mail", "host.example/croupier/t/yb7a/#top"]) {
    expect(tableIn(text)).toBe("yb7a");
  }
});

test("all that the page asks for lies under its prefix", async () => {
  const { addressOf, api } = await pageUnder("/croupier");
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => (asked.push(path), Promise.resolve(new Response("{}"))));
  await Promise.all([api.games(), api.rules("quickshot"), api.lobby(), api.join("yb7a", { name: "Ines" }), api.redeem({ token: "abc" }), api.sharedLink("yb7a")]);
  expect([...asked, api.qrOf("yb7a"), api.logOf("yb7a")].filter((path) => !/^\/croupier\/api\/\w/.test(path))).toEqual([]);
  expect(asked).toHaveLength(6);
  expect(addressOf("yb7a")).toBe("wss://host.example/croupier/ws/yb7a");
});

test("two houses under one origin and the one at its root know each its own seats only", async () => {
  const frame = { table: "yb7a", game: "quickshot", title: "Quickshot", state: "playing" as const, seats: [{ kind: "person" as const, name: "Ines" }] };
  const prefixes = ["", "/a", "/a/b", "/b"];
  for (const prefix of prefixes) {
    const house = await pageUnder(prefix);
    expect([house.seatOf("yb7a"), house.ownTables(1)]).toEqual([null, []]);
    house.keepSeat("yb7a", `key of ${prefix}`);
    house.noteSeat(frame, 0, 1);
  }
  for (const prefix of prefixes) {
    const house = await pageUnder(prefix);
    expect(house.seatOf("yb7a")?.key).toBe(`key of ${prefix}`);
    expect(house.ownTables(1).map((one) => one.table)).toEqual(["yb7a"]);
    house.forgetSeat("yb7a");
    expect(house.ownTables(1)).toEqual([]);
  }
  expect(localStorage.length).toBe(0);
});

test("no page links past the prefix", () => {
  const pages = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
  const past = /(?:href|src|action)=["'{`]+\/|(?:go|replace|fetch)\(["'`]\/|State\([^()]*["'`]\/|origin\}\/|host\}\//;
  expect(Object.keys(pages).length).toBeGreaterThan(30);
  expect(Object.keys(pages).filter((page) => past.test(pages[page]!))).toEqual([]);
});
