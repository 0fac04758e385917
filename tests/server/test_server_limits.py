"""Buckets of tokens, and queues that are full."""

from __future__ import annotations

import asyncio
from typing import Any

from server_house import run

from croupier.server.buckets import AddressBuckets, Bucket
from croupier.server.wire import MOST_BYTES, MOST_MESSAGES, Wire


def test_a_socket_may_burst_and_then_has_to_slow_down() -> None:
    bucket = Bucket(0.0, 120, 30.0)
    assert sum(bucket.take(0.0) for _ in range(500)) == 120
    assert sum(bucket.take(1.0) for _ in range(500)) == 30
    assert sum(bucket.take(1000.0) for _ in range(500)) == 120


def test_an_address_may_open_so_many_tables_and_the_others_do_not_notice() -> None:
    openings = AddressBuckets(30, 0.5)
    assert sum(openings.take("192.168.1.9", 0.0) for _ in range(100)) == 30
    assert openings.take("192.168.1.10", 0.0)
    assert openings.take("192.168.1.9", 3.0)
    assert all(openings.take("127.0.0.1", 0.0) for _ in range(1000))


async def stalled() -> Wire:
    """The line of a client that does not read any more."""

    async def never(message: Any) -> None:
        await asyncio.sleep(3600)

    wire = Wire(never, lambda: None)
    sender = asyncio.ensure_future(wire.run())
    wire.put(b"first")
    await asyncio.sleep(0)
    wire.put(b"waits")
    assert list(wire.queue) == [b"waits"]
    sender.cancel()
    return wire


def test_one_message_may_be_long_and_several_together_may_not() -> None:
    async def work() -> None:
        wire = Wire((await stalled()).send, lambda: None)
        wire.put(b"x" * 2 * MOST_BYTES)
        assert not wire.is_cut
        wire.put(b"y")
        assert wire.is_cut and not wire.queue
        many = await stalled()
        for _ in range(MOST_MESSAGES - 1):
            many.put(b"x")
        assert not many.is_cut
        many.put(b"x")
        assert many.is_cut

    run(work())
