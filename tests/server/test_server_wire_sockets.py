"""WebSockets that send what no client sends: told, closed, bounded, and nobody else notices."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest
from raw import HANDSHAKE, PROMPT, Raw, bystander, frame, raw, raw_socket
from server_house import House, house, run
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from croupier.server.limits import Limits
from croupier.server.socket_protocol import SocketProtocol

QUICK = Limits(unread_within=1.0, unread_per_second=1_000_000.0, hello_within=1.0)


def sockets(h: House) -> list[SocketProtocol]:
    return [each for each in h.connections() if isinstance(each, SocketProtocol)]


async def nobody_left(h: House, but: int, within: float = 5.0) -> None:
    async with asyncio.timeout(within):
        while len(sockets(h)) > but:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("first", "again", "said"),
    [
        (frame(1, b"{", fin=False), frame(0, fin=False), b"flood"),
        (frame(1, b"", fin=False), frame(0, b" ", fin=False), b"flood"),
        (b"", frame(0, fin=False), b"unexpected continuation frame"),
        (b"", frame(9), b"flood"),
        (b"", frame(9, b"x" * 125), b"flood"),
        (b"", frame(10, b"x"), b"flood"),
        (b"", frame(1), b"flood"),
        (b"", frame(2), b"flood"),
        (b"", frame(1, b'{"type":"ping"}'), b"flood"),
        (b"", frame(1, b'{"type":"start","cmd_id":"x"}'), b"flood"),
        (b"", frame(1, b"x" * 60_000), b"flood"),
        (b"", frame(1, b"", fin=False) + frame(0), b"flood"),
        (b"", frame(8, b"\x03\xe8"), b"\x88\x02\x03\xe8"),
        (b"", b"\xff" * 100, b"\x88"),
    ],
    ids="fragments tiny no-opening pings long-pings pongs texts binaries app-pings commands bytes pairs closes noise".split(),
)
@pytest.mark.parametrize("hello", [True, False])
def test_a_flood_of_frames_is_told_and_closed(first: bytes, again: bytes, said: bytes, hello: bool) -> None:
    async def work() -> None:
        async with house() as h, bystander(h) as slowest:
            table, _ = await h.open()
            async with raw_socket(h, table, hello=hello) as line:
                await line.send(first)
                chunk = again * max(1, 256_000 // len(again))
                _, heard = await asyncio.gather(line.pour(chunk, 100), line.rest(within=5))
            assert said in heard
            await nobody_left(h, but=1)
            assert slowest() < PROMPT

    run(work())


def test_a_chunk_is_parsed_up_to_the_first_frame_too_many() -> None:
    """What a flood costs is counted, not timed."""

    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            parsed = 0
            async with raw_socket(h, table) as line:
                connection = sockets(h)[0].conn
                receive = connection.recv_frame

                def counting(one: Any) -> None:
                    nonlocal parsed
                    parsed += 1
                    receive(one)

                connection.recv_frame = counting  # type: ignore[method-assign]
                await line.pour(frame(10) * 40_000, 3)
                await line.rest(within=5)
            assert 200 < parsed < 240 + 200

    run(work())


def test_answers_that_are_not_read_stay_few_and_end_the_connection() -> None:
    """Pings as often as may be, and never a look at the pongs: past the kernel's buffers nothing is kept, and it is cut."""

    async def work() -> None:
        limits = Limits(frames_per_second=1e9, frames_at_once=10**9, socket_bytes_at_once=10**9, unread_within=1.0)
        async with house(limits=limits) as h, bystander(h):
            table, _ = await h.open()
            async with raw_socket(h, table) as line:
                line.writer.transport.pause_reading()  # type: ignore[attr-defined]
                mine = next(s for s in sockets(h) if s.client == line.writer.get_extra_info("sockname"))
                most = 0
                pouring = asyncio.ensure_future(line.pour(frame(9, b"x" * 125) * 500, 2000))
                while mine in sockets(h):
                    most = max(most, mine.transport.get_write_buffer_size())
                    await asyncio.sleep(0.01)
                pouring.cancel()
            assert most < 4 * 65_536

    run(work())


@pytest.mark.parametrize("last", [b"", frame(8, b"\x03\xe8"), frame(0), b"\xff\xff"], ids="nothing close fault noise".split())
def test_whoever_stops_reading_is_cut(last: bytes) -> None:
    """Also after a close frame of theirs or a fault, with answers of ours unread."""

    async def work() -> None:
        async with house(limits=QUICK) as h, bystander(h) as slowest:
            table, _ = await h.open()
            async with raw_socket(h, table) as line:
                line.writer.transport.pause_reading()  # type: ignore[attr-defined]
                mine = next(s for s in sockets(h) if s.client == line.writer.get_extra_info("sockname"))
                while mine.send_now(b"x" * 60_000):  # updates, until the buffers are full
                    pass
                await line.send(last)
                await nobody_left(h, but=1, within=10)
            assert slowest() < PROMPT

    run(work())


