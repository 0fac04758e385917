"""Whole games between entrants that search or play at random: a driver in plain Python, for compiled matches."""

from __future__ import annotations

from typing import Any

from croupier.bots.search import ROOT, search
from croupier.bots.tree import Tree
from croupier.compiled.playout import PLAYERS, choose, lowest
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
prior: Any = None
score: Any = None
take_edge: Any = None
chapter: Any = None
horizon: Any = None
outlook: Any = None
copy_state: Any = None

FRESH = 2
"""states[FRESH] is as before setup; a game is played in states[ROOT], a search plays on in the third one."""


def contest(
    box: Any, states: Any, dice: Any, tree: Tree, entrants: Any, playouts: int, most: int, first: int, games: int, results: Any
) -> None:
    """Games with the seeds first, first + 1, ... results[i][seat] becomes what a seat has at the end of the i-th: the return,
    then the lines of the score.

    entrants[seat] is how a seat plays: iterations, policy, trees. ``playouts`` is the policy inside the searches. Games that
    reach ``most`` decisions bring nobody anything.
    """
    s = states[ROOT]
    for i in range(games):
        copy_state(states, ROOT, FRESH)
        s = states[ROOT]
        seed_chance(s, first + i)
        seed_chance(dice, first + i + PLAYERS)
        play(box, states, dice, tree, entrants, playouts, most)
        for seat in range(s.seats):
            tree.desk.gains[seat] = 0.0
        if to_act(s) == 0:
            returns(s, tree.desk.gains)
        for seat in range(s.seats):
            note(s, seat, tree, results[i][seat])


def note(s: Any, seat: int, tree: Tree, row: Any) -> None:
    """What a seat has at the end."""
    row[0] = tree.desk.gains[seat]
    score(s, seat, tree.desk.lines)
    for line in range(len(row) - 1):
        row[1 + line] = tree.desk.lines[line]


def play(box: Any, states: Any, dice: Any, tree: Tree, entrants: Any, playouts: int, most: int) -> None:
    """One game in states[ROOT], from its setup to its end or through ``most`` decisions."""
    s = states[ROOT]
    setup(box, s)
    plies = 0
    due = to_act(s)
    while due != 0 and plies < most:
        seat = lowest(due)
        iterations, policy, trees = entrants[seat]
        if iterations == 0 or legal(box, s, seat, tree.desk.mask) == 1:
            action = choose(box, s, dice, policy, seat, tree.desk.mask, tree.desk.weights)
        else:
            action = search(box, states, dice, tree, seat, iterations, trees, playouts, most)
        apply(box, s, seat, action)
        plies += 1
        due = to_act(s)
