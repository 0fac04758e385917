"""A game of ``croupier play`` on a pseudo-terminal, as a person sees it and types into it."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import termios
import time
from typing import Any

COMMAND = [sys.executable, "-m", "croupier", "play"]
ALT_SCREEN, MAIN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


class Screen:
    """A game on a pseudo-terminal."""

    def __init__(
        self, *args: str, lines: int = 24, columns: int = 80, env: dict[str, str] | None = None, shell: str = ""
    ) -> None:
        """``shell``: what a shell does that has begun the game as a job of its own, once that has ended or was stopped."""
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (lines, columns))
        self.theirs = theirs
        self.before: list[Any] = termios.tcgetattr(theirs)
        env = {**os.environ, "TERM": "xterm-256color", **(env or {})}
        command = [*COMMAND, *args]
        if shell:
            command = ["bash", "-c", f"set -m; {shlex.join(command)}; {shell}"]
        ends = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        self.process = subprocess.Popen(
            command, **ends, env=env, preexec_fn=take_terminal, start_new_session=True
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

    def resize(self, columns: int, lines: int) -> None:
        termios.tcsetwinsize(self.theirs, (lines, columns))

    def drain(self) -> None:
        while select.select([self.ours], [], [], 0.2)[0]:
            self.shown += self.read()

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

    def keys(self) -> list[Any]:
        return termios.tcgetattr(self.theirs)

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
    """Makes the pseudo-terminal the one whose Ctrl-C reaches the game. It hears signals even where the tests ignore them, as
    under nohup."""
    import fcntl

    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def plain_lines(shown: str) -> str:
    """The last screen drawn, without its colours."""
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown.split("\x1b[H")[-1])
