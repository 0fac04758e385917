"""Batches: the games of single play, alike plain, compiled and in any number of threads; what is shown, asked and refused."""

from __future__ import annotations

import os
import re
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from croupier import games
from croupier.compiled import batch as batches
from croupier.compiled.batch import HEAVIEST, NOBODY, OUTSIDE, UNIFORM, WEIGHED, Batch
from croupier.compiled.playout import Playouts
from croupier.core.errors import CroupierError, Illegal, Invalid
from croupier.core.game import Game
from croupier.core.record import i64
from croupier.games.quickshot.box import CARDS

NAMES = ("observations", "masks", "deciding", "actions", "ended", "truncated", "returns", "seeds", "plies", "states")


def batch_of(game: Game, tables: int, policies: Any = (), *, seats: int = 0, **given: Any) -> Batch:
    return Batch(game, game.default_box(), seats or game.meta.usual_seats, tables, policies, **given)


def answer(batch: Batch, luck: np.random.Generator) -> None:
    """Write a legal action, any of them, at every table where somebody decides."""
    for t in np.flatnonzero(batch.deciding != NOBODY):
        batch.actions[t] = luck.choice(np.flatnonzero(batch.masks[t]))


def same(one: Batch, other: Batch) -> None:
    for name in NAMES:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


GAMES = games.NAMES if os.environ.get("CROUPIER_EVERY_GAME") else games.NAMES[:1]
"""To compile a batch takes ten to twenty seconds: all games play in ``scripts/fuzz --batches``."""
CASES = [(name, auto_reset, False) for name in GAMES for auto_reset in (False, True)]
CASES += [("quickshot", auto_reset, True) for auto_reset in (False, True)]


@pytest.mark.parametrize(("name", "auto_reset", "through"), CASES)
def test_plain_and_compiled_show_the_same(name: str, *, auto_reset: bool, through: bool) -> None:
    game = games.load(name)
    policies = [OUTSIDE, UNIFORM, WEIGHED, HEAVIEST, OUTSIDE, UNIFORM, WEIGHED][: game.meta.usual_seats]
    given: dict[str, Any] = {"first": 9, "auto_reset": auto_reset, "through": through}
    plain, compiled = (batch_of(game, 6, policies, **given, compiled=c) for c in (False, True))
    luck = np.random.default_rng(1)
    for _ in range(40):
        same(plain, compiled)
        answer(plain, luck)
        assert plain.step(plain.actions) == compiled.step(plain.actions)
    same(plain, compiled)


def traces(batch: Batch) -> list[int]:
    """Step until every game is over; the hash of each game's actions, as ``playout.play`` keeps it."""
    found = [0] * len(batch.seeds)
    while not (batch.ended | batch.truncated).all():
        seats = batch.deciding.tolist()
        batch.step()
        for t, (seat, action) in enumerate(zip(seats, batch.actions.tolist(), strict=True)):
            if seat != NOBODY:
                found[t] = (found[t] * 31 + action * 8 + seat + 1) & 0xFFFFFFFF
    return found


@pytest.mark.parametrize("policy", [UNIFORM, WEIGHED, HEAVIEST])
@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_of_single_play(name: str, policy: int) -> None:
    game = games.load(name)
    seats = game.meta.usual_seats
    batch = batch_of(game, 12, [policy] * seats, first=30, auto_reset=False)
    found = traces(batch)
    for t, trace in enumerate(found):
        alone = Playouts(game, game.default_box(), seats, [policy] * seats, compiled=True)
        numbers, _ = alone.run(30 + t, 1)
        assert (trace, [int(batch.plies[t]), *batch.returns[t]]) == (alone.trace, numbers[: 1 + seats])


def test_a_table_plays_every_nth_seed() -> None:
    game = games.load("quickshot")
    batch = batch_of(game, 7, first=100)
    played: dict[int, list[float]] = {}
    while len(played) < 40:
        before = batch.seeds.copy()
        batch.step()
        for t in np.flatnonzero(batch.ended):
            played[int(before[t])] = batch.returns[t].tolist()
            assert batch.seeds[t] == before[t] + 7
            assert batch.plies[t] == 0
        assert not batch.returns[~batch.ended].any()
    playouts = Playouts(game, game.default_box(), 5, compiled=True)
    for seed, returns in played.items():
        assert playouts.run(seed, 1)[0][1:6] == returns
        assert 0 <= seed - 100 < 700


def test_threads_change_nothing() -> None:
    game = games.load("quickshot")
    alone, *others = (batch_of(game, 1000, [UNIFORM, OUTSIDE, WEIGHED], seats=3, threads=n) for n in (1, 2, 3))
    for _ in range(60):
        actions = alone.masks.argmax(axis=1)
        counts = {batch.step(actions) for batch in (alone, *others)}
        assert counts == {1000}
    for other in others:
        assert len(other._shares) > 1
        same(alone, other)


