// One clock for everything that moves, so that pause, skip and "a newer view came" treat all alike.

export interface Movement extends KeyframeAnimationOptions {
  /** Leave the end of the movement standing. */
  keep?: boolean;
}

export class Clock {
  running = new Set<Animation>();
  paused = false;

  /** Animate; resolves when done, however it came to an end. */
  animate(node: Element, frames: Keyframe[] | PropertyIndexedKeyframes, options: Movement): Promise<void> {
    return this.#track(node.animate(frames, { fill: "both", ...options }), options.keep);
  }

  /** A wait is an animation of nothing: it pauses and hurries with the rest. */
  wait(ms: number): Promise<void> {
    const animation = new Animation(new KeyframeEffect(null, [], ms));
    animation.play();
    return this.#track(animation);
  }

  pause(): void {
    this.paused = true;
    for (const animation of this.running) animation.pause();
  }

  resume(): void {
    this.paused = false;
    for (const animation of this.running) animation.play();
  }

  /** Bring what runs to its end within ms: used when a newer view is there. */
  hurry(ms = 90): void {
    this.paused = false;
    for (const animation of this.running) {
      const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
      const left = end - Number(animation.currentTime ?? 0);
      if (left > ms) animation.updatePlaybackRate(left / ms);
      animation.play();
    }
  }

  async #track(animation: Animation, keep = false): Promise<void> {
    this.running.add(animation);
    if (this.paused) animation.pause();
    try {
      await animation.finished;
    } catch {
      // cancelled: just as well
    }
    this.running.delete(animation);
    if (!keep) animation.cancel();
  }
}
