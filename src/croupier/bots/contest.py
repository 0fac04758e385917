"""Whole games between entrants that search or play at random: a driver in plain Python, for compiled matches."""

from __future__ import annotations

from typing import Any

from croupier.bots.search import ROOT, Tree, search
from croupier.compiled.playout import PLAYERS, WEIGHED, choose, lowest
from croupier.core.chance import seed_chance

# Slots: the rules of one game, and how a state is copied.
setup: Any = None
to_act: Any = None
legal: Any = None
returns: Any = None
apply: Any = None
redeal: Any = None
observe: Any = None
weigh: Any = None
copy_state: Any = None

FRESH = 2
"""states[FRESH] is as before setup; a game is played in states[ROOT], a search plays on in the third one."""


def contest(
    box: Any, states: Any, dice: Any, tree: Tree, budgets: Any, policy: int, most: int, first: int, games: int, results: Any
) -> None:
    """Games number first, first + 1, ...; the number is also the seed. results[i][e] becomes entrant e's return in the i-th.

    budgets[e] is how many iterations entrant e searches, 0 for random play; in game g entrant e sits in seat
    (e + g) mod seats. Games that reach ``most`` decisions bring nobody anything.
    """
    s = states[ROOT]
    for i in range(games):
        copy_state(states, ROOT, FRESH)
        s = states[ROOT]
        seed_chance(s, first + i)
        seed_chance(dice, first + i + PLAYERS)
        play(box, states, dice, tree, budgets, first + i, policy, most)
        for seat in range(s.seats):
            tree.gains[seat] = 0.0
        if to_act(s) == 0:
            returns(s, tree.gains)
        for seat in range(s.seats):
            results[i][entrant_in(seat, first + i, s.seats)] = tree.gains[seat]


def entrant_in(seat: int, game: int, seats: int) -> int:
    return (seat - game) % seats


def play(box: Any, states: Any, dice: Any, tree: Tree, budgets: Any, game: int, policy: int, most: int) -> None:
    """One game in states[ROOT], from its setup to its end or through ``most`` decisions."""
    s = states[ROOT]
    setup(box, s)
    plies = 0
    due = to_act(s)
    while due != 0 and plies < most:
        seat = lowest(due)
        budget = budgets[entrant_in(seat, game, s.seats)]
        if budget == 0 or legal(box, s, seat, tree.mask) == 1:
            action = choose(box, s, dice, WEIGHED, seat, tree.mask, tree.weights)
        else:
            action = search(box, states, dice, tree, seat, budget, policy, most)
        apply(box, s, seat, action)
        plies += 1
        due = to_act(s)
