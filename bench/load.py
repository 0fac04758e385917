"""The load on a server: sockets that decide as soon as they are asked, or at a pace. Runs in a process of its own.

The client is written for one purpose, and cheaply: it looks for three words in what it is sent and parses nothing, so that the
machine's other core measures the server and not the client.
"""

from __future__ import annotations

import asyncio
import random
import re
import struct
import time
from collections.abc import Callable
from typing import NamedTuple

import httpx
import uvloop

ACTION = re.compile(rb'"action":"([^"]+)"')
DECISION = re.compile(rb'"decision":(\d+)')
PING, CLOSE = 9, 8
AT_ONCE = 200
"""Handshakes under way."""


class Measured(NamedTuple):
    """What one run found, times in ms."""

    moves: int
    seconds: float
    latencies: list[float]
    """From a command to its acknowledgement."""
    told: list[float]
    """From a command to the moment when every socket of its table has the beats that came of it."""
    refused: int


class Seat(asyncio.Protocol):
    """One socket of one seat."""

    def __init__(self, game: Game, number: int, key: str) -> None:
        self.game = game
        self.number = number
        self.key = key
        self.buffer = bytearray()
        self.upgraded = False
        self.welcomed = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0
        self.answered = 0
        self.asked: tuple[int, list[bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        request = (
            f"GET /ws/{self.game.table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        transport.write(request.encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:100])
            del self.buffer[: end + 4]
            self.upgraded = True
            self.send(b'{"type":"hello","protocol":1,"key":"%s"}' % self.key.encode())
        self.frames()

    def frames(self) -> None:
        """Every whole frame in the buffer; a server's frames are unmasked."""
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1], 2
            if size == 126:
                head = 4
                size = int.from_bytes(buffer[at + 2 : at + 4], "big")
            elif size == 127:
                head = 10
                size = int.from_bytes(buffer[at + 2 : at + 10], "big")
            if len(buffer) - at < head + size:
                break
            self.frame(buffer[at] & 15, bytes(buffer[at + head : at + head + size]))
            at += head + size
        del buffer[:at]

    def frame(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self.write(0x8A, payload)
        elif kind != CLOSE:
            self.message(payload)

    def message(self, text: bytes) -> None:
        if text.startswith(b'{"type":"accepted"'):
            self.game.load.acknowledged(time.perf_counter() - self.sent_at)
        elif text.startswith(b'{"type":"refused"'):
            self.game.load.refused += 1
        else:
            if text.startswith(b'{"type":"welcome"'):
                self.welcomed.set_result(None)
            if text.startswith(b'{"type":"update"') and b'"beats":[' in text:
                self.game.heard()
            self.look(text)

    def look(self, text: bytes) -> None:
        """Is there a decision of mine that I have not answered?"""
        if b'"state":"over"' in text:
            self.game.load.over(self.game)
        at = text.find(b'"offer":{')
        if at < 0:
            return
        decision = DECISION.findall(text)
        if decision and int(decision[-1]) > self.answered:
            self.asked = int(decision[-1]), ACTION.findall(text, at)
            self.game.load.asked(self)

    def decide(self) -> None:
        assert self.asked
        decision, actions = self.asked
        self.asked = None
        self.answered = decision
        self.sent_at = self.game.sent_at = time.perf_counter()
        action = random.choice(actions)
        self.send(b'{"type":"act","cmd_id":"%d","decision":%d,"action":"%s"}' % (decision, decision, action))

    def send(self, text: bytes) -> None:
        self.write(0x81, text)

    def write(self, head: int, text: bytes) -> None:
        """Masked with zeros: legal, and free."""
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.transport.write(bytes([head]) + length + b"\0\0\0\0" + text)


class Game:
    """One table with its sockets."""

    def __init__(self, load: Load, table: str, keys: list[str]) -> None:
        self.load = load
        self.table = table
        self.keys = keys
        self.seats: list[Seat] = []
        self.is_over = False
        self.sent_at = 0.0
        """When the latest command went out; at a pace, before the next one everybody has heard what came of it."""
        self.ears = 0
        """Sockets that have the latest beats."""

    def heard(self) -> None:
        self.ears += 1
        if self.ears == len(self.seats):
            self.ears = 0
            self.load.everybody_heard(time.perf_counter() - self.sent_at)

    def next_asked(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.asked), None)


class Load:
    """All tables of one run. ``pace``: moves per second and table; 0 is as fast as it goes."""

    def __init__(self, port: int, tables: int, pace: float, game: str, seats: int) -> None:
        self.port = port
        self.game = game
        self.seats = seats
        self.tables = tables
        self.pace = pace
        self.games: list[Game] = []
        self.latencies: list[float] = []
        self.told: list[float] = []
        self.refused = 0
        self.running = False
        self.still = tables
        self.done = asyncio.Event()

    def acknowledged(self, latency: float) -> None:
        if self.running:
            self.latencies.append(latency)

    def everybody_heard(self, after: float) -> None:
        if self.running:
            self.told.append(after)

    def asked(self, seat: Seat) -> None:
        if self.running and not self.pace:
            seat.decide()

    def over(self, game: Game) -> None:
        if not game.is_over:
            game.is_over = True
            self.still -= 1
            if self.still < self.tables * 0.5:
                self.done.set()

    async def prepare(self) -> None:
        """Open and deal all tables with all their sockets; not measured."""
        limits = httpx.Limits(max_connections=16, keepalive_expiry=2.0)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, limits=limits) as http:
            gate = asyncio.Semaphore(16)
            await asyncio.gather(*(self.open(http, gate) for _ in range(self.tables)))
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self.connect(game, gate) for game in self.games))

    async def open(self, http: httpx.AsyncClient, gate: asyncio.Semaphore) -> None:
        async with gate:
            answer = await http.post("/api/tables", json={"game": self.game, "name": "P0", "seats": self.seats})
            seated = answer.raise_for_status().json()
            keys = [seated["key"]]
            for number in range(1, self.seats):
                answer = await http.post(f"/api/tables/{seated['table']}/seats", json={"name": f"P{number}"})
                keys.append(answer.raise_for_status().json()["key"])
            self.games.append(Game(self, seated["table"], keys))

    async def connect(self, game: Game, gate: asyncio.Semaphore) -> None:
        loop = asyncio.get_running_loop()
        async with gate:
            for number, key in enumerate(game.keys):
                _, seat = await loop.create_connection(lambda n=number, k=key: Seat(game, n, k), "127.0.0.1", self.port)
                game.seats.append(seat)
                await seat.welcomed
            game.seats[0].send(b'{"type":"start","cmd_id":"start"}')
            while not game.next_asked():
                await asyncio.sleep(0.02)

    async def measure(self, seconds: float) -> Measured:
        """Until the time is up or half of the games are over."""
        self.running = True
        begun = time.perf_counter()
        work = [loop_task(self.at_pace(game)) for game in self.games] if self.pace else []
        for game in self.games if not self.pace else []:
            while seat := game.next_asked():
                seat.decide()
        try:
            async with asyncio.timeout(seconds):
                await self.done.wait()
        except TimeoutError:
            pass
        self.running = False
        for task in work:
            task.cancel()
        seconds = time.perf_counter() - begun
        return Measured(
            len(self.latencies), seconds, [1000 * x for x in self.latencies], [1000 * x for x in self.told], self.refused
        )

    async def at_pace(self, game: Game) -> None:
        await asyncio.sleep(random.random() / self.pace)
        while not game.is_over:
            if seat := game.next_asked():
                seat.decide()
            await asyncio.sleep(1 / self.pace)

    def close(self) -> None:
        for game in self.games:
            for seat in game.seats:
                seat.transport.close()


def loop_task(work) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work)


def run_load(
    port: int, tables: int, pace: float, seconds: float, mark: Callable[[str], None], game: str, seats: int
) -> Measured:
    """``mark`` is called with "begin" and "end" around what is measured."""

    async def work() -> Measured:
        load = Load(port, tables, pace, game, seats)
        await load.prepare()
        await asyncio.sleep(0.5)
        mark("begin")
        measured = await load.measure(seconds)
        mark("end")
        load.close()
        return measured

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work())
