"""What brings no game forward has an end, counted from the log; what frees a seat or starts a game has none."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_sitting import Sitting, dealt, opened, same

from croupier.table import caps
from croupier.table import commands as c
from croupier.table import entries as e
from croupier.table.deal import hash_key
from croupier.table.draft import Draft
from croupier.table.refusals import Refusal
from croupier.table.table import Done, Table


def together(people: int = 5, **more: str) -> tuple[Sitting, int]:
    """A table where several decide at once, and one of them."""
    sitting = dealt(5, people, **more).play_until_together(random.Random(3))
    return sitting, next(p for p in sitting.table.awaited() if sitting.table.seats[p].kind == "person")


def change_mind(sitting: Sitting, seat: int) -> None:
    sitting.act(seat, sitting.offers(seat)[0])
    sitting.do(c.WithdrawCommand(sitting.table.decision(seat)), seat)


def test_one_may_change_ones_mind_a_few_dozen_times_at_one_decision() -> None:
    sitting, seat = together()
    for _ in range(caps.MOST_TAKE_BACKS):
        change_mind(sitting, seat)
    sitting.act(seat, sitting.offers(seat)[0])
    assert sitting.table.can_withdraw(seat) and not sitting.table.may_withdraw(seat)
    refusal = sitting.refused(c.WithdrawCommand(sitting.table.decision(seat)), seat)
    assert refusal.code == "flood" and "40 times" in refusal.sentence
    other = next(p for p in sitting.table.awaited() if p != seat)
    change_mind(sitting, other)


def test_the_next_decision_is_another_one() -> None:
    sitting, seat = together()
    for _ in range(caps.MOST_TAKE_BACKS):
        change_mind(sitting, seat)
    r = random.Random(1)
    while sum(sitting.table.taken_back):
        sitting.step(r)
    while not (sitting.table.is_awaited(seat) and len(sitting.table.awaited()) > 1):
        sitting.step(r)
    change_mind(sitting, seat)
    assert sitting.table.taken_back[seat] == 1 and sitting.table.seats[seat].spent > 2 * caps.MOST_TAKE_BACKS


def test_a_seat_that_has_spent_all_stays_with_its_bot_and_the_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MOST_OF_SEAT", 20)
    sitting, seat = together()
    while sitting.table.seats[seat].spent < 19:
        sitting.do(c.LeaveCommand(), seat)
        sitting.do(c.Return(seat))
    sitting.do(c.Rekey(seat, hash_key("new")))
    assert sitting.refused(c.Rekey(seat, hash_key("newer"))).code == "flood"
    sitting.do(c.Away(seat))
    assert sitting.refused(c.Return(seat)).code == "flood"
    assert sitting.refused(c.ActCommand(sitting.table.decision(seat), sitting.offers(seat)[0]), seat).code == "flood"
    length = len(sitting.log)
    sitting.do(c.LeaveCommand(), seat)
    sitting.do(c.LeaveCommand(), seat)
    assert len(sitting.log) <= length + 2
    sitting.play_out(random.Random(2))
    assert same(Table.refold(sitting.log), sitting.table)


TOGGLES: list[tuple[str, Callable[[int], list[tuple[c.Command, int | None]]]]] = [
    ("configure", lambda i: [(c.ConfigureCommand(30 * (i % 2), bool(i % 3)), 0)]),
    ("first seat", lambda i: [(c.FirstSeatCommand(i % 3), 0)]),
    ("seats", lambda i: [(c.SetSeatsCommand(5 + i % 2), 0)]),
    ("bots", lambda i: [(c.SeatBotCommand(4, "sharper"), 0), (c.OpenSeatCommand(4), 0)]),
    ("levels", lambda i: [(c.SeatBotCommand(4, "sharper" if i % 2 else "mayor"), 0)]),
    ("sit and leave", lambda i: [(c.Sit("Eve", hash_key(f"eve{i}"), 3), None), (c.LeaveCommand(), 3)]),
    ("sit and be away", lambda i: [(c.Sit("Eve", hash_key(f"eve{i}"), 3), None), (c.Away(3), None)]),
    ("nonces", lambda i: [(c.NonceCommand(f"{i:016x}"), 1)]),
    ("devices", lambda i: [(c.Rekey(1, hash_key(f"new{i}")), None)]),
    ("hosts", lambda i: [(c.Away(i % 2, frozenset({1 - i % 2})), None)]),
    ("all leave", lambda i: [(c.LeaveCommand(), 0), (c.Sit("Eve", hash_key(f"eve{i}"), 0), None)]),
]


@pytest.mark.parametrize("toggle", [pytest.param(steps, id=name) for name, steps in TOGGLES])
def test_nothing_before_the_deal_writes_without_end(toggle: Callable[[int], list[tuple[c.Command, int | None]]]) -> None:
    sitting = opened(5, 2, bots=(None, None, None, None))
    codes = set()
    for i in range(2000):
        for command, seat in toggle(i):
            done = sitting.table.handle(command, seat=seat, now=1)
            if isinstance(done, Refusal):
                codes.add(done.code)
            else:
                sitting.table, sitting.log = done.table, [*sitting.log, *done.entries]
    assert len(sitting.log) <= caps.MOST_GATHERING + caps.FOR_HOST + 10
    assert codes <= {"flood", "no_seat", "not_host", "taken", "not_now"}


def test_strangers_who_wear_a_table_out_do_not_keep_its_host_from_starting() -> None:
    sitting = opened(5, 2, bots=(None, None, None, None))
    i = 0
    while not caps.is_worn(sitting.table):
        sitting.do(c.Sit("Eve", hash_key(f"eve{(i := i + 1)}"), 3))
        sitting.do(c.LeaveCommand(), 3)
    assert sitting.refused(c.Sit("Eve", hash_key("eve"), 3)).code == "flood"
    for seat in (2, 3, 4):
        sitting.do(c.SeatBotCommand(seat, "greenhorn"), 0)
    sitting.do(c.StartCommand(), 0)
    sitting.play_out(random.Random(4))


def test_an_older_log_may_hold_more_and_is_read() -> None:
    sitting, seat = together()
    for _ in range(5 * caps.MOST_TAKE_BACKS):
        draft = Draft(sitting.table, 1)
        table = sitting.table
        draft.act(seat, "person", table.game.parse_action(table.box, table.state, seat, sitting.offers(seat)[0]))
        draft.take_back(seat)
        sitting.table, sitting.log = draft.table, [*sitting.log, *draft.entries]
    table = Table.refold(sitting.log)
    assert not table.stopped and same(table, sitting.table) and table.taken_back[seat] == 5 * caps.MOST_TAKE_BACKS
    assert [step.seq for step in Table.refolding(sitting.log)] == list(range(1, len(sitting.log) + 1))


def count(log: list[e.Entry], seat: int) -> int:
    """What a seat has spent, counted by hand from its log; in this game a seat takes back one action at a time."""
    mine = [entry for entry in log if getattr(entry, "seat", None) == seat]
    ones = sum(isinstance(entry, e.NonceGiven | e.Rekeyed | e.StoodIn | e.Returned) for entry in mine)
    return ones + 2 * sum(isinstance(entry, e.Withdrawn) for entry in mine)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from("abrlwn")), max_size=120), st.integers(0, 1000))
def test_what_is_counted_is_what_the_log_says(steps: list[tuple[int, str]], seed: int) -> None:
    sitting, r = dealt(5, 5), random.Random(seed)
    for seat, step in steps:
        table = sitting.table
        commands: dict[str, c.Command] = {
            "a": c.ActCommand(table.asked[seat], r.choice(sitting.offers(seat)) if table.is_awaited(seat) else "x"),
            "b": c.Away(seat), "r": c.Return(seat), "l": c.LeaveCommand(),
            "w": c.WithdrawCommand(table.decision(seat) or 0), "n": c.Rekey(seat, hash_key(str(r.random()))),
        }  # fmt: skip
        done = table.handle(commands[step], seat=seat, now=1)
        if isinstance(done, Done):
            sitting.table, sitting.log = done.table, [*sitting.log, *done.entries]
    again = Table.refold(sitting.log)
    assert same(again, sitting.table)
    assert [player.spent for player in again.seats] == [count(sitting.log, p) for p in range(5)]


BOTS = ("greenhorn",) * 5
ENDLESS = "\n".join(
    (
        f"white_die = {[3] * 12}",
        f"black_die = {[9] * 12}",
        "plates = 8\nsneak_token = 99\ntarget = 9999",
        *(f"[{kind}]\n" + "\n".join(f"{value} = 40" for value in range(83, 98)) for kind in ("copper", "silver", "gold")),
        "[specials]\ndynamite = 40\nreplacement_plate = 40",
    )
)
"""A box of Quick Silver with which whoever wants to plays for ever."""


def test_a_game_without_an_end_is_stopped_and_so_is_its_log() -> None:
    options = {"not_quite_dead": "on", "sneaky_stranger": "on"}
    sitting = Sitting(Table.open(c.OpenTable("t", "quick_silver", "Ann", "k", 6, bytes(32), BOTS, options, ENDLESS), 0))
    sitting.do(c.StartCommand(), 0)
    most, r = sitting.table.game.meta.max_plies, random.Random(2)
    while not sitting.table.stopped:
        assert sitting.table.plies < most and not sitting.table.is_over
        sitting.step(r)
    table = sitting.table
    assert (table.plies, table.phase, table.awaited(), table.due_at) == (most, "stopped", (), None)
    assert "no end" in table.frame(frozenset(), 0).notice and table.view(0) is not None
    assert sitting.refused(c.ActCommand(table.asked[0], "roll"), 0).code == "not_now"
    assert same(Table.refold(sitting.log), table)
    longer = Table.refold(sitting.log[:-1])
    assert not longer.stopped and longer.awaited(), "one decision before"
