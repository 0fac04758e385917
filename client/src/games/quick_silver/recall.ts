// Beats show what everybody sees. What the viewer knows besides stays visible while they play: cards remembered go where the
// swaps carry them, from what was known before, and back from what is known after.
import type { BeatMessage, QuickSilverCard, QuickSilverEvent, QuickSilverView, Slot } from "../../lib/protocol";
import { CENTRE } from "./places";

/** Cards by "place.slot". */
type Memory = Map<string, QuickSilverCard | undefined>;

const key = (place: number, slot: number): string => `${place}.${slot}`;
const eventsOf = (beat: BeatMessage) => beat.events as QuickSilverEvent[];
const dealsAgain = (beat: BeatMessage): boolean => eventsOf(beat).some(({ kind }) => kind === "rolled");
const swapsOf = (beat: BeatMessage) => eventsOf(beat).filter(({ kind }) => kind === "swapped");

function seen(view: QuickSilverView): Memory {
  const memory: Memory = new Map();
  const take = (slots: readonly Slot[], place: number) => slots.forEach(({ card }, slot) => card && memory.set(key(place, slot), card));
  view.seats.forEach(({ slots }, seat) => take(slots, seat));
  take(view.centre.slots, CENTRE);
  return memory;
}

/** The memory with a swap's two cards exchanged, forwards or backwards. */
function swapped(memory: Memory, swap: QuickSilverEvent): Memory {
  const [one, other] = [key(swap.seat!, swap.slot!), key(swap.other!, swap.other_slot!)];
  return new Map([...memory, [one, memory.get(other)], [other, memory.get(one)]]);
}

/** After each beat, as far as it follows from `before`. */
function forwards(before: QuickSilverView, beats: readonly BeatMessage[]): Memory[] {
  let memory = seen(before);
  return beats.map((beat) => {
    if (dealsAgain(beat)) memory = new Map();
    for (const swap of swapsOf(beat)) {
      memory = swapped(memory, swap);
      if (swap.taken) memory.set(key(swap.seat!, swap.slot!), swap.taken);
      if (swap.given) memory.set(key(swap.other!, swap.other_slot!), swap.given);
    }
    return memory;
  });
}

/** After each beat, as far as it follows from `truth`, what is known after the last one. */
function backwards(beats: readonly BeatMessage[], truth: QuickSilverView): Memory[] {
  const after: Memory[] = [];
  let memory = seen(truth);
  for (const beat of [...beats].reverse()) {
    after.unshift(memory);
    memory = dealsAgain(beat) ? new Map() : swapsOf(beat).reverse().reduce(swapped, memory);
  }
  return after;
}

/**
 * The beats with what seat `me` knows laid over their views. Nothing is shown before it was known.
 *
 * @param before the view that was drawn last
 * @param truth the own view after the last beat
 */
export function recalled(before: QuickSilverView, beats: readonly BeatMessage[], truth: QuickSilverView, me: number | null): BeatMessage[] {
  if (me == null) return [...beats];
  const [earlier, later] = [forwards(before, beats), backwards(beats, truth)];
  return beats.map((beat, i) => ({ ...beat, view: laid(beat.view as QuickSilverView, me, (at) => earlier[i]!.get(at) ?? later[i]!.get(at)) }));
}

function laid(view: QuickSilverView, me: number, known: (at: string) => QuickSilverCard | undefined): QuickSilverView {
  const fill = (slots: readonly Slot[], place: number): Slot[] =>
    slots.map((slot, i) => {
      const card = slot.card ?? (slot.known_by?.includes(me) ? known(key(place, i)) : undefined);
      return card ? { ...slot, card } : slot;
    });
  const seats = view.seats.map((cart, seat) => ({ ...cart, slots: fill(cart.slots, seat) }));
  return { ...view, seats, centre: { ...view.centre, slots: fill(view.centre.slots, CENTRE) } };
}
