"""A connection that ends: what was sent must be read in time, and once closed it is gone within seconds, whoever reads."""

from __future__ import annotations

import asyncio
from typing import Any

from croupier.server.limits import Limits

LAST_WORDS = 1.0
"""Seconds for a sentence to arrive at somebody who still sends."""


class BoundedTransport:
    """What a protocol sees of its transport, which by itself waits for ever for its peer to read, also after ``close``."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self.transport = transport
        self.loop = loop
        self.limits = limits
        self.write = transport.write
        self.is_closing = transport.is_closing
        self.end: asyncio.TimerHandle | None = None
        self.soon: asyncio.TimerHandle | None = None
        self.is_gone = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def close(self) -> None:
        """After what was sent has been read; cut where that takes too long."""
        self.transport.close()
        self.stalled()

    def close_soon(self) -> asyncio.TimerHandle:
        """Read nothing more, and close when our last words have arrived: closing at once on somebody who still sends resets
        the connection, and they would never hear why."""
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self.soon = self.loop.call_later(LAST_WORDS, self.close)
        return self.soon

    def stalled(self) -> None:
        """There is something that the peer has not read: from now on it has as long as its size takes, then it is cut."""
        if self.end is None and not self.is_gone:
            size = self.transport.get_write_buffer_size()
            seconds = self.limits.unread_within + size / self.limits.unread_per_second
            self.end = self.loop.call_later(seconds, self.transport.abort)

    def moving(self) -> None:
        """Enough was read. A close that is under way keeps its time."""
        if self.end is not None and not self.transport.is_closing():
            self.end.cancel()
            self.end = None

    def gone(self) -> None:
        """The connection is lost; nothing is awaited any more."""
        self.is_gone = True
        for timer in (self.end, self.soon):
            if timer is not None:
                timer.cancel()
