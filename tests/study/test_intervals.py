"""Intervals against known cases."""

from __future__ import annotations

import random

import pytest

from croupier.study.intervals import ends_of, mean_of, share_of, share_of_deals


def test_a_mean_of_known_numbers() -> None:
    numbers = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
    mean, half = mean_of(sum(numbers), sum(x * x for x in numbers), len(numbers))
    assert mean == 5
    assert half == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)


def test_equal_numbers_have_no_spread() -> None:
    assert mean_of(4 * 0.1, 4 * 0.1 * 0.1, 4) == (0.1, pytest.approx(0.0, abs=1e-6))
    assert mean_of(3.0, 9.0, 1) == (3.0, 0.0)


def test_wilson_for_known_shares() -> None:
    """Wilson (1927) gives 0.0 to 0.2775 for none of ten and 0.2366 to 0.7634 for five of ten."""
    assert share_of(0, 10) == (0.0, pytest.approx(0.2775, abs=1e-4))
    assert share_of(5, 10) == (0.5, pytest.approx((0.7634 - 0.2366) / 2, abs=1e-4))


def test_a_clean_sweep_leaves_room_on_one_side_only() -> None:
    """Wilson gives 0.8865 to 1 for thirty of thirty."""
    low, high = ends_of(share_of(30, 30))
    assert low == pytest.approx(0.8865, abs=1e-4)
    assert high == 1
    assert ends_of(share_of(0, 10)) == (0, pytest.approx(0.2775, abs=1e-4))


def test_many_games_make_wilson_and_normal_one() -> None:
    share, half = share_of(20_000, 100_000)
    assert half == pytest.approx(1.959964 * (share * (1 - share) / 100_000) ** 0.5, rel=1e-2)


def test_shares_of_deals_that_are_won_or_lost_are_nearly_wilsons() -> None:
    """Agresti and Coull (1998) give 0.0 to 0.3209 for none of ten, and what Wilson gives for five of ten."""
    assert share_of_deals([0.0] * 10) == (0.0, pytest.approx(0.3209, abs=1e-4))
    assert share_of_deals([0.0, 1.0] * 5) == pytest.approx(share_of(5, 10))
    assert share_of_deals([1.0] * 300 + [0.0] * 100)[1] == pytest.approx(share_of(300, 400)[1], rel=0.01)


def test_a_deal_counts_once_however_many_games_it_had() -> None:
    """Games of a deal that always end alike bring nothing new; those that even out leave little open."""
    alike, evened = [0.0, 1.0] * 100, [0.5] * 200
    assert share_of_deals(alike)[1] == pytest.approx(share_of(100, 200)[1], rel=0.01)
    assert 0 < share_of_deals(evened)[1] < share_of(200, 400)[1] / 3


@pytest.mark.parametrize("shares", [(0.0, 0.5, 1.0), (0.5, 0.5, 0.5, 0.5, 1.0), (0.0, 0.0, 0.0, 0.25)])
def test_the_interval_of_deals_holds_the_truth_in_95_percent(shares: tuple[float, ...]) -> None:
    luck, truth = random.Random(2), sum(shares) / len(shares)
    found = [share_of_deals(luck.choices(shares, k=40)) for _ in range(1_000)]
    assert sum(abs(mean - truth) <= half for mean, half in found) >= 940
