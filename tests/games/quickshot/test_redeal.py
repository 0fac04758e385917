"""Redeal's frequencies are those of all physical histories, counted one by one on small boxes, a reshuffle included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import sqrt
from typing import NamedTuple

import pytest
from histories import HELD, Seen, deal_of_state, deal_of_world, distribution, fates_of, play, seen

from croupier.games.quickshot.box import Box
from croupier.games.quickshot.redeal import redeal, weight
from croupier.games.quickshot.state import State, hand_size

BOXES = {
    "pairs": Box(copies=[0, 2, 0, 2, 2, 0, 0, 2, 0], hand_size=2, boxed=1, rounds=4),
    "few kinds": Box(copies=[0, 3, 0, 0, 2, 0, 0, 3, 0], hand_size=2, boxed=1, rounds=4),
    "assorted": Box(copies=[0, 2, 1, 2, 2, 1, 0, 2, 1], hand_size=3, boxed=1, rounds=4),
    "deep pile": Box(copies=[0, 2, 1, 2, 0, 2, 1, 1, 1], hand_size=2, boxed=1, rounds=4),
}
"""The first three have one card to draw and are reshuffled in round two; the last one has three and is reshuffled later."""

SAMPLES = 3000
DEVIATIONS = 5.0
"""How many standard deviations above its mean chi-square may lie; the keys are fixed, so the test never wavers."""


class Trial(NamedTuple):
    name: str
    state: State
    seen: Seen


def trials(name: str, *, least_draws: int, most: int) -> Iterator[Trial]:
    """Moments of random games on that box at which others have drawn from a reshuffled pile, spread over games and seats."""
    found = 0
    for seed in range(1000):
        first, moments = play(BOXES[name], 3, seed)
        for moment in moments[2::2]:
            for seat in range(3):
                if open_draws(moment.state, seat) >= least_draws:
                    yield Trial(name, moment.state, seen(BOXES[name], first, moment, seat))
                    found += 1
                    if found == most:
                        return


def open_draws(state: State, seat: int) -> int:
    """How many draws by others there are whose card may have left the hand, or not, or as one of several."""
    n = 0
    for i in range(state.draws):
        places = state.n_exits[i] + hand_size(state, state.drawer[i])
        n += state.drawer[i] != seat and state.n_exits[i] > 0 and places > 1
    return n


def weights(trial: Trial) -> dict[tuple[int, ...], float]:
    """The normalised weight of every joint fate, as the code computes it."""
    state, seat = trial.state, trial.seen.seat
    exits = tuple(state.n_exits[:4])
    others = [i for i in range(state.draws) if state.drawer[i] != seat]
    found = {}
    for fates in product(*(range(HELD, exits[i]) for i in others)):
        given = [HELD] * 4
        for i, fate in zip(others, fates, strict=True):
            given[i] = fate
        found[fates] = weight(trial.seen.box, state, seat, exits, given)  # type: ignore[arg-type]
    whole = sum(found.values())
    return {fates: w / whole for fates, w in found.items() if w > 0}


@pytest.mark.parametrize(("name", "draws"), [("pairs", 1), ("few kinds", 1), ("assorted", 1), ("assorted", 2)])
def test_weights_of_fates_are_exact(name: str, draws: int):
    undecided = 0
    for trial in trials(name, least_draws=draws, most=200):
        expected = distribution(trial.seen, fates_of)
        assert weights(trial) == pytest.approx({fates: float(share) for fates, share in expected.items()}, rel=1e-9)
        undecided += len(expected) > 1
        if undecided == 10:
            return
    raise AssertionError("too few moments leave several fates open")


@pytest.mark.parametrize(("name", "draws"), [
    ("pairs", 0), ("pairs", 1), ("few kinds", 1), ("assorted", 1), ("assorted", 2), ("deep pile", 0),
])
def test_deals_have_the_support_and_the_frequencies_of_all_histories(name: str, draws: int):
    for trial in trials(name, least_draws=draws, most=3):
        expected = distribution(trial.seen, deal_of_world)
        found: Counter[object] = Counter()
        for key in range(SAMPLES):
            state = trial.state.copy()
            redeal(trial.seen.box, state, trial.seen.seat, key * 0x9E3779B97F4A7C15 % (1 << 62))
            found[deal_of_state(state)] += 1
        assert set(found) <= set(expected)
        assert {deal for deal, share in expected.items() if share * SAMPLES > 20} <= set(found)
        assert chi_square_deviation({k: float(share) for k, share in expected.items()}, found) < DEVIATIONS


def chi_square_deviation(expected: dict[object, float], found: Counter[object]) -> float:
    """How many standard deviations chi-square lies above its mean; deals expected fewer than 8 times count as one."""
    cells = [(share * SAMPLES, found[key]) for key, share in expected.items() if share * SAMPLES >= 8]
    rare = SAMPLES - sum(e for e, _ in cells), SAMPLES - sum(f for _, f in cells)
    if rare[0] >= 8:
        cells.append(rare)
    freedom = len(cells) - 1
    if freedom < 1:
        return 0.0
    return (sum((f - e) ** 2 / e for e, f in cells) - freedom) / sqrt(2 * freedom)
