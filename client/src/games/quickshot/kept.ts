/**
 * The own hand while a resolution is played. The newest view knows how it ends; the table must not be told before.
 *
 * @param live the hand of the newest view
 * @param kept the hand that was shown last
 * @param size how many cards the view that is being played says
 * @param played the card that has left the hand for the table, as far as it is known
 */
export function handToShow(live: readonly number[], kept: readonly number[], size: number, played: number | undefined): readonly number[] {
  if (live.length === size) return live;
  if (kept.length === size) return kept;
  const at = played === undefined ? -1 : kept.indexOf(played);
  return at >= 0 && kept.length === size + 1 ? kept.filter((_, i) => i !== at) : live;
}
