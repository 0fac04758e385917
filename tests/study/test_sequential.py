"""The test that may be looked at after every deal: how often it is wrong, what it finds, and its interval."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from croupier.study.sequential import FAIR, NOT_SEPARATED, REVERSED, SEPARATED, Evidence

RUNS = 300
ALPHA = 0.05
Share = Callable[[random.Random], float]


def coin(p: float) -> Share:
    return lambda luck: float(luck.random() < p)


def paired(p: float) -> Share:
    """A deal of two games, where luck decides many of them whoever has the better cards: 1, 0 or a game each."""
    return lambda luck: (float(luck.random() < p) + float(luck.random() < p)) / 2


def evidence(share: Share, deals: int, seed: int, *, until_separated: bool = True) -> Evidence:
    """A run that is looked at after every deal."""
    luck, found = random.Random(seed), Evidence()
    while found.deals < deals:
        found.add(share(luck))
        if until_separated and found.rules_out(FAIR):
            break
    return found


@pytest.mark.parametrize("share", [coin(0.5), paired(0.5), lambda luck: luck.choice([0.1, 0.3, 1.0, 0.6])])
def test_looking_after_every_deal_does_not_make_it_wrong_more_often(share: Share) -> None:
    wrong = sum(evidence(share, 200, seed).verdict() != NOT_SEPARATED for seed in range(RUNS))
    assert wrong <= ALPHA * RUNS


def test_an_interval_for_one_look_would_be_wrong_much_more_often() -> None:
    """So that the test above can fail: the same looks at the normal interval."""

    def is_fooled(seed: int) -> bool:
        luck, total = random.Random(seed), 0.0
        for n in range(1, 201):
            total += coin(0.5)(luck)
            if n >= 10 and abs(total / n - FAIR) > 1.96 * math.sqrt(0.25 / n):
                return True
        return False

    assert sum(map(is_fooled, range(RUNS))) > 4 * ALPHA * RUNS


def test_the_true_mean_lies_in_all_intervals_of_nearly_every_run() -> None:
    def is_missed(seed: int) -> bool:
        luck, found = random.Random(seed), Evidence()
        for _ in range(150):
            found.add(coin(0.8)(luck))
            if found.rules_out(0.8):
                return True
        return False

    assert sum(map(is_missed, range(RUNS))) <= ALPHA * RUNS


def test_a_better_side_is_found_sooner_the_better_it_is() -> None:
    deals = [max(evidence(coin(p), 3_000, seed).deals for seed in range(10)) for p in (0.6, 0.75, 1.0)]
    assert 3_000 > deals[0] > 2 * deals[1] > 4 * deals[2]
    assert evidence(coin(0.75), 300, 1).verdict() == SEPARATED
    assert evidence(coin(0.25), 300, 1).verdict() == REVERSED


def test_games_of_a_deal_that_even_out_are_worth_more_than_single_ones() -> None:
    """The same mean: where chance has less part in a deal, fewer deals do."""
    steady, wild = (evidence(share, 5_000, 3).deals for share in (lambda luck: luck.choice([0.5, 0.5, 0.8]), coin(0.6)))
    assert steady < wild / 2


def test_intervals_end_where_means_are_ruled_out() -> None:
    found = evidence(paired(0.7), 200, 5, until_separated=False)
    low, high = found.interval()
    assert 0.5 < low < found.mean < high < 0.85
    for end, outside in ((low, -1e-6), (high, 1e-6)):
        assert not found.rules_out(end)
        assert found.rules_out(end + outside)


def test_intervals_of_nothing_and_of_a_clean_sweep() -> None:
    assert Evidence().interval() == (0.0, 1.0)
    low, high = evidence(coin(1.0), 30, 1, until_separated=False).interval()
    assert (0.7 < low < 0.95, high) == (True, 1.0)
    low, high = evidence(coin(0.0), 30, 1, until_separated=False).interval()
    assert (low, 0.05 < high < 0.3) == (0.0, True)


def test_order_makes_no_difference() -> None:
    shares = [0.0, 0.5, 1.0, 1.0, 0.25, 0.5]
    one, other = Evidence(), Evidence()
    for share, back in zip(shares, reversed(shares), strict=True):
        one.add(share)
        other.add(back)
    assert one.interval() == pytest.approx(other.interval())
