"""Quickshot in a terminal: whole games through a pipe and on a real terminal, every page, and leaving cleanly."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from screens import COMMAND, MAIN_SCREEN, Screen, plain_lines

from croupier import games

GAME = games.load("quickshot")
ANY = "1\n2\n3\n4\n5\n6\n7\n8\n0\n"
"""Whatever is asked, one of these answers it; the others are told to be impossible."""


def play(answers: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A game through a pipe."""
    return subprocess.run([*COMMAND, "quickshot", *args], input=answers, capture_output=True, text=True, timeout=120)


# --- through a pipe --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "bots"), [(3, "prospector"), (5, "greenhorn"), (7, "prospector,sharper")])
def test_a_whole_game_through_a_pipe(seats: int, bots: str) -> None:
    done = play(ANY * 60, "--seats", str(seats), "--bots", bots, "--seed", "3", "--name", "Ada")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over" in done.stdout
    assert done.stdout.count("wins the game") == 1
    assert "\x1b" not in done.stdout


def test_equal_seeds_and_answers_give_equal_games() -> None:
    first, again, other = (play(ANY * 60, "--seed", seed).stdout for seed in ("8", "8", "9"))
    assert first == again != other


def test_the_pages_through_a_pipe() -> None:
    done = play("?\nd\nwhy\nlog\nq\n", "--seed", "5")
    assert done.returncode == 0
    assert all(card.text[:40] in done.stdout for card in GAME.cards())
    assert "0 cards have been discarded" in done.stdout
    assert "3.3" in done.stdout
    assert "leaves the table" in done.stdout


def test_actions_are_understood_as_notation_and_by_the_name_of_the_card() -> None:
    for answer in ("2", "play 2", "play Trap", "PLAY trap"):
        done = play(f"{answer}\n", "--seed", "5", "--bots", "prospector")
        assert "All cards are turned up." in done.stdout, answer


def test_the_same_deal_again_asks_for_the_same_box(tmp_path: Path) -> None:
    box = subprocess.run([*COMMAND[:-1], "box", "quickshot"], capture_output=True, text=True, timeout=60).stdout
    file = tmp_path / "box.toml"
    file.write_text(box.replace("Trap = 5", "Trap = 6"), "utf-8")
    answers = "".join(f"{key}\n" for key in "12345678") * 60
    assert "--box FILE" in " ".join(play(answers, "--seed", "5", "--box", str(file)).stdout.split())
    assert "--box FILE" not in " ".join(play(answers, "--seed", "5").stdout.split())


def test_a_box_of_its_own_is_named_at_the_start_and_shown_on_request(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GAME.dump_box(GAME.default_box()).replace("Trap = 5", "Trap = 6"), "utf-8")
    own = play("b\nq\n", "--seed", "5", "--box", str(file)).stdout
    assert own.startswith("This table plays with its own box") and "b box" in own and "Trap = 6" in own
    printed = play("b\nq\n", "--seed", "5").stdout
    assert "own box" not in printed and "b box" not in printed and "Trap = 5" not in printed


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        ("9", "and Enter; ? explains"),
        ("play it now", "is no action"),
        ("play 1", "is not possible now"),
        ("play 12", "no card '12'"),
    ],
)
def test_impossible_answers_are_told_and_asked_again(answer: str, part: str) -> None:
    done = play(f"{answer}\n2\n", "--seed", "5")
    assert part in " ".join(done.stdout.split())
    assert "All cards are turned up." in done.stdout


@pytest.mark.parametrize("answers", ["", "q\n", "quit\n", "?\n"])
def test_leaving_through_a_pipe(answers: str) -> None:
    done = play(answers, "--seed", "5")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("leaves the table.\n")


