// My decision: what is offered, what is picked for it, and what is wished beforehand. Everything that may be done comes from
// the offer; a wish is sent only once it is offered.
import type { Offered, QuickSilverView } from "../../lib/protocol";
import type { TableSession } from "../../lib/table.svelte";
import { cardName } from "./goods";
import type { Never } from "./never.svelte";
import { CENTRE } from "./places";
import { cardAt, placeName, slotsOf } from "./standing";

/** A card lies in a slot of a place. */
export interface Spot {
  readonly place: number;
  /** Absent: any card of the place. */
  readonly slot?: number;
}

export interface Pair {
  readonly own: number;
  readonly other: number;
  readonly offered: Offered;
}

const placeOf = (word: string): number => (word === "centre" ? CENTRE : Number(word));

/** The place that an action of a turn names: `seat:2`, `centre`. */
function named({ touches = [] }: Offered): number | null {
  const [thing] = touches;
  if (thing === "centre") return CENTRE;
  return thing?.startsWith("seat:") ? Number(thing.slice(5)) : null;
}

/** The two cards that an action exchanges: `slot:0:1`, `slot:centre:2`. */
function pairOf(offered: Offered): Pair[] {
  const [mine, theirs] = (offered.touches ?? []).map((thing) => thing.split(":"));
  return mine?.[0] === "slot" && theirs?.[0] === "slot" ? [{ own: Number(mine[2]), other: Number(theirs[2]), offered }] : [];
}

export class Swapping {
  /** The own card that is picked; it stays picked from naming somebody to the exchange. */
  own = $state<number | null>(null);
  /** The card of the other side that is picked. */
  other = $state<number | null>(null);
  /** The place that is picked in a turn and not named yet. */
  target = $state<number | null>(null);
  /** What became of a wish, as a sentence. */
  news = $state("");
  #wish = $state.raw<{ place: number; own: number; other?: number } | null>(null);
  #decision: number | null = null;
  /** The decision that was answered without asking: once, whatever comes of it. */
  #unasked: number | null = null;
  #round = 0;

  /** `isSeen`: whether the board shows the round that is decided in. While the last one still plays, nobody has seen the new cards. */
  constructor(readonly session: TableSession, readonly never: () => Never | null, readonly isSeen: () => boolean) {}

  readonly view = $derived.by(() => this.session.view as QuickSilverView);
  readonly me = $derived.by(() => this.session.seat);
  readonly offer = $derived.by(() => (this.isSeen() ? this.session.offer : null));
  readonly actions = $derived.by((): readonly Offered[] => this.offer?.actions ?? []);

  readonly targets = $derived.by((): ReadonlyMap<number, Offered> => {
    if (this.view.phase !== "turn") return new Map();
    return new Map(this.actions.flatMap((one): [number, Offered][] => (named(one) == null ? [] : [[named(one)!, one]])));
  });
  readonly pairs = $derived.by((): readonly Pair[] => this.actions.flatMap(pairOf));
  readonly sneak = $derived.by(() => (this.view.phase === "turn" ? this.actions.find(({ touches }) => !touches?.length) : undefined));
  readonly isWindow = $derived.by(() => this.view.phase === "redirect" && this.actions.length > 0);
  readonly letThem = $derived.by(() => (this.isWindow ? this.actions.find(({ gains }) => !gains?.plates) : undefined));
  readonly redirect = $derived.by(() => this.actions.find(({ gains }) => !!gains?.plates));
  /** The offered exchange of the two picked cards. */
  readonly pair = $derived.by(() => this.pairs.find(({ own, other }) => own === this.own && other === this.other) ?? null);
  /** Whether own cards may be picked: now for the exchange, or beforehand for it. */
  readonly mayPick = $derived.by(() => this.pairs.length > 0 || this.targets.size > 0);
  /** With whom the exchange is, or may be. */
  readonly side = $derived.by(() => (this.pairs.length ? (this.view.target ?? null) : this.target));

