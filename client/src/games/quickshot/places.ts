// Where things are on the page, asked of the elements themselves; and the picture of it before a new view is drawn.
import { partOf, rectOf, type Part } from "../../lib/ghosts";

/** What the old view showed, measured once before the new one is drawn. */
export interface Picture {
  /** By seat: the card in front. */
  readonly cards: ReadonlyMap<number, Part>;
  /** By seat: the chip in the order of strength. */
  readonly chips: ReadonlyMap<number, DOMRect>;
  readonly strength: Part | null;
  readonly badge: DOMRect | null;
  /** The cards of the own hand. */
  readonly hand: readonly Part[];
  /** The own open choice. */
  readonly choice: number | null;
}

export class Places {
  /** The card that was just played out of the own hand: its copy, and where it lay. */
  lifted: { value: number; part: Part } | null = null;

  /** `root` holds the board, `layer` lies over everything and takes no pointer, `lines` is the drawing in it. */
  constructor(readonly root: HTMLElement, readonly layer: HTMLElement, readonly lines: SVGElement, readonly me: () => number | null) {}

  one = (selector: string): HTMLElement | null => this.root.querySelector<HTMLElement>(selector);

  seat = (seat: number): HTMLElement | null => this.one(`.line > [data-no="${seat}"]`);
  card = (seat: number): HTMLElement | null => this.seat(seat)?.querySelector<HTMLElement>(".seat-cards > *") ?? null;
  status = (seat: number): HTMLElement | null => this.seat(seat)?.querySelector<HTMLElement>(".seat-status") ?? null;
  plate = (seat: number): DOMRect => rectOf(this.seat(seat)?.querySelector(".seat-plate"));
  front = (seat: number): DOMRect => rectOf(this.card(seat));
  stock = (): DOMRect => rectOf(this.one("[data-pile=stock] .card") ?? this.one("[data-pile=stock]"));
  discards = (): DOMRect => rectOf(this.one("[data-pile=discards] .card, [data-pile=discards] .pile-empty") ?? this.one("[data-pile=discards]"));
  strength = (): HTMLElement | null => this.one(".strength");
  inHand = (value: number): HTMLElement | null => this.one(`.hand [data-qs="${value}"]`);
  hand = (): DOMRect | null => this.one(".hand")?.getBoundingClientRect() ?? null;

  /** Remember a card of the hand that is about to leave it. */
  lift(value: number, node: Element): void {
    this.lifted = { value, part: partOf(node) };
  }

  /** Where a card of the own hand comes from: the card that was lifted, else the middle of the hand. */
  fromHand(seat: number, value?: number): DOMRect | null {
    if (seat !== this.me()) return null;
    const { lifted } = this;
    this.lifted = null;
    if (lifted && (value == null || value === lifted.value)) return lifted.part.rect;
    const hand = this.hand();
    return hand && hand.width ? new DOMRect(hand.x + hand.width / 2 - 35, hand.y + hand.height / 2 - 49, 70, 98) : null;
  }

  measure(choice: number | null): Picture {
    const seats = [...this.root.querySelectorAll<HTMLElement>(".line > [data-no]")];
    const cards = new Map(seats.flatMap((li): [number, Part][] => {
      const card = li.querySelector(".seat-cards > .card");
      return card ? [[Number(li.dataset.no), partOf(card)]] : [];
    }));
    const chips = new Map([...this.root.querySelectorAll<HTMLElement>(".strength li")].map((li) => [Number(li.dataset.no), li.getBoundingClientRect()]));
    const strength = this.strength();
    const hand = [...this.root.querySelectorAll(".hand .card")].map(partOf);
    return { cards, chips, hand, choice, strength: strength && partOf(strength), badge: this.one(".line .badge-leader")?.getBoundingClientRect() ?? null };
  }
}
