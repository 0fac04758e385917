"""What an iteration of the search is made of: a driver that does its parts one after another, each more than the one before."""

from __future__ import annotations

from typing import Any

from croupier.bots.search import ROOT, WORK, draw_key, play_out, unplayed_chapter
from croupier.bots.tree import Tree

# Slots: the rules of one game, and how a state is copied.
to_act: Any = None
legal: Any = None
apply: Any = None
redeal: Any = None
returns: Any = None
observe: Any = None
weigh: Any = None
prior: Any = None
take_edge: Any = None
chapter: Any = None
horizon: Any = None
outlook: Any = None
copy_state: Any = None

COPY, REDEAL, PLAYOUT = range(3)
PARTS = ("copy the state", "deal again", "play on")


def repeat(
    part: int, box: Any, states: Any, dice: Any, tree: Tree, seat: int, times: int, iterations: int, policy: int, max_plies: int
) -> int:
    """So many times the parts up to this one, each time from states[ROOT], as a search of so many iterations does them; returns
    a number that depends on all of them."""
    desk = tree.desk
    found = 0
    for _ in range(times):
        copy_state(states, WORK, ROOT)
        s = states[WORK]
        key = draw_key(dice)
        found += key & 1
        if part >= REDEAL:
            redeal(box, s, seat, key)
        if part >= PLAYOUT:
            play_out(box, s, dice, desk, policy, unplayed_chapter(box, s, policy, iterations), max_plies)
            found += int(desk.gains[seat] > 0.0)
    return found
