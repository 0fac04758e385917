"""The window of a game in the terminal: given back however the game ends or stops, drawn again in every size."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from typing import Any

import pytest
from screens import ALT_SCREEN, COMMAND, MAIN_SCREEN, Screen, plain_lines

GAMES = ("quickshot", "silver_and_gold", "quick_silver")
TOO_SMALL = "This window is 30 by 10; Croupier needs at least 40 by 12; make it larger."


def is_at(game: Screen, where: str) -> None:
    """Waits until the game has come so far."""
    game.until({"question": "> $", "pause": "Any key skips", "page": "go back: $"}[where])


def begin(terminal: Any, name: str, where: str, **more: Any) -> Screen:
    game: Screen = terminal(name, "--bots", "greenhorn", "--seed", "5", "--pace", "10" if where == "pause" else "0", **more)
    if where == "page":
        is_at(game, "question")
        game.type("?\r")
    is_at(game, where)
    return game


@pytest.mark.parametrize("where", ["question", "pause", "page"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whatever_ends_it_gives_the_window_back(terminal: Any, where: str, number: signal.Signals) -> None:
    game = begin(terminal, "quickshot", where)
    game.process.send_signal(number)
    assert game.rest() == 128 + number
    assert game.is_restored() and "Traceback" not in game.shown


def test_many_signals_at_once_give_the_window_back(terminal: Any) -> None:
    game = begin(terminal, "quickshot", "question")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGINT):
        game.process.send_signal(number)
    assert game.rest() in (129, 130, 143, -1, -15), "a further one may end what has given the window back already"
    assert game.is_restored() and "Traceback" not in game.shown


@pytest.mark.parametrize("delay", [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 1.2])
@pytest.mark.parametrize("bots", ["greenhorn", "sharper"])
def test_ctrl_c_while_a_game_begins_ends_it(terminal: Any, delay: float, bots: str) -> None:
    """Before Python has come to our first line nobody can catch it; then it is 130, quickly and without a word."""
    game: Screen = terminal("quickshot", "--bots", bots)
    time.sleep(delay)
    began = time.monotonic()
    os.write(game.ours, b"\x03")
    code = game.rest()
    assert time.monotonic() - began < 10
    if delay >= 0.3:
        assert code == 130 and "Traceback" not in game.shown
    assert code and game.shown.count(ALT_SCREEN) == game.shown.count(MAIN_SCREEN)


@pytest.mark.parametrize("where", ["question", "pause", "page"])
def test_ctrl_z_gives_the_window_to_the_shell_and_takes_it_back(terminal: Any, where: str) -> None:
    """The shell here lets the game go on after a second."""
    game = begin(terminal, "quickshot", where, shell="echo stopped $?; sleep 1; fg; exit $?")
    keys = game.keys()
    game.type("\x1a")
    shown = game.until("stopped 148")
    assert shown.rfind(MAIN_SCREEN) > shown.rfind(ALT_SCREEN)
    is_at(game, where)
    assert game.shown.rfind(ALT_SCREEN) > game.shown.rfind(MAIN_SCREEN) and game.keys() == keys
    game.type("\x03")
    assert game.rest() == 130
    assert game.is_restored()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("where", ["question", "page"])
def test_another_size_is_drawn_at_once(terminal: Any, name: str, where: str) -> None:
    game = begin(terminal, name, where)
    for columns, lines in ((130, 45), (45, 24), (80, 24)):
        game.resize(columns, lines)
        drawn = plain_lines(game.until({"question": "> $", "page": "go back: $"}[where])).replace("\r", "").split("\n")
        assert len(drawn) <= lines and max(map(len, drawn)) <= columns
        assert where == "page" or ("│" in "".join(drawn[1:5])) >= (columns > 112)
    game.type("q\r")
    if where == "page":
        game.until("> $")
        game.type("q\r")
    assert game.rest() == 0 and game.is_restored()


@pytest.mark.parametrize("name", GAMES)
def test_a_window_that_is_too_small_says_so_and_goes_on_when_it_is_larger(terminal: Any, name: str) -> None:
    game = begin(terminal, name, "question", lines=10, columns=30)
    assert TOO_SMALL in " ".join(plain_lines(game.shown).split())
    game.resize(80, 24)
    large = plain_lines(game.until("> $"))
    assert "This window" not in large and "leave" in large
    game.resize(30, 10)
    assert TOO_SMALL in " ".join(plain_lines(game.until("> $")).split())
    for size in ((1, 1), (0, 0), (80, 24)):
        game.resize(*size)
        game.drain()
    assert "leave" in plain_lines(game.shown)
    game.type("q\r")
    assert game.rest() == 0 and game.is_restored()


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": ""}, {"TERM": "unknown"}])
def test_a_terminal_that_cannot_be_drawn_on_is_told(terminal: Any, env: dict[str, str]) -> None:
    game: Screen = terminal("quickshot", "--seed", "5", env=env)
    game.until("> $")
    game.type("q\r")
    assert game.rest() == 0 and ALT_SCREEN not in game.shown and "leaves the table" in game.shown


@pytest.mark.parametrize(
    "env",
    [
        {"COLUMNS": "0", "LINES": "0"},
        {"COLUMNS": "500", "LINES": "2"},
        {"NO_COLOR": "1"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C"},
    ],
)
def test_odd_surroundings_still_make_a_table(terminal: Any, env: dict[str, str]) -> None:
    game: Screen = terminal("quickshot", "--seed", "5", "--pace", "0", env=env)
    drawn = plain_lines(game.until("> $")).replace("\r", "").split("\n")
    assert max(map(len, drawn)) <= 80 and len(drawn) <= 24 and "leave" in "".join(drawn)
    game.type("q\r")
    assert game.rest() == 0 and game.is_restored()
    assert "NO_COLOR" not in env or not re.search(r"\x1b\[[\d;]*3[1-7]m", game.shown)


def test_colors_that_are_forced_do_not_make_a_pipe_a_window() -> None:
    env = {**os.environ, "FORCE_COLOR": "1"}
    done = subprocess.run([*COMMAND, "quickshot"], input="q\n", capture_output=True, text=True, timeout=60, env=env)
    assert done.returncode == 0 and ALT_SCREEN not in done.stdout


def test_without_standard_input_the_person_leaves() -> None:
    command = " ".join([*COMMAND, "quickshot", "<&-"])
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "") and "leaves the table" in done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_window_shows_the_whole_question(terminal: Any, name: str) -> None:
    game = begin(terminal, name, "question", lines=12, columns=40)
    rows = plain_lines(game.shown).replace("\r", "").split("\n")
    assert len(rows) <= 12 and max(map(len, rows)) <= 40
    assert "leave" in "".join(rows[-3:]) and "This window" not in "".join(rows)
