// How things stand, in words: carts, cards and who knows them, what a cart weighs.
import type { Cart, QuickSilverView, Slot } from "../../lib/protocol";
import { count, list } from "../../lib/words";
import { cardName, worth } from "./goods";
import { CENTRE } from "./places";

export type Name = (seat: number) => string;

export const POSITIONS = ["first", "second", "third"] as const;

export const slotsOf = (view: QuickSilverView, place: number): readonly Slot[] => (place === CENTRE ? view.centre : view.seats[place])?.slots ?? [];
export const placeName = (place: number, name: Name): string => (place === CENTRE ? "the centre" : name(place));
/** "Bob’s second card", "the second card of the centre" */
export const cardAt = (place: number, slot: number, name: Name): string =>
  place === CENTRE ? `the ${POSITIONS[slot]} card of the centre` : `${name(place)}’s ${POSITIONS[slot]} card`;

/** The seats that know a face-down card and do not have it in their cart. */
export const knowers = (slot: Slot, place: number): number[] => (slot.up ? [] : (slot.known_by ?? []).filter((seat) => seat !== place));

/** As readers hear a card that lies with others: "Silver 14, face up", "face down, you know it: Dynamite; Bob knows it, too". */
export function slotWords(slot: Slot, place: number, me: number | null, name: Name): string {
  if (slot.up && slot.card) return `${cardName(slot.card)}, face up`;
  const others = knowers(slot, place).filter((seat) => seat !== me).map(name);
  const knows = others.length === 1 ? "knows" : "know";
  if (slot.card) return `face down, you know it: ${cardName(slot.card)}${others.length ? `; ${list(others)} ${knows} it, too` : ""}`;
  return `face down, unknown${others.length ? ` to you; ${list(others)} ${knows} it` : ""}`;
}

/** Who sees an own card: `all`, `you`, or names; `more` before it and `after` where there is room. */
export function ownCaption(slot: Slot, me: number, name: Name): { icon: "eye" | "lock"; more: string; text: string; after: string } {
  if (slot.up) return { icon: "eye", more: "seen by ", text: "all", after: "" };
  const others = knowers(slot, me);
  if (!others.length) return { icon: "lock", more: "only ", text: "you", after: "" };
  const who = others.length > 2 ? count(others.length, "player") : list(others.map(name));
  return { icon: "eye", more: "", text: who, after: ` know${others.length === 1 ? "s" : ""}` };
}

/** "Otto knows the second card." What others know of a place's face-down cards, in sentences; "" where nobody does. */
export function knowledge(view: QuickSilverView, place: number, me: number | null, name: Name): string {
  const said = slotsOf(view, place).flatMap((slot, i) => {
    const who = knowers(slot, place).map((seat) => (seat === me ? "you" : name(seat)));
    return who.length ? [`${list(who)} ${who.length > 1 || who[0] === "you" ? "know" : "knows"} the ${POSITIONS[i]} card`] : [];
  });
  return said.length ? `${said.join("; ").replace(/^./, (first) => first.toUpperCase())}.` : "";
}

/** What a cart weighs, when all its cards are known. */
export function weightOf(view: QuickSilverView, seat: number): number | null {
  const cart = view.seats[seat];
  if (!cart?.slots.length || cart.slots.some(({ card }) => !card)) return null;
  return cart.slots.reduce((sum, { card }) => sum + worth(card!), (cart.tokens ?? 0) * view.token);
}

/** "2 whole plates, 1 blasted, 1 given up" */
export function platesWords({ showing, blasted = 0, tin = 0 }: Cart): string {
  return [`${count(showing, "whole plate")}`, blasted && `${blasted} blasted`, tin && `${tin} given up`].filter(Boolean).join(", ");
}

/** Whole, blasted, given up: what each plate of a cart looks like, from the left. */
export type Plate = "whole" | "blasted" | "gone";
export const platesOf = ({ showing, blasted = 0, tin = 0 }: Cart): Plate[] => [
  ...Array<Plate>(showing).fill("whole"), ...Array<Plate>(blasted).fill("blasted"), ...Array<Plate>(tin).fill("gone"),
];

/** What is going on with a seat, in few words; "" when it just waits for its turn. */
export function doing(view: QuickSilverView, seat: number, me: number | null): string {
  const cart = view.seats[seat]!;
  if (cart.out) return "out";
  if (cart.blown) return "blown up: starts over";
  if (view.phase === "over" || !view.die) return "";
  if (view.redirected?.includes(seat)) return "redirected";
  if (view.phase === "redirect" && view.target === seat) return "may redirect";
  if (view.phase === "exchange" && view.target === seat) return view.current === me ? "lets you swap" : "lets it happen";
  if (seat !== view.current) return "";
  if (view.target == null) return "has the turn";
  return view.target === me ? "wants your card" : "swaps";
}
