"""Information set Monte Carlo tree search for any game (Cowling, Powley and Whitehouse 2012), as a driver in plain Python.

Every iteration deals again all that the searching seat cannot know, walks down the tree among the actions that are legal
in this deal, adds what is new, plays on by the game's habits, its judgement or at random, and credits each seat's return to
that seat's edges. Where a game has chapters it is played up to its horizon only, and the game's own outlook stands for the
returns; but where it has habits and there are many iterations, tree and play go on to the end of the game.

A *node* is one decision of one seat as the searching seat knows it: its key is a hash of ``observe`` for the searching seat,
with the seat that decides. Deals that look alike to the searching seat therefore share their nodes. In a simultaneous
decision every seat has a node of its own and the searching seat goes last, so that nobody's node tells an open choice of
another. An *edge* is one action out of a node. It counts how often it was available, which takes the place of the visits
of the node in UCB1: which of the others' actions are legal differs from deal to deal.

docs/decisions/search.md says what was tried instead, and measured.
"""

from __future__ import annotations

from typing import Any

from croupier.bots.tree import (
    NONE,
    Tree,
    ask_anew,
    back_up,
    cast_votes,
    clear,
    elected,
    find,
    is_full,
    key_of,
    most_visited,
    room_for,
    sum_of,
)
from croupier.compiled.playout import HEAVIEST, choose, lowest, pick_weighed
from croupier.core.chance import next32

# Slots: the rules of one game, which way edges are taken (selection.py), and how a state is copied.
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

ROOT, WORK = range(2)
"""states[ROOT] is searched and stays as it is; states[WORK] is played on."""
HABITUAL = HEAVIEST + 1
"""One more policy, for play in the head: each action as likely as the game's own ``habit`` says. (A batch, which nobody
searches in, has another policy of this number.)"""
UNKNOWN = -1
"""In place of what ``sum_of`` finds."""
NEVER = 1 << 62
"""In place of a horizon: no chapter is as late."""
FAR = 4_000
"""From so many iterations on, habits play games to their end: it says more than an outlook, but only many games say it."""
LOOK = 256
"""Iterations between two looks whether the choice is settled."""


def search(
    box: Any, states: Any, dice: Any, tree: Tree, seat: int, iterations: int, trees: int, policy: int, max_plies: int
) -> int:
    """The action that the trees visit most, all together. They grow one after the other, each with as many iterations."""
    ask_anew(tree.desk)
    for _ in range(trees):
        grow(box, states, dice, tree, seat, iterations, policy, max_plies)
    return elected(tree.desk.visits, tree.desk.totals)


def grow(box: Any, states: Any, dice: Any, tree: Tree, seat: int, iterations: int, policy: int, max_plies: int) -> None:
    """Grow a tree for a seat that is in to_act of states[ROOT] and has a choice, and add what it says to the votes on the desk.

    All chance comes from ``dice``, and of states[ROOT] only what the seat knows has any influence. ``policy`` plays the rest
    of a game. Ends early where the rest of the iterations cannot change which action is visited most, or the tree is full.
    """
    desk = tree.desk
    most_nodes, most_edges = room_for(states[ROOT].seats, iterations, max_plies)
    nodes = tree.nodes[:most_nodes]  # no more than needed: they have to be cleared
    edges = tree.edges[:most_edges]
    explore = tree.explore
    clear(nodes, edges)
    observe(box, states[ROOT], seat, desk.seen)
    start = find(nodes, key_of(sum_of(desk.seen, desk.salts), seat))
    i = 0
    while i < iterations and not is_full(edges) and not is_settled(edges, start.first, i, iterations):
        copy_state(states, WORK, ROOT)
        s = states[WORK]
        redeal(box, s, seat, draw_key(dice))
        until = unplayed_chapter(box, s, policy, iterations)
        depth = descend(box, s, dice, nodes, edges, explore, desk, seat, until, max_plies)
        play_out(box, s, dice, desk, policy, until, max_plies)
        back_up(edges, desk, depth)
        i += 1
    cast_votes(desk, edges, start.first)


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


