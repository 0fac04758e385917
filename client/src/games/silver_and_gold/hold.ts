// The piece in the hand. While it moves nothing is laid out: rectangles are measured once, when it is lifted, and then only
// transforms, opacities and ready-made tags change. What rests is said by Laying.
import { tick } from "svelte";
import { calm } from "../../lib/calm";
import type { Grip } from "../../lib/drag";
import { LEFT, topOf, UNIT, WIDTH } from "./chart";
import type { Laying, Turn } from "./laying.svelte";
import { fitting, nearest, size, type Placement } from "./placing";

const REACH = 0.85;          // boxes from which a piece jumps to its place
const LIFT = 46;             // pixels that a finger does not hide
const DWELL = 350;           // ms over the small island until it comes near
const SMALL = 0.7;           // of the other's size: the island is only in reach

/** Where an island's first box lies in the layer, and how large a box is. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly box: number;
  readonly scale: number;
  readonly left: number;
  readonly right: number;
  readonly isFar: boolean;
}

export interface Layers {
  readonly isles: HTMLElement;
  /** Where the piece would come to lie. */
  readonly spot: HTMLElement;
  /** The piece in the hand. */
  readonly held: HTMLElement;
}

export class Hold implements Grip {
  #layers!: Layers;
  #places: (Place | null)[] = [];
  #origin: { x: number; y: number } = { x: 0, y: 0 };
  #grab: { x: number; y: number; lift: number } | null = null;
  #last: [number, number] = [0, 0];
  #over: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: Placement | null = null;
  #slot = 0;
  /** The decision that the piece was taken up for. */
  #decision = "";
  #snapped = false;
  /** By island: where the piece could lie as it is held. */
  #fits: readonly (readonly Placement[])[] = [];

  /** `onlift`: somebody takes the piece up. */
  constructor(readonly laying: Laying, readonly onlift: () => void) {}

  attach(layers: Layers): void {
    this.#layers = layers;
  }

  get isHeld(): boolean {
    return this.#grab != null;
  }

