"""Who decides for bots: workers in other processes, and what looks best at first sight when they fail or take too long.

A bot gets a redealt state, never the truth; the redeal happens here, so no secret leaves this process.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Protocol

from croupier import games
from croupier.bots.choice import choose_by
from croupier.bots.levels import LEVELS
from croupier.bots.thought import playouts_of
from croupier.server.journal import warn
from croupier.table.table import Table

PATIENCE = 1.8
"""Seconds; a bot answers within 2 s as long as nobody thinks longer."""
LONGEST = 2 * max(level.seconds for level in LEVELS.values())
"""How much longer the last of many may wait, for two whole thoughts of others (rounds.py). While bots are warming up nobody
thinks for so long."""


class Workers(Protocol):
    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        """The number of a legal action."""

    def is_warm(self, game: str) -> bool:
        """Whether its bots think as deeply as their level says."""

    def stays_cold(self, game: str) -> bool:
        """Whether they never will."""

    def warm(self, game: str) -> None:
        """Begin to make it so."""

    def close(self) -> asyncio.Future[Any]:
        """End all; await what it returns to see them gone."""


class NoWorkers:
    """Uniform choices at once: for tests and measurements of the server alone."""

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        rules = games.load(game)
        return uniform(game, rules.Box.unpack(box), rules.State.unpack(state), seat, key)

    def is_warm(self, game: str) -> bool:
        return True

    def stays_cold(self, game: str) -> bool:
        return False

    def warm(self, game: str) -> None:
        pass

    def close(self) -> asyncio.Future[Any]:
        return asyncio.gather()


class Bots:
    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    def is_warm(self, game: str) -> bool:
        return self.workers.is_warm(game)

    def stays_cold(self, game: str) -> bool:
        return self.workers.stays_cold(game)

    async def choose(self, table: Table, seat: int, level: str) -> str:
        """The notation of a legal action of the seat, which must be to act; in time whatever the workers do."""
        name = table.game.meta.name
        key = secrets.randbits(62)
        state = table.state.copy()
        table.game.redeal(table.box, state, seat, key)
        try:
            async with asyncio.timeout(PATIENCE + LONGEST if self.is_warm(name) else PATIENCE):
                number = await self.workers.choose(name, table.box.pack(), state.pack(), seat, level, key)
            return text_of(table, seat, number)
        except Exception as error:  # whatever a bot does wrong: the table goes on
            warn("bot_failed", error, game=name, level=level)
            return text_of(table, seat, choose_by(playouts_of(table.game), table.game, table.box, state, seat, key))

    async def close(self) -> None:
        await self.workers.close()


def text_of(table: Table, seat: int, number: int) -> str:
    """ValueError unless the action is legal now."""
    mask = [0] * table.game.N_ACTIONS
    table.game.legal(table.box, table.state, seat, mask)
    if not 0 <= number < len(mask) or not mask[number]:
        raise ValueError(f"action {number} is not legal")
    return table.game.format_action(table.box, table.state, seat, number)


def uniform(game: str, box: object, state: object, seat: int, key: int) -> int:
    rules = games.load(game)
    mask = [0] * rules.N_ACTIONS
    n = rules.legal(box, state, seat, mask)
    return [number for number, legal in enumerate(mask) if legal][key % n]
