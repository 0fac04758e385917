import { render } from "svelte/server";
import { expect, test } from "vitest";
import type { Frame, QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import type { TableSession } from "../../lib/table.svelte";
import { stepsOf } from "./beats";
import scenesFile from "./fixtures/scenes.json";
import LastMarket from "./LastMarket.svelte";
import Market from "./Market.svelte";
import Result from "./Result.svelte";
import { isMarket } from "./sales";

interface Update {
  readonly frame: Frame;
  readonly view: QuickSilverView;
  readonly beats: { events: QuickSilverEvent[]; view: QuickSilverView }[];
}
const scenes = scenesFile as unknown as { name: string; seat?: number; start: { view: QuickSilverView }; updates: Update[] }[];

/** A scene's first update, as far as components look at the session. */
function sitting(name: string) {
  const scene = scenes.find((one) => one.name === name)!;
  const [update] = scene.updates as [Update];
  const called = (seat: number) => update.frame.seats[seat]!.name!;
  const events = update.beats.flatMap((beat) => beat.events);
  const session = { seat: scene.seat ?? null, frame: update.frame, view: update.view, events, seen: events, name: called, say: (text: string) => text.replace(/\{(\d)\}/g, (_, seat) => called(Number(seat))) } as unknown as TableSession;
  const views = stepsOf(scene.start.view, update.beats, update.view, session.seat, () => {}).map((step) => step.view).filter(isMarket);
  return { session, views, events };
}
/** What readers hear, without the tags. */
const text = (html: string): string => html.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const market = (session: TableSession, view: QuickSilverView): string => render(Market, { props: { session, view } }).body;
const pan = (html: string, total: number): string => html.split('<li class="pan').find((part) => part.includes(`data-pan="${total}"`))!;

test("at first all carts hang on the scale with their arithmetic, and nothing is sold", () => {
  const { session, views, events } = sitting("market");
  const html = market(session, views[0]!);
  for (const e of events.filter((one) => one.kind === "shown")) expect(text(pan(html, e.value!))).toContain(session.name(e.seat!));
  expect(html).not.toContain("is-sold");
  expect(html).not.toMatch(/Too late<|Just right/);
});

test("then the heaviest is struck out and earns nothing, the second sells the highest card, the third the lowest, others nothing", () => {
  const { session, views, events } = sitting("market");
  const html = market(session, views.at(-1)!);
  const totals = events.filter((e) => e.kind === "group").map((e) => e.more!);
  const [first, second, third, fourth] = totals.map((total) => pan(html, total));
  expect(first).toContain(`<s>${totals[0]}</s>`);
  expect(text(first!)).toMatch(/Too late : the heaviest.* \$0 /);
  const earned = events.filter((e) => e.kind === "earned");
  expect(text(second!)).toMatch(new RegExp(`Just right : highest card.* \\$${earned[0]!.value} `));
  expect(text(third!)).toMatch(new RegExp(`Light : lowest card.* \\$${earned[1]!.value} `));
  expect(text(fourth!)).toMatch(/Too light : nobody buys.* \$0 /);
  for (const [part, sale] of [[second, earned[0]], [third, earned[1]]] as const) {
    expect(part!.match(/aria-label="\w+ (\d+), sold"/)![1]).toBe(String(sale!.value));
    expect(part).toContain(`: $${sale!.more} of $100"`);
  }
});

test("own pans are called so, and the Stranger sells among the others", () => {
  const own = sitting("market");
  expect(text(market(own.session, own.views.at(-1)!))).toContain(`${own.session.name(own.session.seat!)} (you)`);
  const { session, views } = sitting("market-stranger");
  expect(text(market(session, views.at(-1)!))).toMatch(/Just right : highest card The Stranger/);
});

test("equal totals share a pan, each with the own card", () => {
  const { session, views, events } = sitting("market-group");
  const two = events.find((e) => e.kind === "group" && e.seats!.length === 2)!;
  const html = pan(market(session, views.at(-1)!), two.more!);
  expect(html.match(/data-sale=/g)).toHaveLength(2);
  for (const seat of two.seats!) expect(text(html)).toContain(session.name(seat));
});

test("the last market can be looked at again, once there was one", () => {
  const { session } = sitting("market");
  expect(text(render(LastMarket, { props: { session, small: false } }).body)).toContain("Last market");
  expect(text(render(LastMarket, { props: { session: sitting("turn").session, small: false } }).body)).not.toContain("Last market");
});

test("the end says how it was decided, what everybody has, and shows the last market", () => {
  const { session } = sitting("over");
  const said = text(render(Result, { props: { session } }).body);
  const view = session.view as QuickSilverView;
  expect(said).toContain(`${session.name(view.winners![0]!)} was the richest, with at least $100`);
  for (const [seat, { cash = 0 }] of view.seats.entries()) expect(said).toMatch(new RegExp(`${session.name(seat)}.*\\$${cash} `));
  expect(said).toContain("The last market");
});

test("where a blast ended the game there was no market: the last cart is shown", () => {
  const { session } = sitting("over-last");
  const html = render(Result, { props: { session } }).body;
  expect(text(html)).toContain("Only one is left alive");
  expect(text(html)).not.toContain("The last market");
  expect(html).toContain(`aria-label="Last cart of ${session.name((session.view as QuickSilverView).winners![0]!)}"`);
  expect(text(render(Result, { props: { session: sitting("over-nobody").session } }).body)).toContain("Nobody is left alive");
});

test("the Stranger who wins stands first", () => {
  const { session } = sitting("over-stranger");
  const said = text(render(Result, { props: { session } }).body);
  const purses = said.slice(said.indexOf("at least $100"));
  const others = (session.view as QuickSilverView).seats.map((_, seat) => purses.indexOf(session.name(seat)));
  expect(Math.min(...others)).toBeGreaterThan(purses.indexOf("The Stranger"));
});
