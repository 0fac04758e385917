"""The tree of a search: a hash table of nodes, each with a linked list of edges (search.py says what they stand for)."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.core.record import Record, i32, i64

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
    lines: Any
    """One number for each line of a score."""
    explore: Any
    """explore[n] = EXPLORATION**2 * ln(n), with explore[0] unused: looked up, so that both executions agree in the last bit."""


def clear(nodes: Any, edges: Any) -> None:
    for i in range(len(nodes)):
        nodes[i].key = 0
    edges[NONE].visits = 0


def is_full(edges: Any) -> bool:
    return bool(edges[NONE].visits == len(edges) - 1)


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
