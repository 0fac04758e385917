"""Who is at the table. While a game runs, people without a socket are away after a grace period, and then a bot stands in;
before the deal their seats open again for others, so that nobody keeps seats without being there.

As long as nobody at all is connected no game goes on: there is nobody who waits, and a game must not play itself to its end
because everybody's train is in the same tunnel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from croupier.core.game import SPECTATOR
from croupier.server.owned import OfDesk
from croupier.table.commands import Away, Return

if TYPE_CHECKING:
    from croupier.server.desk import Desk


class Missing(NamedTuple):
    """Somebody who is awaited. Whoever sits down there next is somebody else, and the deal begins a new wait."""

    seat: int
    key_hash: str
    phase: str


class Presence(OfDesk):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.timers: dict[Missing, asyncio.TimerHandle] = {}
        self.sat_from: dict[str, str] = {}
        """By the hash of a seat's key, the address from which the seat was taken; never this machine's."""
        self.underway: list[str] = []
        """The addresses from which somebody sits down just now."""

    def here(self) -> frozenset[int]:
        """The seats with a socket."""
        return frozenset(audience for audience in self.desk.audiences if audience != SPECTATOR)

    def refresh(self) -> None:
        """Start the clock of those who have just gone, stop it of those who are here."""
        missing = self.missing()
        for one in self.timers.keys() - missing:
            self.timers.pop(one).cancel()
        loop = asyncio.get_running_loop()
        for one in missing - self.timers.keys():
            self.timers[one] = loop.call_later(self.patience(), self.expire, one)

    def patience(self) -> float:
        """How long somebody is awaited now, in seconds."""
        table, limits = self.desk.table, self.desk.hall.settings.limits
        if table.phase != "gathering":
            return self.desk.hall.grace
        return limits.rematch_waits if table.opened.rematch_of else limits.seat_waits

    def missing(self) -> frozenset[Missing]:
        """The people who are awaited."""
        table, here = self.desk.table, self.here()
        away = [p for p in table.people() if p not in here and table.seats[p].decides]
        if table.phase == "gathering":
            away = [p for p in away if p != table.host or here]
        elif table.phase != "playing" or not self.desk.viewers:
            away = []
        return frozenset(Missing(p, table.seats[p].key_hash, table.phase) for p in away)

    def expire(self, one: Missing) -> None:
        self.timers.pop(one, None)
        self.desk.hall.spawn(self.send_away(one))

    async def send_away(self, one: Missing) -> None:
        """Whoever comes while that is written down has come back."""
        await self.desk.command(Away(one.seat, self.here()), still=lambda: one in self.missing())
        if one.seat in self.here():
            await self.desk.command(Return(one.seat))
        self.desk.hall.idle_soon(self.desk)

    # --- seats that somebody has taken without being there ------------------------------------------------------------------

    def waiting_from(self, address: str) -> int:
        """How many seats were taken from there whose players have not come yet."""
        return sum(self.sat_from.get(one.key_hash) == address for one in self.missing()) + self.underway.count(address)

    @contextmanager
    def sitting_down(self, address: str, key_hash: str) -> Iterator[None]:
        """While somebody takes a seat with this key; from this machine, which may be a proxy, everybody may."""
        if not address:
            yield
            return
        self.underway.append(address)
        try:
            yield
        finally:
            self.underway.remove(address)
        taken = {seat.key_hash for seat in self.desk.table.seats}
        self.sat_from = {known: where for known, where in self.sat_from.items() if known in taken} | {key_hash: address}

    def stop(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
