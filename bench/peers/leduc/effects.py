"""What an action does."""

from __future__ import annotations

from .box import Box
from .state import CALL, FOLD, NOBODY, ROUNDS, State, turn_up


def apply(box: Box, s: State, seat: int, action: int) -> None:
    s.bets[s.round][s.n_bets] = 1 + action
    s.n_bets += 1
    if action == FOLD:
        s.folder = 1 + seat
        s.current = NOBODY
        return
    s.paid[seat] += s.facing
    if action == CALL:
        call(s, seat)
    else:
        s.raises += 1
        s.facing = box.raises[s.round]
        s.paid[seat] += s.facing
        s.current = 1 - seat


def call(s: State, seat: int) -> None:
    """A check passes the turn; a call, or a second check, ends the round."""
    if s.n_bets == 1:
        s.current = 1 - seat
    else:
        end_round(s)


def end_round(s: State) -> None:
    s.facing = 0
    if s.round == ROUNDS - 1:
        s.current = NOBODY
        return
    s.round += 1
    s.raises = 0
    s.n_bets = 0
    s.current = 0
    s.board = turn_up(s)


def withdraw(box: Box, s: State, seat: int) -> int:
    """Nobody decides at the same time as another."""
    return 0
