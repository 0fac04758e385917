// Choosing cards: the starting pair, or a new island. Which cards go together is in the offer.
import type { Offered, SilverAndGoldView } from "../../lib/protocol";
import type { TableSession } from "../../lib/table.svelte";
import { colorName } from "./chart";
import type { Choosable } from "./Choose.svelte";

export class Picking {
  #picked = $state.raw<{ decision: number | null; keys: readonly string[] }>({ decision: null, keys: [] });

  constructor(readonly session: TableSession) {}

  readonly view = $derived.by(() => this.session.view as SilverAndGoldView);
  readonly isStart = $derived.by(() => this.view.phase === "choose");
  readonly actions = $derived.by((): readonly Offered[] => (this.isStart || this.view.phase === "replace" ? (this.session.offer?.actions ?? []) : []));
  /** How many cards an action takes. */
  readonly many = $derived.by(() => this.actions[0]?.touches?.length ?? 1);

  readonly cards = $derived.by((): Choosable[] => {
    if (this.isStart) return (this.view.dealt ?? []).map((card, i) => ({ key: `dealt:${i}`, card }));
    const cards = this.view.display.flatMap((card, i) => (card ? [{ key: `display:${i}`, card }] : []));
    return this.actions.some((one) => one.touches?.includes("deck")) ? [...cards, { key: "deck", card: null }] : cards;
  });

  /** The pressed cards: those picked, or those already chosen. */
  readonly picked = $derived.by((): readonly string[] => {
    if (this.isStart && this.view.kept) return this.view.kept.map((i) => `dealt:${i}`);
    return this.actions.length && this.#picked.decision === this.session.decision ? this.#picked.keys : [];
  });

  /** The action that takes just the picked cards. */
  readonly action = $derived.by(() =>
    this.picked.length === this.many ? (this.actions.find((one) => this.picked.every((key) => one.touches?.includes(key))) ?? null) : null,
  );

  readonly button = $derived.by(() => {
    if (this.isStart) return this.picked.length === 2 ? "Keep these two" : this.picked.length === 1 ? "Choose one more" : "Choose two islands";
    return this.action ? `Take ${this.#names()}` : "Choose an island";
  });

  readonly words = $derived.by(() => (this.action && this.isStart ? `You keep ${this.#names()}; the other two go back into the deck unseen.` : ""));

  #names(): string {
    const names = this.picked.map((key) => {
      const card = this.cards.find((one) => one.key === key)?.card;
      return card ? `${card.value} ${colorName(card.color)}` : "the top card of the deck";
    });
    return names.join(" and ");
  }

  /** Press a card: it is picked, or no longer. Of too many the first goes. */
  pick(key: string): void {
    if (!this.actions.length) return;
    const keys = this.picked.includes(key) ? this.picked.filter((one) => one !== key) : [...this.picked, key].slice(-this.many);
    this.#picked = { decision: this.session.decision, keys };
  }

  confirm(): void {
    if (this.action && this.session.isFree) this.session.act(this.action.action);
  }
}
