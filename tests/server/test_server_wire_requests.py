"""HTTP without end, and slow HTTP: answered in a sentence where one fits, closed, and nobody else notices."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
import pytest
from raw import HANDSHAKE, PROMPT, bystander, problem_in, raw
from server_house import House, house, run

from croupier.server.limits import Limits
from croupier.server.request_protocol import RequestProtocol

GET = b"GET /api/health HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
QUICK = Limits(header_within=0.6, body_within=0.6, idle_within=1, unread_within=1.0, unread_per_second=1e9, hello_within=0.6)


async def nobody_left(h: House, but: int = 0, within: float = 5.0) -> None:
    async with asyncio.timeout(within):
        while len(h.connections()) > but:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("first", "again", "status"),
    [
        (GET, b"X-More: y\r\n", 431),
        (GET, b"X-%d: " + b"y" * 8000 + b"\r\n", 431),
        (GET + b"X-Long: ", b"y" * 1000, 431),
        (GET, b"n" * 1000, 431),
        (b"GET /", b"x" * 1000, 414),
        (b"GET /?", b"x" * 1000, 414),
        (HANDSHAKE.format(table="x").encode()[:-2], b"X-More: y\r\n", 431),
        (b"", b"\r\n", 414),
        (b"", b"A" * 100, 400),
        (b"\x16\x03\x01\x02\x00\x01", b"\x00" * 100, 400),
        (CHUNKED, b"5\r\nhello\r\n", 413),
        (CHUNKED + b"5;", b"x" * 1000, 413),
        (CHUNKED + b"1\r\n{\r\n0\r\n", b"X-Trailer: y\r\n", 413),
        (POST + b"Content-Length: 9999999999\r\n\r\n", b"{" * 1000, 413),
        (POST + b"Content-Length: -1\r\n\r\n", b"{", 400),
    ],
    ids="headers long one-header name path query upgrade newlines method tls body extension trailers length minus".split(),
)
def test_a_request_without_end_is_refused_and_closed(first: bytes, again: bytes, status: int) -> None:
    async def work() -> None:
        async with house() as h, bystander(h) as slowest:
            async with raw(h, first) as line:
                chunk = again * max(1, 64_000 // len(again))
                _, answer = await asyncio.gather(line.pour(chunk, 1000), line.rest(within=5))
            assert problem_in(answer)[0] == status
            await nobody_left(h, but=2)
            assert slowest() < PROMPT

    run(work())


@pytest.mark.parametrize(("size", "status"), [(16_384, 200), (16_385, 431)])
@pytest.mark.parametrize("parts", [1, 7])
def test_headers_have_so_many_bytes_and_not_one_more(size: int, status: int, parts: int) -> None:
    async def work() -> None:
        async with house() as h:
            head = GET + b"Connection: close\r\nX: "
            head += b"y" * (size - len(head) - 4) + b"\r\n\r\n"
            async with raw(h) as line:
                for at in range(0, size, -(-size // parts)):
                    await line.send(head[at : at + -(-size // parts)])
                    await asyncio.sleep(0.01)
                answer = await line.rest(within=5)
            assert answer.startswith(b"HTTP/1.1 %d" % status)

    run(work())


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"", 0),
        (b"\r\n", 408),
        (b"GE", 408),
        (GET, 408),
        (GET + b"X-Slow: ", 408),
        (POST + b"Content-Length: 50\r\n\r\n", 408),
        (CHUNKED + b"5\r\nhel", 408),
        (GET + b"Content-Length: 50\r\n\r\n", 200),
        (GET + b"\r\n", 200),
        (GET + b"\r\nGET /api/hea", 200),
        (GET + b"\r\n\r\n", 200),
    ],
)
def test_a_slow_request_is_closed_in_time(said: bytes, status: int) -> None:
    async def work() -> None:
        async with house(limits=QUICK) as h:
            async with raw(h, said) as line:
                answer = await line.rest(within=4)
            assert answer.startswith(b"HTTP/1.1 %d" % status if status else b"")
            if status == 408:
                assert "within 0.6 seconds" in problem_in(answer)[2]
            await nobody_left(h)

    run(work())


def test_bytes_that_drip_prolong_nothing() -> None:
    async def work() -> None:
        async with house(limits=QUICK) as h, raw(h, GET) as line:
            rest = asyncio.ensure_future(line.rest(within=4))
            for _ in range(40):
                if rest.done():
                    break
                await line.pour(b"X: y\r\n", 1)
                await asyncio.sleep(0.1)
            assert b" 408 " in await rest

    run(work())


def test_fifteen_hundred_slow_ones_are_closed_and_nobody_notices() -> None:
    body, hello = POST + b"Content-Length: 50\r\n\r\n", HANDSHAKE.format(table="x").encode()
    kinds = (b"", b"GET /", GET, body, CHUNKED + b"5\r\nhel", hello)
    slow = Limits(header_within=3.0, body_within=3.0, hello_within=3.0, unread_within=1.0)

    async def work() -> None:
        async with house(limits=slow) as h, bystander(h) as slowest, AsyncExitStack() as lines:
            for number in range(1500):
                await lines.enter_async_context(raw(h, kinds[number % len(kinds)]))
            await nobody_left(h, but=2, within=20)
            assert slowest() < PROMPT

    run(work())


def test_requests_ahead_of_their_answers_are_few() -> None:
    async def work() -> None:
        async with house() as h, bystander(h) as slowest:
            async with raw(h) as line:
                _, answers = await asyncio.gather(line.pour((GET + b"\r\n") * 5000, 20), line.rest(within=5))
            assert answers.count(b"HTTP/1.1 200") <= Limits().pipelined + 1
            assert problem_in(answers[answers.rindex(b"HTTP/1.1") :])[:2] == (429, "flood")
            assert slowest() < PROMPT

    run(work())


def test_a_few_requests_ahead_are_answered_in_their_order() -> None:
    async def work() -> None:
        async with house() as h:
            last = GET.replace(b"health", b"lobby") + b"Connection: close\r\n\r\n"
            async with raw(h, (GET + b"\r\n") * 5 + last) as line:
                answers = await line.rest(within=5)
            assert answers.count(b"HTTP/1.1 200") == 6
            assert b'"tables"' in answers[answers.rindex(b"HTTP/1.1") :]

    run(work())


def test_answers_that_are_not_read_are_bounded_and_cut() -> None:
    async def work() -> None:
        async with house(limits=msgspec.structs.replace(QUICK, pipelined=1_000_000)) as h:
            async with raw(h) as line:
                line.writer.transport.pause_reading()  # type: ignore[attr-defined]
                rules = b"GET /api/games/silver_and_gold/rules HTTP/1.1\r\nHost: x\r\n\r\n"
                pouring = asyncio.ensure_future(line.pour(rules, 100_000))
                most = 0
                async with asyncio.timeout(20):
                    while not most or h.connections():
                        most = max([most, *(each.transport.get_write_buffer_size() for each in h.connections())])
                        await asyncio.sleep(0.01)
                pouring.cancel()
            assert 0 < most < 1_000_000

    run(work())


def test_a_server_that_is_full_says_so() -> None:
    async def work() -> None:
        async with house(limits=Limits(connections=3)) as h, AsyncExitStack() as lines:
            for _ in range(3):
                await lines.enter_async_context(raw(h))
            await asyncio.sleep(0.1)
            async with raw(h, GET + b"\r\n") as line:
                assert problem_in(await line.rest(within=4))[0] == 503
            await lines.aclose()
            await nobody_left(h)
            assert (await h.http.get("/api/health")).status_code == 200

    run(work())


def test_an_address_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.gate.counted_as", lambda host: "192.0.2.1")

    async def work() -> None:
        async with house(limits=Limits(connections_each=2)) as h, raw(h), raw(h):
            await asyncio.sleep(0.1)
            async with raw(h, GET + b"\r\n") as line:
                status, code, sentence = problem_in(await line.rest(within=4))
            assert (status, code) == (429, "flood") and "2 connections" in sentence

    run(work())


@pytest.mark.parametrize(
    ("kind", "method", "path"),
    [
        ("requests", "GET", "/"),
        ("requests", "GET", "/nowhere.js"),
        ("tables", "POST", "/api/tables"),
        ("sits", "POST", "/api/tables/{table}/seats"),
        ("sits", "POST", "/api/tables/{table}/handover"),
        ("sits", "POST", "/api/handover"),
        ("lobby", "GET", "/api/lobby"),
        ("qr", "GET", "/api/tables/{table}/qr.svg"),
        ("logs", "GET", "/api/tables/{table}/log"),
    ],
)
def test_an_address_asks_so_often(kind: str, method: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of request of each address by itself."""
    who = ["192.0.2.1"]
    limits: dict[str, Any] = {f"{kind}_at_once": 3, f"{kind}_per_second": 0.001}

    async def work() -> None:
        async with house(limits=Limits(**limits)) as h:
            table, _ = await h.open()
            monkeypatch.setattr("croupier.server.rates.address_of", lambda scope: who[0])

            async def ask() -> httpx.Response:
                return await h.http.request(method, path.format(table=table), content=b"{}" if method == "POST" else None)

            assert all([(await ask()).status_code != 429 for _ in range(3)])
            refused = await ask()
            assert (refused.status_code, refused.json()["code"]) == (429, "flood")
            who[0] = "192.0.2.2"
            assert (await ask()).status_code != 429

    run(work())


def test_a_long_answer_read_slowly_is_not_cut() -> None:
    """Whoever reads, if slowly, gets all: the clock gives time by size."""

    async def work() -> None:
        async with house(limits=Limits(unread_within=0.5)) as h, raw(h) as line:
            mine = None
            while mine is None:
                mine = next(iter(h.connections()), None)
                await asyncio.sleep(0.01)
            assert isinstance(mine, RequestProtocol)
            mine.transport.write(b"x" * 8_000_000)
            mine.transport.close()
            await asyncio.sleep(1.0)
            assert len(await line.rest(within=10)) == 8_000_000

    run(work())
