// The session's beats as steps for the player.
import type { Step } from "../../lib/player";
import type { BeatMessage, SilverAndGoldEvent, SilverAndGoldView } from "../../lib/protocol";

type IslandStep = Step<SilverAndGoldView, SilverAndGoldEvent>;

/** Beats as steps after `before`; `played` is called as each is done. Before all marks are shown the own ones are complete: whoever
marks last sees them on their islands, too, and that is no beat. */
export function stepsOf(before: SilverAndGoldView, beats: readonly BeatMessage[], me: number | null, played: () => void): IslandStep[] {
  const steps: IslandStep[] = [];
  let last = before;
  for (const beat of beats) {
    const [events, view] = [beat.events as SilverAndGoldEvent[], beat.view as SilverAndGoldView];
    const own = me == null ? [] : events.filter((event) => (event.kind === "marked" || event.kind === "bonus") && event.seat === me);
    if (own.length) steps.push({ view: withMarks(last, me!, own), events: [] });
    steps.push({ view, events, done: played });
    last = view;
  }
  return steps;
}

/** A view in which a seat's boxes are marked as these events tell. */
function withMarks(view: SilverAndGoldView, me: number, own: readonly SilverAndGoldEvent[]): SilverAndGoldView {
  const seats = view.seats.map((seat, i) => {
    if (i !== me) return seat;
    const islands = seat.islands.map((island) => {
      const marks = own.filter((event) => event.card === island?.card.name).reduce((mask, event) => mask | (event.boxes ?? 0), 0);
      return island && marks ? { ...island, marks } : island;
    });
    return { ...seat, islands };
  });
  return { ...view, seats, marked: true };
}
