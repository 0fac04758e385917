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
from croupier.table.play import reading_ms
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


def chained(**changes: object) -> tuple[Sitting, int, list[str]]:
    """Everybody marks, and a seat that may do so with several boxes for an X: one action after the other."""
    for i in range(100):
        r = random.Random(i)
        sitting = dealt(4, 4, game="silver_and_gold", **changes)
        for _ in range(80):
            sitting.step(r)
        while len(sitting.table.awaited()) < 4:
            sitting.step(r)
        seat, twin, taken = i % 4, sitting.branch(), []
        while twin.table.is_awaited(seat):
            offer = twin.table.offer(seat)
            assert offer
            with_x = [action.action for action in offer.actions if action.gains.get("bonus")]
            taken.append((with_x or [offer.actions[-1].action])[0])
            twin.act(seat, taken[-1])
        if len(taken) > 2:
            return sitting, seat, taken
    raise AssertionError("no chain was found")


def test_a_bot_finishes_what_is_begun_when_time_is_up_and_it_counts_once() -> None:
    sitting, seat, chain = chained(seconds=30)
    due, frame = sitting.table.due_at, sitting.table.frame(frozenset(), 0)
    sitting.act(seat, chain[0])
    sitting.now = due
    for action in chain[1:-1]:
        assert sitting.table.frame(frozenset(), 0) == frame and sitting.log[-1].due_at == due
        sitting.do(TimeUp(seat, sitting.table.decision(seat), action))
    assert sitting.table.frame(frozenset(), 0) == frame, "in the middle nothing shows"
    sitting.do(TimeUp(seat, sitting.table.decision(seat), chain[-1]))
    shown = sitting.table.frame(frozenset(), 0).seats[seat]
    assert shown.timed_out and shown.decided_for == 1 and not sitting.table.is_awaited(seat)
    assert same(Table.refold(sitting.log), sitting.table)


def test_what_the_clock_began_and_its_person_took_back_never_shows() -> None:
    sitting, seat, chain = chained(seconds=30)
    frame = sitting.table.frame(frozenset(), 0)
    sitting.now = sitting.table.due_at
    sitting.do(TimeUp(seat, sitting.table.decision(seat), chain[0]))
    sitting.do(WithdrawCommand(sitting.table.decision(seat)), seat)
    assert sitting.table.frame(frozenset(), 0) == frame
    for action in chain:
        sitting.act(seat, action)
    assert not sitting.table.seats[seat].decided_for
    assert same(Table.refold(sitting.log), sitting.table)


def test_what_the_clock_began_and_its_person_finished_was_decided_for_them_in_part() -> None:
    sitting, seat, chain = chained(seconds=30)
    sitting.now = sitting.table.due_at
    sitting.do(TimeUp(seat, sitting.table.decision(seat), chain[0]))
    for action in chain[1:]:
        sitting.act(seat, action)
    assert sitting.table.seats[seat].decided_for == 1 and not sitting.table.seats[seat].timed_out
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


def words_of(sitting: Sitting) -> list[int]:
    """How many words each of the latest beats has."""
    tell = sitting.table.game.tell
    return [sum(len(tell(event, -1).text.split()) for event in beat.events) for beat in sitting.done.beats]


def test_reading_beats_is_no_thinking_time() -> None:
    sitting = opened(3, 3, seconds=30)
    sitting.do(StartCommand(), 0, pace=1.0)
    words = words_of(sitting)
    assert max(words) <= 24
    assert sitting.table.due_at == sitting.now + 30_000 + 700 * len(words) + 110 * sum(words)


def test_the_news_of_several_seats_in_one_beat_are_not_read_one_after_the_other() -> None:
    r, most = random.Random(1), 0
    sitting = dealt(4, 4, game="silver_and_gold").play_until_together(r)
    while not sitting.table.is_over:
        sitting.step(r)
        most = max([most, *words_of(sitting)])
        assert reading_ms(sitting.table, sitting.done.beats) == sum(700 + 110 * min(24, words) for words in words_of(sitting))
    assert most > 40
