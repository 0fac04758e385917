// Where things are on the page, asked of the elements themselves; and where they were before a new view is drawn.
import { rectOf } from "../../lib/ghosts";

/** Where the old view showed things, measured once before the new one is drawn. */
export interface Picture {
  /** By "seat.slot". */
  readonly isles: ReadonlyMap<string, DOMRect>;
  /** By place of the display. */
  readonly display: readonly DOMRect[];
  readonly first: DOMRect;
  /** By points: the trophies on the own score card. */
  readonly trophies: ReadonlyMap<number, DOMRect>;
  /** By "slot.bit": the strokes on the own islands, those not shown to the others yet among them. */
  readonly strokes: ReadonlySet<string>;
}

export class Places {
  /** `root` holds the board, `layer` lies over everything and takes no pointer. */
  constructor(readonly root: HTMLElement, readonly layer: HTMLElement, readonly me: () => number | null) {}

  one = (selector: string): HTMLElement | null => this.root.querySelector<HTMLElement>(selector);
  all = (selector: string): HTMLElement[] => [...this.root.querySelectorAll<HTMLElement>(selector)];

  /** An island in play: the own large one, a rival's in the strip, or one of everybody's. */
  isle = (seat: number, slot: number): HTMLElement | null =>
    (seat === this.me() ? this.one(`.isles [data-slot="${slot}"]`) : this.one(`.everyone [data-seat="${seat}"] .everyone-islands > :nth-child(${slot + 1})`)) ??
    this.one(`[data-isle="${seat}.${slot}"] .island`);

  /** A crossed box of an island: its stroke. */
  stroke = (seat: number, slot: number, bit: number): SVGPathElement | null => this.isle(seat, slot)?.querySelector<SVGPathElement>(`path[data-bit="${bit}"]`) ?? null;

  place = (place: number): HTMLElement | null => this.one(`.places [data-place="${place}"] .island`);
  rival = (seat: number): HTMLElement | null => this.one(`.rival[data-no="${seat}"]`) ?? this.one(`.everyone [data-seat="${seat}"]`);
  deck = (): DOMRect => this.spot(this.one(".deck .island"), "display");
  score = (seat: number): HTMLElement | null => (seat === this.me() ? this.one('[data-line="total"] dd') : this.one(`.rival[data-no="${seat}"] .rival-points b`));
  line = (seat: number, line: string): HTMLElement | null => (seat === this.me() ? this.one(`[data-line="${line}"] dd`) : this.score(seat));
  pattern = (): HTMLElement | null => this.one('.pats [aria-current="step"]');
  first = (): HTMLElement | null => this.one(".first-mark");

  /** Where something is, or, while its panel is swiped away, the name that opens the panel. */
  spot(node: Element | null, panel: string): DOMRect {
    const rect = rectOf(node);
    if (node && isInSight(node, rect)) return rect;
    const name = rectOf(this.one(`.strip-nav [data-to="${panel}"]`));
    return name.width ? new DOMRect(name.x + name.width / 2 - 12, name.y + 4, 24, 29) : rect;
  }

  panelOf = (seat: number): string => (seat === this.me() ? "score" : "rivals");

  measure(seats: number): Picture {
    const isles = new Map<string, DOMRect>();
    for (let seat = 0; seat < seats; seat++) for (const slot of [0, 1]) isles.set(`${seat}.${slot}`, this.spot(this.isle(seat, slot), "rivals"));
    const trophies = new Map(this.all(".trophies > .trophy:not(.is-gone)").map((node) => [Number.parseInt(node.textContent ?? ""), this.spot(node, "score")]));
    const strokes = this.all(".isles [data-slot]").flatMap((isle) => [...isle.querySelectorAll<SVGPathElement>("path[data-bit]")].map((path) => `${isle.dataset.slot}.${path.dataset.bit}`));
    return { isles, trophies, strokes: new Set(strokes), display: [0, 1, 2, 3].map((place) => this.spot(this.place(place), "display")), first: rectOf(this.first()) };
  }
}

/** Whether something is inside the row of panels it is in, if it is in one. */
export function isInSight(node: Element, rect = rectOf(node)): boolean {
  if (!rect.width) return false;
  const around = node.closest(".peek")?.getBoundingClientRect();
  const x = rect.x + rect.width / 2;
  return !around || (x >= around.left && x <= around.right);
}
