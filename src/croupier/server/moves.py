"""One-time tokens that move a seat to another device. They live ten minutes, in memory: after a restart one makes a new one."""

from __future__ import annotations

import secrets
from typing import NamedTuple

LIFE_MS = 600_000
MOST = 10_000


class Move(NamedTuple):
    table: str
    seat: int
    key_hash: str
    """Of the key that asked: once the seat has another key the token is void."""
    until: int


class Moves:
    def __init__(self) -> None:
        self.open: dict[str, Move] = {}

    def offer(self, table: str, seat: int, key_hash: str, now: int) -> str:
        """A new token; an older one of the same seat is void."""
        self.open = {
            token: move for token, move in self.open.items() if move.until > now and (move.table, move.seat) != (table, seat)
        }
        if len(self.open) >= MOST:
            self.open.pop(next(iter(self.open)))
        token = secrets.token_urlsafe(16)
        self.open[token] = Move(table, seat, key_hash, now + LIFE_MS)
        return token

    def redeem(self, token: str, now: int) -> Move | None:
        """Works once."""
        move = self.open.pop(token, None)
        return move if move and move.until > now else None
