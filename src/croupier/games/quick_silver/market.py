"""Unloading at the market (section 6): totals, groups, and who earns what."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.quick_silver.blasts import turn_up
from croupier.games.quick_silver.box import HAND, Box, is_goods
from croupier.games.quick_silver.state import CENTRE, EARNED, GROUP, PLACES, SHOWN, State, living, top

GROUPS = 3
"""Only the three highest totals matter."""


def sell(box: Box, s: State) -> None:
    """Everybody who sells reveals and adds up (6.1); groups are by total, from the top (6.2)."""
    left = sellers(s)
    for place in range(PLACES):
        if left >> place & 1:
            show(box, s, place)
    beat(s)
    number = 0
    while left:
        number += 1
        members = top(s.total, left)
        left &= ~members
        pay_group(box, s, number, members)


def sellers(s: State) -> int:
    """Mask of the living who were not blown up this round (5.5, 7.1), and of the Stranger (7.2)."""
    return (living(s) | s.sneaky_stranger << CENTRE) & ~s.blown


def show(box: Box, s: State, place: int) -> None:
    """Paragraph 6.1: the hand is revealed; goods and sneak tokens make the total (6.7)."""
    for slot in range(HAND):
        turn_up(s, place, slot)
    total = weight(box, s, place)
    s.total[place] = total
    row = s.cards[place]
    emit(s, SHOWN, 6_01, place, show_card(box, row[0]), show_card(box, row[1]), show_card(box, row[2]), total)


def weight(box: Box, s: State, place: int) -> int:
    """Paragraphs 6.1 and 6.7: what a cart weighs as it stands, whoever knows it."""
    total = 0 if place == CENTRE else s.tokens[place] * box.token
    for slot in range(HAND):
        total += box.value[s.cards[place][slot]]
    return total


def show_card(box: Box, code: int) -> int:
    """A card as events carry it, for those who do not know the box: 100 * kind + value."""
    return box.kind[code] * 100 + box.value[code]


def pay_group(box: Box, s: State, number: int, members: int) -> None:
    """Paragraphs 6.3 to 6.6: the second group earns its highest cards, the third its lowest."""
    total = 0
    for place in range(PLACES):
        if members >> place & 1:
            s.group[place] = number
            total = s.total[place]
    if number <= GROUPS:
        emit(s, GROUP, 6_02 + number, number, total, members)
    else:
        emit(s, GROUP, 6_06, number, total, members)
    if number == 2 or number == 3:
        for place in range(PLACES):
            if members >> place & 1:
                pay(box, s, place, number)
    beat(s)


def pay(box: Box, s: State, place: int, number: int) -> None:
    gain = highest(box, s, place) if number == 2 else lowest(box, s, place)
    s.gain[place] = gain
    s.cash[place] += gain
    emit(s, EARNED, 6_02 + number, place, gain, s.cash[place])


def highest(box: Box, s: State, place: int) -> int:
    """The highest number on a card of the hand; 0 without goods (6.7)."""
    best = 0
    for slot in range(HAND):
        best = max(best, box.value[s.cards[place][slot]])
    return best


def lowest(box: Box, s: State, place: int) -> int:
    """The lowest number on a card of the hand; 0 without goods (6.7)."""
    least = -1
    for slot in range(HAND):
        code = s.cards[place][slot]
        if is_goods(box, code) and (least < 0 or box.value[code] < least):
            least = box.value[code]
    return max(least, 0)