def test_played_through_outside_seats_see_the_same_games() -> None:
    """Inside seats are the same players whether somebody watches them or not."""
    game = games.load("quickshot")
    policies = [UNIFORM, OUTSIDE, WEIGHED, UNIFORM]
    watched, through = (batch_of(game, 20, policies, seats=4, auto_reset=False, through=t) for t in (False, True))
    seen: dict[str, list[list[bytes]]] = {}
    for name, batch in (("watched", watched), ("through", through)):
        seen[name] = [[] for _ in range(20)]
        while not batch.ended.all():
            for t in np.flatnonzero(batch.deciding == 1):
                seen[name][t].append(batch.observations[t].tobytes())
            assert batch is watched or set(batch.deciding) <= {1, NOBODY}
            batch.step(batch.masks.argmax(axis=1))
    assert seen["watched"] == seen["through"]
    assert np.array_equal(watched.returns, through.returns)
    assert np.array_equal(watched.states, through.states)


def test_each_table_may_have_policies_of_its_own() -> None:
    game = games.load("quickshot")
    policies = np.full((6, 3), UNIFORM)
    policies[np.arange(6), np.arange(6) % 3] = OUTSIDE
    batch = batch_of(game, 6, policies, seats=3, through=True)
    for _ in range(20):
        assert batch.deciding.tolist() == [0, 1, 2, 0, 1, 2]
        batch.step(batch.masks.argmax(axis=1))


def test_where_all_seats_are_inside_a_step_through_is_a_game() -> None:
    game = games.load("quickshot")
    batch = batch_of(game, 30, first=5, through=True)
    for _ in range(3):
        before = batch.seeds.copy()
        assert (batch.deciding == NOBODY).all()
        batch.step()
        assert batch.ended.all()
        assert np.array_equal(batch.seeds, before + 30)
    playouts = Playouts(game, game.default_box(), 5, compiled=True)
    assert batch.returns.sum(axis=0).tolist() == playouts.run(65, 30)[0][1:6]


@pytest.mark.parametrize("compiled", [False, True])
def test_an_illegal_action_is_refused_and_changes_nothing(*, compiled: bool) -> None:
    batch = batch_of(games.load("quickshot"), 10, [OUTSIDE] * 5, compiled=compiled)
    good = batch.masks.argmax(axis=1)
    before = {name: getattr(batch, name).copy() for name in NAMES if name != "actions"}
    for action in (int((1 - batch.masks[8]).argmax()), -1, 9, 1 << 40):
        bad = good.copy()
        bad[8] = action
        numbers = np.flatnonzero(batch.masks[8]).tolist()
        legal = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
        with pytest.raises(Illegal) as refused:
            batch.step(bad)
        assert str(refused.value) == f"Table 8, seat {batch.deciding[8]}: action {action} is not legal; legal are {legal}."
    assert all(np.array_equal(getattr(batch, name), was) for name, was in before.items())
    batch.actions[:] = good
    assert batch.step() == 10
    assert (batch.plies == 1).all()


def test_actions_that_are_not_one_integer_a_table_are_invalid() -> None:
    batch = batch_of(games.load("quickshot"), 3, [OUTSIDE] * 5, compiled=False)
    for actions in (2, [1, 2], [[1], [2], [3]], [1.0, 2.0, 3.0]):
        with pytest.raises(Invalid, match=r"one per table, an array of integers of shape \(3,\), not "):
            batch.step(actions)
    assert batch.step(batch.masks.argmax(axis=1).astype(np.int8)) == 3


def cut_short(game: Game, most: int) -> Any:
    return SimpleNamespace(**vars(game) | {"meta": msgspec.structs.replace(game.meta, max_plies=most)})


def test_a_game_that_lasts_too_long_is_truncated() -> None:
    batch = batch_of(cut_short(games.load("quickshot"), 4), 3, compiled=False)
    for ply in range(1, 9):
        batch.step()
        assert (batch.truncated == (ply % 4 == 0)).all()
        assert not batch.ended.any()
        assert not batch.returns.any()
    assert batch.seeds.tolist() == [6, 7, 8]


@pytest.mark.parametrize("compiled", [False, True])
def test_finished_tables_stand_still_in_lockstep(*, compiled: bool) -> None:
    batch = batch_of(games.load("quickshot"), 8, seats=3, auto_reset=False, compiled=compiled)
    while not batch.ended.any() or batch.ended.all():
        batch.step()
    over = batch.ended.copy()
    before = [getattr(batch, name)[over].copy() for name in NAMES]
    assert batch.step() == 8 - over.sum()
    for name, was in zip(NAMES, before, strict=True):
        assert np.array_equal(getattr(batch, name)[over], was), name
    assert (batch.returns[over].sum(axis=1) == 1.0).all()
    assert not batch.masks[over].any()
    batch.reset()
    assert batch.seeds.tolist() == list(range(8, 16))
    assert not batch.ended.any()
    assert not batch.returns.any()
    batch.reset(3)
    assert batch.seeds.tolist() == list(range(3, 11))


