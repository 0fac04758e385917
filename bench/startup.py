"""From the start of a process to its first page, to the first decision of a bot, and to bots that think with all they have.

    scripts/bench startup [--runs 5] [--games quickshot,quick_silver] [--levels sharper] [--no-warming]

A real ``croupier serve`` at pace 0 in a process of its own, with a compiler's cache that is empty (cold) or full (warm: the
user's own, filled first). The first page is the page at / with all that it links to; the first start also makes the database.
A decision lasts from the frame that awaits a bot to the one that does not; the first decision is that of the slowest bot of a
full table, opened as soon as the page is there. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier import games
from croupier.bots.levels import LEVELS

PROGRAM = Path(sys.executable).with_name("croupier")
LINKED = re.compile(r'(?:src|href)="(/[^"]+\.(?:js|css|svg|woff2))"')
LONGEST = 400.0
"""Seconds until bots must be warm."""


class Server(NamedTuple):
    """A running server, and when it was started."""

    port: int
    started: float
    pid: int

    def cpu(self) -> float:
        """Seconds of CPU that its process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def get(self, path: str) -> bytes:
        return urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30).read()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        return json.loads(urllib.request.urlopen(request, timeout=30).read())

    def warm(self) -> list[str]:
        return json.loads(self.get("/api/health"))["warm"]

    @property
    def age(self) -> float:
        return time.perf_counter() - self.started


@contextlib.contextmanager
def serving(data: Path, cache: Path | None) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [PROGRAM, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", data, "--pace", "0", "--log", "warning"]
    env = os.environ | ({"CROUPIER_CACHE": str(cache)} if cache else {})
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env)
    try:
        yield Server(port, started, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


class Page(NamedTuple):
    """Seconds from the start of the process, and seconds of CPU that it used until then."""

    after: float
    cpu: float


def first_page(server: Server) -> Page:
    """The page and all that it links to."""
    while True:
        try:
            page = server.get("/").decode()
            break
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.002)
    for path in dict.fromkeys(LINKED.findall(page)):
        server.get(path)
    return Page(server.age, server.cpu())


class Table:
    """A table with one person, who decides at once and at random, and bots in all other seats."""

    def __init__(self, server: Server, game: str, level: str) -> None:
        self.server = server
        self.seats = games.meta(game).most_seats
        body = {"game": game, "name": "Ann", "seats": self.seats, "bots": [level] * (self.seats - 1), "first_seat": 1}
        self.seated = server.post("/api/tables", body)
        self.frame: dict[str, Any] = {}
        self.since: dict[int, float] = {}
        """When each bot that is awaited began to be."""
        self.took: dict[int, list[float]] = {seat: [] for seat in range(1, self.seats)}
        """Seconds of each bot's decisions."""
        self.answered = 0
        self.cold = False

    async def play(self, until: Callable[[Table], bool]) -> None:
        url = f"ws://127.0.0.1:{self.server.port}/ws/{self.seated['table']}"
        async with connect(url, compression=None, proxy=None, max_size=None) as line:
            await line.send(json.dumps({"type": "hello", "protocol": 1, "key": self.seated["key"]}))
            await line.send(json.dumps({"type": "start", "cmd_id": "start"}))
            with contextlib.suppress(ConnectionClosed):
                while not until(self) and self.frame.get("state") != "over":
                    await self.hear(line, json.loads(await line.recv()))

    async def hear(self, line: ClientConnection, message: dict[str, Any]) -> None:
        if message["type"] not in ("welcome", "update"):
            return
        if message.get("frame"):
            self.frame = message["frame"]
        self.cold = self.cold or "warming up" in self.frame.get("notice", "")
        self.note(set(self.frame.get("awaited", ())) - {0}, is_new=bool(message.get("beats")))
        offer, decision = message.get("offer"), message.get("decision") or 0
        if offer and decision > self.answered:
            self.answered = decision
            action = random.choice(offer["actions"])["action"]
            await line.send(json.dumps({"type": "act", "cmd_id": str(decision), "decision": decision, "action": action}))

    def note(self, awaited: set[int], *, is_new: bool) -> None:
        """Bots that are no longer awaited have decided; so have all where the game went on."""
        now = time.perf_counter()
        for seat in [seat for seat in self.since if is_new or seat not in awaited]:
            self.took[seat].append(now - self.since.pop(seat))
        for seat in awaited:
            self.since.setdefault(seat, now)

    def slowest_first(self) -> float:
        """Of each bot's first decision the one that took longest; bots that were asked nothing yet are left out."""
        return max(took[0] for took in self.took.values() if took)

    def has_decided(self) -> bool:
        """Whether all bots that were awaited at first have decided."""
        return any(self.took.values()) and not any(seat in self.since and not self.took[seat] for seat in self.took)


