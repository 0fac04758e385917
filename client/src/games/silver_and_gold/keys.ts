// The keyboard of the board: arrows go along the offered places, R turns, F mirrors, O takes one box, Enter crosses off,
// Backspace and Esc take back. Letters can be switched off.
import { prefs } from "../../lib/prefs.svelte";
import type { TableSession } from "../../lib/table.svelte";
import type { Laying, Turn } from "./laying.svelte";
import type { Box } from "./placing";

export interface Doing {
  readonly laying: Laying;
  readonly session: TableSession;
  step(direction: Box): void;
  turn(way: Turn): void;
  one(): void;
  confirm(): void;
}

const ARROWS: Record<string, Box> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a key does here, if anything. */
export function keysOf(event: KeyboardEvent, does: Doing): (() => void) | undefined {
  const { laying, session } = does;
  const target = event.target as HTMLElement;
  const onBox = !!target.closest?.("[data-bit]");
  const isFree = onBox || !target.closest?.("button, a, summary");
  const arrow = ARROWS[event.key];
  if (arrow) return laying.offer ? () => does.step(arrow) : onBox ? () => walk(target, arrow) : undefined;
  if (event.key === "Enter" && isFree && laying.spot) return does.confirm;
  if (event.key === "Backspace" || event.key === "Escape") return session.mayWithdraw && session.isFree ? () => session.withdraw() : undefined;
  if (!prefs.keys || !laying.offer) return undefined;
  const letters: Record<string, () => void> = {
    r: () => does.turn(event.shiftKey ? "left" : "right"),
    f: () => does.turn("mirror"),
    o: does.one,
  };
  return letters[event.key.toLowerCase()];
}

/** Without a decision the arrows go from box to box, to look around. */
function walk(from: HTMLElement, [down, right]: Box): void {
  const [row, column] = [down, right].map((by, i) => Number(from.dataset.at!.split(",")[i]) + by);
  from.closest(".island-boxes")?.querySelector<HTMLElement>(`[data-at="${row},${column}"]`)?.focus();
}
