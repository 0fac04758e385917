"""How often something may be done: buckets of tokens, one or one per address."""

from __future__ import annotations

from croupier.server.lan import is_loopback

MOST_ADDRESSES = 10_000


class Bucket:
    """``take`` is True as long as no more than ``burst`` come at once and ``per_second`` in the long run.

    ``now`` is a clock that is never set back, in seconds: the loop's.
    """

    def __init__(self, now: float, burst: int, per_second: float) -> None:
        self.burst = float(burst)
        self.per_second = per_second
        self.tokens = self.burst
        self.at = now

    def take(self, now: float) -> bool:
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.per_second)
        self.at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True


class AddressBuckets:
    """One bucket per address. This machine itself is trusted: it may be a proxy that speaks for many."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self.buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        if not address or is_loopback(address):
            return True
        if len(self.buckets) >= MOST_ADDRESSES:
            self.buckets.clear()
        return self.buckets.setdefault(address, Bucket(now, self.burst, self.per_second)).take(now)
