import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backoff, Line, type Command, type Listener } from "./line";
import type { FromServer } from "./protocol";

/** A socket whose other end is the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  hear(message: FromServer | string): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
  greet(): void {
    this.onopen?.();
    this.hear(WELCOME);
  }
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

const WELCOME: FromServer = { type: "welcome", protocol: 1, frame: { table: "t", game: "quickshot", title: "Quickshot", state: "gathering", seats: [] } };
const ACT: Command = { type: "act", cmd_id: "c1", decision: 4, action: "play 3" };
const newest = () => FakeSocket.all.at(-1)!;

function lineWith(key?: string) {
  const heard: string[] = [];
  const listener: Listener = {
    line: (state) => heard.push(state),
    welcome: () => heard.push("welcome"),
    update: (update) => heard.push(`update ${update.n}`),
    answer: (answer) => heard.push(`${answer.type} ${answer.cmd_id ?? "-"}`),
    displaced: (sentence) => heard.push(sentence),
  };
  const line = new Line("ws://house/ws/t", () => key, listener, (to) => new FakeSocket(to) as unknown as WebSocket);
  return { line, heard };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
});
afterEach(() => void vi.useRealTimers());

describe("a line", () => {
  test("greets with protocol and key, and is connected when it is welcomed", () => {
    const { line, heard } = lineWith("secret");
    line.open();
    newest().greet();
    expect(newest().sent).toEqual([{ type: "hello", protocol: 1, key: "secret" }]);
    expect(heard).toEqual(["connecting", "connected", "welcome"]);
  });

  test("greets without a key where there is none", () => {
    const { line } = lineWith();
    line.open();
    newest().greet();
    expect(newest().sent).toEqual([{ type: "hello", protocol: 1 }]);
  });

  test("never puts the key into its address", () => {
    const { line } = lineWith("secret");
    line.open();
    expect(newest().address).not.toContain("secret");
  });

  test("passes updates on in order", () => {
    const { line, heard } = lineWith();
    line.open();
    newest().greet();
    newest().hear({ type: "update", n: 1 });
    newest().hear({ type: "update", n: 2 });
    expect(heard.slice(-2)).toEqual(["update 1", "update 2"]);
  });

  test.each([
    ["a gap", { type: "update", n: 2 } as FromServer],
    ["a repetition", { type: "update", n: 0 } as FromServer],
    ["an unreadable message", "{"],
    ["a message without a type", "{}"],
  ])("begins anew after %s, and counts from 1 again", (_, message) => {
    const { line, heard } = lineWith();
    line.open();
    const before = newest();
    before.greet();
    before.hear(message);
    expect(before.closed).toBe(true);
    expect(line.state).toBe("reconnecting");
    vi.advanceTimersByTime(500);
    expect(newest()).not.toBe(before);
    newest().greet();
    newest().hear({ type: "update", n: 1 });
    expect(heard.at(-1)).toBe("update 1");
  });

  test("sends what is unanswered again with the same id, and what is answered no more", () => {
    const { line } = lineWith();
    line.open();
    newest().greet();
    line.send({ type: "start", cmd_id: "c0" });
    line.send(ACT);
    newest().hear({ type: "accepted", cmd_id: "c0" });
    newest().drop();
    vi.advanceTimersByTime(500);
    newest().greet();
    expect(newest().sent.slice(1)).toEqual([ACT]);
  });

  test("keeps what is sent while it is down until it is welcomed", () => {
    const { line } = lineWith();
    line.open();
    line.send(ACT);
    expect(newest().sent).toEqual([]);
    newest().greet();
    expect(newest().sent.slice(1)).toEqual([ACT]);
  });

  test("waits longer after each try, and no longer after a welcome", () => {
    const { line } = lineWith();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    line.open();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      newest().drop();
      const before = FakeSocket.all.length;
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([300, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    newest().greet();
    newest().drop();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all.length).toBe(9);
    vi.restoreAllMocks();
  });

  test("spreads its tries by a third to either side", () => {
    expect(backoff(1, 0)).toBeCloseTo(667, 0);
    expect(backoff(1, 1)).toBeCloseTo(1333, 0);
  });

  test("tries at once when it is woken", () => {
    const { line } = lineWith();
    line.open();
    newest().greet();
    newest().drop();
    line.wake();
    expect(FakeSocket.all.length).toBe(2);
    newest().greet();
    expect(line.state).toBe("connected");
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all.length).toBe(2);
  });

  test("pings every 20 s and gives a silent line up", () => {
    const { line } = lineWith();
    line.open();
    const first = newest();
    first.greet();
    vi.advanceTimersByTime(20_000);
    expect(first.sent.at(-1)).toEqual({ type: "ping" });
    first.hear({ type: "pong" });
    vi.advanceTimersByTime(40_000);
    expect(line.state).toBe("connected");
    vi.advanceTimersByTime(20_000);
    expect(first.closed).toBe(true);
    expect(line.state).toBe("reconnecting");
  });

  test("finds out within 5 s of waking that nobody is there any more", () => {
    const { line } = lineWith();
    line.open();
    newest().greet();
    vi.advanceTimersByTime(1000);
    line.wake();
    vi.advanceTimersByTime(5000);
    expect(line.state).toBe("reconnecting");
  });

  test("does not fight back when it is displaced, but comes back when a person wants it", () => {
    const { line, heard } = lineWith();
    line.open();
    newest().greet();
    newest().hear({ type: "displaced", sentence: "A newer tab took the seat." });
    newest().drop();
    line.wake();
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all.length).toBe(1);
    expect(heard.slice(-2)).toEqual(["displaced", "A newer tab took the seat."]);
    line.open();
    newest().greet();
    expect(line.state).toBe("connected");
  });

  test.each([["no such table", 4404], ["a page of another version", 4426]])("stays down after %s", (_, code) => {
    const { line, heard } = lineWith();
    line.open();
    newest().hear({ type: "refused", code: "unknown", sentence: "There is no such table." });
    newest().drop(code);
    line.wake();
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all.length).toBe(1);
    expect(heard.slice(-2)).toEqual(["refused -", "lost"]);
  });

  test("comes back after a refusal that was not about the table", () => {
    const { line } = lineWith();
    line.open();
    newest().hear({ type: "refused", code: "protocol", sentence: "Nobody said hello within 15 seconds." });
    newest().drop(4408);
    vi.advanceTimersByTime(500);
    newest().greet();
    expect(line.state).toBe("connected");
  });

  test("tries no more once it is closed", () => {
    const { line } = lineWith();
    line.open();
    newest().greet();
    line.close();
    newest().drop();
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all.length).toBe(1);
  });
});
