"""Keys of a terminal outside of a question: a pause that any key ends, and forgetting what was typed too early."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator

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
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)


def pause(seconds: float) -> bool:
    """Wait; returns whether a key ended it early. Inside ``silent_keys`` only."""
    if termios is None:
        time.sleep(seconds)
        return False
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    if ready:
        forget_keys()
    return bool(ready)


def forget_keys() -> None:
    """What was typed before the question came is no answer to it."""
    if termios is not None:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
