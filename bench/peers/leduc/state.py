"""The state, and the deal."""

from __future__ import annotations

from croupier.core.chance import below
from croupier.core.record import Counts, Record, Words, i8, i64

from .box import Box

CARDS = 6
ROUNDS = 2
MOST_BETS = 4
"""In a round: check, raise, raise, call."""
FOLD, CALL, RAISE = range(3)
N_ACTIONS = 3
NOBODY = -1


class State(Record):
    chance: Words = i64[4]
    seats: int = i8
    starter: int = i8
    round: int = i8
    """0 before and 1 after a card has been turned up."""
    current: int = i8
    """Whose decision it is, or NOBODY at the end."""
    facing: int = i8
    """How much the one who decides must add to call."""
    raises: int = i8
    """In this round."""
    next_bet: int = i8
    """Where the next action is written down: a round begins at 0 or at MOST_BETS."""
    board: int = i8
    """1 + the card turned up; 0 before."""
    folder: int = i8
    """1 + the seat that has folded; 0 for nobody."""
    hand: Counts = i8[2]
    """1 + the card."""
    paid: Counts = i8[2]
    bets: Counts = i8[ROUNDS * MOST_BETS]
    """1 + each action, by round and in order."""


def setup(box: Box, s: State) -> None:
    """Both hands are one of 30 equal chances."""
    dealt = below(s, CARDS * (CARDS - 1))
    first = 1 + dealt // (CARDS - 1)
    second = 1 + dealt % (CARDS - 1)
    s.hand[0] = first
    s.hand[1] = second if second < first else second + 1
    s.paid[0] = s.paid[1] = box.ante


def turn_up(s: State) -> int:
    """1 + one of the four cards that nobody holds."""
    return unseen(s.hand[0], s.hand[1], below(s, CARDS - 2))


def unseen(one: int, other: int, k: int) -> int:
    """1 + the k-th card besides these two."""
    low, high = (one, other) if one < other else (other, one)
    card = k + 1 if k + 1 < low else k + 2
    return card if card < high else card + 1
