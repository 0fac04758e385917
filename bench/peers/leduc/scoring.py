"""Who wins how much."""

from __future__ import annotations

from typing import Any

from .state import ROUNDS, State

TALLY = ("folded", "shared")
SCORE = ("chips",)
MOST_CHIPS = 13
"""Ante, two raises of 2 and two of 4."""


def strength(s: State, seat: int) -> int:
    """A pair beats all ranks."""
    rank = (s.hand[seat] - 1) // 2
    return ROUNDS + 1 + rank if s.board > 0 and rank == (s.board - 1) // 2 else rank


def won(s: State) -> int:
    """The chips that seat 0 has won from seat 1, at the end."""
    if s.folder:
        return s.paid[1] if s.folder == 2 else -s.paid[0]
    mine, theirs = strength(s, 0), strength(s, 1)
    if mine == theirs:
        return 0
    return s.paid[1] if mine > theirs else -s.paid[0]


def returns(s: State, out: Any) -> None:
    """Chips on a line from 0.0 (13 lost) to 1.0 (13 won)."""
    share = won(s) / (2.0 * MOST_CHIPS)
    out[0] = 0.5 + share
    out[1] = 0.5 - share


def score(s: State, seat: int, out: Any) -> None:
    """Chips won, at the end."""
    out[0] = won(s) if seat == 0 else -won(s)


def tally(s: State, out: Any) -> None:
    out[0] = 1 if s.folder else 0
    out[1] = 1 if not s.folder and won(s) == 0 else 0
