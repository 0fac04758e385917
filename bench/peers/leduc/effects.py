"""What an action does."""

from __future__ import annotations

from .box import Box
from .state import CALL, NOBODY, RAISE, State, turn_up


def apply(box: Box, s: State, seat: int, action: int) -> None:
    s.bets[s.round][s.n_bets] = 1 + action
    s.n_bets += 1
    if action == CALL:
        apply_call(s, seat)
    elif action == RAISE:
        more = box.raises[s.round]
        s.paid[seat] += s.facing + more
        s.facing = more
        s.raises += 1
        s.current = 1 - seat
    else:
        s.folder = 1 + seat
        s.current = NOBODY


def apply_call(s: State, seat: int) -> None:
    """A check passes the turn; a call, or a second check, ends the round."""
    s.paid[seat] += s.facing
    if s.n_bets == 1:
        s.current = 1 - seat
    else:
        end_round(s)


def end_round(s: State) -> None:
    s.facing = 0
    if s.round:
        s.current = NOBODY
        return
    s.round = 1
    s.raises = 0
    s.n_bets = 0
    s.current = 0
    s.board = turn_up(s)


def withdraw(box: Box, s: State, seat: int) -> int:
    """Nobody decides at the same time as another."""
    return 0
