// Cards in words: as the rules name them, as readers hear them, and by the keys that rules and lobby use.
import type { QuickSilverCard } from "../../lib/protocol";

export type Kind = QuickSilverCard["kind"];

const NAMES: Record<Kind, string> = { copper: "Copper", silver: "Silver", gold: "Gold", dynamite: "Dynamite", replacement_plate: "Replacement Plate" };
const FIGURES: Record<Kind, string> = { copper: "ore", silver: "metal-bar", gold: "gold-stack", dynamite: "dynamite", replacement_plate: "" };
const TEXTS: Record<Kind, string> = {
  copper: "What it weighs, and what it may earn.",
  silver: "What it weighs, and what it may earn.",
  gold: "What it weighs, and what it may earn.",
  dynamite: "Blasts one of your plates after the rush.",
  replacement_plate: "Stops one Dynamite, or turns a blasted plate back.",
};

export const isGoods = ({ kind }: QuickSilverCard): boolean => kind === "copper" || kind === "silver" || kind === "gold";
export const kindName = (kind: Kind): string => NAMES[kind];
export const figureOf = (kind: Kind): string => FIGURES[kind];
export const textOf = (kind: Kind): string => TEXTS[kind];
export const worth = (card: QuickSilverCard): number => (isGoods(card) ? (card.value ?? 0) : 0);

/** "Silver 14", "Dynamite" */
export const cardName = (card: QuickSilverCard): string => (isGoods(card) ? `${NAMES[card.kind]} ${card.value ?? 0}` : NAMES[card.kind]);

/** The same where there is little room: "Plate". */
export const briefName = (card: QuickSilverCard): string => (card.kind === "replacement_plate" ? "Plate" : cardName(card));

/** A card by its key: "silver-14", or a kind alone, "gold". */
export function cardOf(key: string): QuickSilverCard {
  const [kind, value] = key.split("-") as [Kind, string?];
  return { kind: kind in NAMES ? kind : "copper", value: Number(value ?? 0) };
}
