"""Kill the server at random moments under play, start it again, and see that nothing acknowledged is lost and no table stuck.

    python tests/server/kill.py --kills 50 [--seed 1]

Real processes on a real disk: the server is ended by SIGKILL while people and bots play at several tables. The players come
back by themselves and repeat, under the same cmd_id, whatever was not answered. Some windows they leave unanswered; the
servers' clock runs fast, so that nobody waits long for those.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.store.folder import FILE

if TYPE_CHECKING:
    from croupier.store.store import Row

HASTY = str(Path(__file__).with_name("hasty.py"))
GAMES = ("quickshot", "silver_and_gold", "quick_silver")
TABLES = 6
PEOPLE = 2
BOTS = 2
SPEED = 20.0
SILENT = 0.2
"""How often a window is left unanswered."""


class Servers:
    """One server after the other on the same folder and port, with one clock that runs ``speed`` times as fast as ours."""

    def __init__(self, folder: Path, speed: float = SPEED) -> None:
        self.folder = folder
        self.speed = speed
        self.begun = time.time()
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, HASTY, str(self.begun), str(self.speed), "serve", "--host", "127.0.0.1", "--port", str(self.port),
            "--data", str(self.folder), "--pace", "0.02", "--bots", "uniform", "--log", "error",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdout
        line = (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {line}"
        self.port = int(found[1])

    async def end(self, how: signal.Signals) -> int:
        assert self.process
        self.process.send_signal(how)
        return await self.process.wait()

    async def kill(self) -> None:
        assert await self.end(signal.SIGKILL) == -signal.SIGKILL

    async def open_table(self, game: str, *, people: int, bots: int, **more: Any) -> tuple[str, list[str]]:
        """A new table with that many people and, behind them, bots: its id, and the people's keys."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False) as http:
            seats = {"seats": people + bots, "bots": [None] * (people - 1) + ["prospector"] * bots}
            answer = await http.post("/api/tables", json={"game": game, "name": "P0", **seats, **more})
            first = answer.raise_for_status().json()
            keys = [first["key"]]
            for seat in range(1, people):
                answer = await http.post(f"/api/tables/{first['table']}/seats", json={"name": f"P{seat}"})
                keys.append(answer.raise_for_status().json()["key"])
            return first["table"], keys

    def rows(self) -> dict[str, list[Row]]:
        """What stands on the disk, per table."""
        from croupier.store.store import Row

        with sqlite3.connect(self.folder / FILE) as connection:
            found = connection.execute("SELECT table_id, seq, at, body FROM entry ORDER BY table_id, seq").fetchall()
        connection.close()
        logs: dict[str, list[Row]] = {}
        for table, *row in found:
            logs.setdefault(table, []).append(Row(*row))
        return logs

    def answers(self) -> set[tuple[str, int, str]]:
        """The commands whose answers are kept: table, seat, cmd_id."""
        with sqlite3.connect(self.folder / FILE) as connection:
            found = set(connection.execute("SELECT table_id, seat, cmd_id FROM command"))
        connection.close()
        return found


def acted_in(rows: Sequence[Row]) -> list[tuple[int, str, str]]:
    """Who has decided what: seat, by whom, action."""
    from croupier.server.rows import read_rows
    from croupier.table.entries import Acted

    return [(entry.seat, entry.by, entry.action) for entry in read_rows(rows) if isinstance(entry, Acted)]


