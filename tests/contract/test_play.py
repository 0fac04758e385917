"""The contract of core/game.py, over every registered game, seat count and option: play, refusals, notation, records."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from walks import CASES, LABELS, Case, legal_actions, may_be_endless, start, walk

from croupier import games
from croupier.core.errors import CroupierError, Illegal, Invalid
from croupier.core.events import Recorder, seats_in
from croupier.core.game import OPEN, SPECTATOR

GAMES_PER_CASE = 40
TEXTS = 12
"""How many actions of other moments are tried in each state."""

each_case = pytest.mark.parametrize("case", CASES, ids=LABELS)


@each_case
def test_random_play_ends(case: Case):
    """Where it may be endless, more often than not; such games are long, and fewer of them are played."""
    game, ended, endless = case.game, 0, may_be_endless(start(case, 0))
    tried = GAMES_PER_CASE // 4 if endless else GAMES_PER_CASE
    for seed in range(tried):
        *_, (end, _, _) = walk(case, seed)
        if game.to_act(end):
            continue
        ended += 1
        out = [-1.0] * case.seats
        game.returns(end, out)
        assert sum(out) == pytest.approx(1.0 if any(out) else 0.0)
        assert min(out) >= 0.0
        check_standings(case, end, out)
    assert ended > tried // 2 if endless else ended == tried


def check_standings(case: Case, end: Any, out: list[float]) -> None:
    """Equal places are shared, and where somebody without a seat has won, nobody is first."""
    standings = case.game.standings(end)
    assert sorted(s.seat for s in standings) == list(range(case.seats))
    places, first = [s.place for s in standings], 1 if any(out) else 2
    assert places == [first + sum(other < place for other in places) for place in places]
    assert {s.seat for s in standings if s.place == 1} == {seat for seat in range(case.seats) if out[seat] > 0}


@each_case
def test_legal_is_never_empty_and_changes_nothing(case: Case):
    game, box = case.game, case.box
    for ply in walk(case, 1):
        before = ply.state.pack()
        for seat in seats_in(game.to_act(ply.state)):
            assert 0 <= seat < case.seats
            assert legal_actions(game, box, ply.state, seat)
        assert ply.state.pack() == before


@each_case
def test_illegal_actions_are_refused_without_a_change(case: Case):
    game, box = case.game, case.box
    plies = [ply for seed in range(5) for ply in walk(case, seed)]
    texts = sorted({game.format_action(box, p.state, p.seat, p.action) for p in plies if p.seat >= 0})
    luck, refused = random.Random(4), 0
    for state, _, _ in plies:
        before = state.pack()
        for seat in range(case.seats):
            offered = offered_texts(case, state, seat)
            for text in luck.sample(texts, min(TEXTS, len(texts))):
                if text not in offered:
                    with pytest.raises(Illegal, match=r"\.$"):
                        game.parse_action(box, state, seat, text)
                    refused += 1
        assert state.pack() == before
    assert refused > len(plies)


def offered_texts(case: Case, state: Any, seat: int) -> set[str]:
    game, box = case.game, case.box
    if not game.to_act(state) >> seat & 1:
        return set()
    return {game.format_action(box, state, seat, action) for action in legal_actions(game, box, state, seat)}


@each_case
def test_notation_is_inverse_and_offered(case: Case):
    game, box = case.game, case.box
    for ply in (ply for seed in range(5) for ply in walk(case, seed)):
        for seat in seats_in(game.to_act(ply.state)):
            actions = legal_actions(game, box, ply.state, seat)
            texts = [game.format_action(box, ply.state, seat, action) for action in actions]
            assert [game.parse_action(box, ply.state, seat, text) for text in texts] == actions
            offer = game.offer(box, ply.state, seat)
            assert [(o.number, o.action) for o in offer.actions] == list(zip(actions, texts, strict=True))
            assert offer.together or game.to_act(ply.state) == 1 << seat


@pytest.mark.parametrize("name", games.NAMES)
@given(data=st.data())
def test_any_text_is_read_or_refused_with_a_sentence(name: str, data: st.DataObject):
    """Any text at all, and texts of the words that the game's actions are made of."""
    case = next(case for case in CASES if case.name == name)
    state, words = data.draw(st.sampled_from(moments(name))), st.sampled_from(vocabulary(name)) | st.text(max_size=3)
    text = data.draw(st.text(max_size=20) | st.lists(words, max_size=7).map(" ".join))
    seat = data.draw(st.sampled_from(seats_in(case.game.to_act(state))))
    try:
        action = case.game.parse_action(case.box, state, seat, text)
    except CroupierError as error:
        assert isinstance(error, Invalid | Illegal)
        assert str(error).endswith(".")
    else:
        assert action in legal_actions(case.game, case.box, state, seat)


@cache
def moments(name: str) -> list[Any]:
    """States of a game of every case, of every phase."""
    return [ply.state for case in CASES if case.name == name for ply in list(walk(case, 3))[:-1:7]]


@cache
def vocabulary(name: str) -> list[str]:
    """The words of all actions that are offered in one game."""
    case = next(case for case in CASES if case.name == name)
    plies = [ply for ply in walk(case, 3) if ply.seat >= 0]
    return sorted({word for ply in plies for text in offered_texts(case, ply.state, ply.seat) for word in text.split()})


@each_case
def test_positions_are_inverse(case: Case):
    game, box = case.game, case.box
    for ply in (ply for seed in range(5) for ply in walk(case, seed)):
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
    box = case.box
    assert type(box).unpack(box.pack()) == box
    assert case.game.load_box(case.game.dump_box(box), "box.toml") == box


@each_case
def test_a_copy_shares_nothing(case: Case):
    game, box = case.game, case.box
    for ply in walk(case, 2):
        before = ply.state.pack()
        twin = ply.state.copy()
        if ply.seat >= 0:
            game.apply(box, twin, ply.seat, ply.action)
            assert ply.state.pack() == before


@each_case
def test_events_are_recorded_and_change_nothing(case: Case):
    game, box = case.game, case.box
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
    views = [case.game.view(case.box, start(case, 7, starter=1 + seat), SPECTATOR) for seat in range(case.seats)]
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
