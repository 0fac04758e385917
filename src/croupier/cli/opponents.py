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
            self.asking: set[asyncio.Task[int]] = set()
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
        """No process is left, and no question that would start another one."""
        await self.workers.close()
        await asyncio.gather(*self.asking, return_exceptions=True)

    def wait_for(self, work: Coroutine[Any, Any, Any]) -> Any:
        try:
            return asyncio.run_coroutine_threadsafe(work, self.loop).result()
        except RuntimeError:  # the loop is closed: a thought for a game that was left
            work.close()
            raise

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
        choosing = self.workers.choose(self.game.meta.name, box.pack(), state.pack(), seat, level, key)
        task = asyncio.create_task(choosing)
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)
        return await task
