"""Information set Monte Carlo tree search for any game (Cowling, Powley and Whitehouse 2012), as a driver in plain Python.

Every iteration deals again all that the searching seat cannot know, walks down the tree among the actions that are legal
in this deal, adds what is new, plays the rest at random, and credits each seat's return to that seat's edges. Where a game
has chapters it is played to the end of the running one only, and the game's own outlook stands for the returns.

A *node* is one decision of one seat as the searching seat knows it: its key is a hash of ``observe`` for the searching seat,
with the seat that decides. Deals that look alike to the searching seat therefore share their nodes. In a simultaneous
decision every seat has a node of its own and the searching seat goes last, so that nobody's node tells an open choice of
another. An *edge* is one action out of a node. It counts how often it was available, which takes the place of the visits
of the node in UCB1: which of the others' actions are legal differs from deal to deal.

docs/decisions/search.md says what was tried instead, and measured.
"""

from __future__ import annotations

from typing import Any

from croupier.bots.tree import NONE, Tree, back_up, clear, find, fingerprint, is_full, most_visited
from croupier.compiled.playout import choose, lowest, pick
from croupier.core.chance import next32

# Slots: the rules of one game, which way edges are taken (selection.py), and how a state is copied.
to_act: Any = None
legal: Any = None
apply: Any = None
redeal: Any = None
returns: Any = None
observe: Any = None
weigh: Any = None
take_edge: Any = None
chapter: Any = None
outlook: Any = None
copy_state: Any = None

ROOT, WORK = range(2)
"""states[ROOT] is searched and stays as it is; states[WORK] is played on."""
LOOK = 256
"""Iterations between two looks whether the choice is settled."""


def search(box: Any, states: Any, dice: Any, tree: Tree, seat: int, iterations: int, policy: int, max_plies: int) -> int:
    """The action most visited in this many iterations. The seat is in to_act of states[ROOT] and has a choice.

    All chance comes from ``dice``, and of states[ROOT] only what the seat knows has any influence. ``policy`` plays the rest
    of a game. Ends early where the rest of the iterations can change nothing, or the tree is full.
    """
    clear(tree.nodes, tree.edges)
    observe(box, states[ROOT], seat, tree.seen)
    start = find(tree.nodes, fingerprint(tree.seen, tree.salts, seat))
    i = 0
    while i < iterations and not is_full(tree.edges) and not is_settled(tree.edges, start.first, i, iterations):
        copy_state(states, WORK, ROOT)
        s = states[WORK]
        redeal(box, s, seat, draw_key(dice))
        running = chapter(s)
        depth = descend(box, s, dice, tree, seat, running, max_plies)
        play_out(box, s, dice, tree, policy, running, max_plies)
        back_up(tree.edges, tree.path, depth, tree.gains)
        i += 1
    return int(tree.edges[most_visited(tree.edges, start.first, NONE)].action)


def is_settled(edges: Any, first: int, done: int, iterations: int) -> bool:
    """Now and then: whether the most visited action stays so whatever the rest of the iterations visit."""
    if done % LOOK != 0 or first == NONE:
        return False
    best = most_visited(edges, first, NONE)
    second = most_visited(edges, first, best)
    return second == NONE or bool(edges[best].visits - edges[second].visits > iterations - done)


def draw_key(dice: Any) -> int:
    """A key for redeal: 62 random bits."""
    high = next32(dice)
    return (high << 30) | (next32(dice) >> 2)


# --- down ------------------------------------------------------------------------------------------------------------


def is_cut(s: Any, running: int, plies: int, most: int) -> bool:
    """Whether a game is played no further: its chapter is over, or it has gone on for too long."""
    return bool(plies >= most or chapter(s) != running)


def descend(box: Any, s: Any, dice: Any, tree: Tree, root: int, running: int, max_plies: int) -> int:
    """Play down the tree until something new was added to it; returns how many steps lie in the path.

    Decisions at one time count as one here: each of the seats may add an edge before the descent ends.
    """
    depth = 0
    plies = 0
    grown = False
    waiting = to_act(s)
    while waiting != 0 and not is_cut(s, running, plies, max_plies):
        seat = next_seat(waiting, root)
        edge = step(box, s, dice, tree, root, seat)
        if edge != NONE:
            tree.path[depth].edge = edge
            tree.path[depth].seat = seat
            depth += 1
            grown = grown or tree.edges[edge].visits == 0
        plies += 1
        waiting = still_waiting(waiting, to_act(s))
        if waiting == 0 and not grown:
            waiting = to_act(s)
    return depth


def next_seat(waiting: int, root: int) -> int:
    """Of the seats that decide at one time, the searching seat comes last: the others must not know its open choice."""
    others = waiting & ~(1 << root)
    return lowest(others) if others else root


def still_waiting(waiting: int, now: int) -> int:
    """Who of those that were asked at one time has not decided yet; 0 when that is everybody's last."""
    return 0 if waiting & (waiting - 1) == 0 else waiting & now


def step(box: Any, s: Any, dice: Any, tree: Tree, root: int, seat: int) -> int:
    """One decision, and the edge it took: NONE where there was no choice, or no room for a new edge."""
    count = legal(box, s, seat, tree.mask)
    if count == 1:
        apply(box, s, seat, pick(dice, tree.mask, 1))
        return NONE
    observe(box, s, root, tree.seen)
    node = find(tree.nodes, fingerprint(tree.seen, tree.salts, seat))
    edge, action = take_edge(box, s, dice, tree, seat, node)
    apply(box, s, seat, action)
    return int(edge)


# --- to the end, and up ----------------------------------------------------------------------------------------------


def play_out(box: Any, s: Any, dice: Any, tree: Tree, policy: int, running: int, max_plies: int) -> None:
    """Play at random to the end and write down each seat's return, or what it may expect where the game is cut."""
    plies = 0
    waiting = to_act(s)
    while waiting != 0 and not is_cut(s, running, plies, max_plies):
        seat = lowest(waiting)
        apply(box, s, seat, choose(box, s, dice, policy, seat, tree.mask, tree.weights))
        plies += 1
        waiting = to_act(s)
    if waiting == 0:
        returns(s, tree.gains)
    else:
        outlook(box, s, tree.gains)


def only_chapter(s: Any) -> int:
    """For games that are played to their end."""
    return 0


def equal_shares(box: Any, s: Any, out: Any) -> None:
    """For games that cannot say what their seats may expect."""
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats


def copy_record(states: Any, to: int, source: int) -> None:
    """How plain Python fills the slot copy_state."""
    states[to] = states[source].copy()


def copy_row(states: Any, to: int, source: int) -> None:
    """How compiled code fills the slot copy_state."""
    states[to] = states[source]
