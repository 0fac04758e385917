"""The score kept during play equals one counted afresh at the end; winners, returns and standings follow from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "contract"))
from walks import CASES, Case, walk

from croupier.core.events import Event, Recorder
from croupier.games.silver_and_gold.box import COLORS, Box
from croupier.games.silver_and_gold.effects import apply
from croupier.games.silver_and_gold.scoring import SCORE, returns, score, standings
from croupier.games.silver_and_gold.state import PALM, SCORED, TROPHY, WON

CASES = [case for case in CASES if case.name == "silver_and_gold"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
GAMES_PER_CASE = 20


class Lines(NamedTuple):
    """The lines of one seat's score, counted from the events and the islands that lie beside it."""

    coins: int
    trophies: int
    palms: int
    cards: int
    seals: int
    per_color: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.coins + self.trophies + self.palms + self.cards + self.seals

    @property
    def rank(self) -> tuple[int, ...]:
        """Points, then gray, green, orange and purple islands (1.3)."""
        return (self.total, *self.per_color)


def played(case: Case, seed: int) -> tuple[Any, list[Event]]:
    """The last state of a random game, and all its events."""
    recorder = Recorder(lambda: None)
    plies = list(walk(case, seed))
    for ply in plies[:-1]:
        ply.state.recorder = recorder
        apply(case.game.default_box(), ply.state, ply.seat, ply.action)
    return plies[-1].state, [event for beat in recorder.beats for event in beat.events]


def counted(box: Box, state: Any, events: list[Event], seat: int) -> Lines:
    mine = [card for card in range(box.n_cards) if state.completed[card] == 1 + seat]
    seals = sum(
        box.seal_points[card] for card in mine for other in mine if other != card and box.color[other] == box.seal_color[card]
    )
    return Lines(
        coins=state.coins[seat],
        trophies=sum(event.args[1] for event in events if event.kind == TROPHY and event.args[0] == seat),
        palms=sum(event.args[1] for event in events if event.kind == PALM and event.args[0] == seat),
        cards=sum(box.value[card] for card in mine),
        seals=seals,
        per_color=tuple(sum(box.color[card] == color for card in mine) for color in range(1, 1 + len(COLORS))),
    )


@each_case
def test_the_score_is_what_a_fresh_count_gives(case: Case):
    box = case.game.default_box()
    for seed in range(GAMES_PER_CASE):
        state, events = played(case, seed)
        lines = [counted(box, state, events, seat) for seat in range(case.seats)]
        scored = {event.args[0]: event.args[1:] for event in events if event.kind == SCORED}
        assert scored == {seat: lines[seat][:5] for seat in range(case.seats)}
        for seat, line in enumerate(lines):
            points = [0] * len(SCORE)
            score(state, seat, points)
            assert points == [*line[:5], line.total]


@each_case
def test_the_best_rank_wins(case: Case):
    box = case.game.default_box()
    for seed in range(GAMES_PER_CASE):
        state, events = played(case, seed)
        ranks = [counted(box, state, events, seat).rank for seat in range(case.seats)]
        best = [seat for seat in range(case.seats) if ranks[seat] == max(ranks)]
        utilities = [-1.0] * case.seats
        returns(state, utilities)
        assert utilities == [(seat in best) / len(best) for seat in range(case.seats)]
        assert next(event.args[0] for event in events if event.kind == WON) == sum(1 << seat for seat in best)
        places = {standing.seat: standing.place for standing in standings(state)}
        assert places == {seat: 1 + sum(rank > ranks[seat] for rank in ranks) for seat in range(case.seats)}


@pytest.mark.parametrize(("palms", "utilities"), [((3, 3), [0.5, 0.5]), ((3, 2), [1.0, 0.0]), ((2, 3), [0.0, 1.0])])
def test_a_shared_victory_is_split(palms: tuple[int, int], utilities: list[float]):
    state, _ = played(CASES[0], 1)
    assert state.seats == 2
    for name in ("coins", "palms", "cards", "seals"):
        setattr(state, name, [0] * len(getattr(state, name)))
    state.palms[:2] = palms
    state.trophies = [[0, 0, 0] for _ in state.trophies]
    state.done = [[0] * 5 for _ in state.done]
    out = [-1.0, -1.0]
    returns(state, out)
    assert out == utilities
