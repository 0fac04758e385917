"""Ratings against players whose strength is known."""

from __future__ import annotations

import math
import random

import pytest

from croupier.study.pairing import Row
from croupier.study.ratings import Ratings

LEVELS = ("weak", "middle", "strong", "weak")
STRENGTH = {"weak": 1.0, "middle": 2.0, "strong": 4.0}
"""Each finishes before the next weaker one twice as often: a difference of ln 2 standard logistic units."""
TWICE = math.log(2) * math.sqrt(2) * 25 / 6
"""The same on the scale of the ratings, where sigmas are small."""


def games(n: int, *, points: bool, levels: tuple[str, ...] = LEVELS) -> list[Row]:
    """Races in which each runner's time is exponential; with points the places are known, else the winner alone."""
    luck, rows = random.Random(4), []
    for _ in range(n):
        times = [luck.expovariate(STRENGTH[level]) for level in levels]
        won = [float(time == min(times)) for time in times]
        rows.append([[win, -time] if points else [win] for win, time in zip(won, times, strict=True)])
    return rows


@pytest.mark.parametrize("points", [True, False])
def test_ratings_find_how_much_better_somebody_is(points: bool) -> None:
    ratings = Ratings()
    ratings.add(LEVELS, games(3_000, points=points))
    weak, middle, strong = (ratings.of(level) for level in STRENGTH)
    for one, other in ((weak, middle), (middle, strong)):
        assert abs(other.mu - one.mu - TWICE) < 3 * math.hypot(one.sigma, other.sigma)
        assert max(one.sigma, other.sigma) < 1
    assert strong.mu - weak.mu == pytest.approx(2 * TWICE, abs=1.5)


@pytest.mark.parametrize("points", [True, False])
def test_levels_with_equally_many_seats_are_told_apart_by_every_win(points: bool) -> None:
    ratings, pair = Ratings(), ("weak", "middle", "weak", "middle")
    ratings.add(pair, games(3_000, points=points, levels=pair))
    weak, middle = ratings.of("weak"), ratings.of("middle")
    assert abs(middle.mu - weak.mu - TWICE) < 3 * math.hypot(weak.sigma, middle.sigma)
    once = Ratings()
    once.add(pair, [[[0.0], [0.0], [0.0], [1.0]], [[0.0], [1.0], [0.0], [0.0]]])
    assert once.of("middle").mu > 27


def test_matches_of_one_pool_put_all_on_one_scale() -> None:
    """The weak and the strong one never meet."""
    ratings = Ratings()
    for pair in (("weak", "middle"), ("middle", "strong")):
        ratings.add(pair, games(3_000, points=False, levels=pair))
    assert ratings.of("strong").mu - ratings.of("weak").mu == pytest.approx(2 * TWICE, abs=2)


def test_who_was_never_compared_is_as_unknown_as_anybody() -> None:
    ratings = Ratings()
    ratings.add(("weak", "weak"), [[[1.0], [0.0]]])
    ratings.add(("weak", "strong", "middle"), [[[0.0], [0.0], [1.0]]])
    assert ratings.of("nobody") == Ratings().of("weak")
    weak, strong = ratings.of("weak"), ratings.of("strong")
    assert weak.mu == pytest.approx(strong.mu, abs=0.6)
    assert weak.mu < 25 < ratings.of("middle").mu


def test_shared_wins_and_equal_points_bring_ratings_together() -> None:
    ratings = Ratings()
    ratings.add(("a", "b"), [[[1.0, 9.0], [0.0, 5.0]]] * 5)
    apart = ratings.of("a").mu - ratings.of("b").mu
    ratings.add(("a", "b"), [[[0.5, 9.0], [0.5, 9.0]]] * 5)
    assert 0 < ratings.of("a").mu - ratings.of("b").mu < apart


def test_losers_with_points_are_told_apart() -> None:
    ratings = Ratings()
    ratings.add(("winner", "second", "last"), [[[1.0, 9.0], [0.0, 5.0], [0.0, 2.0]]] * 5)
    assert ratings.of("winner").mu > ratings.of("second").mu > ratings.of("last").mu + 1