class First(NamedTuple):
    decision: float
    said: bool
    """Whether the table said that bots were warming up."""


def first_decision(game: str, level: str, cache: Path | None) -> First:
    with tempfile.TemporaryDirectory() as data, serving(Path(data), cache) as server:
        first_page(server)
        table = Table(server, game, level)
        asyncio.run(asyncio.wait_for(table.play(Table.has_decided), 60))
        return First(table.slowest_first(), table.cold)


class Warming(NamedTuple):
    ready: float
    """Seconds from the start of the process until the game's search is compiled and loaded."""
    slowest: float
    """The slowest decision of a bot until then."""
    decisions: int


def warming(game: str, level: str, cache: Path) -> Warming:
    """Tables of the game, one after the other, from the first page until its bots are warm."""

    async def work(server: Server) -> list[float]:
        took: list[float] = []
        looked = [0.0]

        def is_warm(_: Table) -> bool:
            if server.age - looked[0] > 0.25:
                looked[0] = server.age
                return game in server.warm()
            return False

        while game not in server.warm():
            table = Table(server, game, level)
            await table.play(is_warm)
            took += [second for seconds in table.took.values() for second in seconds]
        return took

    with tempfile.TemporaryDirectory() as data, serving(Path(data), cache) as server:
        first_page(server)
        took = asyncio.run(asyncio.wait_for(work(server), LONGEST))
        return Warming(server.age, max(took, default=0.0), len(took))


def pages(runs: int, cache: Callable[[], contextlib.AbstractContextManager[Path | None]]) -> tuple[list[Page], list[Page]]:
    """Of starts that make the database, and of starts that find it."""
    fresh: list[Page] = []
    again: list[Page] = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as data, cache() as folder:
            for times in (fresh, again):
                with serving(Path(data), folder) as server:
                    times.append(first_page(server))
    return fresh, again


@contextlib.contextmanager
def cold() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextlib.contextmanager
def full() -> Iterator[None]:
    yield None


CACHES = {"cold": cold, "warm": full}


def spread(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):6.3f} s (worst {max(seconds):.3f})"


def fill(names: list[str]) -> None:
    """The cache of the warm starts."""
    for name in names:
        process = subprocess.Popen([sys.executable, "-m", "croupier.bots.process", "warm", name], stdin=subprocess.PIPE)
        assert process.wait() == 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", default=",".join(games.NAMES))
    parser.add_argument("--levels", default=",".join(name for name, level in LEVELS.items() if level.iterations))
    parser.add_argument("--no-warming", action="store_true", help="do not wait until everything is compiled")
    return parser.parse_args()


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server ends then, too
    args = arguments()
    names, levels = args.games.split(","), args.levels.split(",")
    fill(names)
    figures: dict[str, Any] = {"bench": "startup", "runs": args.runs}
    print(f"first page, {args.runs} starts each")
    for kind, cache in CACHES.items():
        for what, found in zip(("new database", "again"), pages(args.runs, cache), strict=True):
            after, cpu = ([getattr(page, field) for page in found] for field in Page._fields)
            print(f"  {kind} cache, {what:<12}: {spread(after)}; CPU {spread(cpu)}", flush=True)
            figures[f"page_{kind}_{what.replace(' ', '_')}_s"] = round(statistics.median(after), 3)
            figures[f"page_{kind}_{what.replace(' ', '_')}_worst_s"] = round(max(after), 3)
            figures[f"page_{kind}_{what.replace(' ', '_')}_cpu_s"] = round(statistics.median(cpu), 3)
    print("first decision, the slowest bot of a full table")
    for game in names:
        for level in levels:
            for kind, cache in CACHES.items():
                found = []
                for _ in range(args.runs):
                    with cache() as folder:
                        found.append(first_decision(game, level, folder))
                times = [first.decision for first in found]
                said = sum(first.said for first in found)
                print(f"  {game:<16} {level:<10} {kind}: {spread(times)}; 'warming up' said {said} times", flush=True)
                figures[f"decision_{game}_{level}_{kind}_s"] = round(statistics.median(times), 3)
                figures[f"decision_{game}_{level}_{kind}_worst_s"] = round(max(times), 3)
    print(f"until the search is compiled, tables of {levels[-1]} meanwhile")
    for game in names if not args.no_warming else ():
        for kind, cache in CACHES.items():
            with cache() as folder:
                ready, slowest, decisions = warming(game, levels[-1], folder)
            print(f"  {game:<16} {kind}: {ready:6.1f} s; slowest of {decisions} decisions {slowest:.3f} s", flush=True)
            figures[f"ready_{game}_{kind}_s"] = round(ready, 1)
            figures[f"slowest_{game}_{kind}_s"] = round(slowest, 3)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
