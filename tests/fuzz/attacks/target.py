"""The server as an attacker sees it: raw sockets, prebuilt bytes, and a report of what came back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SENTENCE = re.compile(rb'"sentence":"((?:[^"\\]|\\.)*)"')
MOST_SENTENCES = 40
"""Kept of one attack; their lengths count all the same."""
KEPT = 1 << 18
"""Bytes of an answer that are looked at."""


@dataclass
class Report:
    """What one attack saw. ``ends``: how its sockets ended, by whom and with which words."""

    opened: int = 0
    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    longest: int = 0
    sentences: set[str] = field(default_factory=set)

    def hear(self, answer: bytes) -> None:
        """Keep status and sentences of what the server said."""
        if status := re.match(rb"HTTP/1\.\d (\d{3})", answer):
            self.statuses[int(status[1])] += 1
        for found in SENTENCE.findall(answer):
            sentence = found.decode(errors="replace")
            self.longest = max(self.longest, len(sentence))
            if len(self.sentences) < MOST_SENTENCES:
                self.sentences.add(sentence[:400])

    def as_json(self) -> dict[str, Any]:
        return {
            "opened": self.opened, "sent": self.sent, "longest": self.longest, "sentences": sorted(self.sentences),
            "statuses": {str(status): times for status, times in self.statuses.items()}, "ends": dict(self.ends.most_common(8)),
        }  # fmt: skip


class Target:
    """One attack's view of the server. ``crowd``: every socket comes from an address of its own."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.until = asyncio.get_running_loop().time() + seconds
        self.report = Report()
        self.crowd = False

    @property
    def left(self) -> float:
        """Seconds until the attack ends."""
        return max(0.0, self.until - asyncio.get_running_loop().time())

    def headers(self) -> bytes:
        """Who speaks, as a proxy would tell it; heeded only where the server trusts proxies on this machine."""
        number = self.report.opened if self.crowd else 7
        return b"Host: 127.0.0.1\r\nX-Forwarded-For: 203.%d.%d.%d\r\n" % (number >> 16 & 255, number >> 8 & 255, number & 255)

    def get(self, path: str, *, close: bool = False) -> bytes:
        return b"GET %s HTTP/1.1\r\n%s%s\r\n" % (
            path.encode("latin-1"),
            self.headers(),
            b"Connection: close\r\n" if close else b"",
        )

    def post(self, path: str, body: bytes) -> bytes:
        head = b"POST %s HTTP/1.1\r\n%sContent-Type: application/json\r\nConnection: close\r\n" % (
            path.encode(),
            self.headers(),
        )
        return head + b"Content-Length: %d\r\n\r\n" % len(body) + body

    def handshake(self, table: str) -> bytes:
        keys = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        return b"GET /ws/%s HTTP/1.1\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\n%s\r\n" % (
            table.encode(), self.headers(), keys,
        )  # fmt: skip

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """One request that closes: status and all that was answered; 0 when nothing was."""
        line = await self.open(request)
        if not line:
            return 0, b""
        answer = await line.rest(5.0, noted=False)
        status = re.match(rb"HTTP/1\.\d (\d{3})", answer)
        return (int(status[1]) if status else 0), answer

    async def ask_json(self, path: str, **body: Any) -> dict[str, Any]:
        """What a POST answered; empty when it was refused."""
        status, answer = await self.ask(self.post(path, json.dumps(body).encode()))
        return dict(json.loads(answer.partition(b"\r\n\r\n")[2])) if 200 <= status < 300 else {}

    async def table(self, game: str = "quickshot", *, seats: int = 3, **more: Any) -> tuple[str, str]:
        """A new table: its id and the host's key. The attack ends where none is to be had."""
        while self.left:
            if found := await self.ask_json("/api/tables", game=game, name="Mallory", seats=seats, **more):
                return found["table"], found["key"]
            await asyncio.sleep(0.5)
        raise TimeoutError("no table is to be had")

    async def open(self, *openings: bytes) -> Line | None:
        """A new socket with the first bytes sent; None when there is no getting in."""
        self.report.opened += 1
        try:
            streams = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", self.port, limit=KEPT), 5)
        except (OSError, TimeoutError) as error:
            self.report.ends[f"could not connect: {type(error).__name__} {error}"] += 1
            return None
        line = Line(self, *streams)
        line.write(b"".join(openings))
        return line

    async def again(self, play: Callable[[], Awaitable[None]], pause: float = 0.1) -> None:
        """Over and over until the time is up, with a breath between."""
        while self.left:
            await play()
            await asyncio.sleep(min(pause, self.left))


