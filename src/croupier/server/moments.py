"""When the answer of a bot is given: at a moment that follows from what everybody knows, never from how long it thought.

A search takes longer the more there is to choose from, which is a secret of the hand. So an answer waits until the longest
usual thought of its level would be over. Where a machine is too slow for that, the wait is doubled as often as needed, and for
a while all bots of that kind wait as long: so even a slow machine tells at most once in a while that a thought was long.
"""

from __future__ import annotations

from croupier.bots.levels import wait_for

MEMORY = 600.0
"""Seconds for which a kind of bot that was late stays slow."""

Kind = tuple[str, str, bool]
"""A game, a level, and whether its search is warm."""


class Moments:
    """Times are those of the loop."""

    def __init__(self) -> None:
        self.late: dict[Kind, tuple[float, float]] = {}
        """How long a kind waits instead of its usual time, and until when it does."""

    def wait(self, kind: Kind, usual: float, now: float) -> float:
        """How many seconds after it began to think a bot of this kind answers."""
        wait, until = self.late.get(kind, (usual, now))
        return wait if now < until else usual

    def missed(self, kind: Kind, wait: float, took: float, now: float) -> float:
        """``wait``, which is over 0, was too short for a thought that ``took`` longer: the wait from now on."""
        longer = wait_for(took, wait)
        self.late[kind] = longer, now + MEMORY
        return longer
