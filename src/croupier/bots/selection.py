"""Which edge to follow, in two ways: evenly (UCB1), or guided by how the game's own policy judges the actions (PUCT)."""

from __future__ import annotations

from math import sqrt
from typing import Any

from croupier.bots.tree import NONE, UNIT, Tree, expand
from croupier.compiled.playout import pick

# Slot: how the game judges actions.
weigh: Any = None

EXPLORATION = 0.5
"""How much UCB1 prefers what it knows little about; for returns from 0 to 1."""
TRUST = 1.5
"""How much a guided search goes by the judgement before returns tell otherwise."""


def evenly(box: Any, s: Any, dice: Any, tree: Tree, seat: int, node: Any) -> tuple[int, int]:
    """Any untried action first, then UCB1. Returns an edge, NONE where the tree is full, and its action. Uses up the mask."""
    edge = select(tree.edges, node.first, tree.mask, tree.explore)
    if edge == NONE:
        action = pick(dice, tree.mask, untried(tree.mask))
        edge = expand(node, tree.edges, action)
    else:
        action = int(tree.edges[edge].action)
    return edge, action


def guided(box: Any, s: Any, dice: Any, tree: Tree, seat: int, node: Any) -> tuple[int, int]:
    """PUCT with each action's share of the weight as its prior, and the node's mean return for what is untried.

    So an action is tried only once those that look better have disappointed. Returns and mask as ``evenly``.
    """
    weigh(box, s, seat, tree.mask, tree.weights)
    visits, mean = record_of(tree.edges, node.first, tree.mask)
    spread = TRUST * sqrt(visits + 1.0) / whole_weight(tree.mask, tree.weights)
    best = NONE
    highest = -1.0
    i = node.first
    while i != NONE:
        edge = tree.edges[i]
        if tree.mask[edge.action]:
            tree.mask[edge.action] = 0
            edge.available += 1
            bound = edge.total / (UNIT * max(edge.visits, 1)) + spread * tree.weights[edge.action] / (1 + edge.visits)
            if bound > highest:
                best = i
                highest = bound
        i = edge.following
    action = heaviest(tree.mask, tree.weights)
    if action >= 0 and mean + spread * tree.weights[action] > highest:
        return expand(node, tree.edges, action), action
    return best, int(tree.edges[best].action)


def record_of(edges: Any, first: int, mask: Any) -> tuple[int, float]:
    """Visits of the legal edges and their mean return; 1.0 where there is none, above all bounds."""
    visits = 0
    total = 0
    i = first
    while i != NONE:
        edge = edges[i]
        if mask[edge.action]:
            visits += edge.visits
            total += edge.total
        i = edge.following
    return visits, total / (UNIT * visits) if visits > 0 else 1.0


def whole_weight(mask: Any, weights: Any) -> float:
    whole = 0.0
    for action in range(len(mask)):
        if mask[action]:
            whole += weights[action]
    return whole


def heaviest(mask: Any, weights: Any) -> int:
    """The first of the marked actions with the most weight, -1 where none is marked."""
    best = -1
    for action in range(len(mask)):
        if mask[action] and (best < 0 or weights[action] > weights[best]):
            best = action
    return best


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
