"""The sentences of a game that reach people as refusals name players, not seats."""

from __future__ import annotations

import pytest
from table_sitting import dealt

from croupier.core.game import SPECTATOR
from croupier.table.commands import ActCommand
from croupier.table.refusals import Refusal


@pytest.mark.parametrize("action", ["keep gray-98 gray-99", "keep gray-98 {1}"])
def test_a_refusal_names_the_player(action: str) -> None:
    sitting = dealt(2, 2, game="silver_and_gold")
    assert sitting.table.view(SPECTATOR).phase == "choose"
    refusal = sitting.table.handle(ActCommand(sitting.table.decision(1) or 0, action), seat=1, now=sitting.now)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "illegal"
    assert refusal.sentence.startswith("gray-98 is not among the islands dealt to Bo: ")
