"""Events and beats: what happened, by which rule paragraph, and when people should look.

Rules call ``emit``, ``whisper``, ``emit_apart`` and ``beat``. At a table a Recorder hangs on the state and writes them down;
elsewhere the calls do nothing, and the compiler replaces them by nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

EVERYBODY = -1
"""The audience of an argument that is no secret."""


class Event(NamedTuple):
    """What happened. ``rule`` is 100 * section + paragraph; ``audience[i]`` the mask of seats that may see ``args[i]``."""

    kind: int
    rule: int
    args: tuple[int, ...]
    audience: tuple[int, ...]

    def may_see(self, i: int, viewer: int) -> bool:
        """Whether the viewer (a seat; negative for a spectator) may see argument i."""
        mask = self.audience[i]
        return mask == EVERYBODY or (viewer >= 0 and bool(mask >> viewer & 1))


class Beat(NamedTuple):
    """A moment people should see: its events, and what a spectator sees right after them."""

    events: list[Event]
    view: Any


class Recorder:
    """Collects the events and beats of one action. ``show()`` gives the spectator's view of the state it hangs on."""

    def __init__(self, show: Callable[[], Any]) -> None:
        self.show = show
        self.events: list[Event] = []
        self.beats: list[Beat] = []

    def beat(self) -> None:
        if self.events:
            self.beats.append(Beat(self.events, self.show()))
            self.events = []


def emit(s: Any, kind: int, rule: int, *args: int) -> None:
    """Something happened that everybody may know."""
    if s.recorder is not None:
        s.recorder.events.append(Event(kind, rule, args, (EVERYBODY,) * len(args)))


def whisper(s: Any, seats: int, kind: int, rule: int, public: int, *secret: int) -> None:
    """Something happened: the first argument is for everybody, the others only for the seats of the mask."""
    if s.recorder is not None:
        s.recorder.events.append(Event(kind, rule, (public, *secret), (EVERYBODY, *(seats,) * len(secret))))


def emit_apart(s: Any, kind: int, rule: int, args: tuple[int, ...], audience: tuple[int, ...]) -> None:
    """Something happened, and each argument has an audience of its own: a mask of seats, or EVERYBODY."""
    if s.recorder is not None:
        s.recorder.events.append(Event(kind, rule, args, audience))


def beat(s: Any) -> None:
    """People should see the table as it stands now."""
    if s.recorder is not None:
        s.recorder.beat()


def format_rule(rule: int) -> str:
    """3_10 -> '3.10'."""
    return f"{rule // 100}.{rule % 100}"


def seats_in(mask: int) -> list[int]:
    """The seats of a bit mask, in seat order."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
