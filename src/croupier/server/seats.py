"""Who is at the table: people without a socket are away after a grace period, and then a bot stands in.

As long as nobody at all is connected nothing happens: there is nobody who waits, and a game must not play itself to its end
because everybody's train is in the same tunnel.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.table.commands import Away

if TYPE_CHECKING:
    from croupier.server.desk import Desk


class Presence:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.timers: dict[int, asyncio.TimerHandle] = {}

    def here(self) -> frozenset[int]:
        """The seats with a socket."""
        return frozenset(viewer.seat for viewer in self.desk.viewers if viewer.seat is not None)

    def refresh(self) -> None:
        """Start the clock of those who have just gone, stop it of those who are here."""
        missing = self.missing()
        for seat in self.timers.keys() - missing:
            self.timers.pop(seat).cancel()
        loop = asyncio.get_running_loop()
        for seat in missing - self.timers.keys():
            self.timers[seat] = loop.call_later(self.desk.hall.grace, self.expire, seat)

    def missing(self) -> frozenset[int]:
        """The people who are awaited back, as long as anybody is there to wait."""
        table = self.desk.table
        if not self.desk.viewers or table.phase not in ("gathering", "playing"):
            return frozenset()
        return frozenset(seat for seat in table.people() if table.seats[seat].decides) - self.here()

    def expire(self, seat: int) -> None:
        self.timers.pop(seat, None)
        self.desk.hall.spawn(self.send_away(seat))

    async def send_away(self, seat: int) -> None:
        here = self.here()
        if seat not in here and self.desk.viewers:
            await self.desk.command(Away(seat, here))

    def stop(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
