"""Vectorised play beside single games and C: ``scripts/bench batch leduc``, or the name of a registered game.

Everybody plays uniformly at random; a step writes every table's observation and mask. Batches of several sizes are timed beside
compiled single games, which write no observations. For Leduc a batch loop in C on shared buffers (``bench/c/leduc_batch.c``)
plays along: first both play the same games, and all buffers must be equal after every step. Medians of five, by turns, in
seconds of CPU; where threads are compared, in seconds of the clock.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from peers.leduc import LEDUC
from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.compiled.batch import Batch
from croupier.compiled.playout import Playouts
from croupier.core.errors import CroupierError
from croupier.core.game import Game

SOURCE = Path(__file__).parent / "c" / "leduc_batch.c"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC", "-pthread")
ROUNDS = 5
SECONDS = 0.25
"""About how long one contender plays in one round."""
SIZES = {"1": 1, "64": 64, "1k": 1024, "16k": 16384}
SHOWN = ("observations", "masks", "deciding", "actions", "returns", "ended")
EQUAL_STEPS = 200
TRIAL = 2_000
"""Single games that show how many take SECONDS."""


class InC:
    """The batch loop in C: uniformly random Leduc with auto-reset, on buffers like those of ``Batch`` and as names of it."""

    def __init__(self, library: ctypes.CDLL, tables: int, *, first: int = 0, threads: int = 1) -> None:
        self.observations = np.zeros((tables, LEDUC.OBSERVATION), np.int32)
        self.masks = np.zeros((tables, LEDUC.N_ACTIONS), np.int8)
        self.deciding = np.zeros(tables, np.int8)
        self.actions = np.zeros(tables, np.int64)
        self.returns = np.zeros((tables, 2))
        self.ended = np.zeros(tables, bool)
        self.tables, self.library = tables, library
        buffers = (ctypes.c_void_p(getattr(self, name).ctypes.data) for name in SHOWN)
        library.batch_new.restype = ctypes.c_void_p
        self.batch = ctypes.c_void_p(library.batch_new(ctypes.c_long(tables), threads, ctypes.c_uint64(first), *buffers))

    def step(self) -> int:
        self.library.batch_step(self.batch)
        return self.tables

    def close(self) -> None:
        self.library.batch_free(self.batch)


def library_in(folder: Path) -> ctypes.CDLL:
    """The batch loop in C, compiled into the folder."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        raise CroupierError("This benchmark needs gcc, to compile the batch loop in C.")
    made = folder / "leduc_batch.so"
    subprocess.run([compiler, *FLAGS, "-o", made, SOURCE], check=True)
    return ctypes.CDLL(str(made))


def same_games(library: ctypes.CDLL, tables: int, threads: int) -> None:
    """Raise unless ours and C's buffers are equal after every step."""
    ours, theirs = batch_of(LEDUC, tables, threads), InC(library, tables, threads=threads)
    for step in range(EQUAL_STEPS):
        for name in SHOWN:
            if not np.array_equal(getattr(ours, name), getattr(theirs, name)) and (step or name != "actions"):
                raise CroupierError(f"{tables} tables, step {step}: {name} of ours and of C's batch differ.")
        ours.step()
        theirs.step()
    theirs.close()


def batch_of(game: Game, tables: int, threads: int = 1) -> Batch:
    return Batch(game, game.default_box(), game.meta.usual_seats, tables, threads=threads)


def stepped(batch: Any, clock: Callable[[], float]) -> Callable[[], float]:
    """A function that steps the batch for about SECONDS and returns decisions a second."""
    trial = max(20, 20_000 // len(batch.masks))
    batch.step()
    started = clock()
    for _ in range(trial):
        batch.step()
    steps = max(20, round(trial * SECONDS / (clock() - started)))

    def run() -> float:
        begun = clock()
        decisions = sum(batch.step() for _ in range(steps))
        return decisions / (clock() - begun)

    return run


def single(game: Game) -> Callable[[], float]:
    """The same for compiled playouts."""
    playouts = Playouts(game, game.default_box(), game.meta.usual_seats, compiled=True)
    playouts.run(1, 1)
    started = time.thread_time()
    playouts.run(1, TRIAL)
    count = round(TRIAL * SECONDS / (time.thread_time() - started))

    def run() -> float:
        begun = time.thread_time()
        numbers, _ = playouts.run(1, count)
        return numbers[0] / (time.thread_time() - begun)

    return run


def contenders(game: Game, library: ctypes.CDLL | None) -> dict[str, Callable[[], float]]:
    runs = {"single": single(game)}
    for name, tables in SIZES.items():
        runs[f"batch_{name}"] = stepped(batch_of(game, tables), time.thread_time)
        if library:
            runs[f"c_batch_{name}"] = stepped(InC(library, tables), time.thread_time)
    for threads in (1, 2):
        runs[f"batch_16k_threads_{threads}"] = stepped(batch_of(game, SIZES["16k"], threads), time.perf_counter)
        if library:
            runs[f"c_batch_16k_threads_{threads}"] = stepped(InC(library, SIZES["16k"], threads=threads), time.perf_counter)
    return runs


def measured(runs: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Decisions a second of every round, the contenders taking turns."""
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            speeds[name].append(run())
    return speeds


def ratio(speeds: dict[str, list[float]], one: str, other: str) -> float:
    """The median of the ratios within a round: what slows the machine slows both."""
    return statistics.median(x / y for x, y in zip(speeds[one], speeds[other], strict=True))


def ratios(speeds: dict[str, list[float]]) -> dict[str, float]:
    found = {f"ratio_single_{name}": ratio(speeds, f"batch_{name}", "single") for name in SIZES}
    found["threads_2_over_1"] = ratio(speeds, "batch_16k_threads_2", "batch_16k_threads_1")
    if "c_batch_1k" in speeds:
        found |= {f"ratio_c_batch_{name}": ratio(speeds, f"batch_{name}", f"c_batch_{name}") for name in SIZES}
        found["c_threads_2_over_1"] = ratio(speeds, "c_batch_16k_threads_2", "c_batch_16k_threads_1")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench batch", description=__doc__)
    parser.add_argument("game", nargs="?", default="leduc")
    try:
        bench(parser.parse_args().game)
    except CroupierError as error:
        sys.exit(str(error))


def bench(name: str) -> None:
    game = LEDUC if name == "leduc" else games.load(name)
    with tempfile.TemporaryDirectory() as folder:
        library = library_in(Path(folder)) if game is LEDUC else None
        if library:
            same_games(library, 1000, 1)
            same_games(library, 1000, 2)
        speeds = measured(contenders(game, library))
    compared = ratios(speeds)
    show(game, speeds, compared)
    figures = {name: round(statistics.median(found)) for name, found in speeds.items()}
    figures |= {name: round(found, 3) for name, found in compared.items()}
    print(json.dumps({"bench": "batch", "game": name, "observation": game.OBSERVATION, **figures}))


def show(game: Game, speeds: dict[str, list[float]], compared: dict[str, float]) -> None:
    title = f"Random play of {game.meta.title}, {game.meta.usual_seats} seats, medians of {ROUNDS}"
    table = Table("Execution", "Decisions/s", "lowest", "highest", title=title)
    for name, found in speeds.items():
        table.add_row(name, *(f"{speed:,.0f}" for speed in (statistics.median(found), min(found), max(found))))
    console = Console()
    console.print(table)
    console.print(", ".join(f"{name} {found:.3f}" for name, found in compared.items()))


if __name__ == "__main__":
    main()
