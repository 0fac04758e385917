"""Bytes at full speed, and nothing that comes back is read: frames after a handshake, and requests without end."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from tests.fuzz.attacks.target import Target, frame, hello, text

BLOCK = 1 << 16
"""About so many bytes go out at once."""


class Flood(NamedTuple):
    """``opening`` once, then ``again`` without end, on a socket at a table (``ws``) or not."""

    name: str
    sentence: str
    again: bytes
    opening: bytes = b""
    ws: bool = True
    silent: bool = False
    """Nothing follows the opening."""

    async def play(self, target: Target) -> None:
        table = (await target.table())[0] if self.ws else ""
        block = self.again * max(1, BLOCK // len(self.again))

        async def once() -> None:
            opening = target.handshake(table) if self.ws else self.opening.replace(b"@", target.headers())
            if line := await target.open(opening):
                if self.ws:
                    await line.upgraded()
                    line.write(hello() + self.opening)
                await (asyncio.sleep(target.left) if self.silent else line.pour(block))
                await line.rest()

        await target.again(once)


FRAMES = (
    Flood("empty_continuations", "Empty continuation frames after an opening fragment.", frame(0x00), frame(0x01, b"a")),
    Flood("fragments_of_a_byte", "A message in fragments of one byte.", frame(0x00, b"a"), frame(0x01, b"a")),
    Flood("pings_unread", "Pings with 125 bytes whose answers are not read.", frame(0x89, b"x" * 125)),
    Flood("empty_pings_unread", "Empty pings whose answers are not read.", frame(0x89)),
    Flood("pings_in_fragments", "Pings between empty fragments.", frame(0x89) + frame(0x00), frame(0x01, b"a")),
    Flood("pongs", "Pongs that nobody asked for.", frame(0x8A)),
    Flood("empty_texts", "Empty text frames.", frame(0x81)),
    Flood("empty_binaries", "Empty binary frames.", frame(0x82)),
    Flood("unmasked", "Frames without a mask.", frame(0x81, b'{"type":"ping"}', masked=False)),
    Flood("reserved_bits", "Frames with reserved bits.", frame(0xF1, b"a")),
    Flood("reserved_kinds", "Frames of kinds that do not exist.", frame(0x83, b"a")),
    Flood("after_close", "Frames after the close frame.", frame(0x81, b'{"type":"ping"}'), frame(0x88, b"\x03\xe8")),
    Flood("long_promise", "2^62 bytes are announced, then come zeros.", bytes(1024), b"\x81\xff" + b"\x40" + bytes(11)),
    Flood(
        "promise_unkept",
        "60,000 bytes are announced, then silence.",
        b"-",
        b"\x81\xfe\xea\x60\0\0\0\0ab",
        silent=True,
    ),
    Flood("long_nonsense", "Texts of 64 kB that are no JSON.", frame(0x81, b"[" * 65_000)),
    Flood("no_utf8", "Texts that are no UTF-8.", frame(0x81, b"\xff" * 120)),
    Flood("messages_unread", "Application pings whose answers are not read.", text(type="ping")),
    Flood("repeated_commands", "One cmd_id over and over, answers unread.", text(type="start", cmd_id="same")),
    Flood("hellos", "Hello is said without end.", hello()),
)

CHUNKED = b"POST /api/tables HTTP/1.1\r\n@Transfer-Encoding: chunked\r\n\r\n"
LONG = b"Content-Length: 99999999999\r\n\r\n"
GAMES = b"GET /api/games HTTP/1.1\r\n@\r\n"


def http(name: str, sentence: str, again: bytes, opening: bytes = b"") -> Flood:
    return Flood(name, sentence, again, opening, ws=False)


HTTP = (
    http("headers_without_end", "Headers without end.", b"X-N: aaaaaaaa\r\n", b"GET / HTTP/1.1\r\n@"),
    http("one_header_without_end", "One header without end.", b"a", b"GET / HTTP/1.1\r\n@X: "),
    http("header_name_without_end", "A header's name without end.", b"a", b"GET / HTTP/1.1\r\n@"),
    http("request_line_without_end", "A request line without end.", b"a", b"GET /"),
    http("method_without_end", "A method without end.", b"A"),
    http("blank_lines", "Blank lines instead of a request.", b"\r\n"),
    http("no_http", "Bytes that are no HTTP.", b"\x16\x03\x01\x02\0\x01\0"),
    http("chunks_without_end", "A chunked body without end.", b"400\r\n" + b" " * 1024 + b"\r\n", CHUNKED),
    http("chunk_extension", "A chunk's extension without end.", b"a", CHUNKED + b"1;"),
    http("chunks_of_a_byte", "A chunked body of single bytes with extensions.", b"1;a=b\r\n \r\n", CHUNKED),
    http("trailers_without_end", "Trailers without end behind a chunked body.", b"X-N: aaa\r\n", CHUNKED + b"1\r\n \r\n0\r\n"),
    http("body_for_get", "A body without end behind a GET.", b"a", b"GET /api/lobby HTTP/1.1\r\n@" + LONG),
    http("body_for_page", "A body without end for the page.", b"a", b"GET / HTTP/1.1\r\n@" + LONG),
    http(
        "pipelined_unread",
        "Requests without end on one connection, unread.",
        b"GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n",
        GAMES,
    ),
    http("pipelined_pages", "The page asked for without end, unread.", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", GAMES),
)

FLOODS = (*FRAMES, *HTTP)
