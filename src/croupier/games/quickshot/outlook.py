"""What a seat may expect of the game where a round begins: its cards, and in the last round the lead. No rule, a judgement.

Each seat has a strength, and may expect its share of all strengths together. The constants were fitted to the winners of games
between bots (docs/decisions/search.md); sixteen more double the strength. Low cards are worth keeping: strong ones win a round,
but only the last round counts.
"""

from __future__ import annotations

from typing import Any

from croupier.games.quickshot.box import Box
from croupier.games.quickshot.state import VALUES, State, hand_size, is_in

CARDS = (
    0, 21, 12, 11, 4, -1, 2, 2, 9,
    0, 13, 9, 10, 4, 2, 2, 4, 7,
    0, 10, 8, 9, 3, 2, 2, 5, 7,
    0, 4, 8, 10, 2, 3, 1, 1, 2,
)  # fmt: skip
"""For each card of the hand, by its value: in the last round, the one before, and earlier; then for the Leader of the last."""
EARLIER, LEADERS = 2, 3
LEAD = (0, 0, -6, 13, 15, 23, 23, 23)
"""For leading the last round, by how many are still in the game."""
SHORT = (-40, -27, 0)
"""For fewer cards than rounds, this one included: whoever has none left is out (3.4)."""
LEAST = 80
"""Makes what strengths are counted in positive."""
PARTS = tuple(2.0 ** (i / 16) for i in range(16))


def chapter(s: State) -> int:
    """Every round is one."""
    return s.round


def horizon(box: Box, s: State) -> int:
    """What comes after a round depends on little of what it was. (Many iterations play on to the end by habit.)"""
    return s.round + 1


def outlook(box: Box, s: State, out: Any) -> None:
    living = 0
    for seat in range(s.seats):
        living += 1 if is_in(s, seat) else 0
    whole = 0.0
    for seat in range(s.seats):
        out[seat] = 0.0
        if is_in(s, seat):
            out[seat] = strength(s, seat, box.rounds - s.round, living)
            whole += out[seat]
    for seat in range(s.seats):
        out[seat] /= whole


def strength(s: State, seat: int, rounds_left: int, living: int) -> float:
    """Rounds after this one. With whole numbers and a table: the same in both executions."""
    leads_last = rounds_left == 0 and s.leader == seat
    parts = LEAST + (LEAD[living] if leads_last else 0)
    if hand_size(s, seat) <= rounds_left:
        parts += SHORT[min(rounds_left, EARLIER)]
    row = LEADERS if leads_last else min(rounds_left, EARLIER)
    for value in range(1, VALUES):
        parts += CARDS[row * VALUES + value] * s.hands[seat][value]
    parts = max(0, parts)
    return float(PARTS[parts & 15] * (1 << (parts >> 4)))
