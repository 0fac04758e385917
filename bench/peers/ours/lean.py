"""Leduc's rules in plain Python, played as somebody would who needs that game alone: a loop around the rules, in one function.

The dealer's chance is the state's, as the rules want it; what the players choose comes from Python's own generator.
"""

from __future__ import annotations

from random import random

from croupier.core.chance import seed_chance
from peers.leduc import LEDUC
from peers.protocol import Played

setup, to_act, legal, apply, observe = LEDUC.setup, LEDUC.to_act, LEDUC.legal, LEDUC.apply, LEDUC.observe


def play(decisions: int, out: list[int] | None = None) -> Played:
    """Whole games until so many decisions have been made; out: where each decision's observation goes, None for nowhere."""
    box = LEDUC.default_box()
    fresh = LEDUC.State(seats=2)
    seed_chance(fresh, int(random() * (1 << 62)))
    chance = fresh.chance
    mask = [0] * LEDUC.N_ACTIONS
    n_actions = len(mask)
    plies = games = 0
    while plies < decisions:
        s = fresh.copy()
        s.chance = chance  # one stream for all games
        setup(box, s)
        while due := to_act(s):
            seat = due >> 1  # of two
            legal(box, s, seat, mask)
            if out:
                observe(box, s, seat, out)
            action = int(random() * n_actions)
            while not mask[action]:
                action = int(random() * n_actions)
            apply(box, s, seat, action)
            plies += 1
        games += 1
    return Played(plies, games)


def play_observed(decisions: int) -> Played:
    """The same with an observation written at each decision."""
    return play(decisions, [0] * LEDUC.OBSERVATION)
