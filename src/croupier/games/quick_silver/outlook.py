"""What a seat may expect of the game where a round begins: nothing but plates and cash is left then. No rule, a judgement.

Each seat has a strength, and may expect its share of all strengths together. The constants were fitted to the winners of games
between greedy players (docs/decisions/search.md); sixteen more double the strength.
"""

from __future__ import annotations

from typing import Any

from croupier.games.quick_silver.box import Box
from croupier.games.quick_silver.state import CENTRE, State, is_alive

CASH = 60
"""For as much cash as wins."""
CLOSE = 45
"""And so much more the closer to it: by the square of the cash."""
PLATES = (0, 0, 14, 21, 24, 26, 27, 28, 28)
"""By how many plates show."""
MOST = 400
PARTS = tuple(2.0 ** (i / 16) for i in range(16))


def chapter(s: State) -> int:
    """Every round is one."""
    return s.round


def horizon(box: Box, s: State) -> int:
    """What comes after a round depends on little of what it was: it is played to its end only."""
    return s.round + 1


def outlook(box: Box, s: State, out: Any) -> None:
    whole = 0.0
    if s.sneaky_stranger:
        whole += strength(box, s.cash[CENTRE], 0)
    for seat in range(s.seats):
        out[seat] = 0.0
        if is_alive(s, seat):
            out[seat] = strength(box, s.cash[seat], PLATES[s.showing[seat]])
            whole += out[seat]
    for seat in range(s.seats):
        out[seat] /= whole


def strength(box: Box, cash: int, plates: int) -> float:
    """With whole numbers and a table: the same in both executions."""
    parts = min(MOST, plates + CASH * cash // box.target + CLOSE * cash * cash // (box.target * box.target))
    return float(PARTS[parts & 15] * (1 << (parts >> 4)))
