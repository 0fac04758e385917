"""What a store promises. ``sqlite.py`` keeps it on disk, ``memory.py`` for tests and measurements.

A store knows entries as numbered bytes. One ``Append`` is atomic: its entries, its command, its timers and its summary are
all durable when the future resolves, or none of them is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from croupier.core.errors import CroupierError

DueKind = Literal["time", "bot"]
ALL = 1 << 62
"""More entries than any log has."""


PUBLIC = "The server cannot store anything right now; nothing was changed. Try again in a moment."


class StoreError(CroupierError):
    """The store cannot be opened, or an append did not become durable. Its text is for whoever runs the server, and may hold
    paths; ``public`` is the sentence for everybody else, and holds none."""

    def __init__(self, text: str, public: str = PUBLIC) -> None:
        super().__init__(text)
        self.public = public


class Conflict(StoreError):
    """The append was not the next one of its table, or its command has been answered before."""

    def __init__(self, text: str) -> None:
        super().__init__(text, text)


def public(error: CroupierError) -> str:
    """The sentence of an error for people who do not run the server."""
    return error.public if isinstance(error, StoreError) else str(error)


class Row(NamedTuple):
    """One entry of a table's log."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    body: bytes


class Answered(NamedTuple):
    """A command and its answer, so that a repetition by the same person gets the same one."""

    seat: int
    since: int
    """The entry by which that person sat down: whoever had the seat before may have used the same ``cmd_id``."""
    cmd_id: str
    answer: bytes


class DueChange(NamedTuple):
    """The timer of this kind is now due at this time (milliseconds since 1970); None: there is none any more."""

    kind: DueKind
    due_at: int | None


class Due(NamedTuple):
    """A timer that waits."""

    table: str
    kind: DueKind
    due_at: int


class Summary(NamedTuple):
    """What may be known of a table without reading its log."""

    is_over: bool
    lobby: bytes | None
    """How the lobby shows it; None when it does not."""


class Append(NamedTuple):
    """What becomes durable together."""

    table: str
    rows: Sequence[Row]
    """At least one, numbered on from the last durable one; the first of a table is number 0."""
    command: Answered | None = None
    due: Sequence[DueChange] = ()
    summary: Summary | None = None
    """None: as it was."""


class Sitting(NamedTuple):
    """A table that is not over."""

    table: str
    lobby: bytes | None
    at: int
    """When its last entry was written."""


class Store(Protocol):
    """All methods are called from one event loop."""

    name: str
    """For the health page."""

    def append(self, *batch: Append) -> asyncio.Future[None]:
        """Resolves after the commit that made all of the batch durable; Conflict or StoreError when nothing was written."""

    async def load(self, table: str, since: int = 0, most: int = ALL) -> list[Row]:
        """The table's log from this entry on, so many entries at most; empty when there is no such table or entry."""

    async def answer(self, table: str, seat: int, since: int, cmd_id: str) -> bytes | None:
        """The first answer to this command of whoever has sat there since that entry, if it was accepted."""

    async def list_open(self) -> list[Sitting]:
        """Every table that is not over."""

    async def due(self, before: int) -> list[Due]:
        """Every timer that is due before this time, by rising time."""

    def fault(self) -> StoreError | None:
        """What keeps it from storing anything now, noticed within seconds; None when nothing is known to."""

    def close(self) -> None:
        """Commit what has been appended, then let go."""
