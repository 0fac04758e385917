"""Who sits, who is host, who leaves and comes back, and the time per decision."""

from __future__ import annotations

import random

import pytest
from table_sitting import PEOPLE, SEED, Sitting, dealt, opened, same

from croupier.table import entries as e
from croupier.table.commands import (
    ActCommand,
    Away,
    BotAct,
    ConfigureCommand,
    LeaveCommand,
    NonceCommand,
    OpenSeatCommand,
    OpenTable,
    Rekey,
    RematchCommand,
    Return,
    SeatBotCommand,
    SetSeatsCommand,
    Sit,
    StartCommand,
    WithdrawCommand,
)
from croupier.table.deal import hash_key
from croupier.table.names import BOT_NAMES, bot_name, clean_name, unlike
from croupier.table.refusals import Refusal, Refuse
from croupier.table.table import Table

# --- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code", "word"),
    [
        ({"game": "chess"}, "unknown", "quickshot"),
        ({"seats": 2}, "invalid", "3 to 7"),
        ({"seats": 8}, "invalid", "3 to 7"),
        ({"seats": -1}, "invalid", "3 to 7"),
        ({"name": "   "}, "invalid", "1 to 24"),
        ({"bots": ("sharper",) * 5}, "invalid", "4 bots"),
        ({"bots": ("clever",)}, "unknown", "sharper"),
        ({"options": {"speed": "fast"}}, "unknown", "no options"),
        ({"seconds": 31}, "invalid", "30, 60 or 180"),
        ({"box": "nonsense"}, "invalid", "box"),
        ({"box": "x" * 20_001}, "too_large", "20000"),
    ],
)
def test_what_cannot_be_opened(changes: dict, code: str, word: str) -> None:
    asked = {"table": "t", "game": "quickshot", "name": "Ann", "key_hash": "k", "seats": 5, "seed": SEED, **changes}
    refusal = Table.open(OpenTable(**asked), 0)
    assert isinstance(refusal, Refusal) and refusal.code == code and word in refusal.sentence


def test_a_box_too_small_for_the_seats_is_refused() -> None:
    small = "hand_size = 5\n[copies]\nCamouflage = 20\n" + "\n".join(
        f"{card} = 0" for card in ("Trap", "Ploy", "Reinforcements", "Explosion", "Targeting", "Poison", "Assault")
    )
    sitting = opened(3, 1, box=small)
    assert sitting.table.frame(frozenset(), 0).box is not None
    assert sitting.refused(SetSeatsCommand(4), 0).code == "invalid"


# --- sitting down ------------------------------------------------------------------------------------------------------


def test_people_sit_in_the_first_open_seat_or_where_they_say() -> None:
    sitting = opened(5, 1, bots=())
    sitting.do(Sit("Bo", "kb"))
    sitting.do(Sit("Cy", "kc", 4))
    assert [seat.name for seat in sitting.table.seats] == ["Ann", "Bo", "", "", "Cy"]
    assert [sitting.table.seat_of(key) for key in ("kb", "kc", "", "x")] == [1, 4, None, None]
    assert sitting.refused(Sit("Dee", "kd", 4)).code == "taken"
    assert sitting.refused(Sit("Dee", "kd", 5)).code == "invalid"
    for p in (2, 3):
        sitting.do(SeatBotCommand(p, "sharper"), 0)
    assert sitting.refused(Sit("Dee", "kd")).code == "taken"


def test_nobody_sits_down_after_the_deal() -> None:
    refusal = dealt().refused(Sit("Dee", "kd"))
    assert refusal.code == "not_now" and "watch" in refusal.sentence


UNSEEN = ["", " ", "\u200b", "\u200d", "a\x00b", "a\u202eb", "x" * 25, "\u0301", "a" * 1000, "\ud800", "\ue000", "\u00ad"]


@pytest.mark.parametrize("name", UNSEEN)
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(Refuse) as refused:
        clean_name(name)
    assert refused.value.refusal.code == "invalid"


