"""Keys of a terminal outside of a question: a pause that any key ends, and forgetting what was typed too early."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

try:
    import select
    import termios
    import tty
except ImportError:  # not a POSIX terminal: pauses cannot be cut short there
    termios = None  # type: ignore[assignment]


@contextlib.contextmanager
def silent_keys() -> Iterator[None]:
    """Single keys can be read and are not shown; afterwards the terminal is as it was. Ctrl-C still interrupts."""
    if termios is None:
        yield
        return
    before = keys_of()
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        set_keys(before)


def keys_of() -> Any:
    """How the terminal treats keys now."""
    return None if termios is None else termios.tcgetattr(sys.stdin)


def set_keys(keys: Any) -> None:
    """As ``keys_of`` has told it. What was typed until then is forgotten."""
    if termios is not None:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, keys)


def pause(seconds: float, wake: int) -> bool:
    """Wait; returns whether a key ended it early. Inside ``silent_keys`` and ``awake`` only."""
    if termios is None:
        time.sleep(seconds)
        return False
    pressed = key_within(seconds, wake)
    if pressed:
        forget_keys()
    return pressed


@contextlib.contextmanager
def awake() -> Iterator[int]:
    """Gives a descriptor that can be read from whenever a signal has come. Python hears of a signal between two steps of its
    own: one that comes right before it waits for keys would be heard after the next key."""
    wake, call = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(call, False)
    before = signal.set_wakeup_fd(call, warn_on_full_buffer=False)
    try:
        yield wake
    finally:
        signal.set_wakeup_fd(before)
        os.close(wake)
        os.close(call)


def key_within(seconds: float | None, wake: int) -> bool:
    """Whether something was typed so soon; what signals do is done meanwhile."""
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if end is None else max(end - time.monotonic(), 0.0)
        ready, _, _ = select.select([sys.stdin, wake], [], [], left)
        if wake in ready:
            os.read(wake, 4096)
        if sys.stdin in ready or not ready:
            return sys.stdin in ready


def next_line(wake: int) -> str:
    """As ``input`` reads it from a terminal; EOFError at its end."""
    if termios is not None:
        key_within(None, wake)
    return input()


def forget_keys() -> None:
    """What was typed before the question came is no answer to it."""
    if termios is not None:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
