"""A whole game at a table: decisions, taking back, the end, and what everybody sees."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest
from table_sitting import SEED, Sitting, dealt, opened, same

from croupier.core.game import SPECTATOR
from croupier.table.commands import ActCommand, BotAct, StartCommand, WithdrawCommand
from croupier.table.entries import Acted, Ended
from croupier.table.refusals import Refusal
from croupier.table.table import Table

EVERYBODY = frozenset(range(7))


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_a_game_is_played_to_the_end_and_refolds_to_the_same_table(seats: int) -> None:
    for seed in range(10):
        sitting = dealt(seats).play_out(random.Random(seed))
        assert isinstance(sitting.log[-1], Ended) and isinstance(sitting.log[-2], Acted)
        assert [entry.seq for entry in sitting.log] == list(range(len(sitting.log)))
        assert same(Table.refold(sitting.log), sitting.table)


def test_every_prefix_of_a_log_refolds_to_the_table_of_that_moment() -> None:
    r = random.Random(4)
    sitting = dealt(4)
    while not sitting.table.is_over:
        sitting.step(r)
        assert same(Table.refold(sitting.log), sitting.table)


def test_handling_a_command_leaves_the_table_as_it_was() -> None:
    sitting = dealt()
    before, packed = sitting.table, sitting.table.state.pack()
    copy = before.copy()
    sitting.play_out(random.Random(1))
    assert same(before, copy) and before.state.pack() == packed


def test_the_frame_over_a_whole_game() -> None:
    sitting = opened()
    frame = sitting.table.frame(frozenset({0}), 3)
    assert (frame.state, frame.host, frame.awaited, frame.seed, frame.spectators) == ("gathering", 0, (), None, 3)
    assert [seat.here for seat in frame.seats] == [True, False, True, True, True]
    assert frame.may_start == "" and frame.box is None and len(frame.commitment) == 64
    sitting.do(StartCommand(), 0)
    frame = sitting.table.frame(EVERYBODY, 0)
    assert frame.state == "playing" and frame.awaited == sitting.table.awaited() and frame.standings == ()
    sitting.play_out(random.Random(2))
    frame = sitting.table.frame(EVERYBODY, 0)
    assert (frame.state, frame.awaited, frame.seed) == ("over", (), SEED.hex())
    assert frame.standings[0].place == 1 and len(frame.standings) == 5


def test_the_seed_is_nowhere_before_the_end() -> None:
    sitting = dealt()
    r = random.Random(3)
    while not sitting.table.is_over:
        seen = msgspec.json.encode([
            sitting.table.frame(EVERYBODY, 1),
            [[sitting.table.view(p), sitting.table.events(p), sitting.table.decision(p)] for p in range(-1, 5)],
        ])
        assert SEED.hex().encode() not in seen and sitting.table.key.hex().encode() not in seen
        sitting.step(r)


def test_after_the_end_everybody_sees_every_hand() -> None:
    sitting = dealt().play_out(random.Random(5))
    views = {msgspec.json.encode(sitting.table.view(viewer)) for viewer in range(-1, 5)}
    assert len(views) == 1 and b"cards" in views.pop()


def test_no_chance_stands_in_the_state_between_actions() -> None:
    sitting = dealt()
    r = random.Random(6)
    while not sitting.table.is_over:
        assert sitting.table.state.chance == [0, 0, 0, 0] and sitting.table.state.recorder is None
        sitting.step(r)


def test_events_are_all_told_events_since_the_deal() -> None:
    """What the beats told one after the other is what a newcomer is told at once, secrets apart."""
    sitting = opened()
    sitting.do(StartCommand(), 0)
    r = random.Random(7)
    told: dict[int, list[object]] = {viewer: [] for viewer in range(-1, 5)}
    while True:
        for viewer, heard in told.items():
            heard += [sitting.table.game.tell(event, viewer) for beat in sitting.done.beats for event in beat.events]
        if sitting.table.is_over:
            break
        sitting.step(r)
    assert all(sitting.table.events(viewer) == heard for viewer, heard in told.items())
    assert Table.refold(sitting.log).events(2) == told[2]
    assert told[SPECTATOR] != told[sitting.table.first]


# --- decisions -------------------------------------------------------------------------------------------------------------


def test_decisions_of_a_seat_rise_only_when_it_is_asked_anew() -> None:
    sitting = dealt().play_until_together(random.Random(8))
    seats = sitting.table.awaited()
    ids = {p: sitting.table.decision(p) for p in seats}
    first, second = seats[:2]
    sitting.act(first, sitting.offers(first)[0])
    assert sitting.table.decision(first) == ids[first] and sitting.table.offer(first) is None
    assert sitting.table.decision(second) == ids[second]
    back = sitting.do(WithdrawCommand(ids[first]), first) if sitting.table.seats[first].kind == "person" else None
    if back:
        assert sitting.table.decision(first) == ids[first] and sitting.table.offer(first) is not None


def test_ids_are_numbered_per_seat() -> None:
    """A seat learns from its ids how often it was asked, and nothing of the others."""
    sitting = dealt(5)
    r = random.Random(9)
    asked = [0] * 5
    for p in sitting.table.awaited():
        asked[p] = 1
    while not sitting.table.is_over:
        before = set(sitting.table.awaited())
        done = sitting.step(r)
        actor = done.entries[0].seat
        for p in sitting.table.awaited():
            asked[p] += p not in before or p == actor
        assert list(sitting.table.asked) == asked


def together(people: int = 4) -> tuple[Sitting, list[int]]:
    sitting = dealt(people, people).play_until_together(random.Random(11))
    return sitting, list(sitting.table.awaited())


def test_the_order_of_simultaneous_choices_does_not_matter() -> None:
    start, seats = together()
    choices = {p: start.offers(p)[-1] for p in seats}
    ends = set()
    for order in itertools.permutations(seats):
        sitting = start.branch()
        for p in order:
            sitting.act(p, choices[p])
        ends.add((sitting.table.state.pack(), sitting.log[-1].digest, sitting.table.history, sitting.table.asked))
    assert len(ends) == 1


def test_taking_back_at_every_moment_leads_to_the_same_end() -> None:
    """Whoever takes back, whenever, and whatever others do meanwhile: only the choices in force count."""
    start, seats = together()
    choices = {p: start.offers(p)[-1] for p in seats}
    plain = start.branch()
    for p in seats:
        plain.act(p, choices[p])
    for seed in range(30):
        r = random.Random(seed)
        sitting = start.branch()
        while len(open_seats(sitting, seats)) < len(seats) - 1:
            p = r.choice(seats)
            if sitting.table.can_withdraw(p):
                state = sitting.table.state.copy()
                sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
                assert state.choice[p] and not sitting.table.state.choice[p]
            else:
                sitting.act(p, r.choice(sitting.offers(p)))
        for p in open_seats(sitting, seats):
            sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
        assert sitting.table.state == start.table.state and sitting.table.plies == start.table.plies
        assert sitting.table.asked == start.table.asked
        for p in r.sample(seats, len(seats)):
            sitting.act(p, choices[p])
        assert sitting.table.state == plain.table.state and sitting.table.history == plain.table.history
        assert same(Table.refold(sitting.log), sitting.table)


def open_seats(sitting: Sitting, seats: list[int]) -> list[int]:
    return [p for p in seats if sitting.table.can_withdraw(p)]


def test_a_log_with_choices_taken_back_refolds() -> None:
    r = random.Random(12)
    sitting = dealt(5, 5)
    while not sitting.table.is_over:
        for p in range(5):
            if sitting.table.can_withdraw(p) and r.random() < 0.5:
                sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
        sitting.step(r)
    assert sum(entry.__struct_config__.tag == "withdrawn" for entry in sitting.log) > 3
    assert same(Table.refold(sitting.log), sitting.table)


def test_after_the_last_choice_nothing_can_be_taken_back() -> None:
    sitting, seats = together()
    ids = {p: sitting.table.decision(p) for p in seats}
    for p in seats:
        sitting.act(p, sitting.offers(p)[0])
    for p in seats:
        refusal = sitting.refused(WithdrawCommand(ids[p]), p)
        assert refusal.code == "late" and "The last choice is in; cards are revealed." in refusal.sentence


def test_an_old_id_takes_nothing_back() -> None:
    """A command for a choice that has been revealed must not undo the choice of the next round."""
    sitting = dealt(5, 5)
    r = random.Random(1)
    while True:
        p = r.choice(sitting.table.awaited())
        sitting.act(p, r.choice(sitting.offers(p)))
        if sitting.table.can_withdraw(p) and sitting.table.decision(p) > 1:
            break
    assert sitting.refused(WithdrawCommand(sitting.table.decision(p) - 1), p).code == "late"
    sitting.do(WithdrawCommand(sitting.table.decision(p)), p)


def test_taking_back_what_is_not_there_is_refused() -> None:
    sitting, seats = together()
    p = seats[0]
    assert sitting.refused(WithdrawCommand(sitting.table.decision(p)), p).code == "not_now"
    assert sitting.refused(WithdrawCommand(99), p).code == "not_your_decision"
    assert sitting.refused(WithdrawCommand(0), p).code == "not_your_decision"
    assert sitting.refused(WithdrawCommand(1), None).code == "no_seat"


# --- refusals --------------------------------------------------------------------------------------------------------------


def test_refusals_of_actions() -> None:
    sitting, seats = together()
    p, leader = seats[0], sitting.table.state.leader
    now = sitting.table.decision(p)
    assert sitting.refused(ActCommand(now, "hum 3"), p).code == "invalid"
    assert sitting.refused(ActCommand(now, "play 3" * 100), p).code == "invalid"
    held = sitting.offers(p)
    unheld = next(f"play {v}" for v in range(1, 9) if f"play {v}" not in held)
    assert sitting.refused(ActCommand(now, unheld), p).code == "illegal"
    assert sitting.refused(ActCommand(now, "pass"), p).code == "illegal"
    assert sitting.refused(ActCommand(now + 1, held[0]), p).code == "not_your_decision"
    assert sitting.refused(ActCommand(1, "play 1"), None).code == "no_seat"
    assert sitting.refused(ActCommand(1, "play 1"), 9).code == "no_seat"
    late = sitting.refused(ActCommand(sitting.table.asked[leader], "play 1"), leader)
    assert late.code == "late" and "Awaited now: " in late.sentence
    assert all(sitting.table.seats[q].name in late.sentence for q in seats)


def test_a_choice_cannot_be_made_twice() -> None:
    sitting, seats = together()
    p = seats[0]
    command = ActCommand(sitting.table.decision(p), sitting.offers(p)[0])
    sitting.do(command, p)
    assert sitting.refused(command, p).code == "late"


def test_a_seat_that_was_never_asked_has_no_decision() -> None:
    sitting = dealt(5, 5)
    other = next(p for p in range(5) if not sitting.table.is_awaited(p))
    assert sitting.refused(ActCommand(1, "play 1"), other).code == "not_your_decision"


def test_bots_decide_only_for_seats_that_bots_have() -> None:
    sitting = dealt(5, 5)
    p = sitting.table.awaited()[0]
    refusal = sitting.refused(BotAct(p, 1, sitting.offers(p)[0]))
    assert refusal.code == "late"
    assert sitting.refused(BotAct(7, 1, "play 1")).code == "invalid"


def test_before_the_deal_and_after_the_end_nobody_acts() -> None:
    assert opened().refused(ActCommand(1, "play 1"), 0).code == "not_now"
    sitting = dealt().play_out(random.Random(1))
    refusal = sitting.refused(ActCommand(sitting.table.asked[0], "play 1"), 0)
    assert refusal.code == "late" and "The game is over." in refusal.sentence
    assert sitting.table.decision(0) is None and sitting.table.offer(0) is None


def test_a_refusal_is_no_done() -> None:
    assert isinstance(opened().table.handle(StartCommand(), seat=None, now=0), Refusal)
