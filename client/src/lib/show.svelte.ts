// What every board does with the table's beats: play them one after the other, say what happens, catch up with what nobody saw.
import { tick } from "svelte";
import { calm } from "./calm";
import { reading } from "./pace";
import { Player, type Effect, type Scene, type Step } from "./player";
import { prefs } from "./prefs.svelte";
import type { BeatMessage } from "./protocol";
import type { TableSession } from "./table.svelte";

const LONGEST_FRAME_MS = 100;

/** What the beat that is being played says. */
export interface Telling {
  readonly heading: string;
  readonly sentence: string;
  readonly rule: string;
  /** It sums up what nobody looked at. */
  readonly missed?: boolean;
}

/** How a game tells its events. */
export interface Words<E> {
  /** The heading over a beat's sentence. */
  heading(events: readonly E[]): string;
  /** With `{2}` for the name of seat 2. */
  sentence(events: readonly E[]): string;
  /** The rule paragraph a beat is about. */
  ruleOf(events: readonly E[]): string;
  /** What somebody missed, in a line. */
  gist(events: readonly E[]): string;
}

/** What a game's board hands in. `S` is what it draws, `F` its effects, `P` its picture of the page. */
export interface Stage<S, E, F extends Effect, P> extends Words<E> {
  /** The newest view, as it is drawn when nothing is left to play. */
  truth(): S;
  /** What is drawn until the first waiting beat has played. */
  before(beat: BeatMessage): S;
  /** Beats as steps after `before`; `played` is called as each is done. */
  steps(before: S, beats: readonly BeatMessage[], played: () => void): Step<S, E>[];
  diff(before: S, after: S, events: readonly E[]): F[];
  measure(): P;
  /** Whatever else changes with the view that is drawn now. */
  drawn?(view: S, effects: readonly F[]): void;
  prepare(effect: F, scene: Scene<P>): () => Promise<unknown>;
  fade(effect: F, scene: Scene<P>): () => Promise<unknown>;
  /** Whether a beat begins something that "Replay" should begin with. */
  opens(events: readonly E[]): boolean;
  /** Remove whatever effects left lying. */
  sweep(): void;
}

export class Show<S, E, F extends Effect, P> {
  shown: S;
  telling = $state.raw<Telling | null>(null);
  playing = $state(false);
  paused = $state(false);
  canReplay = $state(false);

  #player: Player<S, E, F, P>;
  #welcomes: number;
  #heard: number;
  #handed = 0;                                 // beats at the head of the session's queue that the player has
  #missed: E[] = [];                           // what happened while nobody looked

  constructor(readonly session: TableSession, readonly stage: Stage<S, E, F, P>) {
    const waiting = session.queue[0];
    this.shown = $state.raw(waiting ? stage.before(waiting) : stage.truth());
    this.#welcomes = session.welcomes;
    this.#heard = session.events.length;
    this.#player = new Player<S, E, F, P>({
      diff: stage.diff,
      measure: () => stage.measure(),
      draw: (view, effects) => this.#draw(view, effects),
      prepare: (effect, scene) => stage.prepare(effect, scene),
      fade: (effect, scene) => stage.fade(effect, scene),
      tell: (step, slow) => this.#tell(step.events, slow),
      opens: (step) => stage.opens(step.events),
      sweep: () => stage.sweep(),
      painted: frame,
      calm,
      changed: () => this.#changed(),
    });
  }

  /** The board is on the page. */
  open(): void {
    this.#player.show(this.shown);
    this.follow();
  }

  close(): void {
    this.#player.close();
  }

  /** Take in what the session has heard. Call whenever its welcomes, queue, view or frame change. */
  follow(): void {
    const { session, stage } = this;
    if (!session.view) return;
    const news = session.events.slice(this.#heard) as E[];
    this.#heard = session.events.length;
    if (document.hidden) this.#missed.push(...news);
    if (session.welcomes !== this.#welcomes) return this.#welcomed(news);
    const fresh = session.queue.slice(this.#handed);
    this.#handed += fresh.length;
    const played = () => {
      this.#handed -= 1;
      session.played();
    };
    this.#player.add([...stage.steps(this.#player.latest ?? this.shown, fresh, played), { view: stage.truth(), events: [] }]);
  }

  /** The page is seen again, or no longer: then the last view at once, and one line about the rest. */
  seen(): void {
    if (document.hidden) {
      this.#missed = this.session.queue.flatMap((beat) => beat.events) as E[];
      return;
    }
    if (!this.#missed.length) return;
    this.skip();
    this.#summary(this.#missed);
    this.#missed = [];
  }

  skip = (): void => this.#player.skip();
  again = (): void => this.#player.again();
  pause = (): void => (this.paused ? this.#player.resume() : this.#player.pause());

  /** S, P and A of the playback. Returns whether the key was used. */
  press(key: string): boolean {
    if (!prefs.keys) return false;
    const letters: Record<string, (() => void) | undefined> = {
      s: this.playing ? this.skip : undefined,
      p: this.playing ? this.pause : undefined,
      a: !this.playing && this.canReplay ? this.again : undefined,
    };
    const run = letters[key.toLowerCase()];
    run?.();
    return !!run;
  }

  /** The line came back: the last view at once. */
  #welcomed(news: readonly E[]): void {
    this.#welcomes = this.session.welcomes;
    this.#handed = 0;
    this.#player.show(this.stage.truth());
    if (news.length) this.#summary(news);
    else this.telling = null;
  }

  #summary(events: readonly E[]): void {
    const { session, stage } = this;
    this.telling = { heading: "Meanwhile", sentence: `Meanwhile: ${session.say(stage.gist(events))}`, rule: stage.ruleOf(events.slice(-1)), missed: true };
  }

  async #draw(view: S, effects: readonly F[]): Promise<void> {
    this.shown = view;
    this.stage.drawn?.(view, effects);
    await tick();
  }

  #tell(events: readonly E[], slow: boolean): number {
    const sentence = this.session.say(this.stage.sentence(events));
    this.telling = { heading: this.stage.heading(events), sentence, rule: this.stage.ruleOf(events) };
    return reading(sentence, slow);
  }

  #changed(): void {
    this.playing = this.#player.playing;
    this.paused = this.#player.paused;
    this.canReplay = this.#player.canReplay;
  }
}

/** After the next frame; a page that shows none does not wait for it. */
function frame(): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, LONGEST_FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(done);
    });
  });
}

/** Whether a key pressed here is the board's business: no dialog is open, nothing is being typed. */
export function isForBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  return !(event.target as HTMLElement).closest?.("input, select, textarea, .log");
}
