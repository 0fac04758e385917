"""Which edge to follow, in two ways: evenly (UCB1), or guided by what the game itself says of its actions (PUCT)."""

from __future__ import annotations

from math import sqrt
from typing import Any

from croupier.bots.tree import NONE, UNIT, expand
from croupier.compiled.playout import pick

# Slot: how the game weighs actions.
prior: Any = None

EXPLORATION = 0.5
"""How much UCB1 prefers what it knows little about; for returns from 0 to 1."""
TRUST = 1.5
"""How much a guided search goes by the judgement before returns tell otherwise."""


def evenly(box: Any, s: Any, dice: Any, edges: Any, explore: Any, desk: Any, seat: int, node: Any, count: int) -> int:
    """Any untried action first, then UCB1. Returns an edge, NONE where the tree is full; its action goes into ``desk.action``.

    Uses up the mask, which marks ``count`` actions.
    """
    mask = desk.mask
    best = NONE
    highest = -1.0
    i = node.first
    while i != NONE:
        edge = edges[i]
        if mask[edge.action]:
            mask[edge.action] = 0
            count -= 1
            edge.available += 1
            bound = upper_bound(edge, explore)
            if bound > highest:
                best = i
                highest = bound
        i = edge.following
    if count > 0:
        desk.action = pick(dice, mask, count)
        return expand(node, edges, desk.action)
    desk.action = edges[best].action
    return best


def upper_bound(edge: Any, explore: Any) -> float:
    """UCB1 with availability. An edge can be met again before its first return is known; it counts as visited then."""
    visits = max(edge.visits, 1)
    return float((edge.total / UNIT + sqrt(explore[min(edge.available, len(explore) - 1)] * visits)) / visits)


def guided(box: Any, s: Any, dice: Any, edges: Any, explore: Any, desk: Any, seat: int, node: Any, count: int) -> int:
    """PUCT with each action's share of the weight as its prior, and the node's mean return for what is untried.

    So an action is tried only once those that look better have disappointed. Returns and mask as ``evenly``.
    """
    mask = desk.mask
    weights = desk.weights
    prior(box, s, seat, mask, weights)
    visits, mean = record_of(edges, node.first, mask)
    spread = TRUST * sqrt(visits + 1.0) / whole_weight(mask, weights)
    best = NONE
    highest = -1.0
    i = node.first
    while i != NONE:
        edge = edges[i]
        if mask[edge.action]:
            mask[edge.action] = 0
            edge.available += 1
            bound = edge.total / (UNIT * max(edge.visits, 1)) + spread * weights[edge.action] / (1 + edge.visits)
            if bound > highest:
                best = i
                highest = bound
        i = edge.following
    action = heaviest(mask, weights)
    if action >= 0 and mean + spread * weights[action] > highest:
        desk.action = action
        return expand(node, edges, action)
    desk.action = edges[best].action
    return best


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
