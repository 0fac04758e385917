"""Spectators in crowds: they come and go at once, come back without end, or read slowly."""

from __future__ import annotations

import asyncio

from tests.fuzz.attacks.slow import gather_crowd
from tests.fuzz.attacks.target import Target, hello, text

LEAST = 10.0


async def spectators_leave(target: Target) -> None:
    """1,500 spectators of one table come and leave at once."""
    target.crowd = True
    table, _ = await target.table()
    opening = target.handshake(table).replace(target.headers(), b"@") + hello()

    async def once() -> None:
        lines = await gather_crowd(target, opening)
        await asyncio.sleep(min(2.0, target.left))
        for line in lines[1:]:
            line.writer.transport.abort()
        for line in lines[:1]:
            await line.rest(0.2)

    await target.again(once)


async def reconnect_storm(target: Target) -> None:
    """Spectators come to a game under way, say hello, and are gone, twenty at a time."""
    table, key = await target.table(seats=3, bots=["greenhorn", "greenhorn"])
    host = await target.open(target.handshake(table), hello(key), text(type="start", cmd_id="start"))
    while target.left:
        lines = await asyncio.gather(*(target.open(target.handshake(table), hello()) for _ in range(20)))
        await asyncio.gather(*(line.rest(0.05) for line in lines if line))
    if host:
        await host.rest()


async def slow_readers(target: Target) -> None:
    """Two hundred spectators who read nothing while a host changes the table."""
    target.crowd = True
    table, key = await target.table()
    crowd = [await target.open(target.handshake(table), hello()) for _ in range(200)]
    for line in crowd:
        if line:
            line.reader._transport.pause_reading()  # type: ignore[attr-defined]
    number = 0
    while target.left:
        host = await target.open(target.handshake(table), hello(key))
        if host:
            number += 1
            host.write(
                b"".join(text(type="configure", seconds=30 * (i % 2), listed=False, cmd_id=f"{number}-{i}") for i in range(100))
            )
            await host.rest(0.5)
    for line in crowd:
        if line:
            line.writer.transport.abort()


PLAYS = (spectators_leave, reconnect_storm, slow_readers)
