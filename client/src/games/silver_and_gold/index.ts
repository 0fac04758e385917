// Silver & Gold, as the client shows it.
import type { SilverAndGoldEvent, SilverAndGoldView } from "../../lib/protocol";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import IslandBack from "./IslandBack.svelte";
import PlainTreasure from "./PlainTreasure.svelte";
import Result from "./Result.svelte";

const ICONS: Record<SilverAndGoldEvent["kind"], string> = {
  dealt: "card-pickup", kept: "check", returned: "replay", displayed: "eye", first: "star", revealed: "eye", marked: "box", bonus: "bonus", lost: "out",
  coin: "coin", palm: "palm-tree", trophy: "trophy-cup", completed: "check", took: "card-pickup", refilled: "down", nothing: "minus", round: "replay",
  scored: "rules", won: "laurels-trophy",
};

const silverAndGold: GameClient<SilverAndGoldView, SilverAndGoldEvent> = {
  Board,
  Card: PlainTreasure,
  Back: IslandBack,
  Result,
  roundText(session) {
    const view = (session.queue[0] ? session.startView : session.view) as SilverAndGoldView;
    if (!view.turn) return "Choosing islands";
    return `Round ${view.round} of ${view.rounds} · turn ${view.turn} of ${view.turns}`;
  },
  icon: (event) => ICONS[event.kind],
  heading: (event) => (event.kind === "revealed" ? event.text.split(":")[0]! : ""),
  fan: ["gray-02", "green-04", "orange-01", "purple-04", "green-09"],
  keys: "R turns, F mirrors",
  emblem: "palm-tree",
  points: (view, seat) => String(view.seats[seat]?.score.total ?? ""),
};

export default silverAndGold;
