"""Random play compiled, plain, and in C: ``scripts/bench playout quickshot``.

All three play the same games first: a hash of all actions and the wins must be equal over all seat counts. Then each is
timed five times in seconds of CPU, by turns, in one run, at the usual number of seats; medians count. ``bench/prototype``
is the plain proof that Croupier grew from, timed in the same rounds.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.compiled.playout import Playouts
from croupier.core.errors import CroupierError, unknown
from croupier.core.game import Game

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native")
ROUNDS = 5
EQUAL_GAMES = 20_000
PLAIN_EQUAL_GAMES = 1_000
COMPILED_GAMES = 200_000
PLAIN_GAMES = 1_500


class Peer:
    """The same playout in C, as a program."""

    def __init__(self, name: str, folder: Path) -> None:
        source = HERE / "c" / f"{name}.c"
        compiler = shutil.which("gcc") or shutil.which("cc")
        if not source.exists():
            raise unknown("playout in C of", name, sorted(path.stem for path in (HERE / "c").glob("*.c")))
        if not compiler:
            raise CroupierError("This benchmark needs gcc, to compile the playout in C.")
        self.program = folder / name
        subprocess.run([compiler, *FLAGS, "-o", self.program, source], check=True)

    def run(self, seats: int, first: int, n: int) -> tuple[int, int, list[int], float]:
        """Decisions, hash of all actions, wins by seat, seconds."""
        line = subprocess.run([self.program, str(seats), str(first), str(n)], check=True, capture_output=True, text=True).stdout
        decisions, trace, seconds, *wins = line.split()
        return int(decisions), int(trace), [int(w) for w in wins], float(seconds)


def same_games(game: Game, peer: Peer, seats: int, n: int, *, compiled: bool) -> None:
    """Raise unless ours and C's games are equal."""
    ours = Playouts(game, game.default_box(), seats, compiled=compiled)
    numbers, _ = ours.run(1, n)
    found = (int(numbers[0]), ours.trace, [int(w) for w in numbers[1 : 1 + seats]])
    expected = peer.run(seats, 1, n)[:3]
    if found != expected:
        raise CroupierError(f"{seats} seats: ours are other games than C's: {found}, {expected}.")


def timed(play: Callable[[], float]) -> float:
    """Decisions a second of CPU, of a function that returns how many it took."""
    started = time.thread_time()
    decisions = play()
    return decisions / (time.thread_time() - started)


def contenders(game: Game, peer: Peer, seats: int) -> dict[str, Callable[[], float]]:
    """Name to a function that plays once and returns decisions a second."""
    fast, plain = (Playouts(game, game.default_box(), seats, compiled=c) for c in (True, False))
    proof = import_module(f"prototype.{game.meta.name}")

    def in_c() -> float:
        decisions, _, _, seconds = peer.run(seats, 1, COMPILED_GAMES)
        return decisions / seconds

    return {
        "compiled": lambda: timed(lambda: fast.run(1, COMPILED_GAMES)[0][0]),
        "c": in_c,
        "plain": lambda: timed(lambda: plain.run(1, PLAIN_GAMES)[0][0]),
        "prototype_plain": lambda: timed(lambda: proof.decisions(seats, 1, PLAIN_GAMES)),
    }


def measured(game: Game, peer: Peer, seats: int, rounds: int) -> dict[str, float]:
    """Medians of decisions a second, the contenders taking turns."""
    runs = contenders(game, peer, seats)
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            speeds[name].append(run())
    return {name: statistics.median(found) for name, found in speeds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench playout", description=__doc__)
    parser.add_argument("game", nargs="?", default=games.NAMES[0])
    parser.add_argument("--seats", type=int, help="the usual number when left out")
    given = parser.parse_args()
    sys.path.insert(0, str(HERE))
    try:
        game = games.load(given.game)
        with tempfile.TemporaryDirectory() as folder:
            bench(game, Peer(given.game, Path(folder)), given.seats or game.meta.usual_seats)
    except CroupierError as error:
        sys.exit(str(error))


def bench(game: Game, peer: Peer, seats: int) -> None:
    meta = game.meta
    for n in range(meta.least_seats, meta.most_seats + 1):
        same_games(game, peer, n, EQUAL_GAMES, compiled=True)
        same_games(game, peer, n, PLAIN_EQUAL_GAMES, compiled=False)
    found = measured(game, peer, seats, ROUNDS)
    title = f"Random play of {meta.title}, {seats} seats, medians of {ROUNDS}"
    table = Table("Execution", "Decisions/s", "against C", "against prototype", title=title)
    for name, speed in found.items():
        table.add_row(name, f"{speed:,.0f}", f"{speed / found['c']:.3f}", f"{speed / found['prototype_plain']:.2f}")
    console = Console()
    console.print(table)
    console.print(f"Equal games of all three, {meta.least_seats} to {meta.most_seats} seats: yes. C: gcc {' '.join(FLAGS)}.")
    ratios = {"ratio_c": found["compiled"] / found["c"], "ratio_prototype": found["plain"] / found["prototype_plain"]}
    figures = {name: round(speed) for name, speed in found.items()} | {name: round(r, 3) for name, r in ratios.items()}
    print(json.dumps({"bench": "playout", "game": meta.name, **figures}))


if __name__ == "__main__":
    main()
