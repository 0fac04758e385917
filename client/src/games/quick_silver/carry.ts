// An own card carried by pointer to a card of another cart, or of the centre. While it moves only transforms change.
import { calm } from "../../lib/calm";
import type { Grip } from "../../lib/drag";
import { lay, partOf } from "../../lib/ghosts";
import type { Spot, Swapping } from "./swapping.svelte";

const LIFT = 34;             // pixels that a finger does not hide
const HOME_MS = 160;

export class Carry implements Grip {
  #ghost: HTMLElement | null = null;
  #from: Element | null = null;
  #own = 0;
  #start: [number, number] = [0, 0];
  #lift = 0;
  #over: Element | null = null;
  #decision: number | null = null;

  /** `layer` lies over everything and takes no pointer; `onlift`: somebody takes a card up. */
  constructor(readonly swapping: Swapping, readonly layer: () => HTMLElement, readonly root: () => HTMLElement, readonly onlift: () => void) {}

  lift(target: Element, x: number, y: number, pointer: string): boolean {
    const from = target.closest("[data-slot]");
    const card = from?.querySelector(".card");
    const { swapping } = this;
    if (!from || !card || !swapping.mayPick || !swapping.session.isFree) return false;
    this.onlift();
    const { node, rect } = partOf(card);
    this.#own = Number((from as HTMLElement).dataset.slot);
    this.#start = [x, y];
    this.#lift = pointer === "mouse" ? 0 : LIFT;
    this.#decision = swapping.session.decision;
    this.#from = from;
    this.#ghost = lay(this.layer(), node, rect);
    this.#ghost.classList.add("is-carried");
    from.classList.add("is-carried-away");
    this.root().classList.add("is-carrying");
    return true;
  }

  move(x: number, y: number): void {
    if (!this.#ghost) return;
    if (this.swapping.session.decision !== this.#decision) return this.#empty();
    this.#ghost.style.transform = `translate(${x - this.#start[0]}px, ${y - this.#start[1] - this.#lift}px) rotate(-3deg) scale(.8)`;
    this.#mark(this.#at(x, y)?.node ?? null);
  }

  /** The card under the pointer, or the place; null where the card may not go. */
  #at(x: number, y: number): { node: Element; spot: Spot } | null {
    const under = document.elementsFromPoint(x, y).filter((node) => this.root().contains(node));
    const slot = under.map((node) => node.closest<HTMLElement>("[data-slot]")).find((node) => !!node && !node.closest(".mycards")) ?? null;
    const place = slot?.closest<HTMLElement>("[data-place]") ?? under.map((node) => node.closest<HTMLElement>("[data-place]")).find(Boolean) ?? null;
    if (!place) return null;
    const spot: Spot = { place: Number(place.dataset.place), ...(slot ? { slot: Number(slot.dataset.slot) } : {}) };
    return this.swapping.accepts(spot) ? { node: slot ?? place, spot } : null;
  }

  #mark(node: Element | null): void {
    if (node === this.#over) return;
    this.#over?.classList.remove("is-over");
    node?.classList.add("is-over");
    this.#over = node;
  }

  drop(): void {
    const over = this.#over as HTMLElement | null;
    const place = over?.closest<HTMLElement>("[data-place]")?.dataset.place;
    const own = this.#own;
    const spot: Spot | null = place == null ? null : { place: Number(place), ...(over!.dataset.slot ? { slot: Number(over!.dataset.slot) } : {}) };
    if (this.swapping.session.decision === this.#decision && spot && this.swapping.drop(own, spot)) this.#empty();
    else this.#goHome();
  }

  #goHome(): void {
    const ghost = this.#ghost;
    if (!ghost || calm()) return this.#empty();
    const home = ghost.animate([{ transform: ghost.style.transform }, { transform: "none" }], { duration: HOME_MS, easing: "ease-out" });
    this.#ghost = null;
    home.finished.finally(() => ghost.remove());
    this.#empty();
  }

  #empty(): void {
    this.#mark(null);
    this.#ghost?.remove();
    this.#ghost = null;
    this.#from?.classList.remove("is-carried-away");
    this.root().classList.remove("is-carrying");
  }
}
