"""The game in a terminal: whole games through a pipe and on a real terminal, every page, and leaving cleanly."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.cli.opponents import Opponents
from croupier.cli.sitting import Sitting

GAME = games.load("quickshot")
COMMAND = [sys.executable, "-m", "croupier", "play", "quickshot"]
ANY = "1\n2\n3\n4\n5\n6\n7\n8\n0\n"
"""Whatever is asked, one of these answers it; the others are told to be impossible."""
ALT_SCREEN, MAIN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


def play(answers: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A game through a pipe."""
    return subprocess.run([*COMMAND, *args], input=answers, capture_output=True, text=True, timeout=120)


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
    box = subprocess.run([*COMMAND[:-2], "box", "quickshot"], capture_output=True, text=True, timeout=60).stdout
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
    done = subprocess.run([*COMMAND, "--seed", "5"], input=b"\xff\xfe\x00\n2\n", capture_output=True, timeout=60)
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


class Screen:
    """A game on a pseudo-terminal."""

    def __init__(self, *args: str, lines: int = 24, columns: int = 80) -> None:
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (lines, columns))
        self.theirs = theirs
        self.before: list[Any] = termios.tcgetattr(theirs)
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(lines)}
        ends = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        self.process = subprocess.Popen(
            [*COMMAND, *args], **ends, env=env, preexec_fn=take_terminal, start_new_session=True
        )  # type: ignore[call-overload]
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.shown = ""

    def read(self) -> str:
        return self.decoder.decode(os.read(self.ours, 65536))

    def until(self, pattern: str, timeout: float = 60.0) -> str:
        """Everything shown from now on until the pattern appears."""
        shown, end = "", time.monotonic() + timeout
        while not re.search(pattern, shown):
            ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{pattern!r} did not appear in:\n{shown}")
            try:
                shown += self.read()
            except OSError:
                break
        self.shown += shown
        assert re.search(pattern, shown), f"{pattern!r} did not appear in:\n{shown}"
        return shown

    def type(self, text: str) -> None:
        time.sleep(0.5)  # nobody types before the prompt is read; keys pressed earlier are forgotten on purpose
        os.write(self.ours, text.encode())

    def rest(self) -> int:
        """Reads until the game has ended; returns its exit code."""
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self.ours], [], [], 0.05)[0]:
                self.shown += self.read()
        while select.select([self.ours], [], [], 0.05)[0]:
            self.shown += self.read()
        assert self.process.poll() is not None, "the game did not end"
        return self.process.returncode

    def is_restored(self) -> bool:
        """Whether the terminal is as it was: main screen, cursor shown, lines and echo."""
        after = termios.tcgetattr(self.theirs)
        screen = self.shown.rfind(MAIN_SCREEN) > self.shown.rfind(ALT_SCREEN)
        cursor = self.shown.rfind("\x1b[?25h") >= self.shown.rfind("\x1b[?25l")
        return screen and cursor and after == self.before

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


def take_terminal() -> None:
    """Makes the pseudo-terminal the one whose Ctrl-C reaches the game."""
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def screen() -> Iterator[Any]:
    opened: list[Screen] = []

    def open_screen(*args: str, **size: int) -> Screen:
        opened.append(Screen(*args, **size))
        return opened[-1]

    yield open_screen
    for one in opened:
        one.close()


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


def plain_lines(shown: str) -> str:
    """The last screen drawn, without its colours."""
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown.split("\x1b[H")[-1])


def test_a_rematch_starts_with_the_next_seat(screen: Any) -> None:
    game = screen("--seed", "12", "--pace", "0", "--seats", "3")
    play_to_the_end(game)
    game.type("r\r")
    shown = game.until("> ")
    assert "turn to start" in re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown)
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


# --- what a sitting promises -----------------------------------------------------------------------------------------


def test_bots_get_a_redealt_state_and_the_person_hears_no_secret() -> None:
    opponents = Watching()
    sitting = Sitting(GAME, GAME.default_box(), opponents, levels=["greenhorn"] * 5, me=0, seed=4)  # type: ignore[arg-type]
    told = sitting.take()
    while not sitting.is_over:
        if sitting.asks_me:
            sitting.act(0, sitting.offer().actions[0].number)
        else:
            opponents.truth = sitting.state
            sitting.let_bot_act()
        told += sitting.take()
    assert opponents.asked > 4
    drawn = [event for moment in told for event in moment.told if event.kind == "drew"]
    assert drawn and all((event.value is None) == (event.seat != 0) for event in drawn)


class Watching(Opponents):
    """Checks what the bots are given."""

    truth: Any = None
    asked = 0

    def __init__(self) -> None:
        super().__init__(GAME, ["greenhorn"], exact=True)

    def choose(self, box: Any, state: Any, seat: int, level: str, key: int) -> int:
        self.asked += 1
        assert state is not self.truth
        assert state.recorder is None
        again = self.truth.copy()
        GAME.redeal(box, again, seat, key)
        assert again == state
        return super().choose(box, state, seat, level, key)
