"""What a seat may know, as integers: the own card, the card turned up, and all actions."""

from __future__ import annotations

from typing import Any

from .box import Box
from .state import MOST_BETS, ROUNDS, State

OBSERVATION = 4 + ROUNDS * MOST_BETS
"""Observer, round, own card, card turned up, then the actions of both rounds; 1 + each card and action, 0 for none."""


def observe(box: Box, s: State, seat: int, out: Any) -> None:
    out[0] = seat
    out[1] = s.round
    out[2] = s.hand[seat]
    out[3] = s.board
    for i in range(ROUNDS * MOST_BETS):
        out[4 + i] = s.bets[i]
