"""Random play: drivers in plain Python that play any game, run as they stand or compiled (see compiler.py).

A policy is one number per seat: UNIFORM plays uniformly over the legal actions, WEIGHED by the game's own ``weigh``.
The players' chance is a record of its own, so that what they choose never moves the dealer's draws.
"""

from __future__ import annotations

from typing import Any

from croupier.core.chance import WORD, below, next32, seed_chance
from croupier.core.record import Record, Words, i64

# Slots: the rules of one game.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
weigh: Any = None

UNIFORM, WEIGHED = range(2)


class Dice(Record):
    """Chance of those who play at random."""

    chance: Words = i64[4]


def lowest(mask: int) -> int:
    """The lowest seat of a mask that is not 0."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


def pick(dice: Any, mask: Any, count: int) -> int:
    """One of the ``count`` marked actions, all equally likely."""
    left = below(dice, count)
    action = 0
    while mask[action] == 0 or left > 0:
        left -= mask[action]
        action += 1
    return action


def pick_weighed(dice: Any, mask: Any, weights: Any) -> int:
    """One of the marked actions, as likely as its weight says."""
    whole = 0.0
    last = 0
    for action in range(len(mask)):
        if mask[action]:
            whole += weights[action]
            last = action
    left = whole * next32(dice) / (WORD + 1)
    for action in range(len(mask)):
        if mask[action]:
            left -= weights[action]
            if left < 0.0:
                return action
    return last


def choose(box: Any, s: Any, dice: Any, policy: int, seat: int, mask: Any, weights: Any) -> int:
    """A legal action of a seat in to_act."""
    count = legal(box, s, seat, mask)
    if policy == UNIFORM:
        return pick(dice, mask, count)
    weigh(box, s, seat, mask, weights)
    return pick_weighed(dice, mask, weights)


def play(box: Any, s: Any, dice: Any, policies: Any, mask: Any, weights: Any, most: int, trace: Any) -> int:
    """One game of at most ``most`` decisions from its setup; returns how many it took. trace[0] hashes all actions."""
    setup(box, s)
    plies = 0
    due = to_act(s)
    while due and plies < most:
        seat = lowest(due)
        action = choose(box, s, dice, policies[seat], seat, mask, weights)
        trace[0] = (trace[0] * 31 + action * 8 + seat + 1) & WORD
        apply(box, s, seat, action)
        plies += 1
        due = to_act(s)
    return plies