class Line(NamedTuple):
    """One raw socket."""

    target: Target
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def write(self, block: bytes) -> None:
        self.target.report.sent += len(block)
        self.writer.write(block)

    @property
    def is_open(self) -> bool:
        return not (self.writer.is_closing() or self.reader.at_eof() or self.reader.exception())

    async def upgraded(self) -> None:
        """Wait for the answer to a handshake, as a browser would, before the first frame."""
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            self.target.report.hear(await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 5.0))

    async def pour(self, block: bytes, pause: float = 0.0) -> None:
        """Send the block again and again, reading nothing, until the time is up or the server closes."""
        try:
            while self.target.left and self.is_open:
                self.write(block)
                await asyncio.wait_for(self.writer.drain(), self.target.left + 0.01)
                await asyncio.sleep(pause)
        except (OSError, TimeoutError):
            pass

    async def until(self, end: bytes) -> bytes:
        """All that is said until the end is heard, or the server has closed."""
        heard = bytearray()
        with contextlib.suppress(OSError):
            while part := await self.reader.read(KEPT):
                since = max(0, len(heard) - len(end))
                heard += part
                if heard.find(end, since) >= 0:
                    break
        return bytes(heard)

    async def rest(self, patience: float = 1.0, *, noted: bool = True) -> bytes:
        """Close after hearing, for so long, what the server still has to say. How it ended is ``noted`` where the server need
        not close; statuses and sentences always are."""
        heard = bytearray()
        report = self.target.report
        try:
            async with asyncio.timeout(patience):
                while part := await self.reader.read(1 << 16):
                    heard = (heard + part)[-KEPT:] if len(heard) > KEPT else heard + part
            end = f"closed by the server{last_words(bytes(heard))}"
        except TimeoutError:
            end = "left open"
        except OSError:
            end = f"cut by the server{last_words(bytes(heard))}"
        if noted:
            report.ends[end] += 1
        self.writer.transport.abort()
        report.hear(bytes(heard))
        return bytes(heard)


def last_words(heard: bytes) -> str:
    """The last sentence or the close code, for the report."""
    if sentences := SENTENCE.findall(heard):
        return f": {sentences[-1].decode(errors='replace')[:200]}"
    at = heard.rfind(b"\x88")
    if at >= 0 and len(heard) >= at + 4 and at + 2 + heard[at + 1] == len(heard):
        return f": {struct.unpack('>H', heard[at + 2 : at + 4])[0]} {heard[at + 4 :].decode(errors='replace')}"
    head, _, body = heard.partition(b"\r\n\r\n")
    return f": {head[:40].splitlines()[0].decode(errors='replace')} {body[:80]!r}" if heard.startswith(b"HTTP") else ""


def frame(head: int, payload: bytes = b"", *, masked: bool = True) -> bytes:
    """A client's frame, masked with zeros: legal, and free."""
    bit, size = 0x80 if masked else 0, len(payload)
    if size < 126:
        length = bytes([bit | size])
    elif size < 1 << 16:
        length = bytes([bit | 126]) + struct.pack(">H", size)
    else:
        length = bytes([bit | 127]) + struct.pack(">Q", size)
    return bytes([head]) + length + (b"\0\0\0\0" if masked else b"") + payload


def text(**message: Any) -> bytes:
    return frame(0x81, json.dumps(message).encode())


def hello(key: str | None = None) -> bytes:
    return text(type="hello", protocol=1, **({"key": key} if key else {}))
