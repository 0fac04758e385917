"""Ours: Leduc hold'em in our rules form, plain, compiled and in batches."""

from __future__ import annotations

import itertools
import os
import platform

import croupier
from croupier.compiled.batch import Batch
from croupier.compiled.playout import Playouts
from peers.environments import compiled_leduc
from peers.leduc import LEDUC
from peers.ours import lean
from peers.protocol import LENGTH, TABLES, Played, Variant, serve

SHAPE = f"int32[{LEDUC.OBSERVATION}]+mask[{LEDUC.N_ACTIONS}]"


def playouts(*, compiled: bool) -> Variant:
    """The driver of studies, which also adds up lengths, returns, tallies and scores."""
    seeds = itertools.count()
    driver = Playouts(LEDUC, LEDUC.default_box(), 2, compiled=compiled)

    def play(decisions: int) -> Played:
        games = max(1, round(decisions / LENGTH))
        numbers, _ = driver.run(next(seeds) << 32, games)
        return Played(round(numbers[0]), games)

    return Variant("compiled" if compiled else "plain", "Playouts.run, with sums of returns and tallies", "", play)


def batch(tables: int) -> Variant:
    """All tables in step: each step writes every table's observation and mask, and deals anew where a game has ended."""
    hall = Batch(LEDUC, LEDUC.default_box(), 2, tables)

    def play(decisions: int) -> Played:
        began = int(hall.seeds.sum())  # a table's next game has a seed larger by the number of tables
        played = sum(hall.step() for _ in range(-(-decisions // tables)))
        return Played(played, (int(hall.seeds.sum()) - began) // tables)

    return Variant(f"tables={tables}", f"Batch.step, {tables} table{'s' if tables > 1 else ''}", SHAPE, play)


def main() -> None:
    os.environ["CROUPIER_CACHE"] = str(compiled_leduc())
    loop = Variant("plain loop", "one's own loop over the same rules", "", lean.play)
    observed = Variant("plain observed", "the same loop with observe", "int[12]+mask[3]", lean.play_observed)
    version = f"{croupier.__version__}, Python {platform.python_version()}"
    batches = map(batch, TABLES)
    serve("Croupier", version, [playouts(compiled=False), loop, observed, playouts(compiled=True), *batches])


if __name__ == "__main__":
    main()
