"""What an offer promises is what happens: the gains of a seat's actions of one turn are what the reveal books for it."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from silver_and_gold_boxes import BOXES, GAME

from croupier.core.chance import seed_chance
from croupier.core.events import Recorder, seats_in
from croupier.core.game import SPECTATOR

BOX = BOXES["printed"]


class Promised:
    """One seat's turn as its offers described it."""

    def __init__(self) -> None:
        self.gains: Counter[str] = Counter()
        self.actions = 0
        self.left: dict[int, int] = {}
        """Per island the boxes open afterwards."""

    def add(self, offered: Any) -> None:
        self.actions += 1
        self.gains += Counter({name: gain for name, gain in offered.gains.items() if name != "left"})
        self.left[int(offered.touches[0].removeprefix("island:"))] = offered.gains["left"]


def score(box: Any, state: Any, seat: int) -> Any:
    return GAME.view(box, state, SPECTATOR).seats[seat].score


def turns(name: str, seats: int, seed: int, *, greedy: bool) -> Iterator[tuple[Any, dict[int, Promised], Any]]:
    """Every turn of a game: the state before anybody marked, what the offers promised, and the state at the reveal."""
    box, luck = BOXES[name], random.Random(seed)
    state = GAME.State(seats=seats, take_from_deck=seed % 2)
    seed_chance(state, seed)
    GAME.setup(box, state)
    promised: dict[int, Promised] = {}
    before = state.copy()
    while due := GAME.to_act(state):
        seat = luck.choice(seats_in(due))
        offer = GAME.offer(box, state, seat)
        best = max(offer.actions, key=lambda o: (len(o.touches) if greedy else 0, luck.random()))
        if "left" in best.gains:
            before = before if promised else state.copy()
            promised.setdefault(seat, Promised()).add(best)
        state.recorder = recorder = Recorder(state.copy)
        GAME.apply(box, state, seat, best.number)
        if promised and recorder.beats:
            settled = next(beat.view for beat in recorder.beats[::-1] if not goes_beyond(beat))
            yield before, promised, settled
            promised = {}
        state.recorder = None


def goes_beyond(beat: Any) -> bool:
    """Beats of the next turn, of new cards, and of the end come after the points of this one."""
    return any(GAME.tell(event, SPECTATOR).kind in ("revealed", "took", "nothing", "won", "scored") for event in beat.events)


@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", BOXES)
def test_gains_are_what_happens(name: str, seats: int, greedy: bool):
    box, seen = BOXES[name], Counter[str]()
    for seed in range(60 if name == "dense" else 20):
        for before, promised, after in turns(name, seats, seed, greedy=greedy):
            for seat, turn in promised.items():
                check(box, before, turn, after, seat)
                seen += turn.gains
                seen["both"] += list(turn.left.values()) == [0, 0]
    assert min(seen[gain] for gain in ("coins", "palms", "rows", "bonus", "cards", "seals")) > 0
    assert seen["both"] > 5 or name == "printed", "both islands completed in one turn must be tried"


def check(box: Any, before: Any, turn: Promised, after: Any, seat: int) -> None:
    was, now = score(box, before, seat), score(box, after, seat)
    for line in ("coins", "palms", "cards", "seals"):
        assert turn.gains[line] == getattr(now, line) - getattr(was, line), line
    assert turn.gains["rows"] == after.rows[seat] - before.rows[seat]
    assert turn.gains["bonus"] == turn.actions - 1
    for slot, left in turn.left.items():
        assert after.open[seat][slot].bit_count() == left


SEALS = """
seats = ["A", "B"]
islands = { A = ["purple-01 B1 C1 D1 B2 C2 A3 B3 C3 D3 A4 B4 C4 D4", "orange-01 A1 B1 C1 D1 A2 A3 D3 A4 B4 C4 D4"] }
completed = { A = ["orange-02"] }
"""


def test_an_island_that_open_choices_have_completed_counts_for_seals():
    """purple-01 has a seal for orange, orange-01 one for purple; the X of purple-01, completed first, completes orange-01."""
    state = GAME.load_position(BOX, tomllib.loads(SEALS))
    offer = {offered.action: offered.gains for offered in GAME.offer(BOX, state, 0).actions}
    assert offer["mark purple-01 A1"] == {"bonus": 1, "cards": 14, "seals": 2, "left": 0}
    GAME.apply(BOX, state, 0, GAME.parse_action(BOX, state, 0, "mark purple-01 A1"))
    offer = {offered.action: offered.gains for offered in GAME.offer(BOX, state, 0).actions}
    assert offer == {"mark orange-01 D2": {"cards": 12, "seals": 4, "left": 0}}
