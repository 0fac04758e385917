"""What is over leaves no memory behind."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress

import pytest
from raw import HANDSHAKE, frame, raw
from server_house import House, house, play_on, run
from test_server_wire_requests import GET, POST, nobody_left
from websockets.server import ServerProtocol

from croupier.server import hall as hall_module
from croupier.server.request_protocol import RequestProtocol
from croupier.server.socket_protocol import SocketProtocol


def test_a_table_that_is_forgotten_is_freed_without_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector runs for every few hundred of them, and a long game's events weigh a hundred kilobytes."""
    monkeypatch.setattr(hall_module, "IDLE", 0.05)

    async def work() -> None:
        async with house() as h:
            table, key = await h.open(seats=3, bots=[None, "prospector"])
            people = [await h.person(table, key), await h.person(table, await h.join(table))]
            assert (await people[0].ask("start"))["type"] == "accepted"
            await play_on(people)
            desk = weakref.ref(h.hall.desks[table])
            gc.disable()
            try:
                for person in people:
                    await person.close()
                async with asyncio.timeout(10):
                    while table in h.hall.desks:
                        await asyncio.sleep(0.02)
                await asyncio.sleep(0.1)
                assert desk() is None
            finally:
                gc.enable()

    run(work())


UPGRADE = HANDSHAKE.format(table="x").encode()
HELLO = frame(1, b'{"type":"hello","protocol":1}')
ENDS = {
    "silent": (b"",),
    "answered": (GET + b"\r\n",),
    "slow headers": (GET,),
    "slow body": (POST + b"Content-Length: 100\r\n\r\n{",),
    "refused": (POST + b"Content-Length: -1\r\n\r\n{",),
    "no hello": ("handshake", b""),
    "hello": ("handshake", HELLO),
    "goodbye": ("handshake", HELLO + frame(8, b"\x03\xe8")),
    "half a frame": ("handshake", HELLO[:-2]),
    "no frame": ("handshake", b"\xff" * 10),
    "flood": ("handshake", frame(9) * 300),
    "no handshake": (UPGRADE.replace(b"AAAA", b"!"),),
    "no table": (UPGRADE, HELLO),
    "another page": (UPGRADE[:-2] + b"Origin: http://evil\r\n\r\n",),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_connection_that_has_ended_is_freed_without_the_collector(end: str) -> None:
    """However it ends. Circles of a thousand slow ones were 20 MB that nothing made the collector look at."""

    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            said = [HANDSHAKE.format(table=table).encode() if part == "handshake" else part for part in ENDS[end]]
            await come_and_go(h, said)  # what is made once
            gc.collect()
            gc.disable()
            try:
                before = len(protocols()), parsers()
                for _ in range(3):
                    await come_and_go(h, said)
                assert (len(protocols()), parsers()) == before
            finally:
                gc.enable()

    run(work())


def protocols() -> list[object]:
    return [each for each in gc.get_objects() if isinstance(each, RequestProtocol | SocketProtocol)]


def parsers() -> int:
    return sum(isinstance(each, ServerProtocol) for each in gc.get_objects())


async def come_and_go(h: House, said: list[bytes]) -> None:
    """A connection of its own that says this, piece by piece, and goes when it is told to or after a moment."""
    async with raw(h) as line:
        for part in said:
            with suppress(ConnectionError):
                await line.send(part)
            await asyncio.sleep(0.05)
        with suppress(TimeoutError):
            await line.rest(within=0.1)
    await nobody_left(h, but=1)  # the client that opened the table
    await asyncio.sleep(0.05)
