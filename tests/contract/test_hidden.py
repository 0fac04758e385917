"""Hidden information: a redeal keeps everything that a seat knows, and depends on nothing that it does not know.

Over 10,000 random states of every case together, each for every seat; the reshuffle of Quickshot with seven seats included.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from walks import CASES, LABELS, Case, known, play_on, walk

from croupier.core.game import SPECTATOR

STATES = 10_000
each_case = pytest.mark.parametrize("case", CASES, ids=LABELS)


def sampled(case: Case) -> list[Any]:
    """States of whole random games, this case's share of all."""
    share = -(-STATES // len(CASES))
    states: list[Any] = []
    seed = 0
    while len(states) < share:
        states += [ply.state for ply in walk(case, seed)]
        seed += 1
    return states


def truth(state: Any) -> bytes:
    """All of the state but its chance words: two deals differ only if this does."""
    twin = state.copy()
    twin.chance = [0] * len(twin.chance)
    return bytes(twin.pack())


@each_case
def test_redeal_keeps_what_a_seat_knows(case: Case):
    game, box, luck, changed = case.game, case.box, random.Random(1), 0
    for state in sampled(case):
        public = known(case, state, SPECTATOR)
        for seat in range(case.seats):
            key = luck.getrandbits(62)
            twin = state.copy()
            game.redeal(box, twin, seat, key)
            assert known(case, twin, seat) == known(case, state, seat)
            assert known(case, twin, SPECTATOR) == public
            changed += truth(twin) != truth(state)
            # Canonical: every field of a redeal of a redeal is the same.
            again = twin.copy()
            game.redeal(box, again, seat, key)
            assert again == twin
            # Another truth that agrees with what the seat knows gives the same redeal.
            other = state.copy()
            game.redeal(box, other, seat, key ^ 1)
            game.redeal(box, other, seat, key)
            assert other == twin
    assert changed > 100, "a test of states in which nothing is hidden shows nothing"


@each_case
def test_a_redealt_state_is_possible(case: Case):
    """It passes the check of positions, which counts every card, and can be played to its end."""
    game, box, luck = case.game, case.box, random.Random(2)
    for state in luck.sample(sampled(case), 100):
        seat = luck.randrange(case.seats)
        twin = state.copy()
        game.redeal(box, twin, seat, luck.getrandbits(62))
        loaded = game.load_position(box, game.dump_position(box, twin))
        loaded.chance = list(twin.chance)
        assert loaded == twin
        play_on(case, twin, luck)


@each_case
def test_keys_give_different_deals(case: Case):
    state = next(iter(walk(case, 3))).state
    deals = set()
    for key in range(50):
        twin = state.copy()
        case.game.redeal(case.box, twin, 0, key)
        deals.add(truth(twin))
    assert len(deals) > 40, "where few cards are hidden, two keys may agree"


def test_the_reshuffle_is_among_the_states():
    """Quickshot with seven seats shuffles its discards in round two; such states must be tried."""
    case = next(case for case in CASES if case.name == "quickshot" and case.seats == 7)
    states = sampled(case)
    assert sum(state.draws >= 1 for state in states) > 200
    assert sum(len(set(state.drawer[: state.draws])) > 1 for state in states) > 50
