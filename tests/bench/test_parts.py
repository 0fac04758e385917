"""The parts of a playout are timed on states of real games, and done there as a playout does them."""

from __future__ import annotations

from typing import Any

import pytest
import stages
from peers.leduc import LEDUC

from croupier.compiled.compiler import plain_driver
from croupier.compiled.playout import Playouts, players_of, rules_of

ROWS = 60


def copy_record(rows: Any, n: int, others: Any, m: int) -> None:
    rows[n] = others[m].copy()


def bound(driver: Any) -> Any:
    return plain_driver(driver, {n: f for n, f in rules_of(LEDUC).items() if n != "weigh"} | {"copy_state": copy_record})


@pytest.fixture
def collected() -> tuple[list[Any], list[Any], int]:
    """Rows, ends, and how many ends there are."""
    fresh = LEDUC.State(seats=2)
    rows, ends = ([fresh.copy() for _ in range(1 + ROWS)] for _ in range(2))
    n = bound(stages.collect)(LEDUC.default_box(), rows, ends, [fresh], players_of(LEDUC.N_ACTIONS)(), 1)
    return rows, ends, n


def test_rows_are_decisions_and_ends_are_ends(collected: tuple[list[Any], list[Any], int]) -> None:
    rows, ends, n = collected
    assert all(LEDUC.to_act(s) for s in rows[1:])
    assert 5 < n < ROWS / 2
    assert not any(LEDUC.to_act(s) for s in ends[1 : 1 + n])


def test_a_part_changes_what_is_worked_on_only(collected: tuple[list[Any], list[Any], int]) -> None:
    rows, _, _ = collected
    before = [s.pack() for s in rows[1:]]
    for part in range(stages.APPLY + 1):
        bound(stages.decide)(part, LEDUC.default_box(), rows, players_of(LEDUC.N_ACTIONS)(chance=[1, 2, 3, 4]), 2)
        assert (rows[stages.WORK].pack() == before[-1]) == (part == stages.COPY)
    assert [s.pack() for s in rows[1:]] == before


def test_the_end_is_counted_as_a_playout_counts_it(collected: tuple[list[Any], list[Any], int]) -> None:
    _, ends, n = collected
    playouts = Playouts(LEDUC, LEDUC.default_box(), 2, compiled=False)
    expected, squares = playouts.run(1, n)
    sums = [[0.0] * len(expected), [0.0] * len(expected)]
    bound(stages.end)(stages.COUNT, ends, n, ([0.0] * 2, [0] * len(LEDUC.TALLY), [0] * len(LEDUC.SCORE)), sums, 1)
    assert sums[0][1:] == expected[1:]
    assert sums[1][1:] == squares[1:]
