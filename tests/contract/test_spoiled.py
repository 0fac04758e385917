"""Spoiled positions: what ``load_position`` accepts can be dumped, redealt and played to its end; all else gets a sentence."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from walks import CASES, LABELS, Case, play_on, walk

from croupier.core.errors import Invalid

TRIES = 15_000 // len(CASES)
JUNK: tuple[Any, ...] = (
    0, 1, 3, -1, 99, True, False, "", " ", "A", "B", "Z", "5", "5 down", "1 2 3", [], ["A"], ["A", "B"], [""], {}, {"A": 1},
    {"A": "8"}, {"B": 9}, {"A": ["5"]}, {"A": []}, [{}],
)  # fmt: skip


def spoil(data: dict[str, Any], other: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """One or two values replaced, removed, changed a little, or swapped with the value of another state."""
    spoiled = copy.deepcopy(data)
    words = sorted(words_in(other))
    for _ in range(luck.randint(1, 2)):
        key = luck.choice(list(spoiled) or ["seats"])
        way = luck.randrange(5)
        if way == 0:
            spoiled.pop(key, None)
        elif way == 1:
            spoiled[key] = luck.choice(JUNK)
        elif way == 2:
            key = luck.choice(list(other))
            spoiled[key] = copy.deepcopy(other[key])
        else:
            spoiled[key] = near(spoiled.get(key), words, luck)
    return spoiled


def words_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return words_in([*value, *value.values()])
    if isinstance(value, list):
        return {word for part in value for word in words_in(part)}
    return set(value.split()) if isinstance(value, str) else set()


def near(value: Any, words: list[str], luck: random.Random) -> Any:
    """A value that looks like this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + luck.choice((-1, 1))
    if isinstance(value, str) and value:
        split = value.split() or [""]
        split[luck.randrange(len(split))] = luck.choice(words)
        return " ".join(split[: luck.randint(1, len(split))])
    if isinstance(value, dict | list) and value:
        near_one = dict(value) if isinstance(value, dict) else list(value)
        key = luck.choice(list(value)) if isinstance(value, dict) else luck.randrange(len(value))
        near_one[key] = near(value[key], words, luck)
        return near_one
    return luck.choice(JUNK)


@pytest.mark.parametrize("case", CASES, ids=LABELS)
def test_spoiled_positions(case: Case):
    game, box, luck = case.game, case.box, random.Random(case.seats)
    states = [ply.state for seed in range(8) for ply in walk(case, seed)]
    accepted = 0
    for _ in range(TRIES):
        data = spoil(*(game.dump_position(box, state) for state in luck.choices(states, k=2)), luck)
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
    game, box = case.game, case.box
    again = game.load_position(box, game.dump_position(box, state))
    again.chance = list(state.chance)
    assert again == state
    for seat in luck.sample(range(state.seats), 2):
        twin = state.copy()
        game.redeal(box, twin, seat, luck.getrandbits(62))
        assert game.view(box, twin, seat) == game.view(box, state, seat)
        redealt = game.load_position(box, game.dump_position(box, twin))
        redealt.chance = list(twin.chance)
        assert redealt == twin
    play_on(case, state, luck)
