// Numbers that wait for the movement that explains them: until the coin has arrived, the score card shows what it was.
import type { Counted } from "./diff";

class Held {
  /** By seat: what is shown instead of the view's. */
  scores = $state.raw<Readonly<Record<number, Counted>>>({});

  hold(seat: number, counted: Counted): void {
    this.scores = { ...this.scores, [seat]: counted };
  }

  release(seat: number): void {
    const { [seat]: _, ...others } = this.scores;
    this.scores = others;
  }

  clear(): void {
    this.scores = {};
  }
}

export const held = new Held();
