// The market as people read it: who has unloaded what, in which group, and what it has earned. From a view, or from what was told.
import type { QuickSilverCard, QuickSilverEvent, QuickSilverView } from "../../lib/protocol";
import { isGoods, worth } from "./goods";
import { CENTRE } from "./places";

/** One cart at the market. */
export interface Sale {
  /** A seat, or CENTRE for the Stranger. */
  readonly place: number;
  readonly cards: readonly (QuickSilverCard | undefined)[];
  readonly total: number;
  /** What sneak tokens add to the total. */
  readonly sneaked: number;
  /** 1 for the highest total, 2, ...; 0 as long as it is not told. */
  readonly group: number;
  readonly gain: number;
  /** After the sale; undefined where nothing was told of it. */
  readonly cash?: number;
}

/** Those with the same total. */
export interface Pan {
  readonly total: number;
  readonly group: number;
  readonly sales: readonly Sale[];
}

/** Whether carts are being weighed: the mine is left and totals are known. */
export const isMarket = (view: QuickSilverView): boolean => view.die === 0 && salesOf(view).length > 0;

/** What a view shows of the market, the heaviest first. */
export function salesOf(view: QuickSilverView): Sale[] {
  const of = (place: number, { slots, total, group = 0, gain = 0, cash = 0 }: Weighed): Sale[] => {
    const cards = slots.map(({ card }) => card);
    return total == null ? [] : [{ place, cards, total, sneaked: total - sum(cards), group, gain, cash }];
  };
  return sorted([...view.seats.flatMap((cart, seat) => of(seat, cart)), ...of(CENTRE, view.centre)]);
}
type Weighed = Pick<QuickSilverView["centre"], "slots" | "total" | "group" | "gain" | "cash">;

/** What was told of the last market, the heaviest first; empty where there was none. */
export function salesIn(events: readonly QuickSilverEvent[]): Sale[] {
  const sales = new Map<number, Sale>();
  let isOver = false;
  for (const e of events) {
    if (e.kind === "shown") {
      if (isOver) sales.clear();
      isOver = false;
      const [cards, total] = [e.cards ?? [], e.value ?? 0];
      sales.set(e.seat!, { place: e.seat!, cards, total, sneaked: total - sum(cards), group: 0, gain: 0 });
    } else if (e.kind === "group") {
      isOver = true;
      for (const place of e.seats ?? []) sales.set(place, { ...sales.get(place)!, group: e.value ?? 0 });
    } else if (e.kind === "earned") {
      sales.set(e.seat!, { ...sales.get(e.seat!)!, gain: e.value ?? 0, cash: e.more });
    }
  }
  return sorted([...sales.values()]);
}

const sum = (cards: Sale["cards"]): number => cards.reduce((n, card) => n + (card ? worth(card) : 0), 0);
const sorted = (sales: Sale[]): Sale[] => sales.sort((x, y) => y.total - x.total);

/** Equal totals share a pan. */
export function pansOf(sales: readonly Sale[]): Pan[] {
  return [...new Set(sales.map(({ total }) => total))].map((total) => {
    const equal = sales.filter((sale) => sale.total === total);
    return { total, group: equal[0]!.group, sales: equal };
  });
}

/** Which card has earned the money; -1 where none has. */
export const soldCard = ({ cards, gain }: Sale): number => (gain ? cards.findIndex((card) => !!card && isGoods(card) && worth(card) === gain) : -1);

/** "14 + 26 + 1 sneaked" */
export function arithmetic({ cards, sneaked }: Sale): string {
  const goods = cards.flatMap((card) => (card && isGoods(card) ? [String(worth(card))] : []));
  return [...(goods.length ? goods : ["0"]), ...(sneaked ? [`${sneaked} sneaked`] : [])].join(" + ");
}

/** What becomes of a group; `word` at a glance, `why` as a sentence. */
export function verdict(group: number): { word: string; pays: string } {
  switch (group) {
    case 0: return { word: "", pays: "" };
    case 1: return { word: "Too late", pays: "the heaviest" };
    case 2: return { word: "Just right", pays: "highest card" };
    case 3: return { word: "Light", pays: "lowest card" };
    default: return { word: "Too light", pays: "nobody buys" };
  }
}
