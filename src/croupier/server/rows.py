"""Between the table's entries and the store's rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from croupier.server.messages import LobbyTable
from croupier.store.store import DueChange, Row, Summary
from croupier.table.entries import Acted, Entry, NonceGiven, Withdrawn, decode, encode
from croupier.table.table import Table

QUIET = Acted | Withdrawn | NonceGiven
"""Entries that change nothing in the summary."""


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    return [Row(entry.seq, entry.at, encode(entry)) for entry in entries]


def read_rows(rows: Sequence[Row]) -> Iterator[Entry]:
    """One after the other, as they are asked for. Invalid when a row is no entry."""
    return (decode(row.body) for row in rows)


def due_changes(before: Table | None, after: Table, now: int) -> list[DueChange]:
    """Timers that a restart must find again: the time of people, and that a bot has to decide."""
    changes: list[DueChange] = []
    if after.due_at != (before.due_at if before else None):
        changes.append(DueChange("time", after.due_at))
    if any(seat.bot_level for table in (before, after) if table for seat in table.seats):
        has_bots = bool(after.waiting_bots())
        if has_bots != bool(before and before.waiting_bots()):
            changes.append(DueChange("bot", now if has_bots else None))
    return changes


def summary_of(after: Table, entries: Sequence[Entry]) -> Summary | None:
    """None when these entries leave it as it was."""
    if all(isinstance(entry, QUIET) for entry in entries) and not after.stopped:
        return None
    shown = lobby_table(after)
    return Summary(after.is_over, msgspec.json.encode(shown) if shown else None)


def lobby_table(table: Table) -> LobbyTable | None:
    """How the lobby shows it; None when it does not: not listed, over, or without people."""
    frame = table.frame(frozenset(), 0)
    people = sum(seat.kind == "person" for seat in frame.seats)
    if not frame.listed or frame.state not in ("gathering", "playing") or not people or frame.host is None:
        return None
    return LobbyTable(
        table=frame.table,
        game=frame.game,
        name=frame.seats[frame.host].name,
        state="gathering" if frame.state == "gathering" else "playing",
        people=people,
        bots=sum(seat.kind == "bot" for seat in frame.seats),
        free=sum(seat.kind == "open" for seat in frame.seats),
        options=frame.options,
    )
