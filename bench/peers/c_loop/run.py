"""A batch loop in C on shared buffers, ``bench/c/leduc_batch.c``; it plays our batch's games (``bench/batch.py`` checks).

It stands in where PufferLib cannot be built. Where it can, it shows what is owed to C, and what to PufferLib's cheaper chance.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from batch import FLAGS, InC, library_in

from peers.leduc import LEDUC
from peers.protocol import TABLES, Played, Variant, serve

EVERY = 16
"""Ends are counted at every so many steps and taken for all of them: counting would be a part of what is timed."""
SHAPE = f"int32[{LEDUC.OBSERVATION}]+mask[{LEDUC.N_ACTIONS}]"


def loop(hall: InC) -> Callable[[int], Played]:
    def play(decisions: int) -> Played:
        rounds = max(1, decisions // hall.tables // EVERY)
        games = 0
        for _ in range(rounds):
            for _ in range(EVERY):
                hall.step()
            games += EVERY * int(np.count_nonzero(hall.ended))
        return Played(rounds * EVERY * hall.tables, games)

    return play


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = library_in(Path(folder))
    sizes = [n for n in TABLES if n > 1]  # one table ends too seldom to be counted like this
    halls = [(n, InC(library, n)) for n in sizes]
    variants = [Variant(f"tables={n}", f"one call a step of {n:,} tables", SHAPE, loop(hall)) for n, hall in halls]
    serve("C", f"gcc {' '.join(FLAGS[:2])}", variants)


if __name__ == "__main__":
    main()
