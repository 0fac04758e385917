"""Leduc's whole tree, played by the rules: what is counted and reckoned here is exact. Plain only.

The rules draw cards from the state's chance; here each card that can come is put in its place instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .box import default_box
from .effects import apply
from .legal import legal, to_act
from .scoring import score
from .state import CARDS, N_ACTIONS, State, setup

Policy = Callable[[State, int, list[int]], Sequence[float]]
"""(state, seat, legal actions) -> the probability of each of them. It must look at what the seat may know only."""
BOX = default_box()


def deals() -> Iterator[State]:
    """The thirty first decisions, all equally likely."""
    for first in range(CARDS):
        for second in range(CARDS):
            if first != second:
                yield dealt(first, second)


def dealt(first: int, second: int) -> State:
    """The first decision, with these cards (0..5) in the hands of seats 0 and 1."""
    s = State(seats=2)
    setup(BOX, s)
    s.hand = [1 + first, 1 + second]
    return s


def seat_of(s: State) -> int:
    """Who decides; -1 at the end."""
    return to_act(s).bit_length() - 1


def legal_actions(s: State) -> list[int]:
    mask = [0] * N_ACTIONS
    legal(BOX, s, seat_of(s), mask)
    return [action for action in range(N_ACTIONS) if mask[action]]


def after(s: State, action: int) -> list[State]:
    """What an action may lead to, each equally likely: one state, or one for each card that may be turned up."""
    follower = s.copy()
    apply(BOX, follower, seat_of(s), action)
    return [follower] if follower.board == s.board else [turned_up(follower, card) for card in range(CARDS) if unseen(s, card)]


def unseen(s: State, card: int) -> bool:
    return 1 + card not in s.hand


def turned_up(s: State, card: int) -> State:
    """The same with this card (0..5) as the one that lies open."""
    twin = s.copy()
    twin.board = 1 + card
    return twin


def chips(s: State) -> int:
    """At the end: what seat 0 has won of seat 1."""
    out = [0]
    score(s, 0, out)
    return out[0]


def histories() -> tuple[int, int, int]:
    """How many decisions, ends and deals of one card the tree has."""
    decisions, ends, cards = 0, 0, 1 + CARDS
    found = list(deals())
    while found:
        s = found.pop()
        if not to_act(s):
            ends += 1
            continue
        decisions += 1
        for action in legal_actions(s):
            followers = after(s, action)
            cards += len(followers) > 1
            found.extend(followers)
    return decisions, ends, cards


def mean(of_end: Callable[[State, int], float], policy: Policy) -> float:
    """The expectation of a number of the end, reckoned from state and decisions, where both seats play by the policy."""

    def under(s: State, plies: int) -> float:
        if not to_act(s):
            return of_end(s, plies)
        whole = 0.0
        actions = legal_actions(s)
        for action, probability in zip(actions, policy(s, seat_of(s), actions), strict=True):
            if probability:
                followers = after(s, action)
                whole += probability * sum(under(t, plies + 1) for t in followers) / len(followers)
        return whole

    found = [under(s, 0) for s in deals()]
    return sum(found) / len(found)


def value(policy: Policy) -> float:
    """The chips that seat 0 may expect to win where both seats play by the policy."""
    return mean(lambda s, plies: chips(s), policy)


def uniform(s: State, seat: int, actions: list[int]) -> Sequence[float]:
    return [1.0 / len(actions)] * len(actions)
