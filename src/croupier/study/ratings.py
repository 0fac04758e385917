"""Ratings of all bots that met, on one scale: openskill's full Bradley-Terry model (Weng and Lin 2011), pair by pair.

Everybody begins at 25 with a sigma of 25 / 3. Of two bots the one that is rated four points higher finishes before the other
one about twice as often. Sigma says how sure that is: it is cautious, and shrinks with every game.

A game is rated between levels, not seats: one entrant stands for each, its best one where all levels have equally many, else
each by turns. (In Luce's model, on which the ratings rest, both compare levels rightly; the best of two against one would not.)
Two are compared by their return, and by their points where the game keeps any. Where it keeps none, two that lost tell nothing
about each other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from croupier.study.pairing import Row

Key = tuple[float, ...]
"""By what an entrant is compared: the return, and the total of the points."""


class Rating(msgspec.Struct, frozen=True):
    mu: float
    sigma: float


class Ratings:
    """A pool of levels. Bots do not change, so openskill's drift between games (tau) is left out."""

    def __init__(self) -> None:
        self.model = BradleyTerryFull(tau=0.0)
        self.found: dict[str, BradleyTerryFullRating] = {}

    def add(self, levels: Sequence[str], games: Iterable[Row]) -> None:
        """Games of one line-up: ``levels`` names the entrants."""
        for game, row in enumerate(games):
            for (one, key), (other, other_key) in itertools.combinations(standing_for(levels, row, game), 2):
                if is_told(key, other_key):
                    self.compare(one, other, key, other_key)

    def compare(self, one: str, other: str, key: Key, other_key: Key) -> None:
        teams = [[self.found.setdefault(level, self.model.rating())] for level in (one, other)]
        ranks = [float(key < other_key), float(other_key < key)]
        [[self.found[one]], [self.found[other]]] = self.model.rate(teams, ranks=ranks)

    def of(self, level: str) -> Rating:
        """As it begins, for a level that was never compared."""
        rating = self.found.get(level) or self.model.rating()
        return Rating(round(rating.mu, 2), round(rating.sigma, 2))


def standing_for(levels: Sequence[str], row: Row, game: int) -> Iterator[tuple[str, Key]]:
    """Each level once, with what the entrant had that stands for it."""
    keys: dict[str, list[Key]] = {}
    for level, lines in zip(levels, row, strict=True):
        keys.setdefault(level, []).append((lines[0], lines[-1]) if len(lines) > 1 else (lines[0],))
    equally_many = len({len(own) for own in keys.values()}) == 1
    for level, own in keys.items():
        yield level, max(own) if equally_many else own[game % len(own)]


def is_told(key: Key, other: Key) -> bool:
    """Whether the two can be compared."""
    return len(key) > 1 or bool(key[0] or other[0])
