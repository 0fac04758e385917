// Plays steps from one view to the next, for any game. The new view is drawn first, whole; the effects run over it, each
// showing the old picture until its turn comes. Nothing here holds back a decision: buttons answer to the latest view.
import { Clock } from "./clock";

/** Something that moves between two views. Effects of one stage run together, the stages one after the other. */
export interface Effect {
  readonly stage: number;
}

/** A view to come, and what happened on the way to it. Without events it is a plain change, such as somebody's commit. */
export interface Step<V, E> {
  readonly view: V;
  readonly events: readonly E[];
  /** Called once, when the step has been played or skipped. */
  readonly done?: () => void;
}

/** What a game hands in. `P` is its picture: where everything was before the new view is drawn. */
export interface Theatre<V, E, F extends Effect, P> {
  diff(before: V, after: V, events: readonly E[]): F[];
  measure(): P;
  /** Change what is drawn; resolves when it is on the page. */
  draw(view: V, effects: readonly F[]): Promise<void>;
  /** After the draw: hide what has not happened yet, and return what to run when the effect's turn comes. */
  prepare(effect: F, scene: Scene<P>): () => Promise<unknown>;
  /** The same without movement: what changed fades in. */
  fade(effect: F, scene: Scene<P>): () => Promise<unknown>;
  /** Say what happens, right before it is drawn; returns how long it takes to read, in ms. */
  tell(step: Step<V, E>, calm: boolean): number;
  /** Whether the step begins something that "Again" should begin with. */
  opens(step: Step<V, E>): boolean;
  /** Remove whatever effects left lying. */
  sweep(): void;
  /** Resolves when the page has shown what is drawn. Decisions are shown before anything moves. */
  painted(): Promise<void>;
  calm(): boolean;
  /** Called whenever `playing`, `paused` or `canReplay` change. */
  changed(): void;
}

/** What an effect gets to work with. */
export interface Scene<P> {
  readonly before: P;
  /** Once a newer view is there it moves and waits for nothing any more. */
  readonly clock: Pick<Clock, "animate" | "wait">;
  /** Run at the end of the stage in which things change. */
  later(run: () => Promise<unknown>): void;
}

/** Stages in which effects may stand. */
export const STAGES = { announce: 0, cause: 1, change: 2, settle: 3 } as const;

/** How many steps may wait before the oldest are drawn without being played. */
const BACKLOG = 30;
const HURRY_MS = 90;

export class Player<V, E, F extends Effect, P> {
  readonly clock = new Clock();
  #queue: Step<V, E>[] = [];
  #shown: V | null = null;
  #run = 0;                                    // a newer run makes the older one stop at its next await
  #running = false;
  #replay = new Set<Step<V, E>>();             // steps that were played before
  #drawing: Promise<void> = Promise.resolve();
  #record: { start: V | null; steps: Step<V, E>[] } = { start: null, steps: [] };

  constructor(readonly theatre: Theatre<V, E, F, P>) {}

  /** The view on the page. */
  get shown(): V | null {
    return this.#shown;
  }

  /** The view that will be on the page when all is played. */
  get latest(): V | null {
    return this.#queue.at(-1)?.view ?? this.#shown;
  }

  /** Whether something with events runs or waits. */
  get playing(): boolean {
    return this.#queue.some((step) => step.events.length);
  }

  get paused(): boolean {
    return this.clock.paused;
  }

  get canReplay(): boolean {
    return this.#record.steps.length > 0;
  }

  /** Show a view at once, and forget what was still to be played. */
  show(view: V): void {
    this.#run++;
    this.#queue = [];
    this.#running = false;
    this.clock.hurry(1);
    this.theatre.sweep();
    this.#shown = view;
    this.#drawing = this.theatre.draw(view, []);
    this.theatre.changed();
  }

