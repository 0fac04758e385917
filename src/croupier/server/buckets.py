"""How often something may be done: buckets of tokens, one or one per address."""

from __future__ import annotations

from collections import OrderedDict

MOST_ADDRESSES = 10_000


class Bucket:
    """``take`` is True as long as no more than ``burst`` come at once and ``per_second`` in the long run.

    ``now`` is a clock that is never set back, in seconds: the loop's. One that is set back all the same takes nothing away.
    """

    __slots__ = ("at", "burst", "per_second", "tokens")

    def __init__(self, now: float, burst: float, per_second: float) -> None:
        self.burst = float(burst)
        self.per_second = per_second
        self.tokens = self.burst
        self.at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """False, and nothing taken, when there is less than ``cost`` left."""
        self.fill(now)
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def fill(self, now: float) -> None:
        if now > self.at:
            self.tokens = min(self.burst, self.tokens + (now - self.at) * self.per_second)
        self.at = now

    def is_full(self, now: float) -> bool:
        """Whether it is as good as a new one."""
        self.fill(now)
        return self.tokens == self.burst


class AddressBuckets:
    """One bucket per address, as ``addresses.counted_as`` says it; the empty one, this machine itself, is not counted.

    One that is full again is forgotten. When there are too many all the same, the one that has not been touched for longest
    goes: whoever has just reached a limit stays known.
    """

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        if not address:
            return True
        bucket = self.buckets.get(address)
        if bucket is None:
            self.forget_full(now)
            bucket = self.buckets[address] = Bucket(now, self.burst, self.per_second)
            if len(self.buckets) > MOST_ADDRESSES:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        return bucket.take(now)

    def forget_full(self, now: float) -> None:
        """Two at most for each that comes, so that their number falls when a crowd has gone."""
        for address in [address for address, _ in zip(self.buckets, range(2), strict=False)]:
            if self.buckets[address].is_full(now):
                del self.buckets[address]


class Present:
    """How many of each address are here at once; the empty address is not counted."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """False, and not counted, when there are as many as may be. Whoever got True leaves once."""
        if not address:
            return True
        here = self.count.get(address, 0)
        if here >= self.most:
            return False
        self.count[address] = here + 1
        return True

    def leave(self, address: str) -> None:
        if not address:
            return
        if self.count[address] == 1:
            del self.count[address]
        else:
            self.count[address] -= 1
