"""Returns and tally agree with the events: who won, how, and how many were eliminated."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "contract"))
from walks import CASES, Case, walk

from croupier.core.events import Recorder, seats_in
from croupier.games.quickshot.effects import apply
from croupier.games.quickshot.scoring import returns, tally
from croupier.games.quickshot.state import LAST, OUT, WON

CASES = [case for case in CASES if case.name == "quickshot"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_the_end_agrees_with_the_events(case: Case):
    ways = set()
    for seed in range(30):
        plies = list(walk(case, seed))
        recorder = Recorder(lambda: None)
        out: set[int] = set()
        for ply in plies[:-1]:
            state = ply.state
            state.recorder = recorder
            apply(case.game.default_box(), state, ply.seat, ply.action)
        events = [event for beat in recorder.beats for event in beat.events]
        for event in (event for event in events if event.kind == OUT):
            out |= set(seats_in(event.args[0]))
        winner, how = next(event.args for event in events if event.kind == WON)
        counts, utilities = [0, 0, 0], [0.0] * case.seats
        tally(plies[-1].state, counts)
        returns(plies[-1].state, utilities)
        assert counts == [plies[-1].state.round, len(out), int(how == LAST)]
        assert utilities == [float(seat == winner) for seat in range(case.seats)]
        ways.add(how)
    assert len(ways) == 2 or case.seats > 3
