// Quick Silver, as the client shows it.
import type { QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import MineBack from "./MineBack.svelte";
import PlainGoods from "./PlainGoods.svelte";
import { icon, logHeading, roundText } from "./words";

const quickSilver: GameClient<QuickSilverView, QuickSilverEvent> = {
  Board,
  Card: PlainGoods,
  Back: MineBack,
  roundText: (session) => roundText((session.queue[0] ? session.startView : session.view) as QuickSilverView),
  icon,
  heading: logHeading,
  fan: ["copper-9", "silver-14", "gold-26", "dynamite", "silver-18"],
  keys: "arrows carts, C centre, K sneak, Y let, N redirect",
  emblem: "mine-wagon",
  points: (view, seat) => `$${view.seats[seat]?.cash ?? 0}`,
};

export default quickSilver;
