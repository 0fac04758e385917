"""Random play compiled, plain, and in C: ``scripts/bench playout quickshot``.

All three play the same games first: a hash of all actions and the wins must be equal over all seat counts and options. Then
each is timed five times in seconds of CPU, by turns, in one run, at the usual number of seats; medians count. Where
``bench/prototype`` has the plain proof that a game grew from, it is timed in the same rounds.
"""

from __future__ import annotations

import argparse
import itertools
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
from croupier.core.game import Game, Meta
from croupier.core.record import Record

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native")
ROUNDS = 5
EQUAL_GAMES = 20_000
PLAIN_EQUAL_GAMES = 300
DECISIONS = 3_000_000
PLAIN_DECISIONS = 25_000
IN_C = {"b": "int8_t", "h": "int16_t", "i": "int32_t", "q": "int64_t"}

Options = dict[str, int]
"""Name of an option to the index of its value."""


class Peer:
    """The same playout in C, as a program."""

    def __init__(self, game: Game, folder: Path) -> None:
        name = game.meta.name
        source = HERE / "c" / f"{name}.c"
        compiler = shutil.which("gcc") or shutil.which("cc")
        if not source.exists():
            raise unknown("playout in C of", name, sorted(path.stem for path in (HERE / "c").glob("*.c")))
        if not compiler:
            raise CroupierError("This benchmark needs gcc, to compile the playout in C.")
        (folder / "box.h").write_text(box_in_c(game.default_box()) + f"enum {{ MOST_PLIES = {game.meta.max_plies} }};\n")
        self.program = folder / name
        subprocess.run([compiler, *FLAGS, "-I", folder, "-o", self.program, source], check=True)

    def run(self, seats: int, options: Options, first: int, n: int) -> tuple[int, int, list[float], float]:
        """Decisions, hash of all actions, wins by seat, seconds."""
        digits = "".join(str(value) for value in options.values()) or "-"
        command = [self.program, str(seats), digits, str(first), str(n)]
        line = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        decisions, trace, seconds, *wins = line.split()
        return int(decisions), int(trace), [float(w) for w in wins], float(seconds)


def box_in_c(box: Record) -> str:
    """The printed box as the constant BOX, a struct with the fields of the record."""
    fields = [f"{IN_C[kind.code]} {name}{''.join(f'[{n}]' for n in kind.shape)};" for name, kind in box.kinds.items()]
    values = str(list(box.fields().values())).translate(str.maketrans("[]", "{}"))
    return f"static const struct {{ {' '.join(fields)} }} BOX = {values};\n"


def same_games(game: Game, peer: Peer, seats: int, options: Options, n: int, *, compiled: bool) -> None:
    """Raise unless ours and C's games are equal."""
    ours = Playouts(game, game.default_box(), seats, (), options, compiled=compiled)
    numbers, _ = ours.run(1, n)
    found = (int(numbers[0]), ours.trace, numbers[1 : 1 + seats])
    expected = peer.run(seats, options, 1, n)[:3]
    if found != expected:
        raise CroupierError(f"{seats} seats, options {options}: ours are other games than C's: {found}, {expected}.")


def timed(play: Callable[[], float]) -> float:
    """Decisions a second of CPU, of a function that returns how many it took."""
    started = time.thread_time()
    decisions = play()
    return decisions / (time.thread_time() - started)


def contenders(game: Game, peer: Peer, seats: int) -> dict[str, Callable[[], float]]:
    """Name to a function that plays once and returns decisions a second; all with the options as they usually are."""
    fast, plain = (Playouts(game, game.default_box(), seats, compiled=c) for c in (True, False))
    usual = game.meta.settings()[0]
    per_game = fast.run(1, 1_000)[0][0] / 1_000
    many, few = round(DECISIONS / per_game), round(PLAIN_DECISIONS / per_game)

    def in_c() -> float:
        decisions, _, _, seconds = peer.run(seats, usual, 1, many)
        return decisions / seconds

    found = {
        "compiled": lambda: timed(lambda: fast.run(1, many)[0][0]),
        "c": in_c,
        "plain": lambda: timed(lambda: plain.run(1, few)[0][0]),
    }
    if (HERE / "prototype" / f"{game.meta.name}.py").exists():
        proof = import_module(f"prototype.{game.meta.name}")
        found["prototype_plain"] = lambda: timed(lambda: proof.decisions(seats, 1, few))
    return found


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
            bench(game, Peer(game, Path(folder)), given.seats or game.meta.usual_seats)
    except CroupierError as error:
        sys.exit(str(error))


def bench(game: Game, peer: Peer, seats: int) -> None:
    meta = game.meta
    for n, options in itertools.product(range(meta.least_seats, meta.most_seats + 1), meta.settings()):
        same_games(game, peer, n, options, EQUAL_GAMES, compiled=True)
        same_games(game, peer, n, options, PLAIN_EQUAL_GAMES, compiled=False)
    found = measured(game, peer, seats, ROUNDS)
    show(meta, seats, found)
    ratios = {"ratio_c": found["compiled"] / found["c"]}
    if "prototype_plain" in found:
        ratios["ratio_prototype"] = found["plain"] / found["prototype_plain"]
    figures = {name: round(speed) for name, speed in found.items()} | {name: round(r, 3) for name, r in ratios.items()}
    print(json.dumps({"bench": "playout", "game": meta.name, **figures}))


def show(meta: Meta, seats: int, found: dict[str, float]) -> None:
    title = f"Random play of {meta.title}, {seats} seats, medians of {ROUNDS}"
    table = Table("Execution", "Decisions/s", "against C", title=title)
    for name, speed in found.items():
        table.add_row(name, f"{speed:,.0f}", f"{speed / found['c']:.3f}")
    console = Console()
    console.print(table)
    over = f"{meta.least_seats} to {meta.most_seats} seats" + (", all options" if meta.options else "")
    console.print(f"Equal games of all three, {over}: yes. C: gcc {' '.join(FLAGS)}.")


if __name__ == "__main__":
    main()
