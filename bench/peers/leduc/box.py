"""The printed facts: ante and raises."""

from __future__ import annotations

from croupier.core.record import Counts, Record, i8


class Box(Record):
    ante: int = i8
    raises: Counts = i8[2]
    """What a raise adds, by round."""
    most_raises: int = i8
    """In one round."""


def default_box() -> Box:
    return Box(ante=1, raises=[2, 4], most_raises=2)