@pytest.mark.parametrize(
    ("name", "clean"),
    [("  Ann \t Lee ", "Ann Lee"), ("x" * 24, "x" * 24), ("é", "é"), ("e\u0301", "é")]
    + [(name, name) for name in ("👩‍🚀", "O'Brien", "李", "<b>")],
)
def test_names_are_tidied(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_names_are_never_the_same() -> None:
    assert unlike("Ann", ["Bo"]) == "Ann"
    assert unlike("ann", ["Ann", "ANN 2"]) == "ann 3"
    assert unlike("x" * 24, ["x" * 24]) == "x" * 22 + " 2"
    assert bot_name([]) == BOT_NAMES[0]
    assert bot_name([name.upper() for name in BOT_NAMES]) == f"{BOT_NAMES[0]} 2"
    sitting = opened(7, 1)
    assert len({seat.name for seat in sitting.table.seats}) == 7


def test_a_bot_keeps_its_name_with_another_level() -> None:
    sitting = opened(5, 1)
    name = sitting.table.seats[2].name
    sitting.do(SeatBotCommand(2, "sharper"), 0)
    assert (sitting.table.seats[2].name, sitting.table.seats[2].level) == (name, "sharper")


# --- the host ----------------------------------------------------------------------------------------------------------


HOST_COMMANDS = [
    StartCommand(), SeatBotCommand(2, "sharper"), OpenSeatCommand(2), SetSeatsCommand(5), ConfigureCommand(30, True),
]


@pytest.mark.parametrize("command", HOST_COMMANDS)
def test_only_the_host_may_and_only_before_the_deal(command: object) -> None:
    sitting = opened()
    refusal = sitting.refused(command, 1)
    assert refusal.code == "not_host" and "Ann" in refusal.sentence
    assert sitting.refused(command, None).code == "no_seat"
    assert sitting.refused(command, 3).code == "no_seat"  # a bot's seat is nobody's
    sitting.do(command, 0)
    assert dealt().refused(command, 0).code == "not_now"


def test_what_the_host_may_not_do() -> None:
    sitting = opened(5, 2)
    assert sitting.refused(SeatBotCommand(1, "sharper"), 0).code == "taken"
    assert sitting.refused(SeatBotCommand(9, "sharper"), 0).code == "invalid"
    assert sitting.refused(SeatBotCommand(3, "clever"), 0).code == "unknown"
    assert sitting.refused(OpenSeatCommand(-1), 0).code == "invalid"
    assert sitting.refused(SetSeatsCommand(3), 0).code == "taken"
    assert sitting.refused(SetSeatsCommand(8), 0).code == "invalid"
    assert sitting.refused(ConfigureCommand(5, False), 0).code == "invalid"
    sitting.do(OpenSeatCommand(4), 0)
    assert sitting.refused(OpenSeatCommand(4), 0).code == "not_now"
    assert sitting.refused(StartCommand(), 0).sentence.startswith("One seat is open")
    sitting.do(SetSeatsCommand(4), 0)
    sitting.do(StartCommand(), 0)


@pytest.mark.parametrize(
    ("people", "bots", "may"),
    [
        (1, ("greenhorn",) * 4, True),
        (1, ("greenhorn",) * 3, False),
        (2, ("greenhorn",) * 3, True),
        (2, ("greenhorn",) * 4, False),
        (1, ("prospector", "sharper"), True),
        (1, ("prospector", "greenhorn"), False),
        (3, ("greenhorn",), True),
        (5, ("greenhorn",), False),
        (5, ("sharper",), True),
    ],
)
def test_who_may_start_is_the_games_word(people: int, bots: tuple[str, ...], may: bool) -> None:
    """The level greenhorn is the rulebook's bot of this game; other levels count as players (2.2)."""
    sitting = opened(people + len(bots), people, bots=(None,) * (people - 1) + bots)
    assert (sitting.table.may_start() == "") == may
    if not may:
        assert sitting.refused(StartCommand(), 0).sentence == sitting.table.may_start()


def test_the_host_passes_on() -> None:
    sitting = opened(5, 3)
    sitting.do(Away(0, frozenset({2})))
    assert sitting.table.host == 2 and sitting.table.seats[0].kind == "person"
    sitting.do(LeaveCommand(), 2)
    assert sitting.table.host == 0 and sitting.table.seats[2].kind == "open"
    sitting.do(Away(0))
    assert sitting.table.host == 1
    sitting.do(Away(1, frozenset()))
    assert sitting.table.host == 1
    sitting.do(LeaveCommand(), 1)
    sitting.do(LeaveCommand(), 0)
    assert sitting.table.host is None and sitting.table.frame(frozenset(), 0).host is None
    assert sitting.refused(StartCommand(), 0).code == "no_seat"
    sitting.do(Sit("Zoe", "kz"))
    assert sitting.table.host == 0
    assert same(Table.refold(sitting.log), sitting.table)


def test_the_host_may_send_somebody_away_and_lose_the_own_seat_alike() -> None:
    sitting = opened(5, 2)
    sitting.do(OpenSeatCommand(1), 0)
    assert sitting.table.seats[1].kind == "open" and sitting.table.seat_of(hash_key("key1")) is None
    sitting.do(Sit("Bo", "kb"))
    sitting.do(OpenSeatCommand(0), 0)
    assert sitting.table.host == 1


# --- nonces ------------------------------------------------------------------------------------------------------------


def test_nonces() -> None:
    sitting = opened(5, 2)
    for bad in ("", "0" * 15, "0" * 65, "g" * 16, "0" * 16 + "\n"):
        assert sitting.refused(NonceCommand(bad), 0).code == "invalid"
    assert sitting.refused(NonceCommand("0" * 16), None).code == "no_seat"
    assert sitting.do(NonceCommand("A" * 64), 0).entries[0].nonce == "A" * 64
    assert sitting.do(NonceCommand("A" * 64), 0).entries == ()
    sitting.do(LeaveCommand(), 1)
    sitting.do(Sit("Cy", "kc", 1))
    assert sitting.table.seats[1].nonce == ""
    assert dealt().refused(NonceCommand("0" * 16), 0).code == "late"


# --- leaving, being away, coming back ----------------------------------------------------------------------------------


def test_a_bot_stands_in_for_who_leaves_until_they_return() -> None:
    sitting = dealt(5, 5)
    p = sitting.table.awaited()[0]
    sitting.do(LeaveCommand(), p)
    assert sitting.table.frame(frozenset(range(5)), 0).seats[p].stand_in
    [(seat, level, decision)] = sitting.table.waiting_bots()
    assert (seat, level, decision) == (p, "prospector", sitting.table.decision(p))
    assert sitting.do(LeaveCommand(), p).entries == ()
    sitting.do(Return(p))
    assert sitting.table.waiting_bots() == [] and sitting.table.waiting_people()[0].seat == p
    assert sitting.refused(BotAct(p, decision, sitting.offers(p)[0])).code == "late"
    assert sitting.do(Return(p)).entries == ()


def test_who_is_away_before_the_deal_loses_the_seat_but_for_the_host_and_after_it_gets_a_stand_in() -> None:
    sitting = opened(5, 5)
    assert sitting.do(Away(0, frozenset())).entries == (), "nobody is there who could be host"
    (gone,) = sitting.branch().do(Away(3)).entries
    assert isinstance(gone, e.SeatOpened) and (gone.seat, gone.why) == (3, "away")
    sitting.do(StartCommand(), 0)
    sitting.do(Away(3))
    assert sitting.table.seats[3].stand_in == "prospector" and not sitting.table.seats[3].left
    assert sitting.do(Away(3)).entries == ()
    sitting.do(LeaveCommand(), 3)
    assert sitting.table.seats[3].left


def test_acting_is_coming_back() -> None:
    sitting = dealt(5, 5)
    p = sitting.table.awaited()[0]
    sitting.do(Away(p))
    done = sitting.do(ActCommand(sitting.table.decision(p), sitting.offers(p)[0]), p)
    assert [entry.__struct_config__.tag for entry in done.entries] == ["returned", "acted"]
    assert done.entries[1].by == "person" and sitting.table.seats[p].decides


def test_taking_back_what_a_stand_in_chose_is_coming_back() -> None:
    sitting = dealt(4, 4, seconds=30).play_until_together(random.Random(1))
    p = sitting.table.awaited()[0]
    sitting.do(LeaveCommand(), p)
    sitting.act(p, sitting.offers(p)[0])
    done = sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
    assert [entry.__struct_config__.tag for entry in done.entries] == ["withdrawn", "returned"]
    assert sitting.table.seats[p].decides and sitting.table.is_awaited(p) and sitting.table.due_at is not None
    assert same(Table.refold(sitting.log), sitting.table)


def test_a_stand_in_decides_as_a_bot() -> None:
    sitting = dealt(5, 5)
    p = sitting.table.awaited()[0]
    sitting.do(Away(p))
    assert sitting.act(p, sitting.offers(p)[0]).entries[0].by == "bot"
    sitting.do(Return(p))
    seats = sitting.table.frame(frozenset(), 0).seats
    assert (seats[p].stand_in, seats[p].timed_out, seats[p].decided_for) == (False, False, 1)
    assert same(Table.refold(sitting.log), sitting.table)


def test_nobody_decides_for_bots() -> None:
    sitting = dealt(3, 1).play_out(random.Random(1))
    assert [seat.decided_for for seat in sitting.table.seats] == [0, 0, 0]


def test_bots_wait_while_every_person_is_away() -> None:
    sitting = dealt(5, 1)
    r = random.Random(1)
    while sitting.table.is_awaited(0) or not sitting.table.waiting_bots():
        sitting.step(r)
    sitting.do(Away(0))
    assert sitting.table.waiting_bots() == []
    sitting.do(Return(0))
    assert sitting.table.waiting_bots()


def test_a_seat_moves_to_another_device() -> None:
    sitting = dealt()
    sitting.do(Rekey(1, "new"))
    assert sitting.table.seat_of("new") == 1 and sitting.table.seat_of(hash_key("key1")) is None
    assert sitting.refused(Rekey(4, "new")).code == "no_seat"
    assert same(Table.refold(sitting.log), sitting.table)


# --- the same people again ---------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_the_next_seat_starts() -> None:
    sitting = opened(5, 3, seconds=60, listed=True)
    sitting.do(StartCommand(), 0)
    first = sitting.table.first
    assert sitting.table.open_rematch("next", SEED, 5).code == "not_now"
    assert sitting.refused(RematchCommand("next"), 0).code == "not_now"
    sitting.play_out(random.Random(3))
    sitting.do(Away(1))
    again = Sitting(sitting.table.open_rematch("next", bytes(32), 5))
    old, new = sitting.table, again.table
    assert (new.id, new.opened.rematch_of, new.seconds, new.listed, new.host) == ("next", "tab", 60, True, 0)
    for before, after in zip(old.seats, new.seats, strict=True):
        assert (before.kind, before.name, before.level) == (after.kind, after.name, after.level)
        assert before.key_hash == after.key_hash
    assert not any(seat.nonce for seat in new.seats)
    sitting.do(RematchCommand("next"), 2)
    assert sitting.table.frame(frozenset(), 0).next_table == "next"
    assert sitting.do(RematchCommand("other"), 0).entries == () and sitting.table.next_table == "next"
    assert sitting.refused(RematchCommand("other"), None).code == "no_seat"
    again.do(StartCommand(), 0)
    assert again.table.first == (first + 1) % 5 == again.table.awaited()[0]
    assert same(Table.refold(again.log), again.table)
    assert same(Table.refold(sitting.log), sitting.table)


def test_the_starter_goes_around_the_table() -> None:
    sitting, starters = dealt(4, 4), []
    for round in range(6):
        starters.append(sitting.table.first)
        sitting.play_out(random.Random(round))
        sitting = Sitting(sitting.table.open_rematch(f"t{round}", bytes([round] * 32), 5))
        sitting.do(StartCommand(), 0)
    assert starters == [(starters[0] + i) % 4 for i in range(6)]


def test_a_rematch_with_fewer_seats_still_has_a_starter() -> None:
    sitting = dealt(5, 2)
    while sitting.table.first != 3:
        sitting = dealt(5, 2, table=sitting.table.id + "x")
    sitting.play_out(random.Random(1))
    again = Sitting(sitting.table.open_rematch("next", SEED, 5))
    for seat in (3, 4):
        again.do(OpenSeatCommand(seat), 0)
    again.do(SetSeatsCommand(3), 0)
    again.do(StartCommand(), 0)
    assert again.log[0].starter == 4 and again.table.first == 1


def test_who_has_left_and_returned_comes_along() -> None:
    sitting = dealt(5, 3)
    sitting.do(LeaveCommand(), 2)
    sitting.do(Return(2))
    sitting.play_out(random.Random(1))
    assert sitting.table.open_rematch("next", SEED, 5).table.seats[2].kind == "person"


def test_who_has_left_does_not_come_along() -> None:
    sitting = dealt(5, 3)
    sitting.do(LeaveCommand(), 0)
    assert sitting.table.host == 1
    sitting.play_out(random.Random(1))
    sitting.do(LeaveCommand(), 1)
    again = sitting.table.open_rematch("next", SEED, 5).table
    assert [seat.kind for seat in again.seats] == ["open", "open", "person", "bot", "bot"] and again.host == 2
    sitting.do(LeaveCommand(), 2)
    assert sitting.table.open_rematch("next", SEED, 5).code == "not_now"


def test_all_names_are_known() -> None:
    assert [seat.name for seat in opened(7, 7).table.seats] == list(PEOPLE)
