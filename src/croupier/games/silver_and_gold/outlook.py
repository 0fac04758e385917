"""What a seat may expect of the game where a turn begins, by its points and what its islands and seals promise. No rule, a
judgement.

Each seat has a strength, and may expect its share of all strengths together. The constants were fitted to the points and
winners of games between bots (docs/decisions/search.md). Prospects are counted in PARTs, so many to a point, strengths in
STEPs, so many to a doubling.
"""

from __future__ import annotations

from typing import Any

from croupier.games.silver_and_gold.box import MOST_EXPEDITIONS, Box
from croupier.games.silver_and_gold.grid import bits_in
from croupier.games.silver_and_gold.marks import palms_shown
from croupier.games.silver_and_gold.policy import POINT, turns_left, turns_needed, worth
from croupier.games.silver_and_gold.scoring import next_trophy, seal_gain, total
from croupier.games.silver_and_gold.state import COIN_ROW, COIN_ROWS, COLORS_AND_NONE, ISLANDS, State

AHEAD = 6
"""Turns that are played before one judges, this one included (before the first turn, the first six): fewer are too few to
complete the islands one has."""
PART = 96
SOON, LATE = 3, 12
"""The most turns for which symbols, and seals, promise more with each turn left."""

WORTH = 84
"""For each point that the policy finds an island worth."""
NEEDED = 96
"""Less for each turn that an island needs."""
DONE = 163
"""For each completed island: whoever has more of them can wait for better turns."""
# For each turn left, up to SOON:
X = 62
PALM = 27
"""Times what a palm scores now."""
COIN = 50
ROW = 8
"""For each coin in an open row, times the next trophy."""
# For each turn left, up to LATE:
SEAL_GAIN = 9
"""For each point that an island gains by seals as things are."""
SEALS = 3
"""For each point that seals bring for a further card of their color."""
# For each turn left:
OWN_SEAL = 5
"""For each point of the seal of an island."""

STEP = 256
SCALE = 256
STEEPNESS = 133
"""What a PART adds to a strength, in STEPs / SCALE; so much more where fewer turns are left:"""
AT_LAST = 296
MOST = 32 * STEP
"""Who is behind the strongest by more counts as if it were so much."""


def chapter(s: State) -> int:
    """Every turn is one."""
    return s.round * MOST_EXPEDITIONS + s.turn


def horizon(box: Box, s: State) -> int:
    """The turn that begins when AHEAD are played; at the end of the game nobody judges."""
    turns = box.n_expeditions - 1
    at = max(0, (s.round - 1) * turns + s.turn - 1) + AHEAD
    return (1 + at // turns) * MOST_EXPEDITIONS + 1 + at % turns


def outlook(box: Box, s: State, out: Any) -> None:
    turns = turns_left(box, s) + 1
    shown = palms_shown(box, s)
    steep = STEEPNESS + AT_LAST // (turns + 1)
    best = 0
    for seat in range(s.seats):
        out[seat] = float(prospect(box, s, seat, turns, shown) * steep // SCALE)
        best = max(best, int(out[seat]))
    whole = 0.0
    for seat in range(s.seats):
        out[seat] = power(max(0, MOST + int(out[seat]) - best))
        whole += out[seat]
    for seat in range(s.seats):
        out[seat] /= whole


def power(steps: int) -> float:
    """STEP times 2 to the power of steps / STEP, straight between whole doublings. With whole numbers, the same in both
    executions; only shares count."""
    return float((STEP + steps % STEP) << steps // STEP)


def prospect(box: Box, s: State, seat: int, turns: int, shown: int) -> int:
    """Points to come and those there are, in PART of a point; this turn is one of the turns left. Open choices do not count."""
    soon = min(turns, SOON)
    late = min(turns, LATE)
    points = PART * total(s, seat)
    for slot in range(ISLANDS):
        card = s.islands[seat][slot] - 1
        if card >= 0:
            left = s.open[seat][slot]
            points += (WORTH * worth(box, card, left, turns) - NEEDED * turns_needed(left)) // POINT
            points += soon * (X * bits_in(left & box.xs[card]) + PALM * (1 + shown) * bits_in(left & box.palms[card]))
            points += soon * COIN * bits_in(left & box.coins[card])
            points += late * SEAL_GAIN * seal_gain(box, s, seat, card) + turns * OWN_SEAL * box.seal_points[card]
    if s.coins[seat] < COIN_ROWS * COIN_ROW:
        trophy = next_trophy(box, s)
        points += soon * ROW * trophy * (s.coins[seat] % COIN_ROW)
    for color in range(1, COLORS_AND_NONE):
        points += DONE * s.done[seat][color] + late * SEALS * s.seal_worth[seat][color]
    return points
