"""Buckets of tokens."""

from __future__ import annotations

from croupier.server.limit import MESSAGES_AT_ONCE, TABLES_AT_ONCE, Limit, TableLimit


def test_a_socket_may_burst_and_then_has_to_slow_down() -> None:
    limit = Limit(0.0)
    assert sum(limit.take(0.0) for _ in range(500)) == MESSAGES_AT_ONCE
    assert sum(limit.take(1.0) for _ in range(500)) == 30
    assert sum(limit.take(1000.0) for _ in range(500)) == MESSAGES_AT_ONCE


def test_an_address_may_open_so_many_tables_and_the_others_do_not_notice() -> None:
    limit = TableLimit()
    assert sum(limit.take("192.168.1.9", 0.0) for _ in range(100)) == TABLES_AT_ONCE
    assert limit.take("192.168.1.10", 0.0)
    assert limit.take("192.168.1.9", 3.0)
    assert all(limit.take("127.0.0.1", 0.0) for _ in range(1000))
