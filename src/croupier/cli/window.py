"""The window of a terminal while it is ours: given back however the game ends or stops, drawn again when its size changes."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console

from croupier.cli.keyboard import awake, forget_keys, keys_of, next_line, pause, set_keys

ENDED = 128
"""Shells know a program that a signal has ended by this and the signal's number: 129 for SIGHUP, 143 for SIGTERM."""
ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""What ends a game besides Ctrl-C, where the system knows it."""


def has_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def can_draw() -> bool:
    """Whether the terminal is one that can be drawn on."""
    return has_terminal() and (os.name == "nt" or os.environ.get("TERM", "").lower() not in ("", "dumb", "unknown"))


class Window:
    """What is shown is a *frame*, a function that draws it in the size that the window has now."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.frame: Callable[[], None] | None = None
        self.prompt = ""
        self.at_rest = False
        """Whether nothing is being drawn, so that a signal may draw."""
        self.is_stale = False
        """Whether the size has changed since."""
        self.is_ending = False
        """Whether the game is being left: one signal does that, and no other disturbs it."""
        self.keys: Any = None
        """How the terminal treated keys before it was ours."""
        self.wake = -1
        """What can be read from when a signal has come."""

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """The window is ours inside, and as it was afterwards, whatever happens."""
        self.keys = keys_of()
        with awake() as self.wake:
            self.is_ending = False
            handlers = self.listen()
            try:
                self.enter()
                yield
            finally:
                self.is_ending = True  # nothing keeps the window from being given back
                with contextlib.suppress(OSError):  # it may be gone
                    set_keys(self.keys)
                    self.leave()
                for number, handler in handlers.items():
                    signal.signal(number, handler)

    def listen(self) -> dict[int, Any]:
        """Hears the signals from now on; returns who heard them before. What is ignored stays ignored, as under nohup."""
        wanted: dict[str, Any] = dict.fromkeys(ENDING, self.end) | {"SIGINT": self.interrupt, "SIGTSTP": self.stop}
        wanted |= {"SIGWINCH": self.draw_again, "SIGCONT": self.draw_again}
        before: dict[int, Any] = {}
        for name, handler in wanted.items():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
        return before

    def enter(self) -> None:
        self.console.set_alt_screen(True)

    def leave(self) -> None:
        self.console.show_cursor(True)
        self.console.set_alt_screen(False)

    # --- frames ----------------------------------------------------------------------------------------------------------

    def show(self, frame: Callable[[], None]) -> None:
        self.frame, self.is_stale = frame, False
        frame()

    @contextlib.contextmanager
    def resting(self, prompt: str = "") -> Iterator[None]:
        """Inside nothing is drawn but by signals; the frame is followed by the prompt."""
        self.prompt = prompt
        self.say_prompt()
        self.at_rest = True
        if self.is_stale:
            self.draw_again()
        try:
            yield
        finally:
            self.at_rest = False

    def pause(self, seconds: float) -> bool:
        """Whether a key ended it early."""
        with self.resting():
            return pause(seconds, self.wake)

    def ask(self, prompt: str) -> str:
        """A line that is typed; EOFError where none can come any more."""
        with self.resting(prompt):
            return next_line(self.wake)

    def say_prompt(self) -> None:
        self.console.print(self.prompt, end="", markup=False)

    # --- signals ---------------------------------------------------------------------------------------------------------

    def end(self, number: int, _: object) -> None:
        if not self.is_ending:
            self.is_ending = True
            sys.exit(ENDED + number)

    def interrupt(self, *_: object) -> None:
        if not self.is_ending:
            self.is_ending = True
            raise KeyboardInterrupt

    def stop(self, number: int, _: object) -> None:
        """Ctrl-Z: the shell gets its window, and we get ours back when it lets us go on."""
        keys, before = keys_of(), signal.signal(number, signal.SIG_DFL)
        rested, self.at_rest = self.at_rest, False
        set_keys(self.keys)
        self.leave()
        os.kill(os.getpid(), number)
        signal.signal(number, before)
        self.enter()
        set_keys(keys)
        self.at_rest = rested
        self.draw_again()

    def draw_again(self, *_: object) -> None:
        """At once, or as soon as what is being drawn is done. What was typed and not yet sent is forgotten: it is no longer
        seen."""
        self.is_stale = True
        while self.is_stale and self.at_rest and self.frame:  # the size may change meanwhile
            self.at_rest = False
            forget_keys()
            self.show(self.frame)
            self.say_prompt()
            self.at_rest = True