  measure(): void {
    const { isles } = this.#layers;
    this.#origin = isles.getBoundingClientRect();
    const rects = [0, 1].map((slot) => isles.querySelector<HTMLElement>(`.island[data-slot="${slot}"]`)?.getBoundingClientRect());
    const widest = Math.max(...rects.map((rect) => rect?.width ?? 0));
    this.#places = rects.map((rect, slot) => {
      const card = this.laying.card(slot);
      if (!rect || !card) return null;
      const scale = rect.width / WIDTH;
      return {
        x: rect.x - this.#origin.x + LEFT * scale, y: rect.y - this.#origin.y + topOf(card) * scale,
        box: UNIT * scale, scale, left: rect.x, right: rect.right, isFar: rect.width < SMALL * widest,
      };
    });
  }

  // --- at rest ------------------------------------------------------------------------------------------------------------

  /** Show where the piece lies, after everything else is drawn and measured. It glides there if it was seen before. */
  rest(spot: Placement | null): void {
    if (this.isHeld) return;
    const { style } = this.#layers.spot;
    const from = this.#shown ? style.transform : "";
    this.#show(spot);
    if (spot && from && from !== style.transform && !calm()) {
      this.#layers.spot.animate([{ transform: from }, { transform: style.transform }], { duration: 120, easing: "cubic-bezier(.2, .8, .2, 1)" });
    }
  }

  /** The islands may lie elsewhere than when they were measured, or be others. */
  moved(spot: Placement | null): void {
    if (this.isHeld) return;
    this.measure();
    this.rest(spot);
  }

  /** The piece has been turned: it turns before the eye. */
  turned(way: Turn, icon: Element | null | undefined): void {
    if (calm() || !icon) return;
    const from = way === "mirror" ? "scaleX(-1)" : `rotate(${way === "left" ? 90 : -90}deg)`;
    icon.animate([{ transform: from }, { transform: "none" }], { duration: 160, easing: "cubic-bezier(.6, 0, .2, 1)" });
  }

  /** Transform, opacity and tags, nothing else: also what a moving piece may change. */
  #show(spot: Placement | null): void {
    const layer = this.#layers.spot;
    this.#tags(this.#shown, false);
    this.#shown = spot;
    const place = spot && this.#places[spot.slot];
    layer.classList.toggle("is-on", !!place);
    if (!place || !spot) return;
    layer.style.transform = `translate(${place.x + spot.at[1] * place.box}px, ${place.y + spot.at[0] * place.box}px) scale(${place.scale})`;
    this.#tags(spot, true);
  }

  #tags(spot: Placement | null, on: boolean): void {
    const island = spot && this.#layers.isles.querySelector(`.island[data-slot="${spot.slot}"]`);
    if (!spot || !island) return;
    for (const [row, column] of spot.boxes) island.querySelector(`[data-tag="${row},${column}"]`)?.classList.toggle("is-on", on);
    if (spot.offered.gains?.cards) island.querySelector("[data-tag=done]")?.classList.toggle("is-on", on);
  }

  // --- in the hand --------------------------------------------------------------------------------------------------------

  lift(target: Element, x: number, y: number, pointer: string): boolean {
    const { laying } = this;
    if (!laying.list.length || !laying.session.isFree) return false;
    this.onlift();
    this.measure();
    const place = this.#places[laying.near];
    if (!place) return false;
    const [rows, columns] = size(laying.form).map((n) => n * place.box) as [number, number];
    const at = laying.spot && !target.closest("[data-shape]") ? this.#within(laying.spot, x, y) : null;
    const grab = at && at[0] > 0 && at[1] > 0 && at[0] < columns && at[1] < rows ? at : [columns / 2, rows / 2];
    this.#grab = { x: grab[0]!, y: grab[1]!, lift: pointer === "mouse" ? 0 : LIFT };
    this.#slot = laying.near;
    this.#decision = laying.begun;
    this.#snapped = !!laying.spot;
    this.#read();
    this.#layers.held.classList.add("is-on");
    document.body.dataset.held = "yes";
    return true;
  }

  /** What a moving piece asks for, once for each way it is held. */
  #read(): void {
    this.#fits = [0, 1].map((slot) => fitting(this.laying.list, this.laying.form, slot));
  }

  /** A point of the page in pixels from the top left of the piece. */
  #within(spot: Placement, x: number, y: number): [number, number] | null {
    const place = this.#places[spot.slot];
    return place ? [x - this.#origin.x - place.x - spot.at[1] * place.box, y - this.#origin.y - place.y - spot.at[0] * place.box] : null;
  }

  move(x: number, y: number): void {
    const grab = this.#grab;
    if (!grab) return;
    if (this.laying.begun !== this.#decision) return this.#letGo();
    this.#last = [x, y];
    const slot = this.#slotAt(x);
    const scale = this.#places[this.laying.near]!.scale;
    const left = x - this.#origin.x - grab.x, top = y - this.#origin.y - grab.y - grab.lift;
    this.#layers.held.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    const place = this.#places[slot]!;
    if (place.isFar) return this.#dwell(slot);
    this.#dwell(null);
    this.#slot = slot;
    const spot = nearest(this.#fits[slot]!, [(top - place.y) / place.box, (left - place.x) / place.box], REACH);
    this.#snapped = !!spot;
    this.#layers.held.classList.toggle("is-snapped", !!spot);
    this.#layers.held.classList.toggle("is-lost", !spot);
    if (spot && spot !== this.#shown) this.#show(spot);
  }

  #slotAt(x: number): number {
    const at = this.#places.findIndex((place) => place && x >= place.left && x <= place.right);
    return at < 0 ? this.laying.near : at;
  }

  /** Held over the small island for a moment, that one comes near. */
  #dwell(slot: number | null): void {
    if (slot === this.#over) return;
    this.#over = slot;
    this.#layers.isles.toggleAttribute("data-dwell", slot != null);
    clearTimeout(this.#timer);
    if (slot != null) this.#timer = setTimeout(() => void this.#bringNear(slot), DWELL);
  }

  async #bringNear(slot: number): Promise<void> {
    this.#show(null);
    this.laying.near = slot;
    this.laying.spot = null;
    await tick();
    this.measure();
    if (this.isHeld) this.move(...this.#last);
  }

  /** The decision is over while the piece is still in the hand: somebody's time was up. */
  #letGo(): void {
    this.empty();
    this.rest(this.laying.offer ? this.laying.spot : null);
  }

  /** Nothing is held any more. */
  empty(): void {
    this.#dwell(null);
    this.#grab = null;
    this.#layers.held.classList.remove("is-on", "is-snapped", "is-lost");
    delete document.body.dataset.held;
  }

  drop(): void {
    if (!this.#grab) return;
    if (this.laying.begun !== this.#decision) return this.#letGo();
    const { laying } = this;
    const { held, spot: layer } = this.#layers;
    const from = held.style.transform;
    this.empty();
    const spot = this.#shown ?? laying.home();
    laying.lay(spot, this.#snapped ? "" : laying.hint(this.#slot));
    this.#show(spot);
    if (spot && !calm()) layer.animate([{ transform: from }, { transform: layer.style.transform }], { duration: 90, easing: "ease-out" });
  }

  twist(sign: number): void {
    void this.turn(sign > 0 ? "right" : "left");
  }

  /** Turn the piece, in the hand or where it lies. */
  async turn(way: Turn): Promise<boolean> {
    const { laying } = this;
    if (!this.isHeld) return laying.turn(way);
    if (!laying.mayTurn) return false;
    this.#show(null);
    laying.turn(way);
    await tick();
    const place = this.#places[laying.near];
    if (!this.#grab || !place) return true;
    const [rows, columns] = size(laying.form);
    this.#read();
    this.#grab = { ...this.#grab, x: (columns * place.box) / 2, y: (rows * place.box) / 2 };
    this.move(...this.#last);
    return true;
  }
}
