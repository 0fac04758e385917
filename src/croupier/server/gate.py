"""Who comes in: the connections of everybody together and of each address, before anything of theirs is read."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from croupier.server.addresses import NOBODY, counted_as
from croupier.server.buckets import AddressBuckets, Present
from croupier.server.limits import Limits
from croupier.server.proxies import NO_PROXIES, Proxies

FULL = "This server has as many connections as it takes; come back in a minute."
MANY = "Your address has {} connections open, as many as one may have; close some pages and load this one again."
OFTEN = "Too many new connections from your address; wait a minute, then load the page again."
CROWDED = "Too many others came while this connection had not said what it wants; load the page again."


class Line(Protocol):
    """A connection of which nobody knows yet what it wants."""

    def give_way(self) -> None: ...


class Waiting:
    """Connections between requests, in the middle of one, or before a hello. Thousands cost a stranger nothing and us 20 kB
    each; whoever means it is through in a moment. So where there are too many, the one that has waited longest gives way."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lines: OrderedDict[Line, None] = OrderedDict()

    def enter(self, line: Line) -> None:
        """One that waits already keeps its place."""
        self.lines[line] = None
        if len(self.lines) > self.most:
            oldest, _ = self.lines.popitem(last=False)
            oldest.give_way()

    def leave(self, line: Line) -> None:
        self.lines.pop(line, None)


class Gate:
    """Counts connections. The addresses here are those of the other end of the connection, a proxy's where there is one."""

    def __init__(self, limits: Limits, most: int, proxies: Proxies = NO_PROXIES) -> None:
        self.limits = limits
        self.most = most
        """Of everybody: the limit, or fewer where the system allows fewer files."""
        self.proxies = proxies
        self.open = 0
        self.waiting = Waiting(limits.waiting)
        self.here = Present(limits.connections_each)
        self.new = AddressBuckets(limits.connections_at_once, limits.connections_per_second)

    def enter(self, host: str, now: float) -> str:
        """Why not; empty for whoever is in, and leaves once."""
        address = self.counted(host)
        if self.open >= self.most:
            return FULL
        if not self.new.take(address, now):
            return OFTEN
        if not self.here.enter(address):
            return MANY.format(self.limits.connections_each)
        self.open += 1
        return ""

    def leave(self, host: str) -> None:
        self.open -= 1
        self.here.leave(self.counted(host))

    def counted(self, host: str) -> str:
        """As whom the other end of a connection counts. A trusted proxy speaks for many, and is nobody."""
        return NOBODY if self.proxies.trust_host(host) else counted_as(host)
