"""A game between a person and bots in one process: what a sitting promises, whatever the game."""

from __future__ import annotations

from typing import Any

from croupier import games
from croupier.cli.opponents import Opponents
from croupier.cli.sitting import Sitting

GAME = games.load("quickshot")


def test_bots_get_a_redealt_state_and_the_person_hears_no_secret() -> None:
    opponents = Watching()
    sitting = Sitting(GAME, GAME.default_box(), opponents, levels=["greenhorn"] * 5, me=0, seed=4)  # type: ignore[arg-type]
    told = sitting.take()
    while not sitting.is_over:
        if sitting.asks_me:
            sitting.act(0, sitting.offer().actions[0].number)
        else:
            opponents.truth = sitting.state
            sitting.let_bot_act()
        told += sitting.take()
    assert opponents.asked > 4
    drawn = [event for moment in told for event in moment.told if event.kind == "drew"]
    assert drawn and all((event.value is None) == (event.seat != 0) for event in drawn)


class Watching(Opponents):
    """Checks what the bots are given."""

    truth: Any = None
    asked = 0

    def __init__(self) -> None:
        super().__init__(GAME, ["greenhorn"], exact=True)

    def choose(self, box: Any, state: Any, seat: int, level: str, key: int) -> int:
        self.asked += 1
        assert state is not self.truth
        assert state.recorder is None
        again = self.truth.copy()
        GAME.redeal(box, again, seat, key)
        assert again == state
        return super().choose(box, state, seat, level, key)
