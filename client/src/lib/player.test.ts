import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Player, STAGES, type Effect, type Scene, type Step, type Theatre } from "./player";
import { stubAnimations } from "./timed";

type View = number;
interface Move extends Effect { name: string; ms: number }

/** A game whose views are numbers; each step moves through all stages. */
class Numbers implements Theatre<View, string, Move, View> {
  log: string[] = [];
  drawn: View[] = [];
  slow = false;
  changes = 0;
  diff = (a: View, b: View, events: readonly string[]) => (a === b ? [] : Object.entries(STAGES).map(([name, stage]) => ({ stage, name: `${name} ${b}`, ms: events.length ? 100 : 10 })));
  measure = () => this.drawn.at(-1) ?? -1;
  draw = async (view: View) => void this.drawn.push(view);
  prepare(move: Move, scene: Scene<View>) {
    this.log.push(`stand ${move.name} over ${scene.before}`);
    if (move.stage === STAGES.cause) scene.later(async () => void this.log.push(`later ${move.name}`));
    return async () => {
      this.log.push(move.name);
      await scene.clock.wait(move.ms);
      this.log.push(`end ${move.name}`);
    };
  }
  fade = (move: Move) => async () => void this.log.push(`fade ${move.name}`);
  tell = (step: Step<View, string>) => (this.log.push(`tell ${step.events}`), 500);
  opens = (step: Step<View, string>) => step.events.includes("open");
  sweep = () => void this.log.push("sweep");
  painted = async (): Promise<void> => {};
  calm = () => this.slow;
  changed = () => void this.changes++;
}

const step = (view: View, ...events: string[]) => ({ view, events, done: vi.fn<() => void>() }) satisfies Step<View, string>;
const stage = () => {
  const numbers = new Numbers();
  const player = new Player(numbers);
  player.show(0);
  numbers.log = [];
  numbers.drawn = [0];
  return { numbers, player };
};

