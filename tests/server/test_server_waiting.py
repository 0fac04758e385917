"""Too many that wait without a request or a hello: the longest waiting one gives way, and whoever means it gets in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from raw import HANDSHAKE, answered, frame, problem_in, raw, raw_socket
from server_house import House, house, run
from test_server_wire_requests import GET, POST, nobody_left

from croupier.server.config import gate_of
from croupier.server.gate import CROWDED, Waiting
from croupier.server.limits import Limits

THREE = Limits(waiting=3)
BODY = POST + b"Content-Length: 100\r\n\r\n{"


class Somebody:
    def __init__(self) -> None:
        self.gave_way = 0

    def give_way(self) -> None:
        self.gave_way += 1


def test_the_longest_waiting_gives_way_and_keeps_its_place_until_then() -> None:
    waiting, people = Waiting(2), [Somebody() for _ in range(5)]
    for somebody in (people[0], people[1], people[0], people[2], people[3]):
        waiting.enter(somebody)
    assert [each.gave_way for each in people] == [1, 1, 0, 0, 0]
    waiting.leave(people[2])
    waiting.leave(people[2])
    waiting.enter(people[4])
    assert [each.gave_way for each in people] == [1, 1, 0, 0, 0]


@asynccontextmanager
async def crowd(h: House, *openings: bytes) -> AsyncIterator[None]:
    """Newcomers that stay, one after the other."""
    async with AsyncExitStack() as lines:
        for opening in openings:
            await lines.enter_async_context(raw(h, opening))
            await asyncio.sleep(0.05)
        yield


def waiting(h: House) -> int:
    return len(gate_of(h.server.config).waiting.lines)


@pytest.mark.parametrize("opening", [GET, BODY, POST, b"GET /"], ids="headers body before-body path".split())
def test_a_slow_request_gives_way_and_is_told(opening: bytes) -> None:
    async def work() -> None:
        async with house(limits=THREE) as h, raw(h, opening) as slow:
            await asyncio.sleep(0.05)
            async with crowd(h, opening, opening, opening):
                assert problem_in(await slow.rest(within=0.5)) == (503, "busy", CROWDED)
                assert waiting(h) == 3

    run(work())


@pytest.mark.parametrize("opening", [b"", GET + b"\r\n"], ids=["silent", "idle"])
def test_a_silent_connection_gives_way_without_a_word(opening: bytes) -> None:
    async def work() -> None:
        async with house(limits=THREE) as h, raw(h, opening) as silent:
            await asyncio.sleep(0.05)
            async with crowd(h, b"", b"GET /", GET + b"\r\n"):
                assert (await silent.rest(within=0.5)).count(b"HTTP/1.1") == (1 if opening else 0)

    run(work())


@pytest.mark.parametrize("said", [b"", frame(1, b'{"type":"hello","protocol":1}')[:-2]], ids=["nothing", "half-a-hello"])
def test_a_socket_before_its_hello_gives_way_and_is_told(said: bytes) -> None:
    async def work() -> None:
        async with house(limits=THREE) as h:
            table, _ = await h.open()
            async with raw_socket(h, table, hello=False) as slow:
                await slow.send(said)
                await asyncio.sleep(0.05)
                async with crowd(h, *[HANDSHAKE.format(table=table).encode()] * 3):
                    heard = await slow.rest(within=0.5)
            assert CROWDED.encode() in heard and heard.endswith(b"\x88\x06\x03\xf5busy"), heard

    run(work())


def test_whoever_has_said_hello_stays_and_newcomers_get_in() -> None:
    async def work() -> None:
        async with house(limits=THREE) as h:
            table, key = await h.open()
            ann = await h.person(table, key)
            async with crowd(h, *[b"", GET, BODY, HANDSHAKE.format(table=table).encode()] * 3):
                bo = await h.person(table, await h.join(table))
                assert bo.picture
                await answered(ann)

    run(work())


def test_a_body_behind_a_request_that_is_answered_waits_too() -> None:
    async def work() -> None:
        async with house(limits=THREE) as h, raw(h, GET + b"\r\n" + BODY) as slow:
            await asyncio.sleep(0.1)
            assert waiting(h) == 1
            async with crowd(h, b"", b"", b""):
                assert CROWDED.encode() in await slow.rest(within=0.5)

    run(work())


@pytest.mark.parametrize(
    "opening", [b"", GET, GET + b"\r\n", BODY, POST + b"Content-Length: 2\r\n\r\n{}", GET + b"\r\n" + BODY, b"\xff\r\n\r\n"]
)
def test_nobody_waits_who_is_gone(opening: bytes) -> None:
    async def work() -> None:
        async with house() as h:
            async with raw(h, opening):
                await asyncio.sleep(0.05)
            await nobody_left(h)
            await asyncio.sleep(0.05)
            assert not waiting(h)

    run(work())
