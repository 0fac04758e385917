"""A game between a person and bots in one process: what a sitting promises, whatever the game."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from croupier import games
from croupier.cli.opponents import Opponents
from croupier.cli.sitting import Sitting

every_game = pytest.mark.parametrize("name", games.NAMES)


class Watching(Opponents):
    """Checks what the bots are given."""

    truth: Any = None
    asked = 0

    def __init__(self, name: str) -> None:
        super().__init__(games.load(name), ["greenhorn"], exact=True)

    def choose(self, box: Any, state: Any, seat: int, level: str, key: int) -> int:
        self.asked += 1
        assert state.recorder is None
        if self.truth is not None:
            assert state is not self.truth
            again = self.truth.copy()
            self.game.redeal(box, again, seat, key)
            assert again == state
        return super().choose(box, state, seat, level, key)


def sit_down(name: str, *, seats: int = 4, seed: int = 4) -> Sitting:
    watching = Watching(name)
    return Sitting(watching.game, watching.game.default_box(), watching, levels=["greenhorn"] * seats, me=0, seed=seed)


def play_on(sitting: Sitting, *, ahead: bool = False) -> list[Any]:
    """To the end with the first of what is offered; everything that was told."""
    told = sitting.take()
    while not sitting.is_over:
        if ahead:
            sitting.think_ahead()
        if sitting.asks_me:
            sitting.act(0, sitting.offer().actions[0].number)
        else:
            sitting.let_bot_act()
        told += sitting.take()
    return [event for moment in told for event in moment.told]


@every_game
def test_bots_get_a_redealt_state(name: str) -> None:
    sitting = sit_down(name)
    sitting.opponents.truth = sitting.state  # type: ignore[attr-defined]
    play_on(sitting)
    assert sitting.opponents.asked > 4  # type: ignore[attr-defined]


def test_the_person_hears_no_secret() -> None:
    drawn = [event for event in play_on(sit_down("quickshot", seats=5)) if event.kind == "drew"]
    assert drawn and all((event.value is None) == (event.seat != 0) for event in drawn)


@every_game
def test_thinking_ahead_changes_nothing(name: str) -> None:
    before = threading.active_count()
    assert play_on(sit_down(name), ahead=True) == play_on(sit_down(name))
    assert threading.active_count() == before


def test_what_goes_wrong_while_thinking_ahead_is_not_lost() -> None:
    sitting = sit_down("silver_and_gold")

    def fail(*args: Any) -> int:
        raise ValueError("no thought")

    sitting.opponents.choose = fail  # type: ignore[method-assign]
    sitting.think_ahead()
    sitting.act(0, sitting.offer().actions[0].number)
    with pytest.raises(ValueError, match="no thought"):
        sitting.let_bot_act()


def test_what_is_taken_back_leaves_no_trace() -> None:
    plain, changed = sit_down("silver_and_gold"), sit_down("silver_and_gold")
    chains = 0
    while not plain.is_over:
        for sitting in (plain, changed):
            while not sitting.asks_me and not sitting.is_over:
                sitting.let_bot_act()
        if plain.is_over:
            break
        assert not changed.may_withdraw or changed.state.bonus[0]
        offer = plain.offer()
        best = max(offer.actions, key=lambda offered: offered.gains.get("bonus", 0))
        if best.gains.get("bonus") and not plain.may_withdraw:
            changed.act(0, best.number)
            if changed.may_withdraw:
                chains += 1
                assert changed.withdraw() and not changed.withdraw()
        assert changed.state == plain.state
        for sitting in (plain, changed):
            sitting.act(0, best.number)
    assert chains > 2
    assert changed.state == plain.state


@pytest.mark.parametrize("answers", ["q\n", "1 2\nq\n"])
def test_leaving_while_bots_think_ends_them_in_silence(answers: str) -> None:
    command = [sys.executable, "-m", "croupier", "play", "silver_and_gold", "--seats", "4", "--bots", "sharper"]
    done = subprocess.run(command, input=answers, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
