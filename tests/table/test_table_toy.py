"""What later games need of a table, shown with a toy: several choices of a seat at once, options, secrets."""

from __future__ import annotations

import itertools
import random

import pytest
from table_sitting import Sitting, opened, same
from toy_game import load_toy

from croupier.core.game import SPECTATOR
from croupier.table import entries as e
from croupier.table.commands import ActCommand, StartCommand, WithdrawCommand
from croupier.table.table import Table
from croupier.table.verify import verify


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    load_toy(monkeypatch)


def start(seats: int = 3, guess: str = "off") -> Sitting:
    sitting = opened(seats, seats, game="toy", options={"guess": guess})
    sitting.do(StartCommand(), 0)
    return sitting


def test_options_are_in_the_log_by_name_and_reach_the_rules() -> None:
    assert opened(3, 3, game="toy").log[0].options == {"guess": "off"}
    assert start(guess="off").table.state.guess == 0
    sitting = start(guess="on")
    assert sitting.table.state.guess == 1 and sitting.table.frame(frozenset(), 0).options == {"guess": "on"}
    wrong = Table.open(opened_command(guess="maybe"), 0)
    assert wrong.code == "unknown" and "off, on and window" in wrong.sentence


def opened_command(**options: str) -> object:
    from croupier.table.commands import OpenTable

    return OpenTable("t", "toy", "Ann", "k", 3, bytes(32), options=options)


def test_a_game_without_starter_has_none() -> None:
    sitting = start().play_out(random.Random(1))
    again = Sitting(sitting.table.open_rematch("next", bytes(32), 1))
    again.do(StartCommand(), 0)
    assert not hasattr(again.table.state, "starter")


def test_each_of_two_choices_has_its_id_and_both_are_taken_back_together() -> None:
    sitting = start()
    table = sitting.table
    assert [table.decision(p) for p in range(3)] == [1, 1, 1]
    sitting.act(0, "red")
    assert (sitting.table.decision(0), sitting.table.can_withdraw(0), sitting.table.is_awaited(0)) == (2, True, True)
    assert sitting.refused(ActCommand(1, "blue"), 0).code == "late"
    sitting.act(0, "large")
    assert (sitting.table.decision(0), sitting.table.is_awaited(0), sitting.table.plies) == (2, False, 2)
    for id in (1, 2):
        branch = sitting.branch()
        branch.do(WithdrawCommand(id), 0)
        assert (branch.table.decision(0), branch.table.plies, branch.table.can_withdraw(0)) == (1, 0, False)
        assert branch.table.state == table.state
        assert branch.refused(ActCommand(2, "large"), 0).code == "not_your_decision"
        branch.act(0, "blue")
        assert branch.table.decision(0) == 2
        assert same(Table.refold(branch.log), branch.table)


def test_half_a_choice_can_be_taken_back_too() -> None:
    sitting = start()
    sitting.act(1, "red")
    assert sitting.refused(WithdrawCommand(3), 1).code == "not_your_decision"
    sitting.do(WithdrawCommand(2), 1)
    assert (sitting.table.decision(1), sitting.table.plies) == (1, 0)
    sitting.act(1, "red")
    sitting.do(WithdrawCommand(1), 1)
    assert (sitting.table.decision(1), sitting.table.plies) == (1, 0)


def test_the_last_seat_between_its_two_choices_ends_nothing() -> None:
    sitting = start()
    for p, word in itertools.product((0, 1), ("red", "large")):
        sitting.act(p, word)
    sitting.act(2, "red")
    assert sitting.table.awaited() == (2,) and all(sitting.table.can_withdraw(p) for p in range(3))
    sitting.do(WithdrawCommand(1), 0)
    assert sitting.table.awaited() == (0, 2)


def test_no_order_of_the_parts_of_simultaneous_choices_matters() -> None:
    ends = set()
    parts = [0, 0, 1, 1, 2, 2]
    for order in set(itertools.permutations(parts)):
        sitting = start(guess="on")
        seen: set[int] = set()
        for p in order:
            sitting.act(p, ("small", "large")[p == 0] if p in seen else ("red", "blue")[p == 1])
            seen.add(p)
        ends.add((sitting.table.state.pack(), sitting.log[-1].digest, sitting.table.asked, sitting.table.history))
        assert not any(sitting.table.can_withdraw(p) for p in range(3))
    assert len(ends) == 1


def test_the_time_runs_for_the_whole_simultaneous_decision() -> None:
    """Taking back and choosing again must not win time, neither must a second part."""
    sitting = opened(3, 3, game="toy", seconds=30)
    sitting.do(StartCommand(), 0)
    due = sitting.table.due_at
    for _ in range(3):
        sitting.now += 5_000
        sitting.act(0, "red")
        assert sitting.table.due_at == due
        sitting.do(WithdrawCommand(sitting.table.decision(0)), 0)
        assert sitting.table.due_at == due


def test_a_seat_that_is_asked_alone_after_all_has_a_new_decision() -> None:
    sitting = start(guess="on")
    for p, word in itertools.product(range(3), ("red", "large")):
        sitting.act(p, word)
    [alone] = sitting.table.awaited()
    assert sitting.table.decision(alone) == 3
    assert [sitting.table.decision(p) for p in range(3) if p != alone] == [None, None]
    assert sitting.refused(WithdrawCommand(2), alone).code == "late"
    assert sitting.refused(WithdrawCommand(3), alone).code == "not_now"


def test_secret_events_are_told_to_those_alone_who_may_know() -> None:
    sitting = start()
    for p, word in itertools.product(range(3), ("red", "large")):
        sitting.act(p, word)
    told = [sitting.table.events(viewer)[-1].text for viewer in (SPECTATOR, 0, 1, 2)]
    assert sum("," in text for text in told) == 1 and told[0] == "[0]"


def test_whole_games_refold_and_are_proven() -> None:
    for seed in range(20):
        r = random.Random(seed)
        sitting = start(2 + seed % 4, r.choice(["off", "on"]))
        while not sitting.table.is_over:
            for p in range(len(sitting.table.seats)):
                if sitting.table.can_withdraw(p) and r.random() < 0.08:
                    sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
            sitting.step(r)
        assert same(Table.refold(sitting.log), sitting.table)
        assert verify(map(e.encode, sitting.log)).is_proven
