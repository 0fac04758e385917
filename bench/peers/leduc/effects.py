"""What an action does."""

from __future__ import annotations

from .box import Box
from .state import CALL, MOST_BETS, NOBODY, RAISE, State, turn_up


def apply(box: Box, s: State, seat: int, action: int) -> None:
    s.bets[s.next_bet] = 1 + action
    s.next_bet += 1
    if action == CALL:
        call(s, seat)
    elif action == RAISE:
        top(s, seat, box.raises[s.round])
    else:
        s.folder = 1 + seat
        s.current = NOBODY


def call(s: State, seat: int) -> None:
    """Or check: whoever begins may, and the other one decides."""
    if s.facing or seat:
        s.paid[seat] += s.facing
        end_round(s)
    else:
        s.current = 1


def top(s: State, seat: int, more: int) -> None:
    """Call, and put as much more on top."""
    s.paid[seat] += s.facing + more
    s.facing = more
    s.raises += 1
    s.current = 1 - seat


def end_round(s: State) -> None:
    s.facing = 0
    if s.round:
        s.current = NOBODY
        return
    s.round = 1
    s.raises = 0
    s.next_bet = MOST_BETS
    s.current = 0
    s.board = turn_up(s)


def withdraw(box: Box, s: State, seat: int) -> int:
    """Nobody decides at the same time as another."""
    return 0
