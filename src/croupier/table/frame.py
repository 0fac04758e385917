"""The frame of a table: who sits where and what is awaited. Everybody sees the same frame; it holds no secret."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.core.game import Standing

Level = Literal["greenhorn", "prospector", "sharper", "mayor"]
"""The names of bots.levels, for type checkers and the client."""


class SeatFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    """The name at the table; empty for an open seat."""
    level: Level | None = None
    """How a bot plays."""
    here: bool = True
    """Whether a person's client is connected."""
    stand_in: bool = False
    """A bot decides for this person until they return."""
    timed_out: bool = False
    """The latest decision here was made for the person because their time was up."""
    decided_for: int = 0
    """How many decisions were made for this person so far: who comes back sees that there were some."""


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table around the game."""

    table: str
    game: str
    title: str
    state: Literal["gathering", "playing", "over", "stopped"]
    seats: tuple[SeatFrame, ...]
    host: int | None = None
    awaited: tuple[int, ...] = ()
    """The seats whose decision is awaited."""
    due_at: int | None = None
    """When it will be decided for those awaited, by a bot or, in a window, as ``unanswered`` says; milliseconds since 1970."""
    window: int = 0
    """Where those awaited are asked in an interrupt window, in the middle of another's turn: how many seconds it is open."""
    seconds: int = 0
    """Time per decision; 0 is no limit. It does not count in a window."""
    listed: bool = False
    """Whether the lobby shows this table."""
    first_seat: int | None = None
    """The seat that the host, or a rematch, has named to start; absent: as the rules say."""
    options: dict[str, str] = {}
    box: str | None = None
    """The text of the box, where it is not the printed one."""
    may_start: str = ""
    """While gathering: empty when the host may start, else a sentence that says what is missing."""
    commitment: str = ""
    """SHA-256 of the table's seed, in hexadecimal digits: shown before the deal."""
    seed: str | None = None
    """The seed itself, once the game is over."""
    standings: tuple[Standing, ...] = ()
    """Once the game is over: every seat, best place first."""
    next_table: str | None = None
    """The table of the rematch."""
    spectators: int = 0
    notice: str = ""
    """A sentence for everybody: why the table stopped, or that a bot is warming up."""
