// The keyboard of the board. In a turn the arrows go along the carts and C to the centre, Enter asks; in an exchange they go along
// the cards, up and down to the other side, 1 to 3 pick the own card and 4 to 6 theirs, Enter swaps. K sneaks. In a redirect window
// Y lets the swap happen, N goes to the plate, which Enter gives up. Esc takes a choice back. Letters can be switched off.
import { prefs } from "../../lib/prefs.svelte";
import type { Offered } from "../../lib/protocol";
import { CENTRE } from "./places";
import type { Swapping } from "./swapping.svelte";

export interface Doing {
  readonly swapping: Swapping;
  /** Go along what can be chosen, or over to the other side (up or down). */
  go(along: number, across: number): void;
  target(place: number): void;
  own(slot: number): void;
  take(slot: number): void;
  swap(): void;
  /** Take an action that is offered as it stands. */
  act(offered: Offered | undefined): void;
  /** Bring the keyboard to the button that gives up a plate. */
  toPlate(): void;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a key does here, if anything. */
export function keysOf(event: KeyboardEvent, does: Doing): (() => void) | undefined {
  const { swapping } = does;
  const { key } = event;
  if (!swapping.offer || !swapping.session.isFree) return undefined;
  const arrow = ARROWS[key];
  if (arrow && swapping.mayPick) return () => does.go(...arrow);
  if (key === "Escape" && (swapping.own ?? swapping.other ?? swapping.target) != null) return () => void swapping.unpick();
  if (key === "Enter") return entered(event.target as HTMLElement, does);
  return prefs.keys ? lettered(key.toLowerCase(), does) : undefined;
}

/** Enter on something that has its own meaning keeps it; on a card, or on nothing, it does what is picked. */
function entered(target: HTMLElement, { swapping, swap, target: name }: Doing): (() => void) | undefined {
  const isFree = !target.closest?.("button, a, summary, input") || !!target.closest(".card");
  if (!isFree) return undefined;
  if (swapping.pair) return swap;
  const place = swapping.target;
  return place != null && !target.closest?.(".card") ? () => name(place) : undefined;
}

function lettered(key: string, does: Doing): (() => void) | undefined {
  const { swapping } = does;
  if (swapping.isWindow) {
    if (key === "y") return () => does.act(swapping.letThem);
    return key === "n" || key === "r" ? does.toPlate : undefined;
  }
  if (/^[1-3]$/.test(key) && swapping.mayPick) return () => does.own(Number(key) - 1);
  if (/^[4-6]$/.test(key) && swapping.pairs.length) return () => does.take(Number(key) - 4);
  if (key === "k" && swapping.sneak) return () => does.act(swapping.sneak);
  return key === "c" && swapping.targets.has(CENTRE) ? () => does.target(CENTRE) : undefined;
}
