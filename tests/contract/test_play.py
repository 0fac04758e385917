"""The contract of core/game.py, over every registered game, seat count and option: play, refusals, notation, records."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import CASES, LABELS, Case, legal_actions, start, walk

from croupier import games
from croupier.core.errors import CroupierError, Illegal, Invalid
from croupier.core.events import Recorder, seats_in
from croupier.core.game import OPEN, SPECTATOR

GAMES_PER_CASE = 40

LIKE_AN_ACTION = r"(play|discard|reinforce|pass|take)( [0-9A-Za-z]{1,3}){0,2}"

each_case = pytest.mark.parametrize("case", CASES, ids=LABELS)


@each_case
def test_random_play_ends(case: Case):
    game = case.game
    for seed in range(GAMES_PER_CASE):
        plies = list(walk(case, seed))
        assert len(plies) - 1 <= game.meta.max_plies
        end = plies[-1].state
        out = [-1.0] * case.seats
        game.returns(end, out)
        assert sum(out) == pytest.approx(1.0)
        assert min(out) >= 0.0
        check_standings(case, end, out)


def check_standings(case: Case, end: Any, out: list[float]) -> None:
    standings = case.game.standings(end)
    assert sorted(s.seat for s in standings) == list(range(case.seats))
    places = [s.place for s in standings]
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert {s.seat for s in standings if s.place == 1} == {seat for seat in range(case.seats) if out[seat] > 0}


@each_case
def test_legal_is_never_empty_and_changes_nothing(case: Case):
    game, box = case.game, case.game.default_box()
    for ply in walk(case, 1):
        before = ply.state.pack()
        for seat in seats_in(game.to_act(ply.state)):
            assert 0 <= seat < case.seats
            assert legal_actions(game, box, ply.state, seat)
        assert ply.state.pack() == before


@each_case
def test_illegal_actions_are_refused_without_a_change(case: Case):
    game, box = case.game, case.game.default_box()
    plies = [ply for seed in range(5) for ply in walk(case, seed)]
    texts = {game.format_action(box, p.state, p.seat, p.action) for p in plies if p.seat >= 0}
    refused = 0
    for state, _, _ in plies:
        before = state.pack()
        for seat in range(case.seats):
            offered = offered_texts(case, state, seat)
            for text in texts - offered:
                with pytest.raises(Illegal):
                    game.parse_action(box, state, seat, text)
                refused += 1
        assert state.pack() == before
    assert refused > 1000


def offered_texts(case: Case, state: Any, seat: int) -> set[str]:
    game, box = case.game, case.game.default_box()
    if not game.to_act(state) >> seat & 1:
        return set()
    return {game.format_action(box, state, seat, action) for action in legal_actions(game, box, state, seat)}


@each_case
def test_notation_is_inverse_and_offered(case: Case):
    game, box = case.game, case.game.default_box()
    for ply in (ply for seed in range(5) for ply in walk(case, seed)):
        for seat in seats_in(game.to_act(ply.state)):
            actions = legal_actions(game, box, ply.state, seat)
            texts = [game.format_action(box, ply.state, seat, action) for action in actions]
            assert [game.parse_action(box, ply.state, seat, text) for text in texts] == actions
            offer = game.offer(box, ply.state, seat)
            assert [(o.number, o.action) for o in offer.actions] == list(zip(actions, texts, strict=True))
            assert offer.together or game.to_act(ply.state) == 1 << seat


@pytest.mark.parametrize("name", games.NAMES)
@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=st.one_of(st.text(max_size=20), st.from_regex(LIKE_AN_ACTION, fullmatch=True)))
def test_any_text_is_read_or_refused_with_a_sentence(name: str, text: str):
    case = next(case for case in CASES if case.name == name)
    box, state = case.game.default_box(), start(case, 3)
    seat = seats_in(case.game.to_act(state))[0]
    try:
        action = case.game.parse_action(box, state, seat, text)
    except CroupierError as error:
        assert isinstance(error, Invalid | Illegal)
        assert str(error).endswith(".")
    else:
        assert action in legal_actions(case.game, box, state, seat)


@each_case
def test_positions_are_inverse(case: Case):
    game, box = case.game, case.game.default_box()
    for ply in (ply for seed in range(10) for ply in walk(case, seed)):
        data = game.dump_position(box, ply.state)
        assert is_plain(data)
        loaded = game.load_position(box, data)
        loaded.chance = list(ply.state.chance)
        assert loaded == ply.state
        assert game.dump_position(box, loaded) == data


def is_plain(value: Any) -> bool:
    """What TOML can hold."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(v) for key, v in value.items())
    return all(map(is_plain, value)) if isinstance(value, list) else type(value) in (str, int, bool)


