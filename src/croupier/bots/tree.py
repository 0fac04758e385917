"""The tree of a search: a hash table of nodes, each with a linked list of edges (search.py says what they stand for)."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from croupier.core.record import Kind, Record, i8, i32, i64

f64: Any = Kind("d")

UNIT = 1 << 20
"""Returns are summed up as whole numbers of 1 / UNIT, so that sums are exact and alike in both executions."""
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


class Tree(NamedTuple):
    """What a search works on."""

    nodes: Any
    """As many as a power of two, more than edges and plies together: there is always a free one."""
    edges: Any
    explore: Any
    """explore[n] = EXPLORATION**2 * ln(n), with explore[0] unused: looked up, so that both executions agree in the last bit."""
    desk: Any
    """One record of ``desk_of``."""


@functools.cache
def desk_of(n_actions: int, observation: int, seats: int, lines: int, plies: int) -> Any:
    """What else a search has at hand, as a record: Numba counts the references of arrays, which took a fifth of the time, but
    not of what lies in a record. Only ``salts`` hold something before.
    """
    kinds = {
        "mask": i8[n_actions],
        "weights": f64[n_actions],
        "visits": i64[n_actions],  # what the trees say together of each action at the root
        "totals": i64[n_actions],
        "gains": f64[seats],  # the return of each seat
        "seen": i64[observation],
        "salts": i64[observation],  # a large random number for each integer of ``seen``
        "lines": i64[max(1, lines)],  # of a score
        "action": i64,  # the one last taken
        "step_edge": i32[plies],  # the steps down the tree, for the way back up
        "step_seat": i32[plies],
    }
    return type("Desk", (Record,), kinds)


def room_for(seats: int, iterations: int, plies: int) -> tuple[int, int]:
    """How many nodes and edges: an iteration adds an edge for each seat at most, where no seat decides twice at one time."""
    edges = iterations * seats + 1
    nodes = 1
    while nodes <= edges + plies:
        nodes *= 2
    return nodes, edges


def clear(nodes: Any, edges: Any) -> None:
    for i in range(len(nodes)):
        nodes[i].key = 0
    edges[NONE].visits = 0


def is_full(edges: Any) -> bool:
    return bool(edges[NONE].visits == len(edges) - 1)


def sum_of(seen: Any, salts: Any) -> int:
    """62 bits that tell observations apart: a sum of products with large odd random numbers."""
    h = 0
    for i in range(len(seen)):
        h += seen[i] * salts[i]
    return h & KEY


def key_of(found: int, seat: int) -> int:
    """What ``sum_of`` found, mixed with the seat that decides; never 0."""
    h = (found + seat * SEAT_SALT) & KEY
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


def back_up(edges: Any, desk: Any, depth: int) -> None:
    """Credit every edge of the path with the return of the seat that chose it."""
    for i in range(depth):
        edge = edges[desk.step_edge[i]]
        edge.visits += 1
        edge.total += int(desk.gains[desk.step_seat[i]] * UNIT)


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


# --- what the trees say together --------------------------------------------------------------------------------------


def ask_anew(desk: Any) -> None:
    for action in range(len(desk.visits)):
        desk.visits[action] = 0
        desk.totals[action] = 0


def cast_votes(desk: Any, edges: Any, first: int) -> None:
    """Add the edges of a root."""
    i = first
    while i != NONE:
        edge = edges[i]
        desk.visits[edge.action] += edge.visits
        desk.totals[edge.action] += edge.total
        i = edge.following


def elected(visits: Any, totals: Any) -> int:
    """The action with the most visits, of equals the one with the higher return, then the lower one."""
    best = 0
    for action in range(1, len(visits)):
        if visits[action] > visits[best] or (visits[action] == visits[best] and totals[action] > totals[best]):
            best = action
    return best
