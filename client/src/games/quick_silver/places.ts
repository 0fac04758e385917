// Where things are on the page, asked of the elements themselves; and where they were before a new view is drawn.
// A place is a seat, or CENTRE. The own cart lies in the dock, all others and the centre on the cloth.
import { partOf, rectOf, type Part } from "../../lib/ghosts";

export const CENTRE = -1;

/** What the old view showed, measured once before the new one is drawn. */
export interface Picture {
  /** By "place.slot": the cards. */
  readonly cards: ReadonlyMap<string, Part>;
  /** By "seat.plate", plates counted from the left. */
  readonly plates: ReadonlyMap<string, Part>;
  readonly dice: { readonly white: Part | null; readonly black: Part | null };
}

export class Places {
  /** `root` holds the board, `layer` lies over everything and takes no pointer. */
  constructor(readonly root: HTMLElement, readonly layer: HTMLElement, readonly me: () => number | null) {}

  one = (selector: string): HTMLElement | null => this.root.querySelector<HTMLElement>(selector);
  all = (selector: string): HTMLElement[] => [...this.root.querySelectorAll<HTMLElement>(selector)];

  /** A cart, or the frame of the centre. */
  place = (place: number): HTMLElement | null => this.one(`[data-place="${place}"]`);
  card = (place: number, slot: number): HTMLElement | null => this.one(`[data-place="${place}"] [data-slot="${slot}"] .card`);
  cards = (place: number): HTMLElement[] => this.all(`[data-place="${place}"] [data-slot] .card`);
  /** One of a cart's plates: a group of its drawing. */
  plate = (seat: number, plate: number): HTMLElement | null => this.one(`[data-place="${seat}"] [data-plate="${plate}"]`);
  /** The wagon that the plates are riveted to. */
  wagon = (seat: number): HTMLElement | null => this.one(`[data-place="${seat}"] .cart-body`);
  /** Dollars and their bar. */
  cash = (place: number): HTMLElement | null => this.one(`[data-place="${place}"] .cash`);
  /** The tag with the sneak tokens, if there are any. */
  tokens = (seat: number): HTMLElement | null => this.one(`[data-place="${seat}"] .sneak`);
  die = (die: "white" | "black"): HTMLElement | null => this.one(`.die.is-${die}`);

  measure(): Picture {
    const keyed = (nodes: readonly Element[], of: string): [string, Part][] =>
      nodes.map((node) => [`${node.closest<HTMLElement>("[data-place]")!.dataset.place}.${(node.closest(`[data-${of}]`) as HTMLElement).dataset[of]}`, partOf(node)]);
    const die = (one: "white" | "black") => {
      const node = this.die(one);
      return node && partOf(node);
    };
    return {
      cards: new Map(keyed(this.all("[data-place] [data-slot] .card"), "slot")),
      plates: new Map(keyed(this.all("[data-place] [data-plate]"), "plate")),
      dice: { white: die("white"), black: die("black") },
    };
  }

  /** A rectangle of a place to go to, or to come from, when it shows no cards. */
  rect = (place: number, slot?: number): DOMRect => rectOf((slot == null ? null : this.card(place, slot)) ?? this.place(place));
}
