"""Intervals against known cases."""

from __future__ import annotations

import pytest

from croupier.study.intervals import ends_of, mean_of, share_of


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
