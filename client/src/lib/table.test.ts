import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BeatMessage, Frame, FromServer, Offer, QuickshotView, Told, Welcome } from "./protocol";
import { forgetSeat, keepSeat, seatOf } from "./seats";
import { TableSession } from "./table.svelte";

let sent: Record<string, unknown>[] = [];
let socket: { onopen: (() => void) | null; onmessage: ((event: { data: string }) => void) | null; onclose: ((event: { code: number }) => void) | null };

function dial(): WebSocket {
  const fake = { send: (text: string) => sent.push(JSON.parse(text)), close() {}, onopen: null, onmessage: null, onclose: null };
  socket = fake;
  return fake as unknown as WebSocket;
}
const hear = (message: FromServer) => socket.onmessage!({ data: JSON.stringify(message) });

const FRAME: Frame = {
  table: "t1", game: "quickshot", title: "Quickshot", state: "playing", host: 0, awaited: [1],
  seats: [{ kind: "person", name: "Ines" }, { kind: "person", name: "Mara" }, { kind: "bot", name: "Pax", level: "sharper" }],
};
const view = (round: number): QuickshotView => ({ game: "quickshot", round, rounds: 4, leader: 0, phase: "lead", seats: [], pile: 9, discards: [] });
const told = (text: string): Told => ({ game: "quickshot", kind: "led", rule: "3.3", text });
const beat = (round: number, ...texts: string[]): BeatMessage => ({ events: texts.map(told), view: view(round) });
const OFFER: Offer = { question: "Lead", why: "{0} led before.", rule: "3.3", actions: [{ number: 3, action: "play 3", label: "Play Ploy" }] };

function seated(welcome: Partial<Welcome> = {}): TableSession {
  const session = new TableSession("t1", dial, "ws://house/ws/t1");
  session.open();
  socket.onopen!();
  hear({ type: "welcome", protocol: 1, frame: FRAME, seat: 1, view: view(1), events: [told("{0} leads.")], ...welcome });
  return session;
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  forgetSeat("t1");
  keepSeat("t1", "secret");
});
afterEach(() => void vi.useRealTimers());

test("knows after the welcome who it is and what has happened", () => {
  const session = seated({ decision: 7, offer: OFFER, now: Date.now() + 5000 });
  expect(session.line).toBe("connected");
  expect(session.seat).toBe(1);
  expect(session.name(2)).toBe("Pax");
  expect(session.say("{1} hits {0} and {2}.")).toBe("Mara hits Ines and Pax.");
  expect(session.isHost).toBe(false);
  expect(session.isAwaited).toBe(true);
  expect(session.offered("play 3")?.label).toBe("Play Ploy");
  expect(session.now()).toBe(Date.now() + 5000);
});

test("is a spectator without a seat", () => {
  const session = seated({ seat: undefined });
  expect(session.seat).toBeNull();
  session.act("play 3");
  expect(session.pending).toBeNull();
});

test("says that the seat was opened while one was away, until one sits down again or the game runs", () => {
  const gathering = { ...FRAME, state: "gathering" as const };
  const session = seated({ seat: undefined, frame: gathering, view: undefined, events: [] });
  expect(session.lostSeat).toBe(true);
  keepSeat("t1", "another");
  session.open();
  socket.onopen!();
  hear({ type: "welcome", protocol: 1, frame: gathering, seat: 1 });
  expect(session.lostSeat).toBe(false);
  session.open();
  socket.onopen!();
  hear({ type: "welcome", protocol: 1, frame: FRAME, view: view(1) });
  expect(session.lostSeat).toBe(false);
});

test("does not come back by itself where there is no room to watch", () => {
  const session = new TableSession("t1", dial, "ws://house/ws/t1");
  session.open();
  socket.onopen!();
  hear({ type: "refused", code: "taken", sentence: "200 people watch this table, and there is room for no more; try again later." });
  socket.onclose!({ code: 4429 });
  expect([session.line, session.crowded]).toEqual(["lost", true]);
  expect(session.notice).toContain("200 people");
});

test("forgets a key that opens no seat any more, but none that it did not send", () => {
  const session = seated({ seat: undefined });
  expect(seatOf("t1")).toBeNull();
  keepSeat("t1", "new");
  hear({ type: "welcome", protocol: 1, frame: FRAME });
  expect(session.seat).toBeNull();
  expect(seatOf("t1")?.key).toBe("new");
});

test("acts with the decision's id and waits for the answer", () => {
  const session = seated({ decision: 7, offer: OFFER });
  session.act("play 3");
  expect(sent.at(-1)).toMatchObject({ type: "act", decision: 7, action: "play 3" });
  expect(session.isFree).toBe(false);
  const cmd_id = session.pending!.cmd_id;
  hear({ type: "refused", code: "late", sentence: "Too late.", cmd_id });
  expect(session.isFree).toBe(true);
  expect(session.refusal).toBe("Too late.");
  session.act("play 3");
  expect(session.refusal).toBe("");
});

test("an accepted answer is not asked for again before what follows from it has arrived", () => {
  const session = seated({ decision: 7, offer: OFFER });
  session.act("play 3");
  hear({ type: "accepted", cmd_id: session.pending!.cmd_id });
  expect(session.isFree).toBe(false);
  hear({ type: "update", n: 1, decision: 7, may_withdraw: true });
  expect(session.isFree).toBe(true);
  hear({ type: "update", n: 2, decision: 8, offer: OFFER });
  expect(session.isFree).toBe(true);
});

test("an answer that is repeated on a new line closes no later question", () => {
  const session = seated({ decision: 7, offer: OFFER });
  session.act("play 3");
  const cmd_id = session.pending!.cmd_id;
  hear({ type: "welcome", protocol: 1, frame: FRAME, seat: 1, view: view(2), decision: 8, offer: OFFER });
  hear({ type: "accepted", cmd_id });
  expect(session.isFree).toBe(true);
});

