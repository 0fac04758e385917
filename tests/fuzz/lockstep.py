"""Plain and compiled in lockstep, for long: ``python -m tests.fuzz.lockstep --decisions 10000000``."""

from __future__ import annotations

import argparse
import itertools
import os
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait

from croupier import games
from croupier.compiled.lockstep import Lockstep

CHUNK = 20_000


def compare(name: str, seats: int, first: int, least: int) -> tuple[int, int]:
    """Games from this seed on until at least so many decisions were compared; (decisions, games)."""
    game = games.load(name)
    lockstep = Lockstep(game, game.default_box(), seats)
    decisions = played = 0
    while decisions < least:
        decisions += lockstep.run(first + played)
        played += 1
    return decisions, played


def main() -> None:
    parser = argparse.ArgumentParser(prog="lockstep", description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000_000, help="how many decisions to compare, over all seat counts")
    parser.add_argument("--game", choices=games.NAMES, default=games.NAMES[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    meta = games.meta(given.game)
    started = time.monotonic()
    compared = played = 0
    counts = itertools.cycle(range(meta.least_seats, meta.most_seats + 1))
    compare(given.game, meta.least_seats, 0, 1)
    with ProcessPoolExecutor(given.workers) as pool:
        running = set()
        for number, left in enumerate(range(given.decisions, 0, -CHUNK)):
            first = (given.seed << 40) + number * CHUNK
            running.add(pool.submit(compare, given.game, next(counts), first, min(CHUNK, left)))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                decisions, games_played = future.result()
                compared += decisions
                played += games_played
            print(f"\r{compared:,} decisions", end="", flush=True)
    seconds = time.monotonic() - started
    print(f"\r{given.game}: {compared:,} decisions in {played:,} games, plain = compiled in every field; {seconds:.0f} s.")


if __name__ == "__main__":
    main()
