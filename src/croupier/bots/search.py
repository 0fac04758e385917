"""Information set Monte Carlo tree search for any game (Cowling, Powley and Whitehouse 2012), as a driver in plain Python.

Every iteration deals again all that the searching seat cannot know, walks down the tree by UCB1 among the actions that are
legal in this deal, adds what is new, plays the rest at random, and credits each seat's return to that seat's edges.

A *node* is one decision of one seat as the searching seat knows it: its key is a hash of ``observe`` for the searching seat,
with the seat that decides. Deals that look alike to the searching seat therefore share their nodes. In a simultaneous
decision every seat has a node of its own and the searching seat goes last, so that nobody's node tells an open choice of
another. An *edge* is one action out of a node. It counts how often it was available, which takes the place of the visits
of the node in UCB1: which of the others' actions are legal differs from deal to deal.

docs/decisions/search.md says what was tried instead, and measured.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from croupier.compiled.playout import choose, lowest, pick
from croupier.core.chance import next32
from croupier.core.record import Record, i32, i64

# Slots: the rules of one game, and how a state is copied.
to_act: Any = None
legal: Any = None
apply: Any = None
redeal: Any = None
returns: Any = None
observe: Any = None
weigh: Any = None
copy_state: Any = None

ROOT, WORK = range(2)
"""states[ROOT] is searched and stays as it is; states[WORK] is played on."""
UNIT = 1 << 20
"""Returns are summed up as whole numbers of 1 / UNIT, so that sums are exact and alike in both executions."""
EXPLORATION = 0.5
"""How much UCB1 prefers what it knows little about; for returns from 0 to 1."""
LOOK = 256
"""Iterations between two looks whether the choice is settled."""
NONE = 0
"""No edge. ``edges[NONE].visits`` is the number of the last edge in use."""
KEY = (1 << 62) - 1
SEAT_SALT = 0x2545F4914F6CDD1D


class Node(Record):
    """One place of the hash table; free while its key is 0."""

    key: int = i64
    first: int = i32
    """The newest of its edges, or NONE."""


class Edge(Record):
    action: int = i32
    following: int = i32
    """The next older edge of the node, or NONE."""
    visits: int = i32
    available: int = i32
    """How often the action was legal when the node was visited."""
    total: int = i64
    """Returns to the seat that decides, in 1 / UNIT."""


class Step(Record):
    """A step down the tree, for the way back up."""

    edge: int = i32
    seat: int = i32


class Tree(NamedTuple):
    """What a search works on: lists of records and numbers, or arrays. Only ``salts`` and ``explore`` hold something before."""

    nodes: Any
    """As many as a power of two, more than edges and plies together: there is always a free one."""
    edges: Any
    path: Any
    """As many steps as a search may go deep."""
    seen: Any
    """For ``observe``."""
    salts: Any
    """A large random number for each integer of ``seen``."""
    mask: Any
    weights: Any
    gains: Any
    """One return a seat."""
    explore: Any
    """explore[n] = EXPLORATION**2 * ln(n), with explore[0] unused: looked up, so that both executions agree in the last bit."""


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
        depth = descend(box, s, dice, tree, seat, max_plies)
        play_out(box, s, dice, tree, policy, max_plies)
        back_up(tree.edges, tree.path, depth, tree.gains)
        i += 1
    return int(tree.edges[most_visited(tree.edges, start.first, NONE)].action)


def clear(nodes: Any, edges: Any) -> None:
    for i in range(len(nodes)):
        nodes[i].key = 0
    edges[NONE].visits = 0


def is_full(edges: Any) -> bool:
    return bool(edges[NONE].visits == len(edges) - 1)


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


def descend(box: Any, s: Any, dice: Any, tree: Tree, root: int, max_plies: int) -> int:
    """Play down the tree until something new was added to it; returns how many steps lie in the path.

    Decisions at one time count as one here: each of the seats may add an edge before the descent ends.
    """
    depth = 0
    plies = 0
    grown = False
    waiting = to_act(s)
    while waiting != 0 and plies < max_plies:
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
    edge = select(tree.edges, node.first, tree.mask, tree.explore)
    if edge == NONE:
        action = pick(dice, tree.mask, untried(tree.mask))
        edge = expand(node, tree.edges, action)
    else:
        action = tree.edges[edge].action
    apply(box, s, seat, action)
    return edge


def fingerprint(seen: Any, salts: Any, seat: int) -> int:
    """62 bits that tell observations and deciding seats apart: a sum of products with large odd random numbers, then mixed."""
    h = seat * SEAT_SALT
    for i in range(len(seen)):
        h += seen[i] * salts[i]
    h &= KEY
    return (h ^ (h >> 29)) | 1


def find(nodes: Any, key: int) -> Any:
    """The node with this key, made where there is none. There is always a free place."""
    i = key >> 1 & (len(nodes) - 1)
    while nodes[i].key != key and nodes[i].key != 0:
        i = (i + 1) & (len(nodes) - 1)
    node = nodes[i]
    if node.key == 0:
        node.key = key
        node.first = NONE
    return node


def select(edges: Any, first: int, mask: Any, explore: Any) -> int:
    """The edge with the highest UCB1 of those that are legal now; NONE while a legal action is untried.

    Counts all of them as available, and takes them out of the mask.
    """
    best = NONE
    highest = -1.0
    i = first
    while i != NONE:
        edge = edges[i]
        if mask[edge.action]:
            mask[edge.action] = 0
            edge.available += 1
            bound = upper_bound(edge, explore)
            if bound > highest:
                best = i
                highest = bound
        i = edge.following
    return NONE if untried(mask) > 0 else best


def upper_bound(edge: Any, explore: Any) -> float:
    """UCB1 with availability. An edge can be met again before its first return is known; it counts as visited then."""
    visits = max(edge.visits, 1)
    return float(edge.total / (UNIT * visits) + sqrt(explore[min(edge.available, len(explore) - 1)] / visits))


def untried(mask: Any) -> int:
    """How many actions are marked."""
    n = 0
    for action in range(len(mask)):
        n += mask[action]
    return n


def expand(node: Any, edges: Any, action: int) -> int:
    """A new edge out of the node, or NONE where the tree is full."""
    if is_full(edges):
        return NONE
    edges[NONE].visits += 1
    i = int(edges[NONE].visits)
    edge = edges[i]
    edge.action = action
    edge.following = node.first
    edge.visits = 0
    edge.available = 1
    edge.total = 0
    node.first = i
    return i


# --- to the end, and up ----------------------------------------------------------------------------------------------


def play_out(box: Any, s: Any, dice: Any, tree: Tree, policy: int, max_plies: int) -> None:
    """Play at random to the end and write down each seat's return; equal shares where the game is not over in time."""
    plies = 0
    waiting = to_act(s)
    while waiting != 0 and plies < max_plies:
        seat = lowest(waiting)
        apply(box, s, seat, choose(box, s, dice, policy, seat, tree.mask, tree.weights))
        plies += 1
        waiting = to_act(s)
    if waiting == 0:
        returns(s, tree.gains)
    else:
        for seat in range(s.seats):
            tree.gains[seat] = 1.0 / s.seats


def back_up(edges: Any, path: Any, depth: int, gains: Any) -> None:
    """Credit every edge of the path with the return of the seat that chose it."""
    for i in range(depth):
        edge = edges[path[i].edge]
        edge.visits += 1
        edge.total += int(gains[path[i].seat] * UNIT)


def most_visited(edges: Any, first: int, besides: int) -> int:
    """The edge with the most visits, of equals the one with the higher return, then the older one; NONE where there is none."""
    best = NONE
    i = first
    while i != NONE:
        if i != besides and (best == NONE or is_better(edges[i], edges[best])):
            best = i
        i = edges[i].following
    return best


def is_better(edge: Any, other: Any) -> bool:
    """More visits, or as many and no lower return."""
    return bool(edge.visits > other.visits or (edge.visits == other.visits and edge.total >= other.total))


def copy_record(states: Any, to: int, source: int) -> None:
    """How plain Python fills the slot copy_state."""
    states[to] = states[source].copy()


def copy_row(states: Any, to: int, source: int) -> None:
    """How compiled code fills the slot copy_state."""
    states[to] = states[source]
