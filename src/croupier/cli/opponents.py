"""The bots of a table in the terminal. Those that search think in a process of their own, with their level's whole budget."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterable, Iterator
from typing import Any

from croupier import bots
from croupier.bots.levels import LEVELS
from croupier.bots.worker import BotWorkers
from croupier.core.game import Game


class Opponents:
    """Use as a context: outside of it no process is left."""

    def __init__(self, game: Game, levels: Iterable[str], *, exact: bool) -> None:
        """With ``exact`` all think here, in plain Python and less: equal seeds give equal games, compiled or not."""
        self.game = game
        self.apart = not exact and any(LEVELS[level].iterations for level in levels)
        if self.apart:
            self.workers = BotWorkers(processes=1)
            self.loop = asyncio.new_event_loop()

    @contextlib.contextmanager
    def seated(self) -> Iterator[None]:
        """Starts to warm up at once: a person reads the table first."""
        if not self.apart:
            yield
            return
        thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        thread.start()
        try:
            self.loop.call_soon_threadsafe(self.workers.warm, self.game.meta.name)
            yield
        finally:
            self.wait_for(self.leave())
            self.loop.call_soon_threadsafe(self.loop.stop)
            thread.join()
            self.loop.close()

    async def leave(self) -> None:
        await self.workers.close()

    def wait_for(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    @property
    def is_warm(self) -> bool:
        """Whether the next choice comes with the whole budget, and at once."""
        return not self.apart or self.workers.is_warm(self.game.meta.name)

    def choose(self, box: Any, state: Any, seat: int, level: str, key: int) -> int:
        """An action number; the state is one dealt again for the seat."""
        if not self.apart:
            return bots.choose(self.game, box, state, seat, level, key)
        return int(self.wait_for(self.ask(box, state, seat, level, key)))

    async def ask(self, box: Any, state: Any, seat: int, level: str, key: int) -> int:
        return await self.workers.choose(self.game.meta.name, box.pack(), state.pack(), seat, level, key)
