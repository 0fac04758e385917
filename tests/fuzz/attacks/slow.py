"""Many sockets that do next to nothing, 1,500 of them, each from an address of its own where the server is told addresses."""

from __future__ import annotations

import asyncio

from tests.fuzz.attacks.target import Line, Target, hello

CROWD = 1500
LEAST = 30.0
AT_ONCE = 40
"""Connections begun before a breath."""


async def gather_crowd(target: Target, opening: bytes) -> list[Line]:
    """``opening`` has ``@`` where the headers go that say who speaks."""
    lines: list[Line] = []
    while len(lines) < CROWD and target.left:
        parts = [target.open(opening.replace(b"@", target.headers())) for _ in range(AT_ONCE)]
        lines += [line for line in await asyncio.gather(*parts) if line]
        await asyncio.sleep(0.05)
    return lines


async def creep(target: Target, opening: bytes, drip: bytes) -> None:
    """Open a crowd; each sends ``drip`` every 1.2 seconds, slower than a byte a second where that is one byte."""
    target.crowd = True
    lines = await gather_crowd(target, opening)
    while target.left:
        for line in lines:
            if drip and line.is_open:
                line.write(drip)
        await asyncio.sleep(min(1.2, target.left))
    target.report.ends["open until the end"] += sum(line.is_open for line in lines)
    for at in range(0, len(lines), 50):
        await asyncio.gather(*(line.rest(0.05) for line in lines[at : at + 50]))


async def slow_headers(target: Target) -> None:
    """1,500 requests whose headers come byte by byte."""
    await creep(target, b"GET / HTTP/1.1\r\n@X: ", b"a")


async def slow_bodies(target: Target) -> None:
    """1,500 requests whose bodies come byte by byte."""
    await creep(target, b"POST /api/tables HTTP/1.1\r\n@Content-Length: 4000\r\n\r\n{", b" ")


async def slow_hellos(target: Target) -> None:
    """1,500 sockets at a table that never say hello."""
    table, _ = await target.table()
    await creep(target, target.handshake(table).replace(target.headers(), b"@"), b"")


async def slow_frames(target: Target) -> None:
    """1,500 sockets at a table whose hello comes byte by byte."""
    table, _ = await target.table()
    await creep(target, target.handshake(table).replace(target.headers(), b"@") + hello()[:6], b" ")


async def silent_crowd(target: Target) -> None:
    """1,500 connections that say nothing at all."""
    await creep(target, b"", b"")


async def idle_crowd(target: Target) -> None:
    """1,500 connections kept alive after one request."""
    await creep(target, b"GET /api/health HTTP/1.1\r\n@\r\n", b"")


PLAYS = (slow_headers, slow_bodies, slow_hellos, slow_frames, silent_crowd, idle_crowd)
