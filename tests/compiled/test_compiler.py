"""The compiler: what it leaves out, what it binds, what it refuses, and when it compiles anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import compiled_drivers as drivers
import numpy as np
import pytest

from croupier import games
from croupier.compiled import compiler
from croupier.compiled.compiler import CannotCompile, cache_folder, compile_driver, plain_driver, twin_of, typed
from croupier.compiled.playout import rows_of
from croupier.core.errors import Unknown
from croupier.games.quickshot import effects
from croupier.games.quickshot.state import State


def test_a_driver_runs_alike_plain_and_compiled_and_its_module_stays_as_it_is() -> None:
    bindings = {"step": drivers.double}
    assert plain_driver(drivers.several, bindings)(5) == 32
    assert compile_driver(drivers.several, bindings)(5) == 32
    assert drivers.step is None


def test_two_bindings_of_one_driver_do_not_meet_in_the_cache() -> None:
    compile_driver(drivers.several, {"step": drivers.double})(5)
    assert compile_driver(drivers.several, {"step": drivers.triple})(5) == 243


def test_equal_calls_compile_once() -> None:
    bindings = {"step": drivers.double}
    assert compile_driver(drivers.several, bindings) is compile_driver(drivers.several, dict(bindings))


def test_events_are_left_out_with_their_arguments() -> None:
    s = State(seats=3, leader=1)
    s.hands[1][4] = 1
    twin = twin_of(effects.apply_lead)
    assert {"emit", "beat"} <= set(effects.apply_lead.__code__.co_names)
    assert not {"emit", "whisper", "beat"} & set(twin.__code__.co_names)
    assert twin.__code__.co_firstlineno == effects.apply_lead.__code__.co_firstlineno


def test_the_rules_stay_undecorated() -> None:
    game = games.load("quickshot")
    compile_driver(drivers.deal, {"setup": game.setup})
    assert type(game.setup).__name__ == "function"
    assert effects.emit.__module__ == "croupier.core.events"


def test_bounds_are_checked() -> None:
    row = rows_of(State(seats=3))[0]
    over = compile_driver(drivers.card_of, {})
    assert over(row, 6) == 0
    for place in (7, -1, -7, -(1 << 40)):
        with pytest.raises(IndexError):
            over(row, place)


def test_bits_are_counted_alike() -> None:
    counted = compile_driver(drivers.bits, {})
    for number in (0, 1, 6, 127, 1 << 31, (1 << 62) - 1):
        assert counted(number) == number.bit_count()


def test_a_driver_for_arguments_of_one_type_is_the_same_driver() -> None:
    row = rows_of(State(seats=3, hands=[[0] * 9] * 7, card=[3] * 7))[0]
    over = compile_driver(drivers.card_of, {})
    assert typed(over, row, 6)(row, 2) == over(row, 2) == 3


def test_what_is_no_slot_is_named_with_those_there_are() -> None:
    with pytest.raises(Unknown, match=r"no slot in compiled_drivers 'stop' \(did you mean step\?\); there are .*step"):
        compile_driver(drivers.several, {"stop": drivers.double})
    with pytest.raises(Unknown, match="'stop'"):
        plain_driver(drivers.several, {"stop": drivers.double})


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (drivers.several, "compiled_drivers.several uses step, an empty slot"),
        (drivers.looks_up, "compiled_drivers.looks_up uses NAMES, a dict"),
    ],
)
def test_what_cannot_be_compiled_is_named(entry: compiler.Function, sentence: str) -> None:
    with pytest.raises(CannotCompile, match=sentence):
        compile_driver(entry, {"setup": drivers.double})


def test_a_function_inside_another_is_refused() -> None:
    def inner(n: int) -> int:
        return n

    with pytest.raises(CannotCompile, match=r"inner .* must stand at the top of its module"):
        twin_of(inner)


def test_any_change_of_a_helper_changes_the_cache_folder(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for copy in (first, second):
        for room in compiler.ROOMS:
            shutil.copytree(compiler.PACKAGE / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    assert cache_folder(first).name == cache_folder(second).name
    helper = second / "core" / "chance.py"
    helper.write_text(helper.read_text() + "\n")
    compiler.source_hash.cache_clear()
    assert cache_folder(first).name != cache_folder(second).name


def test_the_cache_lies_where_people_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    assert cache_folder().parent == tmp_path
    assert compile_driver(drivers.several, {"step": drivers.double})(3) == 8
    assert list(tmp_path.rglob("*.nbi"))


def test_compiled_code_runs_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    monkeypatch.setenv("CROUPIER_CACHE", str(file))
    assert compile_driver(drivers.several, {"step": drivers.double})(4) == 16


def test_records_of_both_kinds_hold_the_same(tmp_path: Path) -> None:
    s = State(seats=4, leader=2)
    rows = rows_of(s, 2)
    assert len(rows) == 2
    assert np.array_equal(rows[0], rows[1])
    assert State.from_numpy(rows[0]) == s
