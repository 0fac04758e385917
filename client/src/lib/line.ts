// The line to one table: a WebSocket that greets, counts, keeps alive, comes back by itself and loses no command.
import { PROTOCOL, type Accepted, type FromClient, type FromServer, type Refused, type Update, type Welcome } from "./protocol";

export type LineState =
  | "connecting" // the first try
  | "connected"
  | "reconnecting" // dropped; trying again
  | "displaced" // a newer tab or device took the seat: never fights back
  | "lost"; // the table will not have us: it says why

/** A message that must be answered. */
export type Command = Extract<FromClient, { cmd_id: string }>;

/** What the line tells its owner. */
export interface Listener {
  /** `tries` failed since the line dropped; the next one comes at `retryAt` (ms since 1970). */
  line(state: LineState, tries: number, retryAt: number): void;
  welcome(message: Welcome): void;
  update(message: Update): void;
  answer(message: Accepted | Refused): void;
  displaced(sentence: string): void;
}

/** The close codes after which the page does not come back by itself: no such table; a page of another version; too many watch. */
const FINAL = new Set([4404, 4426, 4429]);
const PING_MS = 20_000;
const SILENCE_MS = 45_000;
const WAITS_MS = [300, 1000, 2000, 4000, 8000, 15_000];

/** How long to wait before try number `tries` (from 0), spread by a third so that not all come back at once. */
export const backoff = (tries: number, chance = Math.random()): number =>
  WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]! * (1 + (chance - 0.5) / 1.5);

export class Line {
  state: LineState = "connecting";
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Command>();
  #count = 0;
  #tries = 0;
  #heard = 0;
  #greeted = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  /** `key` is asked anew at each try: the seat may have been taken meanwhile. */
  constructor(
    readonly address: string,
    readonly key: () => string | undefined,
    readonly listener: Listener,
    readonly dial: (address: string) => WebSocket = (to) => new WebSocket(to),
  ) {}

  /** Open the line, or open it anew: also what brings a displaced tab back when a person wants it. */
  open(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (this.state === "displaced" || this.state === "lost") this.#tries = 0;
    this.#say(this.#tries || this.#greeted ? "reconnecting" : "connecting");
    const socket = this.dial(this.address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, key: this.key() } satisfies FromClient));
    socket.onmessage = (event) => this.#hear(socket, event.data);
    socket.onclose = (event) => this.#closed(socket, event?.code);
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#beat(), PING_MS);
  }

  /** Send a command; it is sent again with the same id after each reconnect until it is answered. */
  send(command: Command): void {
    this.#unanswered.set(command.cmd_id, command);
    if (this.state === "connected") this.#socket?.send(JSON.stringify(command));
  }

  /** The network is back, or the page is seen again: try at once, or find out whether the line still lives. */
  wake(): void {
    if (this.state === "connecting" || this.state === "reconnecting") this.open();
    if (this.state !== "connected") return;
    const asked = Date.now();
    this.#ping();
    setTimeout(() => {
      if (this.state === "connected" && this.#heard < asked) this.#resync();
    }, 5000);
  }

  close(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    this.#drop();
  }

  #hear(socket: WebSocket, data: unknown): void {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    const message = read(data);
    if (!message) return this.#resync();
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        if (message.n !== this.#count + 1) return this.#resync();
        this.#count = message.n;
        return this.listener.update(message);
      case "accepted":
      case "refused":
        return this.#answer(message);
      case "displaced":
        this.#drop();
        this.#say("displaced");
        return this.listener.displaced(message.sentence);
    }
  }

  #welcome(message: Welcome): void {
    this.#count = 0;
    this.#tries = 0;
    this.#greeted = true;
    this.#say("connected");
    for (const command of this.#unanswered.values()) this.#socket?.send(JSON.stringify(command));
    this.listener.welcome(message);
  }

  #answer(message: Accepted | Refused): void {
    if (message.cmd_id != null) this.#unanswered.delete(message.cmd_id);
    this.listener.answer(message);
  }

  #closed(socket: WebSocket, code = 0): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (FINAL.has(code)) return this.#say("lost");
    const wait = backoff(this.#tries++);
    this.#say("reconnecting", Date.now() + wait);
    this.#retry = setTimeout(() => this.open(), wait);
  }

  /** A gap or an unreadable message: begin anew, the welcome holds everything. */
  #resync(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#drop();
    this.#socket = socket;
    this.#closed(socket);
  }

  #beat(): void {
    if (this.state === "connected" && Date.now() - this.#heard > SILENCE_MS) this.#resync();
    else this.#ping();
  }

  #ping(): void {
    if (this.state === "connected") this.#socket?.send(JSON.stringify({ type: "ping" } satisfies FromClient));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #say(state: LineState, retryAt = 0): void {
    this.state = state;
    this.listener.line(state, this.#tries, retryAt);
  }
}

function read(data: unknown): FromServer | null {
  try {
    const message = JSON.parse(String(data)) as FromServer;
    return typeof message?.type === "string" ? message : null;
  } catch {
    return null;
  }
}