test("offer and decision end with an update that has none; the rest stays", () => {
  const session = seated({ decision: 7, offer: OFFER });
  hear({ type: "update", n: 1, decision: 7, may_withdraw: true });
  expect(session.offer).toBeNull();
  expect(session.mayWithdraw).toBe(true);
  expect(session.view).toEqual(view(1));
  session.withdraw();
  expect(sent.at(-1)).toMatchObject({ type: "withdraw", decision: 7 });
  hear({ type: "update", n: 2 });
  expect(session.decision).toBeNull();
  expect(session.mayWithdraw).toBe(false);
  expect(session.frame).toEqual(FRAME);
});

test("while the rules ask for one more box, all that is open can be taken back", () => {
  const session = seated({ decision: 7, offer: OFFER });
  expect(session.mayWithdraw).toBe(false);
  hear({ type: "update", n: 1, decision: 8, offer: OFFER, may_withdraw: true });
  expect(session.mayWithdraw).toBe(true);
  session.withdraw();
  expect(sent.at(-1)).toMatchObject({ type: "withdraw", decision: 8 });
});

test("queues beats from the view before them; the log runs no further than the board", () => {
  const session = seated();
  hear({ type: "update", n: 1, beats: [beat(2, "a", "b"), beat(3, "c")], view: view(3) });
  expect(session.view).toEqual(view(3));
  expect(session.startView).toEqual(view(1));
  expect(session.seen.map((event) => event.text)).toEqual(["{0} leads.", "a", "b"]);
  hear({ type: "update", n: 2, beats: [beat(4, "d")], view: view(4) });
  expect(session.startView).toEqual(view(1));
  session.played();
  expect(session.startView).toEqual(view(2));
  expect(session.seen.at(-1)!.text).toBe("c");
  session.caughtUp();
  expect(session.queue).toEqual([]);
  expect(session.startView).toEqual(view(4));
  expect(session.seen).toHaveLength(5);
});

test("a new welcome replaces everything, played or not", () => {
  const session = seated();
  hear({ type: "update", n: 1, beats: [beat(2, "a")], view: view(2) });
  socket.onclose!({ code: 1006 });
  vi.advanceTimersByTime(1000);
  socket.onopen!();
  hear({ type: "welcome", protocol: 1, frame: FRAME, seat: 1, view: view(3), events: [told("x")] });
  expect(session.queue).toEqual([]);
  expect(session.view).toEqual(view(3));
  expect(session.events).toHaveLength(1);
  expect(session.welcomes).toBe(2);
});

test("says why there is no table, and whether to load the page again", () => {
  const session = new TableSession("t1", dial, "ws://house/ws/t1");
  session.open();
  hear({ type: "refused", code: "protocol", sentence: "Load the page again." });
  socket.onclose!({ code: 4426 });
  expect([session.line, session.notice, session.outdated, session.refusal]).toEqual(["lost", "Load the page again.", true, ""]);
});

test("brings its nonce once the commitment is seen, the same each time", () => {
  const frame: Frame = { ...FRAME, state: "gathering", commitment: "ab".repeat(32) };
  seated({ frame });
  seated({ frame });
  const nonces = sent.filter((message) => message.type === "nonce");
  expect(nonces).toHaveLength(2);
  expect(nonces[0]).toEqual({ type: "nonce", cmd_id: "nonce", nonce: seatOf("t1")!.nonce });
  expect(nonces[1]).toEqual(nonces[0]);
  expect(seatOf("t1")!.nonce).toMatch(/^[0-9a-f]{32}$/);
});

test("brings no nonce without a commitment, without a seat, or after the deal", () => {
  seated({ frame: { ...FRAME, state: "gathering" } });
  seated({ frame: { ...FRAME, state: "gathering", commitment: "ab" }, seat: undefined });
  seated({ frame: { ...FRAME, commitment: "ab" } });
  expect(sent.filter((message) => message.type === "nonce")).toEqual([]);
});

test("knows that a bot chose because the time was up, and not when the choice came from here", () => {
  const timed: Frame = { ...FRAME, seconds: 30, due_at: Date.now() + 30_000 };
  const session = seated({ frame: timed, decision: 7, offer: OFFER });
  hear({ type: "update", n: 1, decision: 7, offer: OFFER });
  vi.advanceTimersByTime(30_000);
  hear({ type: "update", n: 2, beats: [beat(1, "{1} leads.")], view: view(1), frame: { ...timed, due_at: undefined } });
  expect(session.timedOut).toBe(true);
  hear({ type: "update", n: 3, decision: 8, offer: OFFER, frame: { ...timed, due_at: Date.now() + 30_000 } });
  expect(session.timedOut).toBe(false);
  vi.advanceTimersByTime(29_500);
  session.act("play 3");
  hear({ type: "update", n: 4, decision: 8, view: view(1) });
  expect(session.timedOut).toBe(false);
});

test("tells a person who comes back that a bot has played, but not what they have watched", () => {
  const played = (decided_for: number): Frame => ({ ...FRAME, seats: FRAME.seats.map((seat, i) => (i === 1 ? { ...seat, decided_for } : seat)) });
  const session = seated({ frame: played(0), seat: 1 });
  hear({ type: "update", n: 1, frame: played(1) });
  expect(seated({ frame: played(1), seat: 1 }).wasPlayedFor).toBe(false);
  expect(session.wasPlayedFor).toBe(false);
  expect(seated({ frame: played(3), seat: 1 }).wasPlayedFor).toBe(true);
  expect(seated({ frame: played(3), seat: 1 }).wasPlayedFor).toBe(false);
});
