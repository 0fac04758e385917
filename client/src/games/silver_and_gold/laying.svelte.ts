// Laying a piece: where it is, how it lies, what has been crossed off in this turn. Everything it may do is in the offer.
import { untrack } from "svelte";
import type { SilverAndGoldView } from "../../lib/protocol";
import type { TableSession } from "../../lib/table.svelte";
import { colorName } from "./chart";
import { covering, covers, fitting, keyOf, maskOf, mirror, nearest, normal, ONE, placementsOf, shapeOf, towards, turnLeft, turnRight, where, type Box, type Placement, type Shape } from "./placing";

export type Turn = "right" | "left" | "mirror";
const TURNS: Record<Turn, { run: (shape: Shape) => Shape; word: string }> = {
  right: { run: turnRight, word: "Turned right" },
  left: { run: turnLeft, word: "Turned left" },
  mirror: { run: mirror, word: "Mirrored" },
};
const MIDDLE: Box = [1, 1];

/** Sums of gains by name. */
export type Gains = Record<string, number>;

export class Laying {
  /** The island that is large on a phone. */
  near = $state(0);
  /** One box instead of the pattern. */
  single = $state(false);
  /** The pattern, turned and mirrored as it lies. */
  shape = $state.raw<Shape>(ONE);
  /** The offered placement under the piece; null while it lies nowhere. */
  spot = $state.raw<Placement | null>(null);
  /** Whether the piece has been moved since the decision began. */
  touched = $state(false);
  /** Whether the last try moved nothing: then only that is said. */
  stays = $state(false);
  /** What the last movement of the piece came to, when that is not plain to see. */
  words = $state("");
  /** The gains of the own open marks. */
  booked = $state.raw<Gains>({});
  /** On its way to the table; the board forgets it once it draws a view that has it. */
  sent = $state.raw<Placement | null>(null);
  #tapped: Box | null = null;
  /** The turn whose pattern the shape is. */
  #turn = "";
  /** The decision that has begun, in a word of its own. */
  begun = "";

  constructor(readonly session: TableSession) {}

  readonly view = $derived.by(() => this.session.view as SilverAndGoldView);
  readonly offer = $derived.by(() => (this.view.phase === "mark" ? this.session.offer : null));
  readonly #placements = $derived.by(() => placementsOf(this.offer?.actions ?? []));
  readonly singles = $derived.by(() => this.#placements.filter((one) => one.boxes.length === 1));
  readonly patterns = $derived.by(() => this.#placements.filter((one) => one.boxes.length > 1));

  /** Whether the next box is one that an X gives. */
  readonly isBonus = $derived.by(() => !!this.offer && !!this.view.marked);
  /** Whether the pattern of the turn could lie somewhere. */
  readonly fits = $derived.by(() => this.patterns.length > 0);
  readonly mayTurn = $derived.by(() => !!this.offer && !this.single);
  readonly list = $derived.by(() => (this.single ? this.singles : this.patterns));
  readonly form = $derived.by(() => (this.single ? ONE : this.shape));

  /** The gains of the own open marks, and of the piece as it lies. */
  readonly sure = $derived.by(() => sum(this.booked, this.spot?.offered.gains));

  card(slot: number) {
    return this.session.seat == null ? undefined : (this.view.seats[this.session.seat]?.islands[slot]?.card ?? undefined);
  }

  islandName(slot: number): string {
    const card = this.card(slot);
    const which = this.which(slot);
    return card ? `${card.value} ${colorName(card.color)}${which ? ` (the ${which})` : ""}` : "";
  }

  /** "first" or "second", where value and color do not tell the two apart. */
  which(slot: number): string {
    const [one, other] = [this.card(slot), this.card(1 - slot)];
    return one && other && one.value === other.value && one.color === other.color ? ["first", "second"][slot]! : "";
  }

  /** How many ways the piece, turned as may be, lies on an island. */
  ways = (slot: number): number => this.list.filter((one) => one.slot === slot).length;

  /** A decision begins: the piece comes to lie where it fits, the box of an X nowhere. */
  begin(): void {
    if (this.view.marked) this.sent = null;
    this.words = "";
    this.touched = this.stays = false;
    this.#tapped = null;
    if (!this.view.marked) this.booked = {};
    if (!this.offer) {
      this.spot = null;
      return;
    }
    const turn = `${this.view.round}.${this.view.turn}`;
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.shape = shapeOf(this.view.pattern?.boxes ?? 1);
    }
    this.single = !this.fits;
    if (!this.card(this.near)) this.near = 1 - this.near;
    if (!this.ways(this.near) && this.list[0]) this.near = this.list[0].slot;
    this.spot = null;
    this.lay(this.home());
    this.touched = false;
  }

  /** Where the piece goes by itself: as it lies, else turned, on the near island first. A single box goes nowhere. */
  home(): Placement | null {
    if (this.single) return null;
    const { list, shape, near } = this;
    return nearest(fitting(list, shape, near), MIDDLE) ?? list.find((one) => one.slot === near) ?? nearest(fitting(list, shape), MIDDLE) ?? list[0] ?? null;
  }

  lay(spot: Placement | null, words = ""): void {
    this.touched = true;
    this.stays = false;
    if (spot && !this.single && spot.key !== keyOf(this.shape)) this.shape = normal(spot.boxes);
    if (spot) this.near = spot.slot;
    this.spot = spot;
    this.words = words;
  }

  turn(way: Turn): boolean {
    if (!this.mayTurn) return false;
    const { run, word } = TURNS[way];
    const next = run(this.shape);
    const from = this.spot?.at ?? MIDDLE;
    this.shape = next;
    const spot = nearest(fitting(this.list, next, this.near), from) ?? nearest(fitting(this.list, next), from);
    this.lay(spot, spot ? "" : `${word}: this way round it fits nowhere.`);
    return true;
  }

  /** The next offered place in a direction; left and right lead on to the other island. */
  step(direction: Box): boolean {
    if (!this.list.length) return false;
    const { spot } = this;
    const next = spot
      ? (towards(fitting(this.list, this.form, spot.slot), spot.at, direction) ?? this.#across(spot, direction[1]))
      : (nearest(fitting(this.list, this.form, this.near), MIDDLE) ?? fitting(this.list, this.form)[0] ?? null);
    if (next) this.lay(next);
    else this.#stay(spot ? "No further that way." : "This way round it fits nowhere; turn it.");
    return !!next;
  }

  /** Nothing moves, and why. */
  #stay(words: string): void {
    this.words = words;
    this.stays = true;
  }

  #across(spot: Placement, way: number): Placement | null {
    const there = way ? fitting(this.list, this.form, spot.slot + way) : [];
    return nearest(there, [spot.at[0], way > 0 ? 0 : 3]);
  }

