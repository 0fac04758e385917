"""Deal again what a seat cannot know: the other's card, and what will be turned up."""

from __future__ import annotations

from croupier.core.chance import below, seed_chance

from .box import Box
from .state import CARDS, State, unseen


def redeal(box: Box, s: State, seat: int, key: int) -> None:
    seed_chance(s, key)
    if s.board > 0:
        s.hand[1 - seat] = unseen(s.hand[seat], s.board, below(s, CARDS - 2))
    else:
        card = 1 + below(s, CARDS - 1)
        s.hand[1 - seat] = card + (card >= s.hand[seat])
