import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BeatMessage, Frame, FromServer, QuickshotEvent, QuickshotView, Told } from "./protocol";
import { Show, type Stage } from "./show.svelte";
import { TableSession } from "./table.svelte";
import { stubAnimations } from "./timed";

const FRAME: Frame = { table: "t1", game: "quickshot", title: "Quickshot", state: "playing", host: 0, awaited: [0], seats: [{ kind: "person", name: "Ines" }, { kind: "person", name: "Mara" }] };
const view = (round: number): QuickshotView => ({ game: "quickshot", round, rounds: 9, leader: 0, phase: "lead", seats: [], pile: 9, discards: [] });
const told = (text: string): Told => ({ game: "quickshot", kind: "led", rule: "3.3", text });
const beat = (round: number, text: string): BeatMessage => ({ events: [told(text)], view: view(round) });
/** How long a beat of one word is read. */
const READ_MS = 810;

let page: { hidden: boolean; documentElement: { dataset: Record<string, string> } };
let hear: (message: FromServer) => void;

/** A board whose views are rounds and that moves nothing, open at a table in round 1. */
function opened(): { session: TableSession; show: Show<number, QuickshotEvent, { stage: number }, null>; drawn: number[] } {
  const socket = { send: () => {}, close: () => {} } as unknown as WebSocket;
  const session = new TableSession("t1", () => socket, "ws://house");
  session.open();
  socket.onopen!(new Event("open"));
  hear = (message) => socket.onmessage!(new MessageEvent("message", { data: JSON.stringify(message) }));
  hear({ type: "welcome", protocol: 1, frame: FRAME, seat: 0, view: view(1) });
  const drawn: number[] = [];
  const round = (from: unknown) => (from as QuickshotView).round;
  const stage: Stage<number, QuickshotEvent, { stage: number }, null> = {
    heading: () => "Heading", sentence: (events) => events.map((e) => e.text).join(" "), ruleOf: (events) => events[0]?.rule ?? "", gist: (events) => events.map((e) => e.text).join(" "),
    truth: () => round(session.view), before: (one) => round(one.view) - 1, diff: () => [], measure: () => null, opens: () => true, sweep: () => {},
    prepare: () => async () => {}, fade: () => async () => {}, drawn: (one) => void drawn.push(one),
    steps: (_, beats, played) => beats.map((one) => ({ view: round(one.view), events: one.events as QuickshotEvent[], done: played })),
  };
  const show = new Show(session, stage);
  show.open();
  return { session, show, drawn };
}

const update = (n: number, round: number, ...beats: BeatMessage[]) => hear({ type: "update", n, frame: FRAME, view: view(round), beats });

beforeEach(() => {
  vi.useFakeTimers();
  stubAnimations();
  page = { hidden: false, documentElement: { dataset: { motion: "full" } } };
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("beats are played one after the other, each as long as its sentence is read; then the newest view stands", async () => {
  const { session, show } = opened();
  update(1, 4, beat(2, "two"), beat(3, "{1}"));
  show.follow();
  await vi.advanceTimersByTimeAsync(10);
  expect([show.shown, show.telling?.sentence, session.queue.length]).toEqual([2, "two", 2]);
  await vi.advanceTimersByTimeAsync(READ_MS);
  expect([show.shown, show.telling?.sentence, session.queue.length]).toEqual([3, "Mara", 1]);
  await vi.advanceTimersByTimeAsync(READ_MS);
  expect([show.shown, show.playing, session.queue.length]).toEqual([4, false, 0]);
});

test("beats that come meanwhile wait for their turn, and none is played twice", async () => {
  const { session, show, drawn } = opened();
  update(1, 2, beat(2, "two"));
  show.follow();
  await vi.advanceTimersByTimeAsync(100);
  update(2, 3, beat(3, "three"));
  show.follow();
  show.follow();
  await vi.advanceTimersByTimeAsync(3 * READ_MS);
  expect(drawn.filter((one, i) => one !== drawn[i - 1])).toEqual([1, 2, 3]);
  expect(session.queue).toEqual([]);
});

test("when the line comes back the last view stands at once, with one line about what was missed", async () => {
  const { show } = opened();
  update(1, 2, beat(2, "two"));
  show.follow();
  hear({ type: "welcome", protocol: 1, frame: FRAME, seat: 0, view: view(7), events: [told("two"), told("{1} leads.")] });
  show.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect([show.shown, show.playing]).toEqual([7, false]);
  expect(show.telling).toEqual({ heading: "Meanwhile", sentence: "Meanwhile: Mara leads.", rule: "3.3", missed: true });
});

test("back from another tab: nothing is played, what was missed is summed up", async () => {
  const { session, show } = opened();
  page.hidden = true;
  show.seen();
  update(1, 5, beat(4, "four"), beat(5, "five"));
  show.follow();
  page.hidden = false;
  show.seen();
  await vi.advanceTimersByTimeAsync(0);
  expect([show.shown, show.playing, session.queue.length]).toEqual([5, false, 0]);
  expect(show.telling?.sentence).toBe("Meanwhile: four five");
});

test("S skips, P holds and goes on, A plays once more; a key that means nothing now is not used", async () => {
  const { session, show } = opened();
  expect(["s", "p", "a", "x"].map((key) => show.press(key))).toEqual([false, false, false, false]);
  update(1, 3, beat(2, "two"), beat(3, "three"));
  show.follow();
  await vi.advanceTimersByTimeAsync(10);
  expect(show.press("P")).toBe(true);
  await vi.advanceTimersByTimeAsync(5 * READ_MS);
  expect([show.paused, show.shown]).toEqual([true, 2]);
  expect(show.press("p")).toBe(true);
  expect(show.press("s")).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect([show.playing, show.shown, session.queue.length]).toEqual([false, 3, 0]);
  expect(show.press("a")).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  expect(show.telling?.sentence).toBe("three");
});
