// Quick Silver, as the client shows it.
import type { QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import MineBack from "./MineBack.svelte";
import PlainGoods from "./PlainGoods.svelte";

const ICONS: Record<QuickSilverEvent["kind"], string> = {
  first: "star", round: "replay", rolled: "card-pickup", sneaked: "footsteps", named: "swap", redirected: "alert", allowed: "check", swapped: "swap", ticked: "clock",
  found: "dynamite", stopped: "shield", blasted: "spiky-explosion", repaired: "shield", out: "out", restarted: "replay", shown: "mine-wagon", group: "scales",
  earned: "coin", tied: "scales", won: "laurels-trophy",
};

const quickSilver: GameClient<QuickSilverView, QuickSilverEvent> = {
  Board,
  Card: PlainGoods,
  Back: MineBack,
  roundText(session) {
    const view = (session.queue[0] ? session.startView : session.view) as QuickSilverView;
    return `Round ${view.round} · ${view.die ? "in the mine" : "at the market"}`;
  },
  icon: (event) => ICONS[event.kind],
  heading: (event) => (event.kind === "round" ? `Round ${event.value}` : ""),
  fan: ["copper-9", "silver-14", "gold-26", "dynamite", "silver-18"],
  keys: "arrows carts, C centre, K sneak, Y let, N redirect",
  emblem: "mine-wagon",
  points: (view, seat) => `$${view.seats[seat]?.cash ?? 0}`,
};

export default quickSilver;
