"""scripts/fuzz --soak [MINUTES=60] [--csv FILE] [--seed S]: an evening of mixed play on a real server with real bots.

Tables of all games are opened and played to the end by people who leave, come back, move to other devices, lose their lines;
spectators come and go, there are rematches, and now and then a stranger attacks. Every ten seconds the memory of the server
and of its bots, tables, sockets and files are written down. Afterwards the server's memory must be flat (its slope after ten
minutes of warming up is under 5 MB an hour, or not told apart from none), all tables forgotten, and no fault in the journal.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import math
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import httpx
import uvloop

from tests.fuzz.attacks.guests import Party
from tests.fuzz.attacks.served import Served, children, more_files, resident_mb, serving

TABLES = 6
EVERY = 10.0
WARMING = 600.0
FLAT_MB = 5.0
FORGOTTEN_WITHIN = 120.0
STRANGERS = (
    "pings_unread",
    "empty_continuations",
    "hostile_boxes",
    "odd_requests",
    "reconnect_storm",
    "toggling",
    "request_flood",
)
STRANGE_EVERY, STRANGE_FOR = 60.0, 3.0


class Sample(NamedTuple):
    seconds: float
    server_mb: float
    bots_mb: float
    tables: int
    sockets: int
    files: int


class Slope(NamedTuple):
    """MB an hour, with the half-width of its interval of 95 %, and how many samples told."""

    per_hour: float
    within: float
    samples: int

    def is_flat(self) -> bool:
        """Never where there were too few samples to tell."""
        return self.per_hour < FLAT_MB and self.within < math.inf


def slope_of(samples: list[Sample]) -> Slope:
    """Least squares over six-sample means: neighbours in time are alike, and would make the interval too narrow."""
    means = [samples[at : at + 6] for at in range(0, len(samples) - 5, 6)]
    points = [(sum(s.seconds for s in part) / 21_600, sum(s.server_mb for s in part) / 6) for part in means]
    if len(points) < 3:
        return Slope(0.0, math.inf, len(samples))
    middle_x, middle_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    rise = sum((x - middle_x) * (y - middle_y) for x, y in points) / spread
    left = sum((y - middle_y - rise * (x - middle_x)) ** 2 for x, y in points)
    return Slope(rise, 2.0 * (left / (len(points) - 2) / spread) ** 0.5, len(samples))


async def health(port: int) -> dict[str, object]:
    async with httpx.AsyncClient(trust_env=False, timeout=30) as http:
        return dict((await http.get(f"http://127.0.0.1:{port}/api/health")).json())


async def sample(server: Served, begun: float) -> Sample:
    told = await health(server.port)
    bots = sum(resident_mb(pid) for pid in children(server.pid))
    seconds = time.monotonic() - begun
    return Sample(seconds, server.resident_mb(), bots, int(str(told["tables"])), int(str(told["sockets"])), server.files())


async def strangers(port: int, rng: random.Random, done: Counter[str]) -> None:
    """Now and then one attack, for some seconds."""
    while True:
        await asyncio.sleep(STRANGE_EVERY)
        name = rng.choice(STRANGERS)
        command = [sys.executable, "-m", "tests.fuzz.attacks", str(port), name, str(STRANGE_FOR)]
        attacker = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
        await attacker.wait()
        done[f"attacked: {name}"] += 1


async def soak(server: Served, minutes: float, rng: random.Random, path: Path, done: Counter[str]) -> list[Sample]:
    """Play, and write down; afterwards everybody goes home."""
    begun = time.monotonic()
    work = [asyncio.ensure_future(Party(server.port, random.Random(rng.random()), done).evening()) for _ in range(TABLES)]
    work.append(asyncio.ensure_future(strangers(server.port, rng, done)))
    samples: list[Sample] = []
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(Sample._fields)
        while time.monotonic() - begun < 60 * minutes:
            await asyncio.sleep(EVERY)
            samples.append(await sample(server, begun))
            table.writerow([f"{value:.1f}" for value in samples[-1]])
            file.flush()
            assert not any(task.done() for task in work), [task.exception() for task in work if task.done()]
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    return samples


async def forgotten(port: int) -> float | None:
    """Seconds until the server keeps no table any more; None when it keeps some."""
    begun = time.monotonic()
    while time.monotonic() - begun < FORGOTTEN_WITHIN:
        if not (await health(port))["tables"]:
            return time.monotonic() - begun
        await asyncio.sleep(1.0)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float, nargs="?", default=60.0)
    parser.add_argument("--csv", type=Path, default=Path("soak.csv"))
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    wanted = parser.parse_args()
    more_files()
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), bots="workers", pace="0.05", trusting=True) as server:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            samples = runner.run(soak(server, wanted.minutes, random.Random(wanted.seed), wanted.csv, done))
            gone = runner.run(forgotten(server.port))
        faults = server.faults()
    slope = slope_of([one for one in samples if one.seconds > min(WARMING, 60 * wanted.minutes / 6)])
    sys.exit(not report(samples, slope, gone, faults, done))


def report(samples: list[Sample], slope: Slope, gone: float | None, faults: list[str], done: Counter[str]) -> bool:
    """Print what was found; whether all is well."""
    for what, times in sorted(done.items()):
        print(f"{times:>6} {what}")
    print(f"first {samples[0]}\nlast  {samples[-1]}")
    print(f"memory: {slope.per_hour:+.1f} ± {slope.within:.1f} MB an hour over {slope.samples} samples")
    print(f"tables: {f'all forgotten after {gone:.0f} s' if gone is not None else 'not all are forgotten'}")
    for fault in faults[:10]:
        print(f"journal: {fault}")
    well = slope.is_flat() and gone is not None and not faults
    print("PASS" if well else "FAIL")
    print(
        json.dumps({"fuzz": "soak", **slope._asdict(), "most_mb": max(one.server_mb for one in samples), "forgotten_s": gone})
    )
    return well


if __name__ == "__main__":
    main()
