"""How good an action looks at first sight: what the cart would sell for if it were sold now, and what Dynamite would cost.

Others' totals are estimated from what the seat knows. No rule, a judgement. Money is counted in sixteenths of a dollar.
"""

from __future__ import annotations

from typing import Any

from croupier.core.record import Counts
from croupier.games.quick_silver.box import DYNAMITE, HAND, REPLACEMENT_PLATE, Box, is_goods
from croupier.games.quick_silver.state import (
    ALLOW,
    CENTRE,
    EXCHANGE,
    GIVE,
    GO_ELSEWHERE,
    N_ACTIONS,
    PLACES,
    REDIRECT,
    SNEAK,
    SWAP,
    State,
    is_alive,
    sees,
)

DOLLAR = 16
PLATE = 8 * DOLLAR
"""What a plate is worth."""
LIFE = 40 * DOLLAR
"""And the last one."""
UNSEEN_DYNAMITE = 6
"""One unseen card in so many is a Dynamite."""
LET_PASS = 8.0
"""A plate given up for good is rarely worth it: how much better it looks to let a swap happen."""
DOUBLING = 4
"""So many dollars more double the weight."""
AVERAGE = 40 * DOLLAR
MOST = 160 * DOLLAR
PARTS = tuple(2.0 ** (i / 64) for i in range(64))


def weigh(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    for action in range(N_ACTIONS):
        weights[action] = 0.0
    if s.phase == REDIRECT:
        weights[ALLOW] = LET_PASS
        weights[GO_ELSEWHERE] = 1.0
    elif s.phase == EXCHANGE:
        weigh_exchanges(box, s, seat, weights)
    else:
        weigh_turn(box, s, seat, mask, weights)


def weight_of(gain: int) -> float:
    """2 to the power of dollars / DOUBLING, with whole numbers and a table: the same in both executions."""
    parts = max(0, min(MOST, gain + AVERAGE))
    return float(PARTS[parts & 63] * (1 << (parts >> 6)))


def weigh_turn(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    """Sneaking, and the best exchange that each place looks good for."""
    mean = mean_value(box)
    mine = estimate(box, s, seat, seat, mean)
    if mask[SNEAK]:
        first, second, third = highest_totals(box, s, seat, seat, mean)
        groups = groups_above(mine + box.token, first, second, third)
        weights[SNEAK] = weight_of(sale_of(box, s, seat, -1, 0, groups) - danger(box, s, seat, -1, 0))
    for place in range(PLACES):
        if mask[SWAP + place]:
            best = -AVERAGE
            theirs = estimate(box, s, seat, place, mean)
            first, second, third = highest_totals(box, s, seat, place, mean)
            for i in range(HAND * HAND):
                best = max(best, gain_of(box, s, seat, place, i, mean, mine, theirs, first, second, third))
            weights[SWAP + place] = weight_of(best)


def weigh_exchanges(box: Box, s: State, seat: int, weights: Any) -> None:
    mean = mean_value(box)
    mine = estimate(box, s, seat, seat, mean)
    theirs = estimate(box, s, seat, s.target, mean)
    first, second, third = highest_totals(box, s, seat, s.target, mean)
    for i in range(HAND * HAND):
        gain = gain_of(box, s, seat, s.target, i, mean, mine, theirs, first, second, third)
        weights[GIVE + i] = weight_of(gain)


def gain_of(
    box: Box, s: State, seat: int, place: int, i: int, mean: int, mine: int, theirs: int, first: int, second: int, third: int
) -> int:
    """What the cart would bring after exchange i with a place. Totals: both sides' before it, and the highest of all others."""
    own = i // HAND
    other = i % HAND
    code = s.cards[place][other] if sees(s, seat, place, other) else 0
    change = (box.value[code] if code else mean) - box.value[s.cards[seat][own]]
    mine += change
    groups = groups_above(mine, first, second, third)
    if place != CENTRE or s.sneaky_stranger:
        theirs -= change
        if theirs > mine and theirs != first and theirs != second and theirs != third:
            groups += 1
    return sale_of(box, s, seat, own, code if code else -mean, groups) - danger(box, s, seat, own, code)


# --- the market ------------------------------------------------------------------------------------------------------


def mean_value(box: Box) -> int:
    """What an unseen card weighs on average."""
    cards = 0
    value = 0
    for code in range(1, box.codes):
        cards += box.copies[code]
        value += box.copies[code] * box.value[code]
    return value // cards


def estimate(box: Box, s: State, seat: int, place: int, mean: int) -> int:
    """What a cart weighs, as far as the seat knows."""
    total = 0 if place == CENTRE else s.tokens[place] * box.token
    for slot in range(HAND):
        total += box.value[s.cards[place][slot]] if sees(s, seat, place, slot) else mean
    return total


def highest_totals(box: Box, s: State, seat: int, besides: int, mean: int) -> tuple[int, int, int]:
    """The three highest different totals of those who sell, the seat and one more place aside; -1 where there are fewer."""
    first = -1
    second = -1
    third = -1
    for place in range(PLACES):
        if place != seat and place != besides and (s.sneaky_stranger if place == CENTRE else is_alive(s, place)):
            total = estimate(box, s, seat, place, mean)
            if total > first:
                third = second
                second = first
                first = total
            elif second < total < first:
                third = second
                second = total
            elif third < total < second:
                third = total
    return first, second, third


def groups_above(total: int, first: int, second: int, third: int) -> int:
    groups = 0
    if first > total:
        groups += 1
    if second > total:
        groups += 1
    if third > total:
        groups += 1
    return groups


def sale_of(box: Box, s: State, seat: int, own: int, code: int, groups: int) -> int:
    """Paragraphs 6.3 to 6.6, with a card in an own slot; minus its value where it is unseen."""
    if groups == 0 or groups > 2:
        return 0
    highest = 0
    lowest = -1
    for slot in range(HAND):
        card = code if slot == own else s.cards[seat][slot]
        if card < 0 or is_goods(box, card):
            value = -card if card < 0 else box.value[card]
            highest = max(highest, value)
            if lowest < 0 or value < lowest:
                lowest = value
    return DOLLAR * (highest if groups == 1 else max(lowest, 0))


# --- dynamite --------------------------------------------------------------------------------------------------------


def danger(box: Box, s: State, seat: int, own: int, code: int) -> int:
    """What the Dynamite in the cart would cost, with a card in an own slot; 0 where it is unseen."""
    flips = 0
    for slot in range(HAND):
        card = code if slot == own else s.cards[seat][slot]
        if card == 0:
            flips += DOLLAR // UNSEEN_DYNAMITE
        elif box.kind[card] == DYNAMITE:
            flips += DOLLAR
        elif box.kind[card] == REPLACEMENT_PLATE:
            flips -= DOLLAR
    if flips < 0:
        return max(flips, -DOLLAR * s.blasted[seat]) * PLATE // DOLLAR
    if flips < DOLLAR * s.showing[seat]:
        return flips * PLATE // DOLLAR
    return flips * LIFE // DOLLAR
