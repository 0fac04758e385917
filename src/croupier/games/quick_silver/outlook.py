"""What a seat may expect of the game when a round has just begun, by plates and cash. No rule, a judgement."""

from __future__ import annotations

from typing import Any

from croupier.games.quick_silver.box import Box
from croupier.games.quick_silver.state import CENTRE, State, is_alive

PARTS = tuple(2.0 ** (i / 16) for i in range(16))
CASH = 96
"""Sixteenths of a doubling for the whole target."""
PLATE = (0, 0, 20, 32, 40, 44, 46, 47, 48)
"""By plates that show."""
REPAIR = 3
MOST = 480


def chapter(s: State) -> int:
    return s.round


def outlook(box: Box, s: State, out: Any) -> None:
    whole = 0.0
    if s.sneaky_stranger:
        whole += strength(CASH * s.cash[CENTRE] // box.target)
    for seat in range(s.seats):
        out[seat] = 0.0
        if is_alive(s, seat):
            out[seat] = strength(CASH * s.cash[seat] // box.target + PLATE[s.showing[seat]])
            whole += out[seat]
    for seat in range(s.seats):
        out[seat] = out[seat] / whole


def strength(sixteenths: int) -> float:
    doublings = min(MOST, sixteenths)
    return float(PARTS[doublings & 15] * (1 << (doublings >> 4)))