  /** Play these steps after those that still wait. Of plain changes in a row only the last is played. */
  add(steps: readonly Step<V, E>[]): void {
    for (const step of steps) {
      const tail = this.#queue.at(-1);
      const plain = tail && !tail.events.length && !step.events.length && (this.#queue.length > 1 || !this.#running);
      if (plain) this.#queue.pop()?.done?.();
      this.#queue.push(step);
    }
    this.theatre.changed();
    void this.#go();
  }

  /** To the end: what runs is over within a moment, what waits is drawn as if it had been played. */
  skip(): void {
    const last = this.#queue.at(-1);
    if (!last) return;
    this.#run++;
    this.#running = false;
    this.clock.hurry(HURRY_MS);
    const told = this.#queue.filter((step) => step.events.length).at(-1);
    if (told) this.theatre.tell(told, true);
    for (const step of this.#queue) this.#remember(step);
    const skipped = this.#queue;
    this.#queue = [];
    this.theatre.sweep();
    this.#shown = last.view;
    this.#drawing = this.theatre.draw(last.view, []);
    for (const step of skipped) step.done?.();
    this.theatre.changed();
  }

  /** Play once more what was played last, from its opening step on; then return to the latest view. */
  again(): void {
    const { start, steps } = this.#record;
    const now = this.latest;
    if (!steps.length || start == null || now == null) return;
    const waiting = this.#queue;
    this.show(start);
    const replayed = steps.map((step) => ({ ...step }));
    this.#replay = new Set(replayed);
    for (const step of waiting) step.done?.();
    this.add([...replayed, { view: now, events: [] }]);
  }

  /** The board is gone. */
  close(): void {
    this.#run++;
    this.#queue = [];
    this.clock.hurry(1);
    this.theatre.sweep();
  }

  pause(): void {
    this.clock.pause();
    this.theatre.changed();
  }

  resume(): void {
    this.clock.resume();
    this.theatre.changed();
  }

  async #go(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const run = ++this.#run;
    const current = () => run === this.#run;
    await this.#drawing;                       // what is measured must be on the page
    if (!current()) return;
    for (let first = true; this.#queue.length; ) {
      const step = this.#queue[0]!;
      this.#remember(step);
      await this.#play(step, current, { first });
      first &&= !step.events.length;
      if (!current()) return;
      this.#queue.shift();
      step.done?.();
      this.theatre.changed();
    }
    this.#running = false;
    this.theatre.changed();
  }

  #remember(step: Step<V, E>): void {
    if (!step.events.length || this.#replay.has(step) || this.#record.steps.some((known) => known.events === step.events)) return;
    if (this.theatre.opens(step)) this.#record = { start: this.#shown, steps: [] };
    if (this.#record.start == null) this.#record.start = this.#shown ?? step.view;
    this.#record.steps.push({ view: step.view, events: step.events });
  }

  async #play(step: Step<V, E>, current: () => boolean, { first = false }): Promise<void> {
    const { theatre, clock } = this;
    const from = this.#shown ?? step.view;
    const calm = theatre.calm();
    const late = this.#queue.length > BACKLOG;
    const effects = late ? [] : theatre.diff(from, step.view, step.events);
    const telling = step.events.length && !late ? theatre.tell(step, calm) : 0;
    if (first && telling) await theatre.painted();
    if (!current()) return;
    const before = effects.length ? theatre.measure() : (null as P);       // measuring is layout: not while somebody drags
    this.#shown = step.view;
    await theatre.draw(step.view, effects);
    if (!current() || (!effects.length && !step.events.length)) return;
    const later: (() => Promise<unknown>)[] = [];
    const scene: Scene<P> = { before, clock: clockWhile(current, clock), later: (run) => later.push(run) };
    const ready = effects.map((effect) => ({ stage: effect.stage, run: (calm ? theatre.fade : theatre.prepare).call(theatre, effect, scene) }));
    const reading = telling ? clock.wait(telling) : undefined;
    for (const stage of calm ? [null] : Object.values(STAGES)) {
      await Promise.all(ready.filter((part) => stage == null || part.stage === stage).map((part) => part.run()));
      if (!current()) return;                  // overtaken: the newer view is drawn already
      if (stage === STAGES.change) await Promise.all(later.map((run) => run()));
      if (!current()) return;
    }
    await reading;
  }
}

/** A clock that only works as long as the run does. */
function clockWhile(current: () => boolean, clock: Clock): Scene<unknown>["clock"] {
  return {
    animate: (node, frames, options) => (current() ? clock.animate(node, frames, options) : Promise.resolve()),
    wait: (ms) => (current() ? clock.wait(ms) : Promise.resolve()),
  };
}