def test_whoever_never_answers_our_close_is_closed() -> None:
    async def work() -> None:
        async with house(limits=QUICK) as h:
            async with raw_socket(h, "nosuchtable", hello=False) as line:
                assert b"no such table" in await line.rest(within=5)
            await nobody_left(h, but=0)

    run(work())


def test_frames_after_we_have_decided_to_close_are_counted_too() -> None:
    async def work() -> None:
        async with house(limits=QUICK) as h, bystander(h) as slowest:
            async with raw_socket(h, "nosuchtable", hello=False) as line:
                await asyncio.gather(line.pour(frame(10) * 40_000, 100), line.rest(within=5))
            await nobody_left(h, but=1)
            assert slowest() < PROMPT

    run(work())


def test_a_handshake_that_cannot_be_read_is_answered_and_closed() -> None:
    """None of these may leave a connection behind that nobody waits for."""
    good = HANDSHAKE.format(table="x")
    bad = [
        good.replace("GET", "POST"),
        good.replace("/ws/x", "/ws/é"),
        good.replace("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", ""),
        good.replace("Host:", f"Long: {'x' * 9000}\r\nHost:"),
        good.replace("/ws/x", "/ws/" + "x" * 9000),
        good.replace("Host:", "Content-Length: 3\r\nHost:"),
        good.replace("Version: 13", "Version: 12"),
    ]

    async def work() -> None:
        async with house() as h:
            for text in bad:
                async with raw(h, text.encode()) as line:
                    answer = await line.rest(within=4)
                assert answer.startswith(b"HTTP/1.1 4"), (text[:60], answer[:200])
            await nobody_left(h, but=0)

    run(work())


def test_frames_before_the_handshake_is_answered_end_nothing() -> None:
    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            async with raw(h, HANDSHAKE.format(table=table).encode() + frame(9) * 20_000) as line:
                assert b"101" in await line.reader.readuntil(b"\r\n\r\n")
                await line.pour(frame(9) * 20_000, 2)
                assert b"flood" in await line.rest(within=5)

    run(work())


def test_an_address_has_so_many_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is not counted, so the tests pretend to come from elsewhere."""
    monkeypatch.setattr("croupier.server.sockets.address_of", lambda scope: "192.0.2.1")
    monkeypatch.setattr("croupier.server.rates.address_of", lambda scope: "192.0.2.1")

    async def turned_away(h: House, table: str) -> str:
        person = await h.stranger(table)
        refusal = await person.refused(0)
        await person.until(lambda: person.closed)
        assert (refusal["code"], person.closed) == ("flood", 1008)
        return str(refusal["sentence"])

    async def work() -> None:
        async with house(limits=Limits(sockets_each=2, sockets_at_once=5, sockets_per_second=0.001)) as h:
            table, key = await h.open()
            first = await h.person(table, key)
            await h.person(table)
            assert "2 pages" in await turned_away(h, table)
            await first.close()
            assert (await h.person(table, key)).picture
            assert "2 pages" in await turned_away(h, table)
            assert "one address" in await turned_away(h, table)

    run(work())


def test_uvicorn_and_websockets_have_what_our_protocols_rely_on() -> None:
    """Private fields: an upgrade that renames one fails here, and says which."""
    args = (Config(lambda: None, ws="websockets-sansio"), ServerState(), {})

    async def work() -> None:
        socket, request = WebSocketsSansIOProtocol(*args), HttpToolsProtocol(*args)
        request.on_message_begin()  # makes url
        wanted = {
            socket: "conn loop transport client queue writable disconnected close_sent close_timer close_timeout read_paused "
            "initial_response handshake_complete handle_connect handle_events handle_ping",
            request: "loop transport client url headers scope cycle pipeline flow on_header on_headers_complete on_body "
            "on_message_complete on_response_complete send_400_response handle_websocket_upgrade",
            ServerProtocol(): "events state handshake_exc data_to_send send_text send_close",
        }
        for each, names in wanted.items():
            gone = [name for name in names.split() if not hasattr(each, name)]
            assert not gone, f"{type(each).__module__} has no {', '.join(gone)} any more"
        cycle = inspect.getsource(inspect.getmodule(HttpToolsProtocol))  # type: ignore[arg-type]
        for name in "disconnected message_event keep_alive response_started response_complete".split():
            assert f"self.{name}" in cycle, f"uvicorn's RequestResponseCycle has no {name} any more"

    run(work())


def test_raw_is_a_client() -> None:
    """What the other tests lean on: a well-behaved raw socket is served."""

    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            async with raw_socket(h, table) as line:
                assert isinstance(line, Raw)
                await line.send(frame(1, b'{"type":"pi', fin=False) + frame(9, b"hi") + frame(0, b'ng"}'))
                heard = b""
                while b'"pong"' not in heard:
                    heard += await line.reader.read(1000)
                assert b"\x8a\x02hi" in heard

    run(work())
