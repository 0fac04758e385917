// For tests: the browser's animations, as far as waits need them.
import { vi } from "vitest";

/** Real time, may be paused and hurried. */
class TimedAnimation {
  playbackRate = 1;
  currentTime = 0;
  finished: Promise<void>;
  #end!: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  constructor(readonly effect: { ms: number; getComputedTiming: () => { endTime: number } }) {
    this.finished = new Promise((done) => (this.#end = done));
  }
  play() {
    clearTimeout(this.#timer);
    this.#since = Date.now();
    this.#timer = setTimeout(() => this.#end(), (this.effect.ms - this.currentTime) / this.playbackRate);
  }
  pause() {
    clearTimeout(this.#timer);
    if (this.#since) this.currentTime += (Date.now() - this.#since) * this.playbackRate;
  }
  updatePlaybackRate(rate: number) {
    this.pause();
    this.playbackRate = rate;
  }
  cancel() {}
}
class TimedEffect {
  constructor(_: null, __: [], readonly ms: number) {}
  getComputedTiming = () => ({ endTime: this.ms });
}

/** Undo with vi.unstubAllGlobals(). */
export function stubAnimations(): void {
  vi.stubGlobal("Animation", TimedAnimation);
  vi.stubGlobal("KeyframeEffect", TimedEffect);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run));
}
