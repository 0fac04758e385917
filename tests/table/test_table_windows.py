"""Interrupt windows: somebody is asked in the middle of another's turn, and what stands without an answer is taken in time."""

from __future__ import annotations

import itertools
import random

import pytest
from table_sitting import Sitting, dealt, opened, same
from toy_game import load_toy

from croupier.table.commands import ActCommand, Away, BotAct, LeaveCommand, Return, StartCommand, TimeUp
from croupier.table.entries import Acted
from croupier.table.play import reading_ms
from croupier.table.table import LEAST_AFTER_RESTART, WINDOW, Table

EVERYBODY = frozenset(range(7))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    load_toy(monkeypatch)


def asked(seat: int, *, seats: int = 3, people: int = 3, pace: float = 0.0, guess: str = "window", seconds: int = 0) -> Sitting:
    """A table of the toy where this seat has just been asked alone."""
    for number in range(200):
        seed = bytes([number]) * 32
        sitting = opened(seats, people, game="toy", options={"guess": guess}, seconds=seconds, seed=seed)
        sitting.do(StartCommand(), 0)
        moves = [*itertools.product(range(seats), ("red", "large"))]
        for p, word in moves[:-1]:
            sitting.act(p, word)
        last, word = moves[-1]
        decision = sitting.table.asked[last]
        if sitting.table.seats[last].decides:
            sitting.do(ActCommand(decision, word), last, pace)
        else:
            sitting.do(BotAct(last, decision, word), pace=pace)
        if sitting.table.awaited() == (seat,):
            return sitting
    raise AssertionError("the die never names this seat")


def frame(sitting: Sitting) -> object:
    return sitting.table.frame(EVERYBODY, 0)