def test_strange_bytes_are_no_answer_and_no_end() -> None:
    done = subprocess.run([*COMMAND, "quickshot", "--seed", "5"], input=b"\xff\xfe\x00\n2\n", capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"All cards are turned up." in done.stdout


def test_a_name_is_a_name_and_not_markup() -> None:
    done = play("q\n", "--name", "[red]Belle[/]")
    assert "[red]Belle[/] leaves the table." in done.stdout
    assert play("q\n", "--name", "Belle").stdout.count("Belle (you)") == 1


def test_bots_that_think_apart_leave_no_process_behind() -> None:
    started = time.monotonic()
    done = play("q\n", "--bots", "sharper")
    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - started < 30


# --- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(terminal: Any) -> Any:
    return partial(terminal, "quickshot")


def test_a_whole_game_on_a_terminal(screen: Any) -> None:
    game = screen("--seed", "12", "--pace", "0", "--name", "Ada")
    play_to_the_end(game)
    game.type("\r")
    assert game.rest() == 0
    assert game.is_restored()
    assert "The game is over" in game.shown.split(MAIN_SCREEN)[-1], "the end stays on the main screen"


def play_to_the_end(game: Screen) -> None:
    """Answers every question with the last of its choices."""
    while "rematch" not in (shown := game.until("> $|rematch, Enter to leave: $")):
        game.type(f"{re.findall(r'(?m)^ +([0-9]) ', plain_lines(shown))[-1]}\r")


def test_a_rematch_starts_with_the_next_seat(screen: Any) -> None:
    game = screen("--seed", "12", "--pace", "0", "--seats", "3")
    play_to_the_end(game)
    game.type("r\r")
    shown = game.until("> ")
    assert "this table has it" in re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown)
    game.type("q\r")
    assert game.rest() == 0
    assert game.is_restored()


def test_ctrl_c_at_a_question(screen: Any) -> None:
    game = screen("--seed", "5", "--pace", "0")
    game.until("> ")
    game.type("\x03")
    assert game.rest() == 130
    assert game.is_restored()
    assert "Traceback" not in game.shown


def test_ctrl_c_in_a_pause(screen: Any) -> None:
    game = screen("--seed", "5", "--pace", "10")
    game.until("Any key skips")
    game.type("\x03")
    assert game.rest() == 130
    assert game.is_restored()
    assert "Traceback" not in game.shown


def test_ctrl_d_leaves(screen: Any) -> None:
    game = screen("--seed", "5", "--pace", "0")
    game.until("> ")
    game.type("\x04")
    assert game.rest() == 0
    assert game.is_restored()


def test_a_terminated_game_gives_the_terminal_back(screen: Any) -> None:
    game = screen("--seed", "5", "--pace", "10")
    game.until("Any key skips")
    game.process.send_signal(signal.SIGTERM)
    assert game.rest() == 143
    assert game.is_restored()


def test_a_key_skips_the_telling_and_is_no_answer(screen: Any) -> None:
    game = screen("--seed", "5", "--pace", "10")
    game.until("Any key skips")
    game.type("22")
    assert "All cards are turned up" not in game.until("> ", timeout=20)


def test_the_pages_on_a_terminal(screen: Any) -> None:
    game = screen("--seed", "5", "--pace", "0")
    for ask, part in (("?", "The cards"), ("d", "Discards"), ("log", "What happened"), ("why", "Why")):
        game.until("> $")
        game.type(f"{ask}\r")
        assert part in game.until("go back: ")
        game.type("q\r")
    game.until("> $")


@pytest.mark.parametrize(("lines", "columns"), [(24, 80), (40, 120), (12, 50), (50, 300)])
def test_every_screen_fits(screen: Any, lines: int, columns: int) -> None:
    game = screen("--seed", "11", "--pace", "0", "--seats", "7", lines=lines, columns=columns)
    drawn = plain_lines(game.until("> $")).replace("\r", "").split("\n")
    assert len(drawn) <= lines
    assert max(map(len, drawn)) <= columns
    game.type("q\r")
    assert game.rest() == 0
