"""Matches: every deal in all rotations, results that count deals, and what is left of a match that is stopped."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import threading
import time

import pytest

from croupier import games
from croupier.cli.match import match
from croupier.core.errors import Invalid
from croupier.study.duel import even_seats, play_duel
from croupier.study.match import Players, play_match, rounded
from croupier.study.pairing import Deal, in_order, rotations, share_in
from croupier.study.ratings import Ratings
from croupier.study.sequential import NOT_SEPARATED, SEPARATED, Evidence

QUICKSHOT, SILVER = games.load("quickshot"), games.load("silver_and_gold")
BOX, SILVER_BOX = QUICKSHOT.default_box(), SILVER.default_box()
TWINS = ["uniform", "greenhorn"]
"""At a game without a rulebook's bot both play alike under two names."""


@pytest.mark.parametrize(
    ("levels", "differ"), [("abcd", 4), ("abab", 2), ("aaaa", 1), ("abbb", 4), ("aabb", 4), ("abcabc", 3), ("ababa", 5)]
)
def test_rotations_that_differ(levels: str, differ: int) -> None:
    assert rotations(list(levels)) == differ
    seatings = {tuple(levels[(seat - turn) % len(levels)] for seat in range(len(levels))) for turn in range(len(levels))}
    assert len(seatings) == differ


def test_rounded_to_whole_deals() -> None:
    assert [rounded(games, 3) for games in (1, 3, 40)] == [3, 3, 42]


# --- paired deals ----------------------------------------------------------------------------------------------------


def test_entrants_of_equal_strength_share_every_deal() -> None:
    """Whatever seat is lucky in a deal: each has had it once. The same with all that they score."""
    for deal in Players(SILVER, SILVER_BOX, TWINS).play_deals(range(100, 140)):
        assert share_in(deal, [0]) == share_in(deal, [1]) == 0.5
        one, other = ([row[entrant] for row in deal] for entrant in (0, 1))
        assert one == other[::-1]


def test_rotations_seat_entrants_further_on_with_the_same_deal() -> None:
    players = Players(SILVER, SILVER_BOX, [*TWINS, "uniform"])
    first, *others = (players.play(50, 10, rotation) for rotation in range(3))
    for rotation, rows in enumerate(others, 1):
        assert rows != first
        assert [[row[(entrant + rotation) % 3] for entrant in range(3)] for row in rows] == first


def test_luck_of_the_deal_narrows_no_interval_and_skill_does() -> None:
    twins = play_match(SILVER, SILVER_BOX, TWINS, 80, 1)
    assert (twins.games, twins.deals) == (80, 40)
    for result in twins.results:
        assert result.win_rate[0] == 0.5
        assert 0 < result.win_rate[1] < 0.06
    assert abs(twins.results[0].rating.mu - twins.results[1].rating.mu) < 1.5


def test_better_play_is_rated_higher() -> None:
    report = play_match(QUICKSHOT, BOX, ["prospector", "greenhorn", "greenhorn"], 480, 2)
    prospector, greenhorn = report.results
    assert prospector.rating.mu - greenhorn.rating.mu > 2 * max(prospector.rating.sigma, greenhorn.rating.sigma)