def test_observations_come_in_other_types() -> None:
    game = games.load("quickshot")
    usual = batch_of(game, 9, compiled=False)
    others = [batch_of(game, 9, compiled=False, dtype=dtype) for dtype in batches.DTYPES]
    for _ in range(30):
        usual.step()
        for other, dtype in zip(others, batches.DTYPES, strict=True):
            other.step()
            assert other.observations.dtype == dtype
            assert np.array_equal(other.observations, usual.observations)


COLORS = ("gray", "green", "orange", "purple")
HIGHEST = {
    "quickshot": "hand_size = 7\n[copies]\n" + "\n".join(f"{card} = 20" for card in CARDS),
    "silver_and_gold": 'trophies = [99, 99]\nexpeditions = ["oo", "oooo"]\n[treasures]\n'
    + "\n".join(f'{color}-{n:02} = "XCoo oooo oooo oooP"' for color in COLORS for n in range(1, 17)),
    "quick_silver": "white_die = [0, 3]\nblack_die = [9]\nplates = 8\nsneak_token = 99\ntarget = 9999\n"
    "gold = { 98 = 40, 99 = 40 }",
}
"""Boxes with numbers as high as they come."""
LEAST_HIGHEST = {"quickshot": 120, "silver_and_gold": 65_535, "quick_silver": 297}
"""What they make at least: cards of a pile, a mask of sixteen boxes, a cart."""


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("high", [False, True])
def test_observations_are_as_small_as_the_contract_says(name: str, *, high: bool) -> None:
    game = games.load(name)
    box = game.load_box(HIGHEST[name], "box.toml") if high else game.default_box()
    batch = Batch(game, box, game.meta.usual_seats, 2, [HEAVIEST] * game.meta.usual_seats, dtype="int64", compiled=False)
    most = 0
    for _ in range(500):
        batch.step()
        most = max(most, int(abs(batch.observations).max()))
    assert LEAST_HIGHEST[name] * high <= most < 1 << 24


@pytest.mark.parametrize("name", games.NAMES)
def test_no_field_of_a_state_is_wider_than_int32(name: str) -> None:
    """Observations are made of fields, whatever the box: then none can wrap, in the narrowest of DTYPES."""
    kinds = games.load(name).State.kinds
    assert {field for field, kind in kinds.items() if kind.code == i64.code} == {"chance"}


def test_a_step_allocates_nothing() -> None:
    batch = batch_of(games.load("quickshot"), 1000, [OUTSIDE] * 5)
    arrays = [getattr(batch, name) for name in NAMES]
    actions = batch.masks.argmax(axis=1)
    batch.step(actions)
    tracemalloc.start()
    for _ in range(20):
        np.argmax(batch.masks, axis=1, out=actions)
        batch.step(actions)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4000
    assert all(getattr(batch, name) is array for name, array in zip(NAMES, arrays, strict=True))
    assert batch.observations.flags.c_contiguous
    assert batch.masks.flags.c_contiguous


def test_a_batch_that_cannot_be_is_refused() -> None:
    game = games.load("quickshot")
    for given, sentence in (
        ({"seats": 8}, "Quickshot has 3 to 7 seats, not 8."),
        ({"tables": 0}, "A batch needs at least one table, not 0."),
        ({"threads": 0}, "A batch needs at least one thread, not 0."),
        ({"first": -1}, "The first seed must be at least 0 and below 2**61, not -1."),
        ({"policies": [OUTSIDE]}, "Policies are one per seat, 5, or of shape (4, 5), not (1,)."),
        ({"policies": [4] * 5}, "A policy is one of UNIFORM, WEIGHED, HEAVIEST and OUTSIDE."),
    ):
        usual: dict[str, Any] = {"seats": 5, "tables": 4, "compiled": False}
        with pytest.raises(CroupierError) as refused:
            Batch(game, game.default_box(), **usual | given)
        assert str(refused.value) == sentence
    for dtype in ("int8", "int16", "float16", "uint9"):
        sentence = f"Observations can be int32, int64, float32 and float64, .* exactly, but not {dtype}."
        with pytest.raises(CroupierError, match=sentence):
            batch_of(game, 4, dtype=dtype, compiled=False)


def test_the_readmes_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "README.md").read_text()
    exec(next(code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "Batch" in code), {})
    assert re.fullmatch(r"seat 0 won 0\.\d\d of \d{5} games\n", capsys.readouterr().out)