# --- when it is due ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0, 30, 60, 180])
def test_a_window_is_due_at_every_table_whatever_its_time_per_decision(seconds: int) -> None:
    sitting = asked(1, seconds=seconds)
    table, entry = sitting.table, sitting.log[-1]
    assert table.is_window and table.unanswered(1) == table.offer(1).unanswered == "no"
    assert entry.due_at == table.due_at == sitting.now + WINDOW
    assert (frame(sitting).awaited, frame(sitting).due_at, frame(sitting).window) == ((1,), table.due_at, WINDOW // 1000)
    assert same(Table.refold(sitting.log), table)


@pytest.mark.parametrize("seconds", [0, 30])
def test_every_other_decision_keeps_the_time_of_the_table(seconds: int) -> None:
    for sitting in (asked(1, guess="on", seconds=seconds), start(seconds)):
        table = sitting.table
        assert not table.is_window and not any(table.unanswered(p) for p in range(3))
        assert table.due_at == sitting.log[-1].due_at == (sitting.now + 1000 * seconds if seconds else None)
        assert frame(sitting).window == 0


def start(seconds: int) -> Sitting:
    sitting = opened(3, 3, game="toy", options={"guess": "window"}, seconds=seconds)
    sitting.do(StartCommand(), 0)
    return sitting


def test_after_a_window_nothing_is_due_where_the_table_has_no_limit() -> None:
    sitting = asked(1)
    sitting.act(1, "yes")
    assert sitting.table.due_at is None and sitting.log[-1].due_at is None and frame(sitting).window == 0


def test_reading_beats_takes_no_time_from_a_window() -> None:
    sitting = asked(1, pace=0.5)
    assert sitting.done.beats
    assert sitting.table.due_at == sitting.now + WINDOW + round(0.5 * reading_ms(sitting.table, sitting.done.beats))


def test_a_bot_that_is_asked_has_no_deadline_and_decides_by_itself() -> None:
    sitting = asked(2, people=2)
    assert sitting.table.due_at is None and not sitting.table.unanswered(2) and frame(sitting).window
    [(seat, level, decision)] = sitting.table.waiting_bots()
    assert (seat, level) == (2, "prospector")
    assert sitting.do(BotAct(seat, decision, "yes")).entries[0].action == "yes"


# --- when nobody answers ---------------------------------------------------------------------------------------------------


def test_when_it_passes_what_stands_is_taken_and_nothing_else() -> None:
    sitting = asked(1)
    [(seat, _, decision)] = sitting.table.waiting_people()
    sitting.now = sitting.table.due_at - 1
    assert sitting.refused(TimeUp(seat, decision, "no")).code == "not_now"
    sitting.now += 1
    opinion = sitting.refused(TimeUp(seat, decision, "yes"))
    assert opinion.code == "illegal" and "Bo" in opinion.sentence and "'no'" in opinion.sentence
    [entry] = sitting.do(TimeUp(seat, decision, "no")).entries
    assert isinstance(entry, Acted) and (entry.seat, entry.by, entry.action) == (1, "time", "no")
    assert sitting.refused(ActCommand(decision, "yes"), seat).code == "late"
    assert sitting.refused(TimeUp(seat, decision, "no")).code == "late"
    shown = frame(sitting).seats[seat]
    assert shown.timed_out and shown.decided_for == 1 and sitting.table.seats[seat].decides
    assert same(Table.refold(sitting.log), sitting.table)


def test_whoever_answers_in_time_is_taken_at_their_word() -> None:
    sitting = asked(1)
    decision = sitting.table.decision(1)
    sitting.now = sitting.table.due_at
    assert sitting.do(ActCommand(decision, "yes"), 1).entries[0].by == "person"
    assert sitting.refused(TimeUp(1, decision, "no")).code == "late"
    assert not frame(sitting).seats[1].timed_out


@pytest.mark.parametrize("gone", [(LeaveCommand(), 1), (Away(1), None)])
def test_for_who_is_gone_a_stand_in_takes_what_stands_and_nothing_else(gone: tuple) -> None:
    sitting = asked(1)
    sitting.do(*gone)
    assert sitting.table.due_at is None and sitting.table.unanswered(1) == "no"
    [(seat, _, decision)] = sitting.table.waiting_bots()
    assert sitting.refused(BotAct(seat, decision, "yes")).code == "illegal"
    [entry] = sitting.do(BotAct(seat, decision, "no")).entries
    assert (entry.by, entry.action) == ("bot", "no") and frame(sitting).seats[1].decided_for == 1
    assert same(Table.refold(sitting.log), sitting.table)


def test_outside_a_window_a_stand_in_decides_as_it_likes() -> None:
    for word in ("yes", "no"):
        sitting = asked(1, guess="on")
        sitting.do(Away(1))
        sitting.act(1, word)
        assert sitting.log[-1].action == word


# --- coming back -------------------------------------------------------------------------------------------------------------


def test_who_comes_back_into_the_window_has_it_anew() -> None:
    sitting = asked(1)
    sitting.do(Away(1))
    sitting.now += 100_000
    [entry] = sitting.do(Return(1)).entries
    assert entry.due_at == sitting.table.due_at == sitting.now + WINDOW
    assert same(Table.refold(sitting.log), sitting.table)


def test_after_a_restart_a_window_has_15_seconds_at_least() -> None:
    table = asked(1).table
    due = table.due_at
    assert table.due_after_restart(due - 19_000) == due
    for late in (-1_000, 0, 100_000_000):
        assert table.due_after_restart(due + late) == due + late + LEAST_AFTER_RESTART


def test_with_everybody_away_a_window_waits_until_somebody_is_back() -> None:
    sitting = asked(1)
    for p in range(3):
        sitting.do(Away(p))
    assert not sitting.table.waiting_bots() and not sitting.table.waiting_people() and sitting.table.due_at is None
    other = sitting.branch()
    other.do(Return(0))
    assert [due.seat for due in other.table.waiting_bots()] == [1] and other.table.unanswered(1) == "no"
    sitting.do(Return(1))
    assert not sitting.table.waiting_bots() and sitting.table.due_at == sitting.now + WINDOW


# --- the real thing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0, 30])
def test_nobodys_plates_are_spent_for_them(seconds: int) -> None:
    """Whole games of Quick Silver where people come, go, answer or let the time pass: only a person's own word redirects."""
    r = random.Random(seconds)
    answers = {"person": 0, "time": 0, "bot": 0}
    for seats in (3, 5, 6) * 2:
        sitting = dealt(seats, seats - 1, game="quick_silver", seconds=seconds)
        while not sitting.table.is_over and sitting.table.plies < 400:
            come_and_go(sitting, r)
            window = sitting.table.is_window
            [seat] = sitting.table.awaited()
            assert (sitting.table.due_at is not None) == (sitting.table.seats[seat].decides and bool(window or seconds))
            decide(sitting, seat, r)
            entry = next(entry for entry in reversed(sitting.log) if isinstance(entry, Acted))
            if window and seat < seats - 1:
                answers[entry.by] += 1
                assert entry.by == "person" or entry.action == "allow"
        assert same(Table.refold(sitting.log), sitting.table)
    assert all(count > 5 for count in answers.values()), answers


def come_and_go(sitting: Sitting, r: random.Random) -> None:
    p = r.choice(sitting.table.people()[1:])
    if r.random() < 0.1:
        sitting.do(Away(p) if sitting.table.seats[p].decides else Return(p))


def decide(sitting: Sitting, seat: int, r: random.Random) -> None:
    """By its person, by the clock where it runs, or by a bot."""
    table = sitting.table
    sitting.now += r.randrange(1000)
    action = r.choice(sitting.offers(seat))
    if table.due_at is not None and r.random() < 0.3:
        sitting.now = max(sitting.now, table.due_at)
        sitting.do(TimeUp(seat, table.decision(seat), table.unanswered(seat) or action))
    elif table.seats[seat].decides:
        sitting.do(ActCommand(table.decision(seat), action), seat)
    else:
        sitting.do(BotAct(seat, table.decision(seat), table.unanswered(seat) or action))
