"""The four levels. A level is a fixed number of iterations, never a time: the same key always gives the same choice."""

from __future__ import annotations

import msgspec

from croupier.core.errors import unknown
from croupier.core.game import Meta

SHORT = 16
"""Decisions of a game in which a level plays all its iterations. A longer one is played less often, so that a choice takes
about as long. Where games are played up to a horizon, the decisions up to it count."""


class Level(msgspec.Struct, frozen=True):
    """How a bot plays. Without iterations it plays at random, as the rulebook says where it says anything."""

    name: str
    title: str
    text: str
    iterations: int = 0
    """Of the compiled search in a short game; ``budget`` says how many in a given one."""
    plain_iterations: int = 0
    """Of the same search in plain Python, while the compiled one is warming up."""
    trees: int = 1
    """How many trees of so many iterations each it grows, in threads where the machine has them: the choice is the same."""
    seconds: float = 0.0
    """How much longer than others it may take for a choice, on one core of a usual machine: a table waits for it."""
    usual: float = 0.3
    """Seconds within which it has practically always chosen, on one core of a usual machine. At a table it answers no sooner,
    so that the time tells nothing of its hand."""

    @property
    def searches(self) -> bool:
        """Whether it thinks, and so has to warm up first."""
        return self.iterations > 0

    def budget(self, meta: Meta, *, compiled: bool) -> int:
        """How many iterations it searches in this game; 0 where it plays at random."""
        most = self.iterations if compiled else self.plain_iterations
        return -(-most * SHORT // max(SHORT, meta.horizon_plies or meta.usual_plies))


LEVELS = {
    level.name: level
    for level in (
        Level("greenhorn", "Greenhorn", "Plays at random."),
        Level("prospector", "Prospector", "Thinks a little: plays up to 250 games in its head before it chooses.", 250, 80),
        Level(
            "sharper", "Sharper", "Thinks hard: plays up to 12,000 games in its head before it chooses.", 12_000, 300, usual=0.5
        ),
        Level(
            "mayor",
            "Mayor",
            "Hardest to beat: plays up to 200,000 games in its head, for a second or two.",
            200_000,
            300,
            seconds=3.0,
            usual=3.0,
        ),
    )
}


def level_called(name: str) -> Level:
    """Unknown names the levels there are."""
    if name not in LEVELS:
        raise unknown("level", name, LEVELS)
    return LEVELS[name]


def wait_for(took: float, usual: float) -> float:
    """How long an answer waits after a thought that ``took`` so long: the usual time, doubled as often as needed."""
    while usual < took:
        usual *= 2
    return usual
