// One table as this browser knows it. One state object; what is drawn is a function of it.
import { Line, type Command, type LineState } from "./line";
import { at } from "./paths";
import { randomHex } from "./random";
import { forgetSeat, noteDecidedFor, noteSeat, seatOf } from "./seats";
import type { Accepted, BeatMessage, Frame, Level, Offer, Offered, Refused, Told, Update, View, Welcome } from "./protocol";

/** A command without its id, as the methods below make it. */
type Wish = Command extends infer C ? (C extends Command ? Omit<C, "cmd_id"> : never) : never;

export const addressOf = (table: string): string =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${at(`/ws/${encodeURIComponent(table)}`)}`;

export class TableSession {
  /** How the line stands. */
  line = $state<LineState>("connecting");
  /** Failed tries since the line dropped. */
  tries = $state(0);
  /** When the next try comes (ms since 1970), 0 for none. */
  retryAt = $state(0);
  /** The table around the game; null until the first welcome. */
  frame = $state.raw<Frame | null>(null);
  /** The own seat; null for a spectator. */
  seat = $state<number | null>(null);
  /** The true latest own view; null before the deal. */
  view = $state.raw<View | null>(null);
  /** The own decision with its legal actions, if one is due. */
  offer = $state.raw<Offer | null>(null);
  /** Id of the own decision; also given while an own open choice may be taken back. */
  decision = $state<number | null>(null);
  /** Whether own open choices may be taken back: also while the rules ask for one more. */
  mayWithdraw = $state(false);
  /** All that was told since the deal; `say` turns its texts into sentences. */
  events = $state.raw<Told[]>([]);
  /** Beats that the board has not played yet, oldest first. The board calls `played` after each. */
  queue = $state.raw<BeatMessage[]>([]);
  /** The view right before the first beat of the queue: what the board shows until it plays. */
  startView = $state.raw<View | null>(null);
  /** Rises with every welcome: the board shows `view` at once, without movement. */
  welcomes = $state(0);
  /** The command that was sent last and is not answered yet. */
  pending = $state.raw<Command | null>(null);
  /** Why the last command was turned down, as a sentence; "" when it was not. */
  refusal = $state("");
  /** Whether the time for the latest own decision ran out, so that a bot made it. */
  timedOut = $state(false);
  /** Whether a bot has decided for the own seat while this browser was away; until it is read or the next own decision. */
  wasPlayedFor = $state(false);
  /** Whether the own seat was opened to others before the deal, while this browser was away. */
  lostSeat = $state(false);
  /** Why the table cannot be reached at all or was left to another tab, as a sentence. */
  notice = $state("");
  /** Whether the page is of another version than the server and must be loaded again. */
  outdated = $state(false);
  /** Whether there is no room to watch: one may try again. */
  crowded = $state(false);
  /** The server's clock minus this one's, in ms. */
  ahead = 0;

  #line: Line;
  /** The key that the last hello carried. */
  #claimed: string | undefined;
  /** The decision that was answered from here. */
  #answered: number | null = null;
  /** The offer whose answer was accepted: over, though what follows from it arrives a message later. */
  #over = $state.raw<Offer | null>(null);

  constructor(
    readonly table: string,
    dial?: (address: string) => WebSocket,
    address = addressOf(table),
  ) {
    this.#line = new Line(address, () => (this.#claimed = seatOf(table)?.key), this.#listener(), dial);
  }

  // --- the line ---------------------------------------------------------------------------------------------------------

  open(): void {
    this.notice = "";
    this.#line.open();
  }

  wake = (): void => this.#line.wake();

  close(): void {
    this.#line.close();
  }

  // --- commands ---------------------------------------------------------------------------------------------------------

  /** Take an offered action, by its notation. */
  act(action: string): void {
    if (this.decision == null) return;
    this.#answered = this.decision;
    this.wasPlayedFor = false;
    this.#send({ type: "act", decision: this.decision, action });
  }

  /** Take back the own open choice. */
  withdraw(): void {
    if (this.decision == null) return;
    this.#answered = null;
    this.#send({ type: "withdraw", decision: this.decision });
  }

  start(): void {
    this.#send({ type: "start" });
  }

  seatBot(seat: number, level: Level): void {
    this.#send({ type: "seat_bot", seat, level });
  }

  openSeat(seat: number): void {
    this.#send({ type: "open_seat", seat });
  }

  setSeats(seats: number): void {
    this.#send({ type: "set_seats", seats });
  }

  configure(seconds: number, listed: boolean): void {
    this.#send({ type: "configure", seconds, listed });
  }

  /** Who starts; null: as the rules say. */
  nameFirst(seat: number | null): void {
    this.#send({ type: "first_seat", ...(seat == null ? {} : { seat }) });
  }

  leave(): void {
    this.#send({ type: "leave" });
  }

  rematch(): void {
    this.#send({ type: "rematch" });
  }

  // --- reading ----------------------------------------------------------------------------------------------------------

  get isHost(): boolean {
    return this.seat != null && this.frame?.host === this.seat;
  }

  /** Whether buttons may be pressed: the line is up and nothing is under way. */
  get isFree(): boolean {
    return this.line === "connected" && this.pending == null && (this.offer == null || this.offer !== this.#over);
  }

  /** Whether the table waits for this seat. */
  get isAwaited(): boolean {
    return this.seat != null && (this.frame?.awaited ?? []).includes(this.seat);
  }

  name(seat: number): string {
    return this.frame?.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  /** A text of the game with the names of its seats: "{2} leads" becomes "Otto leads". */
  say(text: string): string {
    return text.replace(/\{(\d+)\}/g, (_, seat) => this.name(Number(seat)));
  }

  /** The offered action with this notation. */
  offered(action: string): Offered | undefined {
    return this.offer?.actions.find((one) => one.action === action);
  }

  /** The server's time, ms since 1970: for deadlines. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** What has been told and, as far as the board has played it, seen: for the log. */
  get seen(): Told[] {
    const ahead = this.queue.slice(1).reduce((sum, beat) => sum + beat.events.length, 0);
    return ahead ? this.events.slice(0, -ahead) : this.events;
  }

  // --- the board's part -------------------------------------------------------------------------------------------------

  /** The first beat of the queue has been played. */
  played(): void {
    const [first, ...rest] = this.queue;
    if (!first) return;
    this.startView = first.view;
    this.queue = rest;
  }

  /** All beats are as good as played: skipped, or the page was not seen. */
  caughtUp(): void {
    this.startView = this.queue.at(-1)?.view ?? this.startView;
    this.queue = [];
  }

  // --- what the line says -----------------------------------------------------------------------------------------------

  #send(wish: Wish): void {
    this.refusal = "";
    this.pending = { ...wish, cmd_id: randomHex(8) } as Command;
    this.#line.send(this.pending);
  }

  #listener() {
    return {
      line: (state: LineState, tries: number, retryAt: number) => {
        this.line = state;
        this.tries = tries;
        this.retryAt = retryAt;
      },
      welcome: (message: Welcome) => this.#welcome(message),
      update: (message: Update) => this.#update(message),
      answer: (message: Accepted | Refused) => this.#answer(message),
      displaced: (sentence: string) => {
        this.pending = null;
        this.notice = sentence;
      },
    };
  }

  #welcome(message: Welcome): void {
    this.frame = message.frame;
    this.seat = message.seat ?? null;
    const hasLost = this.seat == null && !!this.#claimed && this.#claimed === seatOf(this.table)?.key;
    if (hasLost) forgetSeat(this.table);
    this.lostSeat = hasLost && message.frame.state === "gathering";
    this.crowded = false;
    this.view = this.startView = message.view ?? null;
    this.decision = message.decision ?? null;
    this.offer = message.offer ?? null;
    this.mayWithdraw = message.may_withdraw ?? false;
    this.#answered = null;
    this.events = message.events ?? [];
    this.queue = [];
    this.timedOut = false;
    if (message.now) this.ahead = message.now - Date.now();
    this.notice = "";
    this.welcomes += 1;
    this.#note();
    if (this.#noteDecidedFor()) this.wasPlayedFor = true;
    this.#bringNonce();
  }

  #update(message: Update): void {
    this.#noteTime(message);
    if (message.beats?.length) {
      if (!this.queue.length) this.startView = this.view;
      this.queue = [...this.queue, ...message.beats];
      this.events = [...this.events, ...message.beats.flatMap((beat) => beat.events)];
    }
    if (message.frame) {
      const { state, seats } = this.frame ?? message.frame;
      this.frame = message.frame;
      if (state !== message.frame.state || seats.length !== message.frame.seats.length || state === "gathering") this.#note();
    }
    if (message.frame) this.#noteDecidedFor();
    if (message.view) this.view = message.view;
    this.decision = message.decision ?? null;
    this.offer = message.offer ?? null;
    this.mayWithdraw = message.may_withdraw ?? false;
    if (this.view && !this.startView) this.startView = this.view;
  }

  /** Before an update is taken in: whether it ends an own decision that nobody here has made. */
  #noteTime(message: Update): void {
    const due = this.offer && this.#answered !== this.decision ? this.frame?.due_at : null;
    const isSame = (message.decision ?? null) === this.decision;
    if (due && this.now() >= due - 1000 && !(isSame && message.offer)) this.timedOut = true;
    else if (message.offer && !isSame) this.timedOut = false;
  }

  #answer(message: Accepted | Refused): void {
    const pending = this.pending;
    if (pending && message.cmd_id === pending.cmd_id) {
      if (message.type === "accepted" && pending.type === "act" && this.#answered === this.decision) this.#over = this.offer;
      this.pending = null;
    }
    if (message.type !== "refused" || message.cmd_id === NONCE) return;
    this.#answered = null;
    if (message.cmd_id != null) this.refusal = message.sentence;
    else {
      this.notice = message.sentence;
      this.outdated = message.code === "protocol";
      this.crowded = message.code === "taken";
    }
  }

  /** So that the lobby knows the way back. */
  #note(): void {
    if (this.frame && this.seat != null) noteSeat(this.frame, this.seat);
  }

  /** What a bot decides while this browser looks on is no news later. */
  #noteDecidedFor(): boolean {
    const seat = this.seat == null ? undefined : this.frame?.seats[this.seat];
    return !!seat && noteDecidedFor(this.table, seat.decided_for ?? 0);
  }

  /** The client's part of the fair deal: once, as soon as the commitment is seen; the server answers a repetition alike. */
  #bringNonce(): void {
    const own = seatOf(this.table);
    if (this.seat == null || this.frame?.state !== "gathering" || !this.frame.commitment || !own) return;
    this.#line.send({ type: "nonce", cmd_id: NONCE, nonce: own.nonce });
  }

  /** The own seat is given up for good: this browser no longer claims it. */
  giveUp(): void {
    forgetSeat(this.table);
    this.seat = null;
  }
}

const NONCE = "nonce";