def unplayed_chapter(box: Any, s: Any, policy: int, iterations: int) -> int:
    """The first chapter that is played no more, as the search decides at its root."""
    return NEVER if policy == HABITUAL and iterations >= FAR else horizon(box, s)


# --- down ------------------------------------------------------------------------------------------------------------


def is_cut(s: Any, until: int, plies: int, most: int) -> bool:
    """Whether a game is played no further: the chapter ``until`` is reached, or it has gone on for too long."""
    return bool(plies >= most or chapter(s) >= until)


def descend(
    box: Any, s: Any, dice: Any, nodes: Any, edges: Any, explore: Any, desk: Any, root: int, until: int, max_plies: int
) -> int:
    """Play down the tree until something new was added to it; returns how many steps lie on the desk.

    Decisions at one time count as one here: each of the seats may add an edge before the descent ends. Until the searching
    seat has decided it sees nothing of them, so that it observes once for all.
    """
    depth = 0
    plies = 0
    grown = False
    found = UNKNOWN
    waiting = to_act(s)
    while waiting != 0 and not is_cut(s, until, plies, max_plies):
        seat = next_seat(waiting, root)
        count = legal(box, s, seat, desk.mask)
        if count == 1:
            action = only(desk.mask)
        else:
            if found == UNKNOWN:
                observe(box, s, root, desk.seen)
                found = sum_of(desk.seen, desk.salts)
            node = find(nodes, key_of(found, seat))
            edge = take_edge(box, s, dice, edges, explore, desk, seat, node, count)
            action = desk.action
            if edge != NONE:
                desk.step_edge[depth] = edge
                desk.step_seat[depth] = seat
                depth += 1
                grown = grown or edges[edge].visits == 0
        apply(box, s, seat, action)
        plies += 1
        waiting = still_waiting(waiting, to_act(s))
        if waiting == 0 or seat == root:
            found = UNKNOWN
        if waiting == 0 and not grown:
            waiting = to_act(s)
    return depth


def only(mask: Any) -> int:
    """The first action that is marked."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


def next_seat(waiting: int, root: int) -> int:
    """Of the seats that decide at one time, the searching seat comes last: the others must not know its open choice."""
    others = waiting & ~(1 << root)
    return lowest(others) if others else root


def still_waiting(waiting: int, now: int) -> int:
    """Who of those that were asked at one time has not decided yet; 0 when that is everybody's last."""
    return 0 if waiting & (waiting - 1) == 0 else waiting & now


# --- to the end, and up ----------------------------------------------------------------------------------------------


def play_out(box: Any, s: Any, dice: Any, desk: Any, policy: int, until: int, max_plies: int) -> None:
    """Play on by the policy and write down each seat's return, or what it may expect where the game is cut."""
    plies = 0
    waiting = to_act(s)
    while waiting != 0 and not is_cut(s, until, plies, max_plies):
        seat = lowest(waiting)
        apply(box, s, seat, likely(box, s, dice, desk, policy, seat))
        plies += 1
        waiting = to_act(s)
    if waiting == 0:
        returns(s, desk.gains)
    else:
        outlook(box, s, desk.gains)


def likely(box: Any, s: Any, dice: Any, desk: Any, policy: int, seat: int) -> int:
    """What a seat in to_act may do by this policy."""
    if policy != HABITUAL:
        return choose(box, s, dice, policy, seat, desk.mask, desk.weights)
    legal(box, s, seat, desk.mask)
    prior(box, s, seat, desk.mask, desk.weights)
    return pick_weighed(dice, desk.mask, desk.weights)


def only_chapter(s: Any) -> int:
    """For games that are played to their end."""
    return 0


def no_horizon(box: Any, s: Any) -> int:
    """For games without an outlook: no chapter of theirs is that late."""
    return 1


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
