"""Studies on several cores: ``scripts/bench crews quickshot``, or all games when none is named.

Random play of one study by one thread, by several, by as many Dask workers of one thread each on this machine, and in C by one
process and by as many: what C gains is what the machine gives. Contenders take turns; medians of five, in seconds of the clock,
without compiling. All crews must come to the same report.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from distributed import LocalCluster
from playout import Peer
from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.core.errors import CroupierError
from croupier.core.game import Game
from croupier.study.cluster import Cluster
from croupier.study.crew import Crew, Threads
from croupier.study.simulation import Plan, Report, planned, simulate

ROUNDS = 5
SECONDS = 4.0
"""Of CPU, about, that the study takes."""

Run = Callable[[], float]
"""Plays the whole study; seconds."""


def study(game: Game) -> Plan:
    """As many games as take SECONDS."""
    first = planned(game, game.default_box(), None, [], 20_000, 1)
    first.warm_up()
    began = time.thread_time()
    first.play(range(first.chunks), threading.Event())
    per_game = (time.thread_time() - began) / first.games
    return planned(game, game.default_box(), None, [], round(SECONDS / per_game), 1)


def timed(plan: Plan, crew: Crew) -> tuple[Report, float]:
    """The report, and the seconds from when all is compiled."""
    started: list[float] = []
    report = simulate(plan, crew, lambda more: started.append(time.perf_counter()))
    return report, time.perf_counter() - started[0]


def contenders(plan: Plan, peer: Peer, address: str, many: int) -> dict[str, Run]:
    expected, _ = timed(plan, Threads(1))

    def by(hire: Callable[[], Crew]) -> float:
        report, seconds = timed(plan, hire())
        if report != expected:
            raise CroupierError(f"A crew came to other numbers: {report}, not {expected}.")
        return seconds

    return {
        "threads_1": lambda: by(lambda: Threads(1)),
        f"threads_{many}": lambda: by(lambda: Threads(many)),
        f"dask_{many}": lambda: by(lambda: Cluster(address)),
        "c_1": lambda: in_c(plan, peer, 1),
        f"c_{many}": lambda: in_c(plan, peer, many),
    }


def in_c(plan: Plan, peer: Peer, processes: int) -> float:
    """As many games, shared out among processes."""
    usual, share = plan.game.meta.settings()[0], plan.games // processes
    began = time.perf_counter()
    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(lambda i: peer.run(plan.seats, usual, 1 + i * share, share), range(processes)))
    return time.perf_counter() - began


def bench(game: Game, address: str, many: int) -> None:
    plan = study(game)
    with tempfile.TemporaryDirectory() as folder:
        runs = contenders(plan, Peer(game, Path(folder)), address, many)
        for run in runs.values():
            run()  # the workers compile, too
        seconds: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(ROUNDS):
            for name, run in runs.items():
                seconds[name].append(run())
    found = {name: statistics.median(times) for name, times in seconds.items()}
    one, several, dask, c_one, c_several = found.values()
    ratios = {"ratio_threads": one / several, "ratio_c": c_one / c_several, "overhead_dask": dask / several - 1}
    show(plan, found)
    rounded = {name: round(figure, 3) for name, figure in (found | ratios).items()}
    print(json.dumps({"bench": "crews", "game": game.meta.name, "games": plan.games} | rounded), flush=True)


def show(plan: Plan, found: dict[str, float]) -> None:
    title = f"{plan.games:,} games of {plan.game.meta.title}, {plan.seats} seats, medians of {ROUNDS}"
    table = Table("Crew", "Seconds", "against one of its kind", title=title)
    for name, seconds in found.items():
        single = found["c_1" if name.startswith("c_") else "threads_1"]
        table.add_row(name, f"{seconds:.2f}", f"{single / seconds:.2f}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench crews", description=__doc__)
    parser.add_argument("game", nargs="*", default=games.NAMES)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    try:
        loaded = [games.load(name) for name in given.game]
        with LocalCluster(n_workers=given.threads, threads_per_worker=1, dashboard_address=None) as cluster:
            for game in loaded:
                bench(game, cluster.scheduler_address, given.threads)
    except CroupierError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
