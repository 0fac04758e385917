// The session's beats as steps for the player.
import type { Step } from "../../lib/player";
import type { BeatMessage, QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import { CENTRE } from "./places";
import { recalled } from "./recall";

type MineStep = Step<QuickSilverView, QuickSilverEvent>;

/**
 * Beats as steps after `before`, with what seat `me` remembers; `played` is called as each is done.
 *
 * @param truth the own view after the last beat
 */
export function stepsOf(before: QuickSilverView, beats: readonly BeatMessage[], truth: QuickSilverView, me: number | null, played: () => void): MineStep[] {
  let weighed: QuickSilverEvent[] = [];
  return recalled(before, beats, truth, me).map((beat) => {
    const [events, view] = [beat.events as QuickSilverEvent[], beat.view as QuickSilverView];
    const shown = events.filter((e) => e.kind === "shown");
    if (shown.length) weighed = shown;
    if (events.some((e) => e.kind === "rolled")) weighed = [];
    return { view: weighed.length ? withTotals(view, weighed) : view, events, done: played };
  });
}

/** Totals are told before the groups are: all carts hang on the scale while one group after the other sells. */
function withTotals(view: QuickSilverView, weighed: readonly QuickSilverEvent[]): QuickSilverView {
  const totals = new Map(weighed.map((e) => [e.seat!, e.value]));
  const seats = view.seats.map((cart, seat) => ({ ...cart, total: cart.total ?? totals.get(seat) }));
  return { ...view, seats, centre: { ...view.centre, total: view.centre.total ?? totals.get(CENTRE) } };
}

/** The table before the first cards are dealt, to deal from. */
export function beforeTheDeal(view: QuickSilverView): QuickSilverView {
  return { ...view, round: 0, die: 0, white: 0, seats: view.seats.map((cart) => ({ ...cart, slots: [] })), centre: { ...view.centre, slots: [] } };
}

/** What is drawn until the first waiting beat has played: `known` is the view right before it, where there is one. */
export function startOf(beat: BeatMessage, known: QuickSilverView | null): QuickSilverView {
  const isDeal = (beat.events as QuickSilverEvent[]).some((e) => e.kind === "first");
  return isDeal ? beforeTheDeal(beat.view as QuickSilverView) : (known ?? (beat.view as QuickSilverView));
}
