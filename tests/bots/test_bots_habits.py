"""Habits at Quickshot: the right row of the table for each decision, and a late bot that goes by them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from bots_positions import BOX, QUICKSHOT

from croupier.bots.choice import choose_by
from croupier.bots.thought import playouts_of
from croupier.compiled.playout import WEIGHED
from croupier.core.chance import seed_chance
from croupier.games.quickshot.habits import EARLIEST, KINDS, LIKELY, habit
from croupier.games.quickshot.state import DISCARD, FOLLOW, LEAD, REINFORCE, VALUES, State


def weights(round_: int, phase: int, leads: int = 0) -> list[float]:
    """Of passing and the cards 1 to 8, all legal."""
    s, out = State(seats=4, round=round_, phase=phase, leader=0, card=[leads, 0, 0, 0, 0, 0, 0]), [0.0] * QUICKSHOT.N_ACTIONS
    habit(BOX, s, 1, [1] * QUICKSHOT.N_ACTIONS, out)
    return out[:VALUES]


def test_the_table_has_a_number_for_each_card_of_each_decision():
    assert len(LIKELY) == (EARLIEST + 1) * KINDS * VALUES


@pytest.mark.parametrize(
    "round_, phase, leads, card, parts",
    [
        (4, LEAD, 0, 5, 5), (4, FOLLOW, 3, 1, 36), (4, FOLLOW, 8, 8, 0), (4, REINFORCE, 0, 4, 36), (4, DISCARD, 0, 8, 15),
        (3, FOLLOW, 3, 1, 36), (2, FOLLOW, 3, 4, 9), (1, FOLLOW, 3, 1, 33), (1, LEAD, 0, 4, 15), (1, DISCARD, 0, 3, 13),
    ],
)  # fmt: skip
def test_habits_go_by_the_rounds_left_by_what_is_decided_and_by_the_leaders_card(
    round_: int, phase: int, leads: int, card: int, parts: int
):
    """Four more double the weight; in round 4 none is left."""
    assert weights(round_, phase, leads)[card] == pytest.approx(2 ** (parts / 4))


def test_what_is_not_legal_weighs_nothing():
    s, mask, out = State(seats=4, round=4, phase=LEAD), [0, 0, 1] + [0] * (QUICKSHOT.N_ACTIONS - 3), [7.0] * QUICKSHOT.N_ACTIONS
    habit(BOX, s, 0, mask, out)
    assert [weight > 0 for weight in out] == [mark == 1 for mark in mask]


def test_a_late_bot_plays_by_habit_and_not_at_random():
    """In the last round a 3 leads more than a hundred times as often as a 5."""
    s: Any = State(seats=3, round=4, leader=0)
    seed_chance(s, 1)
    QUICKSHOT.setup(BOX, s)
    s.round, s.leader = 4, 0
    s.hands[0] = [0, 0, 0, 1, 0, 1, 0, 0, 0]

    def leads(policy: int) -> Counter[int]:
        return Counter(choose_by(policy, QUICKSHOT, BOX, s, 0, key) for key in range(200))

    assert leads(playouts_of(QUICKSHOT))[3] >= 195
    assert 60 < leads(WEIGHED)[3] < 140
