"""scripts/fuzz --hostile [MINUTES] [--only NAME,NAME] [--seconds N]: every attack, one by one, and some together.

A real server; beside the attacks four normal tables are played at a person's pace, and the time from each command to its
acknowledgement is measured. Fails when the 99th percentile is over 50 ms under any attack, memory does not come back to within
20 MB in a minute, anybody is answered 500 or a sentence of over 300 characters, or the journal holds a fault. The last line is
JSON.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzz.attacks.kinds import ATTACKS, TOGETHER
from tests.fuzz.attacks.served import Served, more_files, serving

P99_MS = 50.0
BACK_MB = 20.0
BACK_WITHIN = 60.0
SENTENCE = 300
TABLES, PACE = 4, 2.0
HEAD = f"{'attack':<28} {'n':>5} {'p50 ms':>7} {'p99 ms':>8} {'max ms':>8}  {'MB':>4} {'most':>5} {'after':>5} {'s':>4}  result"
CRASHED = "crashed"
ALONE = "nobody"
"""The row without an attack."""


class Neighbours:
    """The normal tables' process, and what it has measured."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "tests.fuzz.attacks.neighbour", str(port), str(TABLES), str(PACE)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.measured: list[tuple[float, float]] = []
        self.lost: list[float] = []
        self.ready = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("lost"):
                self.lost.append(time.monotonic())
            elif line.startswith("ready"):
                self.ready += 1
            else:
                sent, latency = line.split()
                self.measured.append((float(sent), 1000 * float(latency)))

    def between(self, begin: float, end: float) -> list[float]:
        """Latencies, in ms, of the commands sent in that time."""
        return [latency for sent, latency in self.measured if begin <= sent <= end]

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(20)


@dataclass
class Row:
    """What one attack did."""

    name: str
    p50: float = 0.0
    p99: float = 0.0
    most: float = 0.0
    commands: int = 0
    lost: int = 0
    before_mb: float = 0.0
    most_mb: float = 0.0
    after_mb: float = 0.0
    back_s: float = 0.0
    reports: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def wrong(self) -> list[str]:
        """Why this fails; empty when all is well."""
        found = [f"fault: {fault}" for fault in self.faults[:3]]
        if self.p99 > P99_MS:
            found.append(f"p99 {self.p99:.0f} ms")
        if self.after_mb > self.before_mb + BACK_MB:
            found.append(f"memory {self.before_mb:.0f} to {self.after_mb:.0f} MB")
        if self.lost:
            found.append(f"{self.lost} seats lost")
        for report in self.reports:
            found += [f"answered {status}" for status in report.get("statuses", {}) if status == "500"]
            if report["ended"] == CRASHED:
                found.append("the attack itself crashed")
            if report.get("longest", 0) > SENTENCE:
                found.append(f"a sentence of {report['longest']} characters")
        return found

    def words(self) -> str:
        """How the attackers' sockets ended, mostly."""
        ends = [end for report in self.reports for end in report.get("ends", {})]
        counts = [f"{status}: {times}" for report in self.reports for status, times in report.get("statuses", {}).items()]
        return "; ".join(ends[:2] or counts)[:110]


class Siege:
    """One server with its neighbours, attacked."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.neighbours = Neighbours(server.port)
        self.faults = 0

    def settle(self) -> None:
        """Until all neighbours sit and have played a little."""
        while self.neighbours.ready < TABLES or len(self.neighbours.measured) < 3 * TABLES:
            assert self.neighbours.process.poll() is None
            time.sleep(0.1)

    def attack(self, names: tuple[str, ...], seconds: float) -> Row:
        """Play these at once; with none it is what the neighbours have alone."""
        row = Row(" + ".join(names) or ALONE, before_mb=self.server.resident_mb())
        begin = time.monotonic()
        least = max((ATTACKS[name].least for name in names), default=0.0)
        command = [sys.executable, "-m", "tests.fuzz.attacks", str(self.server.port)]
        attackers = [
            subprocess.Popen([*command, name, str(max(seconds, least))], stdout=subprocess.PIPE, text=True) for name in names
        ]
        while any(attacker.poll() is None for attacker in attackers) or time.monotonic() < begin + (0 if names else seconds):
            row.most_mb = max(row.most_mb, self.server.resident_mb())
            time.sleep(0.05)
        end = time.monotonic()
        row.reports = [json.loads(attacker.communicate()[0] or json.dumps({"ended": CRASHED})) for attacker in attackers]
        self.come_back(row, end)
        self.measure(row, begin, end)
        return row

    def come_back(self, row: Row, end: float) -> None:
        """Wait until the memory is back, for a minute at most."""
        time.sleep(2.0)
        while True:
            row.after_mb, row.back_s = self.server.resident_mb(), time.monotonic() - end
            if row.after_mb <= row.before_mb + BACK_MB or row.back_s > BACK_WITHIN:
                return
            time.sleep(0.5)

    def measure(self, row: Row, begin: float, end: float) -> None:
        found = self.neighbours.between(begin, end) or [0.0, 0.0]
        cuts = statistics.quantiles(found, n=100, method="inclusive") if len(found) > 1 else found * 99
        row.commands, row.p50, row.p99, row.most = len(found), cuts[49], cuts[98], max(found)
        row.lost = sum(begin <= at <= end + 5 for at in self.neighbours.lost)
        faults = self.server.faults()
        row.faults, self.faults = faults[self.faults :], len(faults)


def show(row: Row) -> Row:
    print(
        f"{row.name:<28} {row.commands:>5} {row.p50:>7.1f} {row.p99:>8.1f} {row.most:>8.1f}  {row.before_mb:>4.0f}"
        f" {row.most_mb:>5.0f} {row.after_mb:>5.0f} {row.back_s:>4.0f}  {'; '.join(row.wrong()) or 'ok'} | {row.words()}",
        flush=True,
    )
    return row


def plan(only: str | None) -> list[tuple[str, ...]]:
    """What is played, in turn; the attackers' names."""
    if only:
        return [tuple(name.split("+")) for name in only.split(",")]
    return [(), *((name,) for name in ATTACKS), *TOGETHER]


def besiege(siege: Siege, wanted: argparse.Namespace) -> list[Row]:
    """All rows. Without --seconds the time is shared out; the last row says whether all memory is back a minute later."""
    parts = plan(wanted.only)
    waits = sum(max((ATTACKS[name].least for name in part), default=0.0) for part in parts)
    seconds = wanted.seconds or max(3.0, (60 * wanted.minutes - waits - BACK_WITHIN) / len(parts) - 3.0)
    first = siege.server.resident_mb()
    rows = [show(siege.attack(part, seconds)) for part in parts]
    if not wanted.only:
        time.sleep(BACK_WITHIN)
        last = siege.attack((), 5.0)
        last.name, last.before_mb = "a minute after all", first
        rows.append(show(last))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float, nargs="?", default=10.0)
    parser.add_argument("--only", help="names with commas between, + for at once: " + ", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, help="of each attack")
    wanted = parser.parse_args()
    more_files()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server and the neighbours end then, too
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), trusting=True) as server:
        siege = Siege(server)
        try:
            siege.settle()
            print(HEAD, flush=True)
            rows = besiege(siege, wanted)
        finally:
            siege.neighbours.stop()
    wrong = {row.name: row.wrong() for row in rows if row.wrong()}
    print(json.dumps({"fuzz": "hostile", "wrong": wrong, "rows": [vars(row) for row in rows]}))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
