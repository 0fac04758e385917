"""The outgoing side of one socket: straight out while the client reads, else a bounded queue and a task that empties it.

Nobody ever waits for a slow reader: when its queue is full the connection is cut, and the client comes back by itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

MOST_MESSAGES = 256
MOST_BYTES = 1 << 20
"""Of several messages: the welcome to a game of thousands of decisions may be longer, and is read by whoever reads at all."""

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Wire:
    def __init__(self, send: Send, abort: Callable[[], None], send_now: Callable[[bytes], bool] | None = None) -> None:
        self.send = send
        self.send_now = send_now
        """Sends at once, or says no because the client does not keep up. Spares a task switch per message."""
        self.sending = False
        self.abort = abort
        """Cuts the connection at once, unsent bytes and all."""
        self.queue: deque[bytes] = deque()
        self.queued = 0
        self.ending: tuple[int, str] | None = None
        self.is_cut = False
        self.waiter: asyncio.Future[None] | None = None

    def put(self, message: bytes) -> None:
        """Queue a message; never waits. After ``close`` or a cut it does nothing."""
        if self.ending or self.is_cut:
            return
        if self.send_now and not self.queue and not self.sending and self.send_now(message):
            return
        self.queue.append(message)
        self.queued += len(message)
        if len(self.queue) > MOST_MESSAGES or (len(self.queue) > 1 and self.queued > MOST_BYTES):
            self.cut()
        self.wake()

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket after what is queued."""
        self.ending = self.ending or (code, reason)
        self.wake()

    def cut(self) -> None:
        self.is_cut = True
        self.queue.clear()
        self.abort()

    def wake(self) -> None:
        if self.waiter and not self.waiter.done():
            self.waiter.set_result(None)

    async def run(self) -> None:
        """Empty the queue until the socket is closed or cut. Raises what ``send`` raises when the client is gone."""
        loop = asyncio.get_running_loop()
        while not self.is_cut:
            while self.queue and not self.is_cut:
                message = self.queue.popleft()
                self.queued -= len(message)
                self.sending = True
                await self.send({"type": "websocket.send", "text": message.decode()})
                self.sending = False
            if self.ending:
                await self.send({"type": "websocket.close", "code": self.ending[0], "reason": self.ending[1]})
                return
            self.waiter = loop.create_future()
            await self.waiter
