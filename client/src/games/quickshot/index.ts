// Quickshot, as the client shows it.
import type { QuickshotEvent, QuickshotView } from "../../lib/protocol";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import PlainBack from "./PlainBack.svelte";
import PlainCard from "./PlainCard.svelte";
import Result from "./Result.svelte";
import { figureOf } from "./words";

const ICONS: Record<QuickshotEvent["kind"], string> = {
  dealt: "card-pickup", first: "star", round: "star", reshuffled: "replay", drew: "card-pickup", led: "eye", revealed: "eye", covered: "down", ability: "spark",
  spent: "down", declined: "check", strength: "up", out: "out", hand: "out", leader: "star", cleared: "check", won: "laurels-trophy",
};

const quickshot: GameClient<QuickshotView, QuickshotEvent> = {
  Board,
  Card: PlainCard,
  Back: PlainBack,
  Result,
  roundText(session) {
    const view = (session.queue[0] ? session.startView : session.view) as QuickshotView;
    return `Round ${Math.max(1, view.round)} of ${view.rounds} · ${session.name(view.leader)} leads`;
  },
  icon: (event) => (event.kind === "ability" && event.value ? figureOf(event.value) : ICONS[event.kind]),
  heading: (event) => (event.kind === "round" ? `Round ${event.value}` : ""),
  fan: ["6", "3", "1", "5", "7"],
  keys: "1 to 8 cards",
  emblem: "crosshair",
};

export default quickshot;
