"""Small drivers for the tests of the compiler."""

from __future__ import annotations

from typing import Any

step: Any = None
setup: Any = None

NAMES = {1: 2}


def several(n: int) -> int:
    """The slot, n times, from 1."""
    x = 1
    for _ in range(n):
        x = step(x)
    return x


def double(x: int) -> int:
    return 2 * x


def triple(x: int) -> int:
    return 3 * x


def deal(box: Any, s: Any) -> None:
    setup(box, s)


def card_of(s: Any, seat: int) -> int:
    return s.card[seat]  # type: ignore[no-any-return]


def bits(number: int) -> int:
    return number.bit_count()


def looks_up(x: int) -> int:
    return NAMES[x]