  /** A tapped box is covered: by the piece, turned if need be, else by one box. */
  tap(slot: number, box: Box): void {
    this.#tapped = box;
    const from = this.spot?.slot === slot ? this.spot.at : box;
    const spot = covering(this.list, this.form, slot, box, from);
    if (spot) return this.lay(spot);
    const one = covering(this.singles, ONE, slot, box, box);
    if (!one) return;
    this.single = true;
    this.lay(one, `The ${this.view.pattern?.name ?? "piece"} does not fit there: one box.`);
  }

  /** One box instead of the pattern, and back. */
  toOne(on: boolean): void {
    if (!this.offer || this.isBonus || (!on && !this.fits)) return;
    const { spot } = this;
    const slot = spot?.slot ?? this.near;
    const box = this.#tapped && spot && covers(spot, slot, this.#tapped) ? this.#tapped : (spot?.boxes[0] ?? MIDDLE);
    this.single = on;
    if (on) this.lay(spot ? covering(this.singles, ONE, slot, box, box) : null);
    else this.lay(covering(this.patterns, this.shape, slot, box, box) ?? nearest(fitting(this.patterns, this.shape), box) ?? this.patterns[0] ?? null);
  }

  /** To the other island. */
  look(slot: number): void {
    if (!this.card(slot)) return;
    this.near = slot;
    if (!this.offer || (this.single && !this.spot)) return;
    const from = this.spot?.at ?? MIDDLE;
    const spot = nearest(fitting(this.list, this.form, slot), from) ?? this.list.find((one) => one.slot === slot) ?? null;
    this.lay(spot, spot ? "" : `The ${this.view.pattern?.name ?? "piece"} fits nowhere on ${this.islandName(slot)}.`);
  }

  /** What to say of a piece that was let go where it does not fit. */
  hint(slot: number): string {
    if (fitting(this.list, this.form, slot).length) return "Not there: back where it fits.";
    const turned = this.ways(slot);
    const island = this.islandName(slot);
    return turned ? `As it lies it fits nowhere on ${island}; turned, ${turned} ${turned === 1 ? "way" : "ways"}.` : `It fits nowhere on ${island}.`;
  }

  /** Cross off what lies under the piece. Returns whether it went out. */
  confirm(): boolean {
    const { spot } = this;
    if (!spot || !this.session.isFree || !this.session.offered(spot.offered.action)) return false;
    this.booked = this.sure;
    this.sent = spot;
    this.session.act(spot.offered.action);
    this.spot = null;
    return true;
  }

  /** The table turned it down: the piece lies there again. */
  refused(): void {
    const { sent } = this;
    if (!sent) return;
    this.booked = sum(this.booked, Object.fromEntries(Object.entries(sent.offered.gains ?? {}).map(([name, n]) => [name, -n])));
    this.sent = null;
    if (this.offer) this.lay(sent);
  }

  /** Follow the session: a decision of one's own comes, goes, or stands. Call whenever it changes. */
  follow(): void {
    const due = this.offer ? this.session.decision : "";
    const decision = `${due}|${this.view.round}.${this.view.turn}.${this.view.marked ?? false}`;
    if (decision === this.begun) return;
    this.begun = decision;
    untrack(() => this.begin());
  }

  /** Boxes of an island that are drawn as crossed off and not shown yet. */
  marks(slot: number, marks = 0): number {
    return marks | (this.sent?.slot === slot ? maskOf(this.sent.boxes) : 0);
  }

  /** "On 14 Purple, row 2 boxes 1 and 2; 5 boxes stay open." */
  readonly place = $derived.by(() => {
    const { spot } = this;
    if (!spot || this.stays) return "";
    const left = spot.offered.gains?.left ?? 0;
    return `On ${this.islandName(spot.slot)}, ${where(spot.boxes)}; ${left ? `${left} ${left === 1 ? "box stays" : "boxes stay"} open` : "the island is completed"}.`;
  });
}

export function sum(...all: (Gains | undefined)[]): Gains {
  const total: Gains = {};
  for (const gains of all) for (const [name, n] of Object.entries(gains ?? {})) if (name !== "left") total[name] = (total[name] ?? 0) + n;
  return total;
}
