"""What the server does: durable moves per second, how long a move waits, what it costs, and what a table weighs.

    scripts/bench server [--quick] [--game silver_and_gold]

A real server in its own process, real sockets over loopback, five or as many as the game takes per table, on the same machine
as the load. The last line is one JSON object.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from load import Measured, run_load

TICKS = os.sysconf("SC_CLK_TCK")
IDLE_TABLES = 500


class Server(NamedTuple):
    pid: int
    port: int

    def cpu(self) -> float:
        """Seconds of CPU, user and system, of the server's process."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident_kb(self) -> int:
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())[1])


class Figures(NamedTuple):
    tables: int
    store: str
    per_second: float
    p50: float
    p99: float
    cpu_us: float
    told_p95: float
    """From a command until every socket of the table has the beats that came of it, ms."""
    refused: int


class Kind(NamedTuple):
    """What is played."""

    game: str
    seats: int


@contextmanager
def serving(store: str, folder: Path) -> Iterator[Server]:
    command = [
        sys.executable, "-c", "from croupier.cli.app import main; main()", "serve", "--host", "127.0.0.1", "--port", "0",
        "--data", str(folder), "--store", store, "--pace", "0", "--bots", "uniform", "--log", "warning",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=more_files)
    try:
        line = process.stdout.readline()
        yield Server(process.pid, int(re.search(r":(\d+)/", line)[1]))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def more_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))


def measure(server: Server, store: str, tables: int, pace: float, seconds: float, kind: Kind) -> Figures:
    marks: list[float] = []
    found: Measured = run_load(server.port, tables, pace, seconds, lambda _: marks.append(server.cpu()), *kind)
    cpu_us = 1e6 * (marks[1] - marks[0]) / max(1, found.moves)
    cuts = statistics.quantiles(found.latencies, n=100)
    told = statistics.quantiles(found.told, n=100)[94] if len(found.told) > 1 else 0.0
    return Figures(tables, store, found.moves / found.seconds, cuts[49], cuts[98], cpu_us, told, found.refused)


def show(figures: Figures, note: str = "") -> Figures:
    print(
        f"{figures.tables:>6} {figures.store:<8} {figures.per_second:>9.0f} {figures.p50:>8.2f} {figures.p99:>8.2f}"
        f" {figures.cpu_us:>9.0f} {figures.told_p95:>9.2f}  {note}{f'  refused {figures.refused}' if figures.refused else ''}",
        flush=True,
    )
    return figures


def fresh(store: str, tables: int, pace: float, seconds: float, kind: Kind) -> Figures:
    """On a server and folder of its own."""
    with tempfile.TemporaryDirectory() as folder, serving(store, Path(folder)) as server:
        return measure(server, store, tables, pace, seconds, kind)


def idle_table_kb(kind: Kind) -> float:
    """Games in the middle, their server killed; a new one loads them all, and nobody is connected."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving("sqlite", folder) as server:
            measure(server, "sqlite", IDLE_TABLES, 0.0, 1.0, kind)
        tables = open_tables(folder)
        with serving("sqlite", folder) as server:
            ask(server, tables[:20])
            before = server.resident_kb()
            ask(server, tables[20:])
            return (server.resident_kb() - before) / (len(tables) - 20)


def open_tables(folder: Path) -> list[str]:
    import sqlite3

    with sqlite3.connect(folder / "croupier.sqlite3") as connection:
        return [table for (table,) in connection.execute("SELECT table_id FROM sitting")]


def ask(server: Server, tables: list[str]) -> None:
    """A request that loads the table."""
    for table in tables:
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/tables/{table}/qr.svg").read()


def kind_wanted() -> Kind:
    from croupier import games

    name = sys.argv[sys.argv.index("--game") + 1] if "--game" in sys.argv else games.NAMES[0]
    return Kind(name, min(5, games.meta(name).most_seats))


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server ends then, too
    more_files()
    kind = kind_wanted()
    if "--one" in sys.argv:
        store, tables, pace, seconds = sys.argv[sys.argv.index("--one") + 1 :][:4]
        show(fresh(store, int(tables), float(pace), float(seconds), kind))
        return
    quick = "--quick" in sys.argv
    begun = time.time()
    print(f"{kind.game}, {kind.seats} sockets a table")
    print(f"{'tables':>6} {'store':<8} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8} {'us CPU':>9} {'told p95':>9}")
    disk = {tables: show(fresh("sqlite", tables, 0.0, 15, kind)) for tables in ((500,) if quick else (100, 500, 2000))}
    memory = show(fresh("memory", 500, 0.0, 15, kind))
    paced = show(fresh("sqlite", 500, 1.0, 6 if quick else 12, kind), "one move a second and table")
    alone = show(fresh("sqlite", 1, 20.0, 6 if quick else 12, kind), "one table alone, 20 moves a second")
    weight = idle_table_kb(kind)
    print(f"a loaded table without sockets: {weight:.0f} kB; {time.time() - begun:.0f} s in all")
    print(
        json.dumps(
            {
                "bench": "server",
                "game": kind.game,
                "moves_per_second": {str(tables): round(figures.per_second) for tables, figures in disk.items()},
                "p50_ms": {str(tables): round(figures.p50, 2) for tables, figures in disk.items()},
                "p99_ms": {str(tables): round(figures.p99, 2) for tables, figures in disk.items()},
                "ratio_memory": round(disk[500].per_second / memory.per_second, 3),
                "p50_paced_ms": round(paced.p50, 2),
                "p99_paced_ms": round(paced.p99, 2),
                "told_p95_paced_ms": round(paced.told_p95, 2),
                "told_p95_alone_ms": round(alone.told_p95, 2),
                "cpu_us_per_move": round(disk[500].cpu_us),
                "cpu_us_per_move_paced": round(paced.cpu_us),
                "idle_table_kb": round(weight, 1),
            }
        )
    )


if __name__ == "__main__":
    main()
