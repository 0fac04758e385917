"""Time per decision: when it is up, for whom, and what is left after a restart."""

from __future__ import annotations

import random

from table_sitting import Sitting, dealt, opened, same

from croupier.table.commands import (
    Away,
    Return,
    StartCommand,
    TimeUp,
    WithdrawCommand,
)
from croupier.table.table import Table


def timed(people: int = 4) -> Sitting:
    return dealt(people, people, seconds=30)


def test_due_at_stands_in_the_entry_that_opens_the_decision() -> None:
    sitting = timed()
    assert sitting.log[-1].due_at == sitting.table.due_at == sitting.now + 30_000
    assert sitting.table.frame(frozenset(), 0).due_at == sitting.table.due_at
    sitting.now += 10_000
    leader = sitting.table.awaited()[0]
    sitting.act(leader, sitting.offers(leader)[0])
    assert sitting.log[-1].due_at == sitting.now + 30_000
    due = sitting.table.due_at
    sitting.now += 10_000
    for p in sitting.table.awaited()[:-1]:
        sitting.act(p, sitting.offers(p)[0])
        assert sitting.log[-1].due_at == sitting.table.due_at == due
    assert same(Table.refold(sitting.log), sitting.table)


def test_without_a_limit_or_without_people_nothing_is_due() -> None:
    assert dealt(4, 4).table.due_at is None
    sitting = timed()
    p = sitting.table.awaited()[0]
    sitting.do(Away(p))
    assert sitting.table.due_at is None and sitting.table.due_after_restart(sitting.now) is None


def test_when_time_is_up_a_bot_decides() -> None:
    sitting = timed()
    [(p, level, decision)] = sitting.table.waiting_people()
    command = TimeUp(p, decision, sitting.offers(p)[0])
    sitting.now = sitting.table.due_at - 1
    assert sitting.refused(command).code == "not_now"
    sitting.now += 1
    assert sitting.do(command).entries[0].by == "time" and level == "prospector"
    assert sitting.table.seats[p].decides
    assert sitting.refused(command).code == "late"


def test_everybody_sees_whose_time_was_up_until_that_seat_decides_itself() -> None:
    sitting = timed()
    [(p, _, decision)] = sitting.table.waiting_people()
    assert not any(seat.timed_out or seat.decided_for for seat in sitting.table.frame(frozenset(), 0).seats)
    sitting.now = sitting.table.due_at
    sitting.do(TimeUp(p, decision, sitting.offers(p)[0]))
    seats = sitting.table.frame(frozenset(), 0).seats
    assert [q for q, seat in enumerate(seats) if seat.timed_out] == [p] and seats[p].decided_for == 1
    r = random.Random(1)
    while not sitting.table.is_awaited(p):
        sitting.step(r)
    assert sitting.table.seats[p].timed_out
    sitting.act(p, sitting.offers(p)[0])
    assert not sitting.table.seats[p].timed_out and sitting.table.seats[p].decided_for == 1
    assert same(Table.refold(sitting.log), sitting.table)


def test_a_choice_of_the_clock_that_is_taken_back_was_still_made() -> None:
    sitting = timed().play_until_together(random.Random(1))
    p = sitting.table.awaited()[0]
    sitting.now = sitting.table.due_at
    sitting.do(TimeUp(p, sitting.table.decision(p), sitting.offers(p)[0]))
    assert sitting.table.seats[p].timed_out
    sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
    assert not sitting.table.seats[p].timed_out and sitting.table.seats[p].decided_for == 1
    assert same(Table.refold(sitting.log), sitting.table)


def test_time_is_never_up_for_bots_or_without_a_limit() -> None:
    sitting = dealt(4, 4)
    p = sitting.table.awaited()[0]
    assert sitting.refused(TimeUp(p, 1, sitting.offers(p)[0])).code == "not_now"
    sitting = timed()
    p = sitting.table.awaited()[0]
    sitting.do(Away(p))
    sitting.now += 60_000
    assert sitting.refused(TimeUp(p, 1, sitting.offers(p)[0])).code == "late"


def test_after_a_restart_some_time_is_left() -> None:
    sitting = timed()
    due = sitting.table.due_at
    assert sitting.table.due_after_restart(due - 20_000) == due
    assert sitting.table.due_after_restart(due - 1_000) == due + 14_000
    assert sitting.table.due_after_restart(due + 1_000_000) == due + 1_015_000


def test_who_comes_back_has_time_but_not_more_than_the_others() -> None:
    sitting = timed()
    p = sitting.table.awaited()[0]
    sitting.do(Away(p))
    sitting.now += 100_000
    sitting.do(Return(p))
    assert sitting.table.due_at == sitting.now + 30_000
    sitting = timed().play_until_together(random.Random(1))
    p, due = sitting.table.awaited()[0], sitting.table.due_at
    sitting.do(Away(p))
    assert sitting.table.due_at == due
    sitting.now = due - 1_000
    sitting.do(Return(p))
    assert sitting.table.due_at == sitting.now + 15_000
    assert same(Table.refold(sitting.log), sitting.table)


def test_reading_beats_is_no_thinking_time() -> None:
    sitting = opened(3, 3, seconds=30)
    done = sitting.do(StartCommand(), 0, pace=1.0)
    words = sum(len(sitting.table.game.tell(event, -1).text.split()) for beat in done.beats for event in beat.events)
    assert sitting.table.due_at == sitting.now + 30_000 + 700 * len(done.beats) + 110 * words
