"""Redeal's frequencies: what a seat does not know is any of the cards left; at the end a player's own is goods (5.1)."""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "contract"))
from walks import CASES, Case, known, start

from croupier.games.quick_silver.box import GOLD, HAND, Box
from croupier.games.quick_silver.state import CENTRE, OVER, PLACES, State, sees

CASES = [case for case in CASES if case.name == "quick_silver" and case.seats in (3, 6)]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
SAMPLES = 300
DEVIATIONS = 5.0
"""How far from its mean a count may be; the keys are fixed, so the test never wavers."""


class Hidden(NamedTuple):
    """The slots that a seat does not know."""

    carts: list[tuple[int, int]]
    centre: list[tuple[int, int]]


def hidden_from(state: State, seat: int) -> Hidden:
    slots = [(p, i) for p in range(PLACES) for i in range(HAND) if state.cards[p][i] and not sees(state, seat, p, i)]
    return Hidden([slot for slot in slots if slot[0] != CENTRE], [slot for slot in slots if slot[0] == CENTRE])


def unseen_kinds(box: Box, state: State, seat: int) -> Counter[int]:
    """How many cards of each kind the seat has not seen."""
    left = Counter({code: box.copies[code] for code in range(1, box.codes)})
    left.subtract(state.cards[p][i] for p in range(PLACES) for i in range(HAND) if sees(state, seat, p, i))
    return Counter(box.kind[code] for code in left.elements())


def chances(kinds: Counter[int], *, taken: float = 0.0, only_goods: bool = False) -> dict[int, float]:
    """Of a card drawn from those kinds, once so many goods of any kind are taken."""
    goods = sum(n for kind, n in kinds.items() if kind <= GOLD)
    left = {kind: n * (1 - taken / goods) if kind <= GOLD else n * (not only_goods) for kind, n in kinds.items()}
    return {kind: n / sum(left.values()) for kind, n in left.items()}


def check_frequencies(case: Case, state: State, seat: int) -> None:
    box, hidden, kinds, over = case.box, hidden_from(state, seat), unseen_kinds(case.box, state, seat), state.phase == OVER
    found: dict[bool, Counter[int]] = {False: Counter(), True: Counter()}
    for key in range(SAMPLES):
        twin = state.copy()
        case.game.redeal(box, twin, seat, key * 0x9E3779B97F4A7C15 % (1 << 62))
        assert known(case, twin, seat) == known(case, state, seat)
        for place, slot in [*hidden.carts, *hidden.centre]:
            found[place == CENTRE][box.kind[twin.cards[place][slot]]] += 1
    expected = {
        False: chances(kinds, only_goods=over),
        True: chances(kinds, taken=len(hidden.carts) if over else 0.0),
    }
    for centre, slots in ((False, hidden.carts), (True, hidden.centre)):
        n = SAMPLES * len(slots)
        for kind, chance in expected[centre].items():
            allowed = DEVIATIONS * sqrt(n * chance * (1 - chance))
            assert abs(found[centre][kind] - n * chance) <= allowed, (state.phase, centre, kind)


@each_case
def test_in_the_mine_any_card_may_lie_anywhere(case: Case):
    state = next(state for state in (start(case, seed) for seed in range(30)) if state.white < HAND)
    for seat in (0, case.seats - 1):
        assert len(hidden_from(state, seat).centre) == HAND - state.white
        check_frequencies(case, state, seat)


@each_case
def test_at_the_end_a_player_has_hidden_goods_only(case: Case):
    state = ended(case)
    assert state.phase == OVER
    hidden = hidden_from(state, 1)
    assert hidden.carts
    check_frequencies(case, state, 1)


def ended(case: Case) -> State:
    """With cards of A that lie face down: whoever is left alone does not unload, nor does whoever starts over."""
    names = list("ABCDEF")[: case.seats]
    position: dict[str, Any] = {"seats": names, "current": names[-1]} | {name: bool(on) for name, on in case.options}
    if position["not_quite_dead"]:
        position |= {"hands": {"A": "dynamite 9 5"}, "showing": {"A": 1}, "cash": {"A": 104, "B": 104}}
    else:
        position |= {"hands": {name: "dynamite 10 9" if name < "D" else "dynamite 8 7" for name in names[1:]}}
        position["hands"]["A"] = "20 6 5"
        position["showing"] = dict.fromkeys(names[1:], 1)
    state: State = case.game.load_position(case.box, position)
    last = case.seats - 1
    case.game.apply(case.box, state, last, case.game.parse_action(case.box, state, last, "sneak"))
    return state
