"""Plain and compiled in lockstep, for long: ``python -m tests.fuzz.lockstep --decisions 10000000``."""

from __future__ import annotations

import argparse
import itertools
import os
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait

from croupier import games
from croupier.compiled.lockstep import Lockstep
from croupier.core.game import Meta

CHUNK = 20_000


def compare(name: str, seats: int, options: dict[str, int], first: int, least: int) -> tuple[int, int]:
    """Games from this seed on until at least so many decisions were compared; (decisions, games)."""
    game = games.load(name)
    lockstep = Lockstep(game, game.default_box(), seats, options)
    decisions = played = 0
    while decisions < least:
        decisions += lockstep.run(first + played)
        played += 1
    return decisions, played


def main() -> None:
    parser = argparse.ArgumentParser(prog="lockstep", description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000_000, help="how many decisions of each game to compare")
    parser.add_argument("--game", choices=games.NAMES, help="all games when left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    for name in [given.game] if given.game else games.NAMES:
        check(games.meta(name), given.decisions, given.seed, given.workers)


def check(meta: Meta, least: int, seed: int, workers: int) -> None:
    """At least so many decisions, spread over all seat counts and options."""
    started = time.monotonic()
    compared = played = 0
    tables = itertools.cycle(itertools.product(range(meta.least_seats, meta.most_seats + 1), meta.settings()))
    compare(meta.name, meta.least_seats, {}, 0, 1)
    with ProcessPoolExecutor(workers) as pool:
        running = set()
        for number, left in enumerate(range(least, 0, -CHUNK)):
            seats, options = next(tables)
            first = (seed << 40) + number * CHUNK
            running.add(pool.submit(compare, meta.name, seats, options, first, min(CHUNK, left)))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                decisions, games_played = future.result()
                compared += decisions
                played += games_played
            print(f"\r{compared:,} decisions", end="", flush=True)
    seconds = time.monotonic() - started
    print(f"\r{meta.name}: {compared:,} decisions in {played:,} games, plain = compiled in every field; {seconds:.0f} s.")


if __name__ == "__main__":
    main()
