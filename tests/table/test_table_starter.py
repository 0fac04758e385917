"""Who starts a game: named when the table is opened, later by the host, or by chance; and who starts the next one."""

from __future__ import annotations

import random

import pytest
from table_sitting import SEED, Sitting, dealt, opened, same

from croupier.core.game import SPECTATOR
from croupier.table.commands import FirstSeatCommand, OpenSeatCommand, OpenTable, SetSeatsCommand, StartCommand
from croupier.table.refusals import Refusal
from croupier.table.table import Table

GAMES = ("quickshot", "silver_and_gold", "quick_silver")
SHOWN_AS = {"quickshot": "leader", "silver_and_gold": "first", "quick_silver": "start"}


def begins(sitting: Sitting) -> int:
    """The seat that the game itself shows as its first."""
    return int(getattr(sitting.table.view(SPECTATOR), SHOWN_AS[sitting.table.opened.game]))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_named_starts(game: str) -> None:
    for seat in range(4):
        sitting = dealt(4, 4, game=game, first_seat=seat)
        assert sitting.table.first == sitting.table.first_seat == begins(sitting) == seat
        assert sitting.table.frame(frozenset(), 0).first_seat == seat
        assert same(Table.refold(sitting.log), sitting.table)


@pytest.mark.parametrize("game", GAMES)
def test_unless_somebody_is_named_chance_names_the_first(game: str) -> None:
    found = set()
    for i in range(40):
        sitting = dealt(4, 4, game=game, seed=bytes([i] * 32))
        assert sitting.table.first_seat is None and sitting.table.first == begins(sitting)
        found.add(sitting.table.first)
    assert found == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", [-1, 4, 10**9])
def test_a_seat_that_does_not_exist_starts_nothing(seat: int) -> None:
    command = OpenTable("t", "silver_and_gold", "Ann", "k", 4, SEED, first_seat=seat)
    refusal = Table.open(command, 0)
    assert isinstance(refusal, Refusal) and refusal.code == "invalid" and "0 to 3" in refusal.sentence
    assert opened(4, 4, game="silver_and_gold").refused(FirstSeatCommand(seat), 0).code == "invalid"


def test_the_host_names_another_seat_or_chance_until_the_deal() -> None:
    sitting = opened(4, 4, game="silver_and_gold", first_seat=2)
    assert sitting.refused(FirstSeatCommand(1), 1).code == "not_host"
    assert sitting.do(FirstSeatCommand(2), 0).entries == ()
    sitting.do(FirstSeatCommand(1), 0)
    assert sitting.branch().do(StartCommand(), 0).table.first == 1
    sitting.do(FirstSeatCommand(None), 0)
    assert sitting.table.frame(frozenset(), 0).first_seat is None
    sitting.do(FirstSeatCommand(3), 0)
    sitting.do(StartCommand(), 0)
    assert begins(sitting) == 3 and sitting.refused(FirstSeatCommand(0), 0).code == "not_now"
    assert same(Table.refold(sitting.log), sitting.table)


def test_when_the_named_seat_is_gone_the_next_one_there_is_starts() -> None:
    sitting = opened(4, 2, game="silver_and_gold", first_seat=3)
    sitting.do(OpenSeatCommand(3), 0)
    sitting.do(SetSeatsCommand(3), 0)
    assert sitting.table.frame(frozenset(), 0).first_seat == 0
    sitting.do(StartCommand(), 0)
    assert begins(sitting) == sitting.table.first == 0
    assert same(Table.refold(sitting.log), sitting.table)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first_seat", [None, 2])
def test_rematch_after_rematch_goes_around_the_table(game: str, first_seat: int | None) -> None:
    """In Silver & Gold everybody is asked at first: only the game knows who is its first player."""
    sitting = dealt(3, 3, game=game, first_seat=first_seat, seed=bytes([7] * 32))
    started = [begins(sitting)]
    assert first_seat in (None, started[0])
    for i in range(3):
        sitting.play_out(random.Random(i))
        sitting = Sitting(sitting.table.open_rematch(f"t{i}", bytes([i] * 32), 5))
        assert sitting.table.frame(frozenset(), 0).first_seat == (started[-1] + 1) % 3
        sitting.do(StartCommand(), 0)
        started.append(begins(sitting))
    assert started == [(started[0] + i) % 3 for i in range(4)]


def test_in_a_rematch_the_host_may_name_somebody_else_and_the_next_one_counts_from_there() -> None:
    sitting = dealt(3, 3, game="silver_and_gold", first_seat=0).play_out(random.Random(1))
    sitting = Sitting(sitting.table.open_rematch("next", SEED, 5))
    sitting.do(FirstSeatCommand(0), 0)
    sitting.do(StartCommand(), 0)
    assert begins(sitting) == 0
    assert Sitting(sitting.play_out(random.Random(2)).table.open_rematch("third", SEED, 5)).table.first_seat == 1
