"""The three levels. A level is a fixed number of iterations, never a time: the same key always gives the same choice."""

from __future__ import annotations

import msgspec

from croupier.core.errors import unknown


class Level(msgspec.Struct, frozen=True):
    """How a bot plays. Without iterations it plays at random, as the rulebook says where it says anything."""

    name: str
    title: str
    text: str
    iterations: int = 0
    """Of the compiled search."""
    plain_iterations: int = 0
    """Of the same search in plain Python, while the compiled one is warming up."""


LEVELS = {
    level.name: level
    for level in (
        Level("greenhorn", "Greenhorn", "Plays at random."),
        Level("prospector", "Prospector", "Thinks a little: plays 250 games in its head before it chooses.", 250, 80),
        Level("sharper", "Sharper", "Thinks hard: plays 12,000 games in its head before it chooses.", 12_000, 300),
    )
}


def level_called(name: str) -> Level:
    """Unknown names the levels there are."""
    if name not in LEVELS:
        raise unknown("level", name, LEVELS)
    return LEVELS[name]
