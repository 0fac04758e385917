"""Who knows it: deal again what a seat cannot know. The order of both decks is never stored, so little is left to deal.

Hidden are the cards dealt to the others at the start, and with them the deck (8.2), and the others' open choices. Once all
have chosen, the deck is what lies nowhere else.
"""

from __future__ import annotations

from croupier.core.chance import seed_chance
from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.marks import forget
from croupier.games.silver_and_gold.state import CHOOSE, DEALT_EACH, State, draw, sort_four


def redeal(box: Box, s: State, seat: int, key: int) -> None:
    seed_chance(s, key)
    for other in range(s.seats):
        if other != seat:
            forget(s, other)
    if s.phase == CHOOSE:
        deal_again(s, seat)


def deal_again(s: State, seat: int) -> None:
    """The others' cards go back to the deck, and each gets four again: every deal is equally likely."""
    for other in range(s.seats):
        if other != seat:
            for i in range(DEALT_EACH):
                s.deck[s.dealt[other][i] - 1] = 1
                s.deck_size += 1
    for other in range(s.seats):
        if other != seat:
            for i in range(DEALT_EACH):
                s.dealt[other][i] = draw(s)
            sort_four(s.dealt[other])
