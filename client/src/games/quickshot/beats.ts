// The session's beats as steps for the player.
import type { Step } from "../../lib/player";
import type { BeatMessage, QuickshotEvent, QuickshotView } from "../../lib/protocol";
import type { Shown } from "./diff";

type QuickshotStep = Step<Shown, QuickshotEvent>;

/** Beats as steps after `before`; `played` is called as each is done. Before a reveal the last choices come in: that is no beat. */
export function stepsOf(before: Shown, beats: readonly BeatMessage[], played: () => void): QuickshotStep[] {
  const steps: QuickshotStep[] = [];
  let last = before;
  for (const beat of beats) {
    const [events, view] = [beat.events as QuickshotEvent[], beat.view as QuickshotView];
    const all = last.phase === "follow" && last.awaited?.length !== 0 && events.some((event) => event.kind === "revealed");
    if (all) steps.push({ view: { ...last, awaited: [] }, events: [] });
    const won = last.winner != null || events.some((event) => event.kind === "won");
    last = { ...view, winner: won ? view.winner : undefined, awaited: null };      // the last elimination is seen before its winner
    steps.push({ view: last, events, done: played });
  }
  return steps;
}

/** The table before the cards are dealt, to deal from. */
export function beforeTheDeal(view: QuickshotView): QuickshotView {
  const held = view.seats.reduce((sum, seat) => sum + seat.hand, 0);
  return { ...view, pile: view.pile + held, seats: view.seats.map((seat) => ({ ...seat, hand: 0 })) };
}
