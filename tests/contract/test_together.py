"""Simultaneous decisions: what a seat does is its own until the last one is done, in whatever order, and may be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice, permutations
from typing import Any

import pytest
from walks import CASES, LABELS, Case, Ply, known, legal_actions, walk

from croupier.core.events import Event, Recorder, seats_in
from croupier.core.game import OPEN, SPECTATOR

STEPS = 400
DECISIONS = 60
"""How many are tried in every case, in as many games as it takes."""

each_case = pytest.mark.parametrize("case", CASES, ids=LABELS)
TOGETHER = [case for case in CASES if any(case.game.to_act(ply.state).bit_count() > 1 for ply in walk(case, 0))]
"""The cases with simultaneous decisions."""
each_case_together = pytest.mark.parametrize("case", TOGETHER, ids=[case.label for case in TOGETHER])


class Step:
    """A seat acts in the midst of a simultaneous decision: somebody else is awaited before and after."""

    def __init__(self, case: Case, before: Any, seat: int, action: int) -> None:
        self.before, self.seat = before, seat
        self.after = before.copy()
        self.recorder = Recorder(lambda: None)
        self.after.recorder = self.recorder
        case.game.apply(case.box, self.after, seat, action)
        self.after.recorder = None


def plies(case: Case) -> Iterator[Ply]:
    return (ply for seed in count() for ply in walk(case, seed))


def steps(case: Case) -> Iterator[Step]:
    amid = (ply for ply in plies(case) if ply.seat >= 0 and case.game.to_act(ply.state) & ~(1 << ply.seat))
    return (Step(case, ply.state, ply.seat, ply.action) for ply in islice(amid, STEPS))


@each_case_together
def test_what_a_rival_does_shows_nothing(case: Case):
    """Neither that it has chosen, nor what, nor that it has another box to choose: view, offer, observation and events stay."""
    for step in steps(case):
        others = [SPECTATOR, *(seat for seat in range(case.seats) if seat != step.seat)]
        assert not step.recorder.events and not step.recorder.beats
        taken_back = step.after.copy()
        case.game.withdraw(case.box, taken_back, step.seat)
        for viewer in others:
            assert known(case, step.before, viewer) == known(case, step.after, viewer) == known(case, taken_back, viewer)


@each_case_together
def test_everything_open_is_taken_back(case: Case):
    """Also in the middle of a choice of several actions, and by how many it says; what others have chosen stays."""
    several = more = 0
    for step in steps(case):
        fresh, after = step.before.copy(), step.after.copy()
        had = case.game.withdraw(case.box, fresh, step.seat)
        assert case.game.withdraw(case.box, after, step.seat) == had + 1
        assert after == fresh
        assert case.game.withdraw(case.box, after, step.seat) == 0
        several += had > 0
        more += case.game.to_act(step.after) >> step.seat & 1
    assert (several > 10) == (more > 10), "where choices have several actions, they are tried"


@each_case
def test_nothing_else_is_taken_back(case: Case):
    """withdraw changes nothing where it undoes nothing: after a reveal, and outside simultaneous decisions."""
    for ply in islice(plies(case), STEPS):
        for seat in range(case.seats):
            twin = ply.state.copy()
            n = case.game.withdraw(case.box, twin, seat)
            assert (twin.pack() == ply.state.pack()) == (n == 0)


@each_case_together
def test_the_order_does_not_matter(case: Case):
    """The same choices, of one action or several, seat after seat in any order, and mixed: the same state and events."""
    luck = random.Random(5)
    together = (ply for ply in plies(case) if case.game.to_act(ply.state).bit_count() > 1)
    for ply in islice(together, DECISIONS):
        seats = seats_in(case.game.to_act(ply.state))
        chosen = {seat: choice_of(case, ply.state, seat, luck) for seat in seats}
        orders = [seats, seats[::-1], *luck.sample(list(permutations(seats)), k=2)]
        whole = [[seat for seat in order for _ in chosen[seat]] for order in orders]
        mixed = luck.sample(whole[0], k=len(whole[0]))
        results = [played(case, ply.state, order, chosen) for order in [*whole, mixed]]
        assert all(result == results[0] for result in results)
        assert results[0][1], "the last one in reveals all"


def choice_of(case: Case, state: Any, seat: int, luck: random.Random) -> list[int]:
    """Random legal actions of the seat until it is no longer awaited. Nobody else acts, so nothing is revealed."""
    twin, actions = state.copy(), []
    while case.game.to_act(twin) >> seat & 1:
        actions.append(luck.choice(legal_actions(case.game, case.box, twin, seat)))
        case.game.apply(case.box, twin, seat, actions[-1])
    return actions


def played(case: Case, state: Any, order: list[int], chosen: dict[int, list[int]]) -> tuple[bytes, list[Event]]:
    """The state after all choices, and the events; ``order`` names a seat once for each of its actions."""
    twin, left = state.copy(), {seat: iter(actions) for seat, actions in chosen.items()}
    twin.recorder = recorder = Recorder(lambda: case.game.view(case.box, twin, OPEN))
    for seat in order:
        case.game.apply(case.box, twin, seat, next(left[seat]))
    return twin.pack(), [event for beat in recorder.beats for event in beat.events]
