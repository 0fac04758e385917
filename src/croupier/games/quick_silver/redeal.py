"""Who knows it: deal again what a seat cannot know (section 8).

A seat knows the cards that lie face up, and those that it was dealt, gave or took, wherever they have gone in this round
(4.8). No choice of anybody ever depended on the rest by rule, so every way to deal it is equally likely.
"""

from __future__ import annotations

from croupier.core.chance import seed_chance, take_of
from croupier.games.quick_silver.box import HAND, Box
from croupier.games.quick_silver.state import PLACES, State, sees


def redeal(box: Box, s: State, seat: int, key: int) -> None:
    seed_chance(s, key)
    left = 0
    for code in range(1, box.codes):
        s.deck[code] = box.copies[code]
        left += box.copies[code]
    for place in range(PLACES):
        for slot in range(HAND):
            if s.cards[place][slot] != 0 and sees(s, seat, place, slot):
                s.deck[s.cards[place][slot]] -= 1
                left -= 1
    for place in range(PLACES):
        for slot in range(HAND):
            if s.cards[place][slot] != 0 and not sees(s, seat, place, slot):
                s.cards[place][slot] = take_of(s, s.deck, left)
                left -= 1
