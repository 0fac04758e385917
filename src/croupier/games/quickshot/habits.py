"""What seasoned players tend to do, as weights over the legal actions. No rule, a judgement, and none of the rulebook's bot.

Counted in games between bots that search (docs/decisions/search.md): a card is the likelier, the more its number says; four
more double it.
"""

from __future__ import annotations

from typing import Any

from croupier.core.record import Counts
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.state import DISCARD, FOLLOW, REINFORCE, VALUES, State

LEADS, REINFORCES, DISCARDS = 0, 9, 10
"""What is decided, by row; rows 1 to 8 of a round's KINDS are for following a Leader with that card."""
KINDS = 11
EARLIEST = 3
"""From so many rounds left on all are alike: the first of four has so many after it."""
# fmt: off
LIKELY = (
    23, 18, 36, 33, 24,  5,  9, 22, 36,  # leads, 0 left
    29, 20, 33, 22, 33, 28, 28, 31, 36,  # follows a 1
    19, 28,  0, 25,  8,  5, 22, 28, 36,  # follows a 2
     8, 36, 25,  0,  2,  1,  0,  5,  3,  # follows a 3
    19, 26, 36, 35,  0,  8, 10, 16, 23,  # follows a 4
    27, 27, 32, 36, 26, 27, 23, 23, 22,  # follows a 5
    26, 24, 22, 36, 18, 24, 21, 31, 31,  # follows a 6
    23, 26, 26, 36, 24, 15, 15,  9, 33,  # follows a 7
    17, 24, 30, 36, 25, 12,  6,  7,  0,  # follows a 8
    32, 24, 26, 30, 36, 34, 34, 32, 31,  # reinforces
    28, 34, 34, 36, 29, 27, 25, 24, 15,  # discards
    27, 32, 21, 32, 20, 24, 21, 36, 28,  # leads, 1 left
    28, 22, 30, 24, 33, 36, 23, 31, 25,  # follows a 1
    21, 22, 21, 24,  4, 10, 36, 29, 22,  # follows a 2
    29, 36, 29, 21, 23, 34, 31, 31, 27,  # follows a 3
    28, 26, 20, 31, 24, 30, 22, 36, 35,  # follows a 4
    30, 28, 28, 36, 23, 30, 30, 32, 33,  # follows a 5
    30, 34, 27, 36, 33, 24, 27, 31, 29,  # follows a 6
    32, 33, 32, 35, 33, 36, 30, 29, 29,  # follows a 7
    31, 30, 30, 33, 31, 36, 30, 34, 24,  # follows a 8
    32, 26, 25, 27, 35, 34, 36, 35, 30,  # reinforces
    29, 29, 24, 20, 36, 35, 34, 31, 24,  # discards
    25, 29, 16, 36, 10, 25, 24, 32, 27,  # leads, 2 left
    29, 18, 29, 27, 29, 36, 33, 28, 31,  # follows a 1
    24, 24, 22, 24, 10, 12, 36, 35, 30,  # follows a 2
    21, 36, 22,  7,  9, 27, 23, 22, 20,  # follows a 3
    33, 35, 32, 34, 29, 36, 32, 34, 33,  # follows a 4
    28, 34, 25, 36, 19, 26, 30, 26, 28,  # follows a 5
    26, 36, 24, 26, 22, 21, 28, 25, 25,  # follows a 6
    28, 36, 26, 33, 23, 24, 30, 27, 25,  # follows a 7
    29, 36, 27, 31, 27, 29, 31, 30, 20,  # follows a 8
    32, 19, 19, 22, 36, 35, 34, 26, 20,  # reinforces
    26, 25, 20, 14, 36, 32, 35, 27, 18,  # discards
    28, 36, 21, 35, 15, 32, 24, 34, 29,  # leads, 3 left
    23,  2, 25, 26, 13, 28, 36, 29, 25,  # follows a 1
    22, 30, 25, 20,  8,  7, 36, 28, 21,  # follows a 2
    20, 33, 25,  3,  8, 36,  7, 20, 22,  # follows a 3
    24, 26, 36, 27, 15, 22, 20, 25, 21,  # follows a 4
    24, 36, 12, 32, 19, 20, 21, 25, 21,  # follows a 5
    27, 36, 19, 26, 24, 26, 28, 29, 27,  # follows a 6
    20, 36, 16, 22,  5, 15, 23, 19, 17,  # follows a 7
    23, 36, 19, 25, 12, 24, 29, 26, 14,  # follows a 8
    36, 28, 22, 25, 36, 36, 33, 30, 22,  # reinforces
    24, 20, 19, 13, 36, 32, 31, 25, 16,  # discards
)
# fmt: on
"""For each number of rounds left after this one and each kind of decision: passing, then the cards 1 to 8."""
PARTS = tuple(2.0 ** (i / 4) for i in range(4))


def habit(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    row = (min(box.rounds - s.round, EARLIEST) * KINDS + kind(s)) * VALUES
    for action in range(VALUES):
        parts = LIKELY[row + action]
        weights[action] = PARTS[parts & 3] * (1 << (parts >> 2)) if mask[action] else 0.0


def kind(s: State) -> int:
    if s.phase == FOLLOW:
        return s.card[s.leader]
    if s.phase == REINFORCE:
        return REINFORCES
    if s.phase == DISCARD:
        return DISCARDS
    return LEADS
