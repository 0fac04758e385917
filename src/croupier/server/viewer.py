"""Whoever looks at a table over one socket."""

from __future__ import annotations

from croupier.core.game import SPECTATOR
from croupier.server.messages import Displaced
from croupier.server.project import encode
from croupier.server.wire import Wire

DISPLACED = 4001
"""Close code: somebody else has the seat now; do not come back by itself."""


class Viewer:
    """One socket at a table. ``n`` counts its updates."""

    def __init__(self, wire: Wire, seat: int | None, key_hash: str) -> None:
        self.wire = wire
        self.seat = seat
        self.key_hash = key_hash
        self.n = 0
        self.frame = b""
        """The frame that it was sent last."""

    @property
    def audience(self) -> int:
        return SPECTATOR if self.seat is None else self.seat

    def displace(self, sentence: str) -> None:
        self.wire.put(encode(Displaced(sentence)))
        self.wire.close(DISPLACED, "displaced")
