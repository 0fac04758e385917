"""Raw connections to a server: what no well-behaved client would send."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from time import perf_counter

from server_house import House, Person

HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PROMPT = 1.0
"""Seconds within which others are answered; generous, because tests run beside one another."""


class Raw:
    """One TCP connection; ``limit`` small so that the other end notices when we do not read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        if self.writer.is_closing():
            raise ConnectionResetError
        self.writer.write(data)
        await self.writer.drain()

    async def pour(self, data: bytes, times: int) -> None:
        """Until it is all sent or the other end has had enough."""
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(10):
                for _ in range(times):
                    await self.send(data)

    async def rest(self, within: float) -> bytes:
        """All that comes until the other end closes; TimeoutError when it does not."""
        heard = b""
        async with asyncio.timeout(within):
            with suppress(ConnectionError):
                while more := await self.reader.read(65536):
                    heard += more
        return heard

    def close(self) -> None:
        self.writer.transport.abort()


@asynccontextmanager
async def raw(h: House, first: bytes = b"") -> AsyncIterator[Raw]:
    line = Raw(*await asyncio.open_connection("127.0.0.1", h.port))
    try:
        if first:
            await line.send(first)
        yield line
    finally:
        line.close()


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True) -> bytes:
    """A client's frame, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([(0x80 if fin else 0) | opcode]) + length + b"\0\0\0\0" + payload


@asynccontextmanager
async def raw_socket(h: House, table: str, *, hello: bool = True) -> AsyncIterator[Raw]:
    """A WebSocket by hand, after its hello."""
    async with raw(h, HANDSHAKE.format(table=table).encode()) as line:
        assert b"101" in await line.reader.readuntil(b"\r\n\r\n")
        if hello:
            await line.send(frame(1, b'{"type":"hello","protocol":1}'))
            heard = b""
            while b'"welcome"' not in heard:
                heard += await line.reader.read(65536)
        yield line


@asynccontextmanager
async def bystander(h: House) -> AsyncIterator[Callable[[], float]]:
    """Somebody at a table of their own, who pings all the time; gives the slowest answer until now."""
    table, key = await h.open("Zoe")
    zoe = await h.person(table, key)
    slowest = 0.0

    async def ask() -> None:
        nonlocal slowest
        while True:
            begun = perf_counter()
            await answered(zoe)
            slowest = max(slowest, perf_counter() - begun)
            await asyncio.sleep(0.05)

    task = asyncio.get_running_loop().create_task(ask())
    try:
        yield lambda: slowest
        assert not task.done(), task.exception()
    finally:
        task.cancel()


async def answered(who: Person) -> None:
    before = sum(said["type"] == "pong" for said in who.heard)
    await who.say("ping")
    await who.until(lambda: sum(said["type"] == "pong" for said in who.heard) > before)


def problem_in(answer: bytes) -> tuple[int, str, str]:
    """Status, code and sentence of a response."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"connection: close" in head.lower(), head
    said = json.loads(body)
    assert len(said["sentence"]) < 300 and said["sentence"].endswith(".")
    return int(head.split()[1]), said["code"], said["sentence"]
