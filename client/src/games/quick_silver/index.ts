// Quick Silver, as the client shows it.
import type { QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import MineBack from "./MineBack.svelte";
import PlainGoods from "./PlainGoods.svelte";
import Result from "./Result.svelte";
import { icon, logHeading, roundText, verdictOf } from "./words";

const quickSilver: GameClient<QuickSilverView, QuickSilverEvent> = {
  Board,
  Card: PlainGoods,
  Back: MineBack,
  Result,
  besides: (view) => (view.stranger_wins ? { name: "The Stranger", note: verdictOf(view).text } : null),
  roundText: (session) => roundText((session.queue[0] ? session.startView : session.view) as QuickSilverView),
  icon,
  heading: logHeading,
  fan: ["copper-9", "silver-14", "gold-26", "dynamite", "silver-18"],
  keys: "arrows carts, C centre, K sneak, Y let, N redirect",
  emblem: "mine-wagon",
  points: (view, seat) => `$${view.seats[seat]?.cash ?? 0}`,
};

export default quickSilver;
