"""Rules with chance from outside: whoever plays a game this way says how each draw falls, one draw at a time.

The rules draw from their state's chance words, wherever they need to. Here twins of ``setup`` and ``apply`` run instead, with
``below`` and ``take_of`` exchanged for draws from a list. Where the list is used up the twin stops and says what may come
next, each with its exact probability; once the draw is known, it runs again from its beginning, on another copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.compiled.compiler import PlainBinder, twin_of
from croupier.core import chance
from croupier.core.game import Game

Outcomes = list[tuple[int, float]]
"""What a draw may bring: numbers, rising, with their probabilities."""


class Undrawn(Exception):
    """A draw that nobody has decided yet. No error: it is what the twins answer until all their draws are known."""

    def __init__(self, outcomes: Outcomes) -> None:
        super().__init__(f"one of {len(outcomes)} outcomes is to be drawn")
        self.outcomes = outcomes


class Explicit:
    """``setup`` and ``apply`` of a game as functions that leave their state alone and return another one.

    ``drawn`` says how the draws fall that they make, in order; Undrawn when there are more. A draw with a single outcome is
    none. No events are recorded, and the state's chance words stay as they are. Making the twins takes up to half a second.
    """

    def __init__(self, game: Game) -> None:
        twins = Twins()
        self._setup: Callable[[Any, Any], None] = twins.clone(game.setup)
        self._apply: Callable[[Any, Any, int, int], None] = twins.clone(game.apply)

    def setup(self, box: Any, s: Any, drawn: Sequence[int]) -> Any:
        dealt = with_draws(s, drawn)
        self._setup(box, dealt)
        dealt.chance = s.chance[:]
        return dealt

    def apply(self, box: Any, s: Any, seat: int, action: int, drawn: Sequence[int]) -> Any:
        after = with_draws(s, drawn)
        self._apply(box, after, seat, action)
        after.chance = s.chance[:]
        return after


def with_draws(s: Any, drawn: Sequence[int]) -> Any:
    """A copy whose chance is the list of draws, in the place of its words."""
    twin = s.copy()
    twin.chance = iter(drawn)
    return twin


class Twins(PlainBinder):
    """Clones every function that the rules reach, without events and with draws from outside."""

    def __init__(self) -> None:
        super().__init__({})

    def clone(self, function: Any) -> Any:
        if function in DRAWS:
            return DRAWS[function]
        if function not in self.clones:
            twin = self.clones[function] = twin_of(function)
            self.rebind(function, twin)
        return self.clones[function]


def draw(s: Any, weights: Sequence[int]) -> int:
    """The next draw; each number is as likely as its weight says."""
    possible = [i for i, weight in enumerate(weights) if weight]
    if len(possible) == 1:
        return possible[0]
    drawn = next(s.chance, None)
    if drawn is None:
        whole = sum(weights)
        raise Undrawn([(i, weights[i] / whole) for i in possible])
    return int(drawn)


def below(s: Any, n: int) -> int:
    return draw(s, [1] * n)


def take_of(s: Any, counts: list[int], size: int) -> int:
    i = draw(s, counts)
    counts[i] -= 1
    return i


def next32(s: Any) -> int:
    raise TypeError("Rules draw by below or take_of where others decide how chance falls: 32 bits are too many outcomes.")


DRAWS: dict[Any, Callable[..., int]] = {chance.below: below, chance.take_of: take_of, chance.next32: next32}
