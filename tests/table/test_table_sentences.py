"""The sentences of a game that reach people as refusals name players, not seats."""

from __future__ import annotations

import pytest
from table_sitting import dealt

from croupier.core.game import SPECTATOR
from croupier.table.commands import ActCommand, OpenTable, StartCommand
from croupier.table.refusals import Refusal
from croupier.table.table import Done, Table


@pytest.mark.parametrize("action", ["keep gray-98 gray-99", "keep gray-98 {1}"])
def test_a_refusal_names_the_player(action: str) -> None:
    sitting = dealt(2, 2, game="silver_and_gold")
    assert sitting.table.view(SPECTATOR).phase == "choose"
    refusal = sitting.table.handle(ActCommand(sitting.table.decision(1) or 0, action), seat=1, now=sitting.now)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "illegal"
    assert refusal.sentence.startswith("gray-98 is not among the islands dealt to Bo: ")


def test_a_name_that_is_written_like_a_seat_is_not_taken_for_one() -> None:
    """Somebody called {1} must not make a sentence speak of another player."""
    for name in ("{1}", "{9}", "\\1"):
        done = Table.open(OpenTable("t", "silver_and_gold", name, "k", 2, bytes(32), ("prospector",)), 0)
        assert isinstance(done, Done)
        dealt = done.table.handle(StartCommand(), seat=0, now=1)
        assert isinstance(dealt, Done)
        refusal = dealt.table.handle(ActCommand(1, "keep gray-98 gray-99"), seat=0, now=2)
        assert isinstance(refusal, Refusal)
        assert refusal.sentence.startswith(f"gray-98 is not among the islands dealt to {name}: ")