@each_case
def test_records_are_inverse(case: Case):
    for ply in (ply for seed in range(5) for ply in walk(case, seed)):
        twin = ply.state.copy()
        assert twin == ply.state
        assert case.game.State.unpack(ply.state.pack()) == ply.state
        assert twin.digest() == ply.state.digest()
    box = case.game.default_box()
    assert type(box).unpack(box.pack()) == box
    assert case.game.load_box(case.game.dump_box(box), "box.toml") == box


@each_case
def test_a_copy_shares_nothing(case: Case):
    game, box = case.game, case.game.default_box()
    for ply in walk(case, 2):
        before = ply.state.pack()
        twin = ply.state.copy()
        if ply.seat >= 0:
            game.apply(box, twin, ply.seat, ply.action)
            assert ply.state.pack() == before


@each_case
def test_the_order_of_simultaneous_decisions_does_not_matter(case: Case):
    game, box, luck, tried = case.game, case.game.default_box(), random.Random(5), 0
    for ply in (ply for seed in range(10) for ply in walk(case, seed)):
        seats = seats_in(game.to_act(ply.state))
        if len(seats) < 2:
            continue
        chosen = {seat: luck.choice(legal_actions(game, box, ply.state, seat)) for seat in seats}
        results = set()
        for order in [*luck.sample(list(permutations(seats)), k=2), seats[::-1], seats]:
            twin = ply.state.copy()
            for seat in order:
                game.apply(box, twin, seat, chosen[seat])
            results.add(twin.pack())
        assert len(results) == 1
        tried += 1
    assert tried > 10


@each_case
def test_withdraw_restores(case: Case):
    game, box, taken_back = case.game, case.game.default_box(), 0
    for ply in (ply for seed in range(10) for ply in walk(case, seed)):
        for seat in range(case.seats):
            twin = ply.state.copy()
            n = game.withdraw(box, twin, seat)
            assert (twin.pack() == ply.state.pack()) == (n == 0)
        if ply.seat < 0 or game.to_act(ply.state) == 1 << ply.seat:
            continue
        twin = ply.state.copy()
        game.apply(box, twin, ply.seat, ply.action)
        if not game.to_act(twin) >> ply.seat & 1:
            check_open_choice_is_unseen(case, ply.state, twin, ply.seat)
            assert game.withdraw(box, twin, ply.seat) == 1
            assert twin.pack() == ply.state.pack()
            taken_back += 1
    assert taken_back > 10


def check_open_choice_is_unseen(case: Case, before: Any, after: Any, seat: int) -> None:
    """Whoever has not chosen cannot see who has: view, offer and observation of all others stay."""
    game, box = case.game, case.game.default_box()
    for viewer in [SPECTATOR, *(other for other in range(case.seats) if other != seat)]:
        assert game.view(box, after, viewer) == game.view(box, before, viewer)
        if viewer >= 0 and game.to_act(before) >> viewer & 1:
            assert game.offer(box, after, viewer) == game.offer(box, before, viewer)


@each_case
def test_events_are_recorded_and_change_nothing(case: Case):
    game, box = case.game, case.game.default_box()
    kinds = set()
    for ply in (ply for seed in range(5) for ply in walk(case, seed)):
        if ply.seat < 0:
            continue
        silent, told = ply.state.copy(), ply.state.copy()
        game.apply(box, silent, ply.seat, ply.action)
        told.recorder = recorder = Recorder(lambda told=told: game.view(box, told, SPECTATOR))
        game.apply(box, told, ply.seat, ply.action)
        assert told.pack() == silent.pack()
        assert not recorder.events, "every event belongs to a beat"
        for event in (event for beat in recorder.beats for event in beat.events):
            kinds.add(game.tell(event, OPEN).kind)
            for viewer in range(SPECTATOR, case.seats):
                assert game.tell(event, viewer).text
    assert len(kinds) > 5


@each_case
def test_a_starter_may_be_named(case: Case):
    box = case.game.default_box()
    views = [case.game.view(box, start(case, 7, starter=1 + seat), SPECTATOR) for seat in range(case.seats)]
    assert all(a != b for a, b in pairwise(views))


REPLAY = """
import sys
sys.path[:0] = [{folder!r}]
from walks import CASES, walk
for case in CASES:
    for seed in range(5):
        print(case.label, *[ply.state.digest() for ply in walk(case, seed)])
"""


def test_replay_does_not_depend_on_the_hash_seed():
    code = REPLAY.format(folder=str(Path(__file__).parent))
    runs = [printed(code, {**os.environ, "PYTHONHASHSEED": seed}) for seed in ("1", "2")]
    assert runs[0] == runs[1]
    assert runs[0].count("\n") == 5 * len(CASES)


def printed(code: str, env: dict[str, str]) -> str:
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


def test_rules_run_without_numpy():
    names = ", ".join(repr(name) for name in games.NAMES)
    code = f"import sys; from croupier import games; [games.load(n) for n in ({names},)]; print('numpy' in sys.modules)"
    assert printed(code, dict(os.environ)) == "False\n"