  /** Take in a new offer or view. */
  follow(): void {
    const { view, session } = this;
    if (view.current !== this.me || view.phase === "over" || view.round !== this.#round) this.forget();
    this.#round = view.round;
    if (session.decision !== this.#decision) {
      this.#decision = session.decision;
      this.target = this.other = null;
      if (session.offer) this.news = "";
      this.#offered();
    }
  }

  /** What was wished may be offered now, or no longer. */
  #offered(): void {
    const wish = this.#wish;
    if (!wish || !this.session.offer) return;
    if (this.view.phase === "turn") {
      this.news = this.#lost(wish);
      this.forget();
    } else if (this.pairs.length && this.view.target === wish.place) {
      this.own = wish.own;
      this.other = wish.other ?? null;
      if (this.pair) this.session.act(this.pair.offered.action);
    }
    this.#wish = null;
  }

  #lost({ place, own }: { place: number; own: number }): string {
    const card = slotsOf(this.view, this.me!)[own]?.card;
    const name = placeName(place, (seat) => this.session.name(seat));
    return `${name} gave up a plate: your ${card ? cardName(card) : "card"} stays with you, and you must go elsewhere.`;
  }

  forget(): void {
    this.own = this.other = this.target = null;
    this.#wish = null;
  }

  /** "Never ask me": the question is answered as it would be when its time runs out. Returns whether it was. */
  answerUnasked(): boolean {
    const { session } = this;
    const unanswered = session.offer?.unanswered;
    if (!unanswered || !this.never()?.on || !session.isFree || session.decision === this.#unasked || !session.offered(unanswered)) return false;
    this.#unasked = session.decision;
    session.act(unanswered);
    return true;
  }

  // --- picking ------------------------------------------------------------------------------------------------------------

  pickOwn(slot: number): void {
    if (this.mayPick) this.own = this.own === slot ? null : slot;
  }

  pickOther(slot: number): void {
    if (this.pairs.length) this.other = this.other === slot ? null : slot;
  }

  pickTarget(place: number): void {
    if (this.targets.has(place)) this.target = this.target === place ? null : place;
  }

  /** Take back what is picked, the latest first. Returns whether there was something. */
  unpick(): boolean {
    const has = this.other ?? this.target ?? this.own;
    if (this.other != null) this.other = null;
    else if (this.target != null) this.target = null;
    else this.own = null;
    return has != null;
  }

  /** Name a place; the picked own card waits for the exchange. */
  name(place: number): void {
    this.act(this.targets.get(place));
  }

  /** Exchange the two picked cards. */
  exchange(): void {
    this.act(this.pair?.offered);
  }

  act(offered: Offered | undefined): void {
    if (offered && this.session.isFree) this.session.act(offered.action);
  }

  // --- dragging -----------------------------------------------------------------------------------------------------------

  /** Whether a card may be dragged there: it would be offered, or the place can be named. */
  accepts(spot: Spot): boolean {
    if (this.pairs.length) return spot.place === this.view.target && spot.slot != null;
    return this.targets.has(spot.place);
  }

  /** The own card `own` is dropped on a card, or on a place that is to be named first. Returns whether that does something. */
  drop(own: number, spot: Spot): boolean {
    if (!this.accepts(spot) || !this.session.isFree) return false;
    this.own = own;
    if (this.pairs.length) {
      this.other = spot.slot!;
      this.exchange();
      return true;
    }
    this.#wish = { place: spot.place, own, ...(spot.slot == null ? {} : { other: spot.slot }) };
    this.name(spot.place);
    return true;
  }

  /** What is picked, in a sentence: for the dock. */
  get words(): string {
    const name = (seat: number) => this.session.name(seat);
    const given = this.own == null ? null : slotsOf(this.view, this.me!)[this.own]?.card;
    if (!this.pairs.length) return given ? `You will give ${cardName(given)}.` : "";
    const target = this.view.target!;
    const taken = this.other == null ? null : slotsOf(this.view, target)[this.other]?.card;
    const takes = this.other == null ? "" : taken ? cardName(taken) : `${cardAt(target, this.other, name)}, unseen`;
    if (given && takes) return `You give ${cardName(given)} and take ${takes}.`;
    if (given) return `You give ${cardName(given)}. Now tap the card that you take.`;
    return takes ? `You take ${takes}. Now tap the card that you give.` : "";
  }
}
