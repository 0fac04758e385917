"""Spoiled positions: what ``load_position`` accepts can be dumped, redealt and played to its end; all else gets a sentence."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from walks import CASES, LABELS, Case, legal_actions, walk

from croupier.core.errors import Invalid
from croupier.core.events import seats_in

TRIES = 1200
JUNK: tuple[Any, ...] = (
    0, 1, 3, -1, 99, True, False, "", "A", "B", "Z", "5", "5 down", "1 2 3", [], ["A"], ["A", "B"], {}, {"A": 1}, {"A": "8"},
    {"B": 9}, [{}],
)


def spoil(data: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """One or two values replaced, removed, or swapped with a value of another state."""
    spoiled = copy.deepcopy(data)
    for _ in range(luck.randint(1, 2)):
        key = luck.choice(list(spoiled) or ["seats"])
        value = spoiled.get(key)
        way = luck.randrange(4)
        if way == 0:
            spoiled.pop(key, None)
        elif way == 1 and isinstance(value, dict) and value:
            name = luck.choice(list(value))
            value[name] = near(value[name], luck)
        elif way == 2:
            spoiled[key] = luck.choice(JUNK)
        else:
            spoiled[key] = near(value, luck)
    return spoiled


def near(value: Any, luck: random.Random) -> Any:
    """A value that looks like this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + luck.choice((-1, 1))
    if isinstance(value, str) and value:
        words = value.split()
        words[luck.randrange(len(words))] = luck.choice(("1", "4", "7", "8", "A", "B", "lead", "follow", "discard", "over"))
        return " ".join(words[: luck.randint(1, len(words))])
    return luck.choice(JUNK)


@pytest.mark.parametrize("case", CASES, ids=LABELS)
def test_spoiled_positions(case: Case):
    game, box, luck = case.game, case.game.default_box(), random.Random(case.seats)
    states = [ply.state for seed in range(8) for ply in walk(case, seed)]
    accepted = 0
    for _ in range(TRIES):
        data = spoil(game.dump_position(box, luck.choice(states)), luck)
        try:
            state = game.load_position(box, data)
        except Invalid as refused:
            assert str(refused).endswith(".")
            continue
        accepted += 1
        state.chance = [1, 2, 3, 4]
        check_sound(case, state, luck)
    assert 20 < accepted < TRIES - 20


def check_sound(case: Case, state: Any, luck: random.Random) -> None:
    game, box = case.game, case.game.default_box()
    again = game.load_position(box, game.dump_position(box, state))
    again.chance = list(state.chance)
    assert again == state
    for seat in range(state.seats):
        twin = state.copy()
        game.redeal(box, twin, seat, luck.getrandbits(62))
        assert game.view(box, twin, seat) == game.view(box, state, seat)
        redealt = game.load_position(box, game.dump_position(box, twin))
        redealt.chance = list(twin.chance)
        assert redealt == twin
    for _ in range(game.meta.max_plies):
        if not game.to_act(state):
            break
        seat = luck.choice(seats_in(game.to_act(state)))
        game.apply(box, state, seat, luck.choice(legal_actions(game, box, state, seat)))
        state.pack()
    assert game.to_act(state) == 0
