"""How fast one socket may talk, and one address open tables: buckets of tokens."""

from __future__ import annotations

from croupier.server.lan import is_loopback

MESSAGES_AT_ONCE = 120
MESSAGES_PER_SECOND = 30.0
TABLES_AT_ONCE = 30
TABLES_PER_SECOND = 0.5
MOST_ADDRESSES = 10_000


class Limit:
    """``take`` is True as long as no more than ``burst`` come at once and ``per_second`` in the long run."""

    def __init__(self, now: float, burst: int = MESSAGES_AT_ONCE, per_second: float = MESSAGES_PER_SECOND) -> None:
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


class TableLimit:
    """Per address. This machine itself is trusted: it may be a proxy that speaks for many."""

    def __init__(self) -> None:
        self.limits: dict[str, Limit] = {}

    def take(self, address: str, now: float) -> bool:
        if not address or is_loopback(address):
            return True
        if len(self.limits) >= MOST_ADDRESSES:
            self.limits.clear()
        return self.limits.setdefault(address, Limit(now, TABLES_AT_ONCE, TABLES_PER_SECOND)).take(now)
