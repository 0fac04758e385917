"""A toy game for the search: everybody makes two open choices at one time, the highest sums share the win.

It has no policy of its own, and its seats decide twice within one simultaneous decision.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from croupier.core.chance import seed_chance
from croupier.core.game import Meta
from croupier.core.record import Counts, Record, Words, i8, i64

SEATS = 4
N_ACTIONS = 3
OBSERVATION = 4


class Box(Record):
    unused: int = i8


class State(Record):
    chance: Words = i64[4]
    seats: int = i8
    starter: int = i8
    first: Counts = i8[SEATS]
    """1 + the first choice of each seat, 0 before."""
    second: Counts = i8[SEATS]
    over: int = i8


def setup(box: Any, s: Any) -> None:
    s.over = 0


def to_act(s: Any) -> int:
    mask = 0
    for seat in range(s.seats):
        if s.second[seat] == 0:
            mask |= 1 << seat
    return mask


def legal(box: Any, s: Any, seat: int, mask: Any) -> int:
    for action in range(N_ACTIONS):
        mask[action] = 1
    return N_ACTIONS


def apply(box: Any, s: Any, seat: int, action: int) -> None:
    if s.first[seat] == 0:
        s.first[seat] = action + 1
    else:
        s.second[seat] = action + 1
    s.over = int(to_act(s) == 0)


def redeal(box: Any, s: Any, seat: int, key: int) -> None:
    seed_chance(s, key)
    for other in range(s.seats):
        if other != seat:
            s.first[other] = 0
            s.second[other] = 0


def returns(s: Any, out: Any) -> None:
    best = 0
    winners = 0
    for seat in range(s.seats):
        total = s.first[seat] + s.second[seat]
        if total > best:
            best = total
            winners = 0
        winners += total == best
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if s.first[seat] + s.second[seat] == best else 0.0


def observe(box: Any, s: Any, seat: int, out: Any) -> None:
    out[0] = s.seats
    out[1] = s.first[seat]
    out[2] = s.second[seat]
    out[3] = s.over


META = Meta("toy", "Toy", "", 2, SEATS, 3, 1, 1, 20)
TOY: Any = SimpleNamespace(
    meta=META, Box=Box, State=State, N_ACTIONS=N_ACTIONS, OBSERVATION=OBSERVATION, TALLY=(), SCORE=(), has_policy=False,
    has_outlook=False, has_habits=False,
    setup=setup, to_act=to_act, legal=legal, apply=apply, redeal=redeal, returns=returns, observe=observe,
    tally=lambda s, out: None, default_box=Box, check_box=lambda box, seats: "",
)  # fmt: skip
