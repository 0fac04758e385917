"""The duel with OpenSpiel's search, on a few games: fair seats, equal deals, and every decision in somebody's account."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import pytest
from rich.progress import Progress

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; pip install 'open-spiel>=2.0,<3' brings it")

import openspiel_duel as duel  # noqa: E402


@pytest.fixture(scope="module")
def game() -> Any:
    return pyspiel.load_game("croupier_quickshot(players=3)")


def test_each_holds_every_seat_equally_often() -> None:
    line_ups = duel.line_ups(3)
    assert len(set(line_ups)) == 6
    assert [Counter(line_up[seat] for line_up in line_ups) for seat in range(3)] == [Counter({0: 3, 1: 3})] * 3


def test_a_deal_is_the_same_for_all_line_ups(game: Any) -> None:
    dealt = []
    contestants = (duel.Contestant(lambda s: s.legal_actions()[0]), duel.Contestant(lambda s: s.legal_actions()[-1]))
    for line_up in duel.line_ups(3):
        seen: list[str] = []
        duel.play(game, 8, functools.partial(noted, seen, functools.partial(duel.seated, contestants, line_up)))
        dealt.append(seen[0])
    assert len(set(dealt)) == 1


def noted(seen: list[str], choose: Any, state: Any) -> int:
    seen.append(str(state))
    return int(choose(state))


def test_a_match_adds_up(game: Any) -> None:
    contestants = duel.ours(4, 1, compiled=False), duel.theirs(game, 4, 0.5, 1)
    found = duel.match("", game, contestants, range(2), Progress(disable=True))
    assert (found["games"], found["deals"]) == (12, 2)
    assert found["croupier_win_rate"] + found["openspiel_win_rate"] == pytest.approx(2 / 3, abs=1e-3)
    assert found["share"] * 12 == pytest.approx(round(found["share"] * 12), abs=1e-2)
    assert found["croupier_decisions"] == contestants[0].decisions > 20
    assert found["openspiel_ms"] > 0.1


def test_who_is_exchanged_exchanges_the_shares(game: Any) -> None:
    low, high = (duel.Contestant(lambda s, end=end: s.legal_actions()[end]) for end in (0, -1))
    shares = [duel.match("", game, pair, range(3), Progress(disable=True))["share"] for pair in ((low, high), (high, low))]
    assert shares[0] == pytest.approx(1 - shares[1])
    assert shares[0] != 0.5
