"""The contract of interrupt windows: what stands without an answer can be done, and whoever is asked is told so."""

from __future__ import annotations

import pytest
from walks import CASES, LABELS, Case, legal_actions, walk

from croupier.core.events import seats_in
from croupier.core.game import NO_WINDOW


@pytest.mark.parametrize("case", CASES, ids=LABELS)
def test_what_stands_without_an_answer_is_offered_and_named(case: Case):
    """And whether there is a window is the same in all truths that agree with what anybody knows."""
    game, box = case.game, case.box
    for ply in walk(case, 1):
        before, default = ply.state.pack(), game.window(ply.state)
        for seat in seats_in(game.to_act(ply.state)):
            stands = "" if default == NO_WINDOW else game.format_action(box, ply.state, seat, default)
            assert default == NO_WINDOW or default in legal_actions(game, box, ply.state, seat)
            assert game.offer(box, ply.state, seat).unanswered == stands
        for seat in range(case.seats):
            other = ply.state.copy()
            game.redeal(box, other, seat, 1)
            assert game.window(other) == default
        assert ply.state.pack() == before
    assert game.window(ply.state) == NO_WINDOW or game.to_act(ply.state)
