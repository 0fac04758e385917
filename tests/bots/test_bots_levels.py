"""The levels, as everybody meets them: who may be seated, how much each thinks, and that each is told what the others are."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest

from croupier import games
from croupier.bots.levels import LEVELS, wait_for
from croupier.core.game import Meta
from croupier.table.frame import Level

METAS = [games.meta(name) for name in games.NAMES]


def test_a_table_seats_the_levels_there_are():
    assert get_args(Level) == tuple(LEVELS)


@pytest.mark.parametrize("meta", METAS, ids=lambda meta: meta.name)
def test_each_level_thinks_more_than_the_one_below(meta: Meta):
    budgets = [level.budget(meta, compiled=True) for level in LEVELS.values()]
    assert all(lower < upper for lower, upper in itertools.pairwise(budgets))


@pytest.mark.parametrize("meta", METAS, ids=lambda meta: meta.name)
def test_none_thinks_more_in_plain_python_than_a_table_waits_for(meta: Meta):
    """While the search is compiled all levels answer as quickly; those that think at all think then."""
    plain = {level.name: level.budget(meta, compiled=False) for level in LEVELS.values()}
    assert max(plain.values()) == plain["sharper"]
    assert [name for name, level in LEVELS.items() if level.searches] == [name for name, budget in plain.items() if budget]


def test_only_who_thinks_long_is_waited_for():
    assert [name for name, level in LEVELS.items() if level.seconds] == ["mayor"]
    assert LEVELS["mayor"].seconds <= 3


def test_every_level_says_in_a_sentence_how_it_plays():
    for level in LEVELS.values():
        assert level.text.endswith(".") and len(level.text) < 80
        assert level.title == level.name.capitalize()


@pytest.mark.parametrize(("took", "wait"), [(0.0, 0.5), (0.5, 0.5), (0.51, 1.0), (3.9, 4.0)])
def test_an_answer_waits_for_the_usual_time_or_for_its_double_and_so_on(took: float, wait: float) -> None:
    assert wait_for(took, 0.5) == wait
