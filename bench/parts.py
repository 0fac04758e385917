"""Where a compiled playout spends its time: ``scripts/bench parts quickshot``, or another game, or leduc.

Each part is timed on states of real games, as the difference between doing all parts up to it and all before it; the medians of
seven rounds, by turns, in seconds of CPU, are compared with whole playouts in the same run. What they do not add up to is
the loop around them, and what a processor gains or loses when parts follow each other in a game.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import stages
from peers.leduc import LEDUC
from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.compiled.compiler import compile_driver
from croupier.compiled.playout import Playouts, players_of, rows_of, rules_of
from croupier.core.errors import CroupierError
from croupier.core.game import Game

ROUNDS = 7
ROWS = 3_000
"""Decisions whose states are kept: enough that no processor learns them by heart, and few enough for its cache."""
SECONDS = 0.1
"""About how long one part is timed in one round."""
PARTS = ("seed", "setup", "to act", "legal", "pick", "apply", "end")


class Timed:
    """One driver up to one part: nanoseconds a time."""

    def __init__(self, run: Callable[[int], object], each: int) -> None:
        """run(times) does ``each`` things so many times."""
        self.run, self.each, self.times = run, each, 1
        self.found: list[float] = []
        run(1)
        while self.measure() * self.times * each < SECONDS * 1e9:
            self.times *= 2

    def measure(self) -> float:
        started = time.thread_time()
        self.run(self.times)
        return (time.thread_time() - started) / (self.times * self.each) * 1e9


def timers(game: Game) -> dict[str, Timed]:
    """By name of the last part; "begin", "look", "copy" and "face" are what the first parts are compared with."""
    box, fresh = rows_of(game.default_box())[0], rows_of(game.State(seats=game.meta.usual_seats))
    rows, ends, dice = np.zeros(1 + ROWS, fresh.dtype), np.zeros(1 + ROWS, fresh.dtype), rows_of(players_of(game.N_ACTIONS)())
    bound = rules_of(game) | {"copy_state": stages.copy_row}
    bound.pop("weigh")
    collect, decide, begin, end = (compile_driver(f, bound) for f in (stages.collect, stages.decide, stages.begin, stages.end))
    n = collect(box, rows, ends, fresh, dice[0], 1)
    scratch = (np.zeros(game.meta.usual_seats), np.zeros(len(game.TALLY), np.int64), np.zeros(len(game.SCORE), np.int64))
    sums = np.zeros((2, 1 + game.meta.usual_seats + len(game.TALLY) + len(game.SCORE)))
    found: dict[str, Timed] = {}
    for part, name in enumerate(("begin", "seed", "setup")):
        found[name] = Timed(partial(begin, part, box, rows, fresh, dice[0]), 1)
    for part, name in enumerate(("look", "to act", "legal", "pick", "copy", "apply")):
        found[name] = Timed(partial(decide, part, box, rows, dice[0]), ROWS)
    for part, name in enumerate(("face", "end")):
        found[name] = Timed(partial(end, part, ends, n, scratch, sums), n)
    return found


def whole(game: Game) -> tuple[float, Timed]:
    """Decisions a game, and whole games."""
    playouts = Playouts(game, game.default_box(), game.meta.usual_seats, compiled=True)
    plies = playouts.run(1, 2_000)[0][0] / 2_000
    return plies, Timed(lambda times: playouts.run(1, 50 * times), 50)


def measured(game: Game) -> dict[str, float]:
    """Nanoseconds a decision of each part and of everything."""
    plies, playout = whole(game)
    runs = timers(game) | {"whole": playout}
    for _ in range(ROUNDS):
        for run in runs.values():
            run.found.append(run.measure())
    found = {}
    names = list(runs)
    for name in PARTS:
        before = runs[names[names.index(name) - 1]]
        a_time = statistics.median(x - y for x, y in zip(runs[name].found, before.found, strict=True))
        found[name] = a_time / (plies if name in ("seed", "setup", "end") else 1)
    return found | {"whole": statistics.median(playout.found) / plies}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench parts", description=__doc__)
    parser.add_argument("game", nargs="?", default=games.NAMES[0])
    name = parser.parse_args().game
    try:
        game = LEDUC if name == "leduc" else games.load(name)
    except CroupierError as error:
        sys.exit(str(error))
    found = measured(game)
    show(game, found)
    print(json.dumps({"bench": "parts", "game": name, **{part: round(ns, 2) for part, ns in found.items()}}))


def show(game: Game, found: dict[str, float]) -> None:
    """The table; what the parts leave over is its last row but one."""
    rest = found["whole"] - sum(found[name] for name in PARTS)
    rows = {name: found[name] for name in PARTS} | {"what is left": rest, "all": found["whole"]}
    table = Table("Part", "ns a decision", "share", title=f"Random play of {game.meta.title}, {game.meta.usual_seats} seats")
    for name, ns in rows.items():
        table.add_row(name, f"{ns:.1f}", f"{ns / found['whole']:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
