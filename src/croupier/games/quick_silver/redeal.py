"""Who knows it: deal again what a seat cannot know (section 8).

A seat knows the cards that lie face up, and those that it was dealt, gave or took, wherever they have gone in this round
(4.8). No choice of anybody ever depended on the rest by rule, so every way to deal it is equally likely. When the game is
over, whatever a player still holds face down is goods, since Dynamite and Replacement Plates have been revealed (5.1).
"""

from __future__ import annotations

from croupier.core.chance import seed_chance, take_of
from croupier.games.quick_silver.box import HAND, Box, is_goods
from croupier.games.quick_silver.state import CENTRE, OVER, PLACES, State, sees


def redeal(box: Box, s: State, seat: int, key: int) -> None:
    seed_chance(s, key)
    left, goods = gather(box, s, seat)
    for place in range(PLACES):
        for slot in range(HAND):
            if s.cards[place][slot] != 0 and not sees(s, seat, place, slot):
                # Goods have the lowest numbers, so that they come first; and the centre is dealt last.
                only_goods = s.phase == OVER and place != CENTRE
                code = take_of(s, s.deck, goods if only_goods else left)
                s.cards[place][slot] = code
                left -= 1
                if is_goods(box, code):
                    goods -= 1


def gather(box: Box, s: State, seat: int) -> tuple[int, int]:
    """Put all cards that the seat does not see into the deck; how many they are, and how many of them are goods."""
    for code in range(1, box.codes):
        s.deck[code] = box.copies[code]
    for place in range(PLACES):
        for slot in range(HAND):
            if s.cards[place][slot] != 0 and sees(s, seat, place, slot):
                s.deck[s.cards[place][slot]] -= 1
    left = 0
    goods = 0
    for code in range(1, box.codes):
        left += s.deck[code]
        if is_goods(box, code):
            goods += s.deck[code]
    return left, goods