@dataclass
class Player:
    """Somebody who always comes back. ``acked`` is what the server said is durable."""

    servers: Servers
    rng: random.Random
    table: str
    seat: int
    key: str
    acked: list[tuple[str, str]] = field(default_factory=list)
    """cmd_id and action, in the order of the acknowledgements."""
    counter: int = 0
    returns: int = -1
    """Welcomes but the first."""
    waiting: dict[str, Any] | None = None
    """The command that has no answer yet."""
    next_table: str = ""
    frame: dict[str, Any] = field(default_factory=dict)
    asked: tuple[int, dict[str, Any]] | None = None
    may_withdraw: bool = False

    async def play(self) -> None:
        while not self.next_table:
            try:
                async with connect(f"ws://127.0.0.1:{self.servers.port}/ws/{self.table}", compression=None, proxy=None) as line:
                    await line.send(json.dumps({"type": "hello", "protocol": 1, "key": self.key}))
                    if self.waiting:
                        await line.send(json.dumps(self.waiting))
                    async for text in line:
                        await self.hear(line, json.loads(text))
                        if self.next_table:
                            return
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
                pass
            await asyncio.sleep(0.05)

    async def hear(self, line: Any, message: dict[str, Any]) -> None:
        """Take it in, then do what is to be done, one command at a time."""
        kind = message["type"]
        if kind == "welcome":
            assert message.get("seat") == self.seat, f"the key of seat {self.seat} opens {message.get('seat')}"
            self.returns += 1
        if kind in ("accepted", "refused") and self.waiting and message.get("cmd_id") == self.waiting["cmd_id"]:
            self.answered(message)
        if kind in ("welcome", "update"):
            self.frame = message.get("frame") or self.frame
            self.asked = (message["decision"], message["offer"]) if message.get("offer") else None
            self.may_withdraw = message.get("may_withdraw", False)
        self.next_table = self.frame.get("next_table", "")
        if not self.waiting and not self.next_table:
            await self.decide(line)

    async def decide(self, line: Any) -> None:
        if self.frame["state"] == "over":
            await self.command(line, type="rematch")
        elif self.frame["state"] == "gathering" and self.seat == 0 and not self.frame.get("may_start"):
            await self.command(line, type="start")
        elif self.asked:
            (decision, offer), self.asked = self.asked, None
            if offer.get("unanswered") and self.rng.random() < SILENT:
                return
            if self.may_withdraw and self.rng.random() < 0.2:
                await self.command(line, type="withdraw", decision=decision)
                return
            await self.command(line, type="act", decision=decision, action=self.rng.choice(offer["actions"])["action"])

    def answered(self, message: dict[str, Any]) -> None:
        assert self.waiting
        if message["type"] == "accepted" and self.waiting["type"] == "act":
            self.acked.append((self.waiting["cmd_id"], self.waiting["action"]))
        self.waiting = None

    async def command(self, line: Any, **fields: Any) -> None:
        self.counter += 1
        self.waiting = {"cmd_id": f"{self.seat}-{self.counter}", **fields}
        await line.send(json.dumps(self.waiting))


class Evening:
    """Games at one table and its rematches, until told to stop."""

    def __init__(self, servers: Servers, rng: random.Random) -> None:
        self.servers = servers
        self.rng = rng
        self.players: list[Player] = []
        self.last_game = False

    async def play(self, table: str, keys: list[str]) -> None:
        while True:
            seated = [Player(self.servers, self.rng, table, seat, key) for seat, key in enumerate(keys)]
            self.players += seated
            await asyncio.gather(*(player.play() for player in seated))
            table = seated[0].next_table
            if self.last_game:
                return


def check(servers: Servers, players: list[Player]) -> tuple[int, int, int]:
    """Every acknowledged action is in its table's log, once and in order; every log folds; the clock lets swaps happen and does
    nothing else. How many actions, tables and windows without an answer."""
    from croupier.server.rows import read_rows
    from croupier.table.table import Table

    logs, answers = servers.rows(), servers.answers()
    for player in players:
        acted = [action for *who, action in acted_in(logs[player.table]) if who == [player.seat, "person"]]
        assert acted == [action for _, action in player.acked], f"table {player.table}, seat {player.seat}: lost or doubled"
        assert all((player.table, player.seat, cmd_id) in answers for cmd_id, _ in player.acked)
    for table, rows in logs.items():
        assert not Table.refold(read_rows(rows)).stopped, table
    timed = [action for rows in logs.values() for _, by, action in acted_in(rows) if by == "time"]
    assert set(timed) <= {"allow"}, timed
    return sum(len(player.acked) for player in players), len(logs), len(timed)


async def kill_often(kills: int, seed: int) -> None:
    """Prints what was found; AssertionError or TimeoutError when something was lost or stuck."""
    with tempfile.TemporaryDirectory() as name:
        servers = Servers(Path(name))
        await servers.start()
        try:
            await kill_under_play(servers, kills, random.Random(seed))
        finally:
            if servers.process and servers.process.returncode is None:
                await servers.end(signal.SIGKILL)


async def kill_under_play(servers: Servers, kills: int, rng: random.Random) -> None:
    evenings = [Evening(servers, rng) for _ in range(TABLES)]
    tables = [await servers.open_table(GAMES[i % len(GAMES)], people=PEOPLE, bots=BOTS) for i in range(TABLES)]
    playing = [asyncio.create_task(evening.play(*table)) for evening, table in zip(evenings, tables, strict=True)]
    begun = time.monotonic()
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 0.8))
        failed = next((task for task in playing if task.done()), None)
        assert failed is None, failed and failed.exception()
        await servers.kill()
        await servers.start()
    for evening in evenings:
        evening.last_game = True
    await asyncio.wait_for(asyncio.gather(*playing), 60)  # no table is stuck: every game under way comes to its end
    assert await servers.end(signal.SIGTERM) == 0
    players = [player for evening in evenings for player in evening.players]
    actions, logs, silences = check(servers, players)
    returns, seconds = sum(player.returns for player in players), time.monotonic() - begun
    assert actions > 2 * kills and returns >= kills
    print(f"{kills} kills in {seconds:.0f} s: {actions} acknowledged actions at {logs} tables, none is lost.")
    print(f"Players came back {returns} times by themselves, {silences} windows passed, and every game came to its end.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    asyncio.run(kill_often(wanted.kills, wanted.seed))


if __name__ == "__main__":
    main()
