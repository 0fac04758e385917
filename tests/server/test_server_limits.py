"""Buckets of tokens, and queues that are full."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from server_house import run

from croupier.core.errors import Invalid
from croupier.server import limits as limits_module
from croupier.server.addresses import address_of, counted_as
from croupier.server.buckets import MOST_ADDRESSES, AddressBuckets, Bucket
from croupier.server.gate import FULL, OFTEN, Gate
from croupier.server.limits import Limits, parse_limits
from croupier.server.wire import MOST_BYTES, MOST_MESSAGES, Wire


def test_a_socket_may_burst_and_then_has_to_slow_down() -> None:
    bucket = Bucket(0.0, 120, 30.0)
    assert sum(bucket.take(0.0) for _ in range(500)) == 120
    assert sum(bucket.take(1.0) for _ in range(500)) == 30
    assert sum(bucket.take(1000.0) for _ in range(500)) == 120


def test_a_clock_set_back_takes_nothing_away() -> None:
    bucket = Bucket(1000.0, 10, 1.0)
    assert all(bucket.take(now) for now in (1000.0, 10.0, 9.0, 8.0))
    assert sum(bucket.take(60.0) for _ in range(20)) == 10


def test_an_address_may_do_so_much_and_the_others_do_not_notice() -> None:
    openings = AddressBuckets(30, 0.5)
    assert sum(openings.take("192.168.1.9", 0.0) for _ in range(100)) == 30
    assert openings.take("192.168.1.10", 0.0)
    assert openings.take("192.168.1.9", 3.0)
    assert all(openings.take("", 0.0) for _ in range(1000)), "this machine itself"


def test_many_addresses_do_not_make_one_that_is_at_its_limit_forgotten() -> None:
    openings = AddressBuckets(2, 0.001)
    assert [openings.take("192.0.2.1", 0.0) for _ in range(3)] == [True, True, False]
    for number in range(3 * MOST_ADDRESSES):
        openings.take(str(number), 1.0)
        if number % 100 == 0:
            assert not openings.take("192.0.2.1", 1.0)
    assert len(openings.buckets) == MOST_ADDRESSES


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::FFFF:cb00:7107", "203.0.113.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:0DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("127.0.0.1", ""),
        ("127.8.9.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("testclient", "testclient"),
    ],
)
def test_whom_a_limit_counts(host: str, counted: str) -> None:
    assert counted_as(host) == counted
    assert address_of({"client": (host, 1)}) == counted
    assert address_of({"client": None}) == address_of({}) == ""


def test_the_gate_counts_everybody_and_each_address() -> None:
    limits = Limits(connections_each=2, connections_at_once=4, connections_per_second=1.0)
    gate = Gate(limits, 5)
    assert [gate.enter("2001:db8::1", 0.0), gate.enter("2001:db8::2", 0.0)] == ["", ""]
    assert "2 connections" in gate.enter("2001:db8::3", 0.0)
    assert gate.enter("192.0.2.1", 0.0) == ""
    assert [gate.enter("127.0.0.1", 0.0) for _ in range(3)] == ["", "", FULL], "this machine itself fills it too"
    gate.leave("127.0.0.1")
    gate.leave("2001:db8::1")
    assert gate.enter("2001:db8::9", 0.0) == ""
    gate.leave("2001:db8::9")
    assert gate.enter("2001:db8::a", 0.0) == OFTEN, "five in one moment"
    assert gate.open == 3


def test_limits_are_set_by_name() -> None:
    found = parse_limits(["frames_at_once=7", "hello_within=2.5"])
    assert (found.frames_at_once, found.hello_within, found.headers) == (7, 2.5, Limits().headers)
    assert parse_limits([]) == Limits()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("frames", "NAME=VALUE"),
        ("frames=7", "frames_at_once"),
        ("frames_at_once=", "NAME=VALUE"),
        ("frames_at_once=0", "from 1"),
        ("frames_at_once=-3", "from 1"),
        ("frames_at_once=7.5", "whole number"),
        ("frames_at_once=\u0663", "whole number"),
        ("hello_within=\uff12.5", "a number"),
        ("hello_within=nan", "a number"),
        ("hello_within=inf", "a number"),
        ("hello_within=0", "a number"),
        ("hello_within=" + "9" * 5000, "a number"),
        ("x" * 5000 + "=1", "no limit"),
    ],
)
def test_a_limit_that_is_none(text: str, part: str) -> None:
    with pytest.raises(Invalid, match=part) as refused:
        parse_limits([text])
    assert len(str(refused.value)) < 300


def test_an_address_whose_bucket_is_full_again_is_forgotten() -> None:
    openings = AddressBuckets(2, 1.0)
    for number in range(100):
        openings.take(f"192.0.2.{number}", 0.0)
    assert len(openings.buckets) == 100, "each has taken one, and has one less than a new one"
    for number in range(60):
        assert openings.take(f"198.51.100.{number}", 10.0)
    assert len(openings.buckets) == 60 and "192.0.2.99" not in openings.buckets
    assert openings.take("198.51.100.0", 10.0) and not openings.take("198.51.100.0", 10.0), "who is just here is known"


def test_docs_and_reasons_name_every_limit() -> None:
    source = (Path(limits_module.__file__ or "")).read_text("utf-8")
    told = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    for name in Limits.__struct_fields__:
        assert re.search(rf"    {name}: \w+ = .*\n    \"\"\"", source), f"{name} has no reason"
        assert f"`{name}`" in told, f"docs/protocol.md does not name {name}"


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
