"""Which tables the lobby shows, and in which order. A stranger who opens hundreds of them hides nobody's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from croupier.server.limits import Limits
from croupier.server.messages import Lobby, LobbyTable

LOBBY_MS = 24 * 3600 * 1000
"""After a restart: a table where nothing has happened for so long was left before it."""
MOST_SHOWN = 100
"""More than anybody reads."""


class Company(IntEnum):
    """Who is connected at a table."""

    NOBODY = 0
    PEOPLE = 1
    """Somebody with a seat, but not the host."""
    HOST = 2


class Listed(NamedTuple):
    shown: LobbyTable
    changed: float
    """When something was shown there last, by a clock that is never set back, in seconds."""
    seen: float
    """When somebody with a seat was connected there last, or something changed."""


class LobbyBoard:
    def __init__(self, limits: Limits, company: Callable[[str], Company]) -> None:
        self.limits = limits
        self.company = company
        self.tables: dict[str, Listed] = {}
        self.openers: dict[str, str] = {}
        """From which address a table was opened, while it is listed. Not from this machine, which may be a proxy that speaks
        for many, and not across a restart."""

    def found(self, table: str, shown: LobbyTable, age_ms: int, now: float) -> None:
        """A table of an earlier run. People get as long to come back as they do after they have left."""
        if age_ms <= LOBBY_MS:
            self.tables[table] = Listed(shown, now - age_ms / 1000, now)

    def opened(self, table: str, address: str) -> None:
        if table in self.tables and address:
            self.openers[table] = address

    def show(self, table: str, shown: LobbyTable | None, now: float) -> None:
        """How the table is shown from now on; None: not at all."""
        if shown:
            self.tables[table] = Listed(shown, now, now)
        else:
            self.tables.pop(table, None)
            self.openers.pop(table, None)

    def stirred(self, table: str, now: float) -> None:
        """Something has happened there for everybody to see."""
        if old := self.tables.get(table):
            self.tables[table] = Listed(old.shown, now, now)

    def seen(self, table: str, now: float) -> None:
        """Somebody with a seat has come or gone."""
        if old := self.tables.get(table):
            self.tables[table] = old._replace(seen=now)

    def lively(self, now: float) -> list[Listed]:
        """Without tables that everybody has left: they come back when somebody does, and are forgotten after a day."""
        for table in [table for table, listed in self.tables.items() if now - listed.seen > LOBBY_MS / 1000]:
            if not self.company(table):
                self.show(table, None, now)
        oldest = now - self.limits.lobby_waits
        return [listed for table, listed in self.tables.items() if listed.seen >= oldest or self.company(table)]

    def lobby(self, now: float) -> Lobby:
        """Those whose host is there first, then those where somebody is; of each those with free seats, and the newest."""
        per_address: Counter[str] = Counter()
        shown = []
        for listed in sorted(self.lively(now), key=self.rank):
            address = self.openers.get(listed.shown.table, "")
            per_address[address] += 1
            if not address or per_address[address] <= self.limits.listed_at_once:
                shown.append(listed.shown)
        return Lobby(tuple(shown[:MOST_SHOWN]))

    def rank(self, listed: Listed) -> tuple[int, bool, float]:
        return -self.company(listed.shown.table), listed.shown.state != "gathering", -listed.changed