def test_a_match_that_is_stopped_tells_of_the_games_until_then() -> None:
    played = []

    def stop(games: int) -> None:
        played.append(games)
        if sum(played) >= 12:
            raise KeyboardInterrupt

    whole = play_match(QUICKSHOT, BOX, ["greenhorn"] * 3 + ["uniform"], 400, 7)
    report = play_match(QUICKSHOT, BOX, ["greenhorn"] * 3 + ["uniform"], 400, 7, stop)
    assert (whole.interrupted, report.interrupted) == (False, True)
    assert 0 < report.games == 4 * report.deals < 12
    assert report.results != whole.results

    def stop_at_once(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(QUICKSHOT, BOX, ["greenhorn"] * 3, 30, 7, stop_at_once)


# --- side by side ----------------------------------------------------------------------------------------------------


def test_results_come_in_order_from_several_threads() -> None:
    seen = set()

    def work(job: int) -> int:
        seen.add(threading.get_ident())
        time.sleep(0.002 * (job % 3))
        return job * job

    assert list(in_order(work, range(40), 3)) == [job * job for job in range(40)]
    assert len(seen) == 3


def test_jobs_without_end_are_begun_only_a_few_ahead() -> None:
    begun = []
    results = in_order(begun.append, itertools.count(), 2)
    for _ in range(10):
        next(results)
    results.close()
    time.sleep(0.02)
    assert 10 <= len(begun) <= 15


def test_a_fault_reaches_who_listens() -> None:
    results = in_order(lambda job: 1 // job, [2, 1, 0, 5], 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_after_its_time_nothing_comes_and_nobody_waits() -> None:
    never = threading.Event()
    results = in_order(lambda job: never.wait(60) if job == 2 else job, itertools.count(), 2, seconds=1.0)
    assert list(results) == [0, 1]
    assert not never.is_set()
    never.set()


# --- duels -----------------------------------------------------------------------------------------------------------


def duel(seconds: float, *, interrupted_at: int = 1 << 30, levels: tuple[str, str] = ("prospector", "greenhorn")):
    def heard(evidence: Evidence) -> None:
        if evidence.deals == interrupted_at:
            raise KeyboardInterrupt

    ratings = Ratings()
    return play_duel(QUICKSHOT, BOX, *levels, seats=4, seed=1, seconds=seconds, ratings=ratings, heard=heard), ratings


def test_a_duel_ends_as_soon_as_one_is_better() -> None:
    found, ratings = duel(60)
    assert (found.verdict, found.interrupted) == (SEPARATED, False)
    assert found.games == 2 * found.deals < 400
    assert 0.5 < found.interval[0] < found.share < found.interval[1]
    assert ratings.of("prospector").mu > ratings.of("greenhorn").mu


def test_a_duel_ends_with_its_time_or_an_interrupt_and_says_so() -> None:
    found, _ = duel(0.0)
    assert (found.deals, found.share, found.interval, found.verdict) == (0, None, (0.0, 1.0), NOT_SEPARATED)
    found, _ = duel(60, interrupted_at=3)
    assert (found.deals, found.interrupted, found.verdict) == (3, True, NOT_SEPARATED)


def test_seats_that_two_levels_can_share() -> None:
    assert [even_seats(games.meta(name), None) for name in games.NAMES] == [4, 2, 4]
    assert even_seats(QUICKSHOT.meta, 6) == 6
    for seats in (3, 5, 2, 8):
        with pytest.raises(Invalid, match="3 to 7 seats, and two levels share an even number"):
            even_seats(QUICKSHOT.meta, seats)


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_in_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert match("quickshot", bots="prospector, greenhorn,greenhorn", games=10, seed=4, json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["games"], report["deals"], report["seats"], report["seed"]) == (12, 4, 3, 4)
    assert [result["level"] for result in report["results"]] == ["prospector", "greenhorn"]
    assert all(set(result["rating"]) == {"mu", "sigma"} for result in report["results"])
    assert match("silver_and_gold", bots="uniform,greedy", games=10, seed=4) == 0
    out = capsys.readouterr().out
    assert "10 games of 5 deals" in out and "Greedy" in out and "Mean score" in out and "Played in" in out


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_an_interrupt_leaves_a_result(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that would take hours is stopped when its 40th deal has begun, so that most before it were reported."""
    begun, play_deals = itertools.count(), Players.play_deals

    def stopped_at_last(players: Players, deals: range) -> list[Deal]:
        if next(begun) == 40:
            os.kill(os.getpid(), signal.SIGINT)
        return play_deals(players, deals)

    monkeypatch.setattr(Players, "play_deals", stopped_at_last)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert match("quickshot", bots="prospector,greenhorn,greenhorn", games=999_999, json=True) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    report = json.loads(capsys.readouterr().out)
    assert report["interrupted"] and 20 < report["deals"] < 100
