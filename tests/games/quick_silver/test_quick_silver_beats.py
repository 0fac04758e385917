"""What people are shown together, and what one thing after the other: the beats of a turn, of a round's end and of a game's."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import games
from croupier.core.events import Recorder
from croupier.games.quick_silver.narration import KIND_NAMES

GAME = games.load("quick_silver")
BOX = GAME.default_box()


def beats(position: dict[str, Any], *actions: tuple[str, str]) -> list[list[str]]:
    """The kinds of events of each beat."""
    state = GAME.load_position(BOX, position)
    state.recorder = recorder = Recorder(lambda: None)
    for name, text in actions:
        seat = position["seats"].index(name)
        GAME.apply(BOX, state, seat, GAME.parse_action(BOX, state, seat, text))
    assert not recorder.events
    return [[KIND_NAMES[event.kind] for event in beat.events] for beat in recorder.beats]


def test_a_turn():
    assert beats(
        {"seats": ["A", "B"], "die": 2},
        ("A", "swap B"),
        ("B", "redirect"),
        ("A", "swap centre"),
        ("A", "give 1 take 1"),
        ("B", "swap A"),
        ("A", "allow"),
        ("B", "give 1 take 1"),
        ("A", "sneak"),
    ) == [["named"], ["redirected"], ["named"], ["swapped"], ["named"], ["allowed"], ["swapped"], ["ticked"], ["sneaked"]]


def test_the_end_of_a_round():
    hands = {"A": "dynamite 9 5", "B": "dynamite plate 20", "C": "plate 10 8"}
    position = {"seats": ["A", "B", "C"], "current": "C", "hands": hands, "showing": {"A": 1, "C": 3}}
    assert beats(position, ("C", "sneak")) == [
        ["sneaked"],
        ["ticked"],
        ["found", "found", "found"],
        ["blasted", "stopped", "repaired"],
        ["out"],
        ["shown", "shown"],
        ["group"],
        ["group", "earned"],
        ["round", "rolled"],
    ]


ENDS = {
    "won": ({"cash": {"A": 90, "B": 5}}, [["shown", "shown"], ["group"], ["group", "earned"], ["won"]]),
    "tied": (
        {"cash": {"A": 84, "B": 104}, "sneaky_stranger": True, "stranger_cash": 104, "centre": "30 12 7"},
        [["group"], ["group", "earned"], ["tied"], ["round", "rolled"]],
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_how_a_market_ends(end: str):
    money, last = ENDS[end]
    position = {"seats": ["A", "B"], "current": "B", "hands": {"A": "20 9 5", "B": "30 12 6"}} | money
    assert beats(position, ("B", "sneak"))[-4:] == last
