"""The normal tables beside an attack, in a process of their own: each command's time and latency is a line on standard output.

    python -m tests.fuzz.attacks.neighbour PORT TABLES PACE

Lines are ``SENT LATENCY`` in seconds, by the machine's monotonic clock; ``lost`` when a seat was thrown out, ``ready`` when all
sit. It plays until its standard input ends.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import httpx
import uvloop

sys.path.insert(0, str(Path(__file__).parents[3] / "bench"))
from load import Game, Load

SEATS = 3
GAME = "silver_and_gold"
LATE = 30.0


class Neighbours(Load):
    """A table that is played at a person's pace, one game after the other."""

    def acknowledged(self, latency: float) -> None:
        """Only of decisions: the dealing is not measured."""
        if self.games[0].sent_at:
            print(f"{time.monotonic() - latency:.6f} {latency:.6f}", flush=True)

    async def evening(self, pace: float) -> None:
        """Games at one table after the other."""
        gate = asyncio.Semaphore(1)
        while True:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=60) as http:
                await self.open(http, gate)
            game = self.games[0]
            await self.connect(game, gate)
            print("ready", flush=True)
            await self.play(game, pace)
            self.close()
            self.games.clear()

    async def play(self, game: Game, pace: float) -> None:
        decided = time.monotonic()
        while not game.is_over:
            await asyncio.sleep(1 / pace)
            if seat := game.next_asked():
                seat.decide()
                decided = time.monotonic()
            if any(seat.transport.is_closing() for seat in game.seats) or time.monotonic() - decided > LATE:
                print("lost", flush=True)
                return


async def play(port: int, tables: int, pace: float) -> None:
    evenings = [asyncio.ensure_future(again(Neighbours(port, 1, pace, GAME, SEATS), pace)) for _ in range(tables)]
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for evening in evenings:
        evening.cancel()


async def again(load: Neighbours, pace: float) -> None:
    """Whoever is thrown out comes back."""
    while True:
        try:
            await load.evening(pace)
        except Exception as error:
            print(f"lost {type(error).__name__}", flush=True)
            load.close()
            load.games.clear()
            await asyncio.sleep(1.0)


def main() -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))


if __name__ == "__main__":
    main()