beforeEach(() => {
  vi.useFakeTimers();
  stubAnimations();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what comes is told at once and moves once the page was seen, what follows it right away", async () => {
  const { numbers, player } = stage();
  let show = () => {};
  numbers.painted = vi.fn(() => new Promise<void>((done) => (show = done)));
  player.add([step(1), step(2, "a"), step(3, "b")]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([numbers.drawn, numbers.log.at(-1)]).toEqual([[0, 1], "tell a"]);
  show();
  await vi.advanceTimersByTimeAsync(5000);
  expect(numbers.drawn).toEqual([0, 1, 2, 3]);
  expect(numbers.painted).toHaveBeenCalledTimes(1);
});

test("what is skipped before the page was seen does not move", async () => {
  const { numbers, player } = stage();
  let show = () => {};
  numbers.painted = () => new Promise<void>((done) => (show = done));
  player.add([step(1, "a")]);
  await vi.advanceTimersByTimeAsync(0);
  player.skip();
  show();
  await vi.advanceTimersByTimeAsync(1000);
  expect([numbers.drawn, numbers.log]).toEqual([[0, 1], ["tell a", "tell a", "sweep"]]);
});

test("draws first, sets every effect over the old picture, then runs the stages one after the other", async () => {
  const { numbers, player } = stage();
  player.add([step(1, "a")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(numbers.drawn).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  const names = ["announce", "cause", "change", "settle"].map((name) => `${name} 1`);
  expect(numbers.log.slice(0, 5)).toEqual(["tell a", ...names.map((name) => `stand ${name} over 0`)]);
  expect(numbers.log.slice(5)).toEqual(["announce 1", "end announce 1", "cause 1", "end cause 1", "change 1", "end change 1", "later cause 1", "settle 1", "end settle 1"]);
});

test("a step lasts as long as its sentence takes to read, and is done once", async () => {
  const { player } = stage();
  const one = step(1, "a");
  player.add([one, step(2, "b")]);
  await vi.advanceTimersByTimeAsync(490);
  expect(player.shown).toBe(1);
  expect(one.done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(player.shown).toBe(2);
  expect(one.done).toHaveBeenCalledOnce();
  expect(player.playing).toBe(true);
  await vi.advanceTimersByTimeAsync(600);
  expect(player.playing).toBe(false);
});

test("skip: what runs is over, the last view stands, all steps are done, and nothing moves later", async () => {
  const { numbers, player } = stage();
  const steps = [step(1, "a"), step(2, "b"), step(3)];
  player.add(steps);
  await vi.advanceTimersByTimeAsync(50);
  player.skip();
  expect(player.shown).toBe(3);
  expect(numbers.drawn.at(-1)).toBe(3);
  for (const { done } of steps) expect(done).toHaveBeenCalledOnce();
  expect(player.playing).toBe(false);
  const told = numbers.log.length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(numbers.log.slice(told).filter((line) => !line.startsWith("end"))).toEqual([]);
  expect(numbers.drawn.at(-1)).toBe(3);
});

test("overtaken by a view: the running step stops within its hurry and the newer view stays", async () => {
  const { numbers, player } = stage();
  player.add([step(1, "a"), step(2, "b")]);
  await vi.advanceTimersByTimeAsync(150);
  player.show(9);
  await vi.advanceTimersByTimeAsync(2000);
  expect(player.shown).toBe(9);
  expect(numbers.drawn.at(-1)).toBe(9);
  expect(numbers.log).not.toContain("settle 1");
  player.add([step(10, "c")]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(numbers.log).toContain("end settle 10");
});

test("steps that come while one plays wait for their turn; of plain changes in a row only the last is drawn", async () => {
  const { numbers, player } = stage();
  player.add([step(1, "a")]);
  await vi.advanceTimersByTimeAsync(10);
  player.add([step(2)]);
  player.add([step(3)]);
  player.add([step(4, "b"), step(5)]);
  expect(player.latest).toBe(5);
  await vi.advanceTimersByTimeAsync(3000);
  expect(numbers.drawn).toEqual([0, 1, 3, 4, 5]);
});

test("pause holds every movement and wait; going on takes them up where they were", async () => {
  const { player } = stage();
  player.add([step(1, "a"), step(2, "b")]);
  await vi.advanceTimersByTimeAsync(200);
  player.pause();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(player.shown).toBe(1);
  player.resume();
  await vi.advanceTimersByTimeAsync(310);
  expect(player.shown).toBe(2);
});

test("again: from the opening step on, back to the latest view, nothing done twice", async () => {
  const { numbers, player } = stage();
  const steps = [step(1, "a"), step(2, "open"), step(3, "b"), step(4)];
  player.add(steps);
  await vi.advanceTimersByTimeAsync(3000);
  numbers.drawn = [];
  player.again();
  expect(player.shown).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(numbers.drawn).toEqual([1, 2, 3, 4]);
  expect(player.canReplay).toBe(true);
  for (const { done } of steps) expect(done).toHaveBeenCalledOnce();
});

test("again in the middle counts what waited as done, and ends at the truth", async () => {
  const { player } = stage();
  const steps = [step(1, "open"), step(2, "a"), step(3, "b")];
  player.add(steps);
  await vi.advanceTimersByTimeAsync(700);
  player.again();
  for (const { done } of steps) expect(done).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5000);
  expect(player.shown).toBe(3);
});

test("what comes while something is played again is played after it, and belongs to the next time", async () => {
  const { numbers, player } = stage();
  player.add([step(1, "open"), step(2, "a")]);
  await vi.advanceTimersByTimeAsync(2000);
  player.again();
  player.add([step(3, "b")]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(numbers.drawn.at(-1)).toBe(3);
  numbers.drawn = [];
  player.again();
  await vi.advanceTimersByTimeAsync(4000);
  expect(numbers.drawn).toEqual([0, 1, 2, 3, 3]);
});

test("without movement all effects only fade, together, and the sentence has its time", async () => {
  const { numbers, player } = stage();
  numbers.slow = true;
  player.add([step(1, "a"), step(2, "b")]);
  await vi.advanceTimersByTimeAsync(490);
  expect(numbers.log.filter((line) => line.startsWith("fade"))).toHaveLength(4);
  expect(player.shown).toBe(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(player.shown).toBe(2);
});
