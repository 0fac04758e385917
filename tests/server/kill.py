"""Kill the server at random moments under play, start it again, and see that nothing acknowledged is lost and no table stuck.

    python tests/server/kill.py --kills 50 [--seed 1]

Real processes on a real disk: the server is ended by SIGKILL while people and bots play at several tables. The players come
back by themselves and repeat, under the same cmd_id, whatever was not answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

GAMES = ("quickshot", "silver_and_gold")
TABLES = 6
PEOPLE = 2
BOTS = 2


class Servers:
    """One server after the other on the same folder and port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "from croupier.cli.app import main; main()", "serve", "--host", "127.0.0.1",
            "--port", str(self.port), "--data", str(self.folder), "--pace", "0.02", "--bots", "uniform", "--log", "error",
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


async def open_table(servers: Servers, game: str) -> tuple[str, list[str]]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{servers.port}", trust_env=False) as http:
        body = {
            "game": game,
            "name": "P0",
            "seats": PEOPLE + BOTS,
            "bots": [None] * (PEOPLE - 1) + ["prospector"] * BOTS,
        }
        first = (await http.post("/api/tables", json=body)).raise_for_status().json()
        keys = [first["key"]]
        for seat in range(1, PEOPLE):
            answer = await http.post(f"/api/tables/{first['table']}/seats", json={"name": f"P{seat}"})
            keys.append(answer.raise_for_status().json()["key"])
        return first["table"], keys


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


def check(folder: Path, players: list[Player]) -> tuple[int, int]:
    """Every acknowledged action is in its table's log, once and in order; every log folds. How many actions and tables."""
    import sqlite3

    from croupier.server.rows import read_rows
    from croupier.store.store import Row
    from croupier.table.entries import Acted
    from croupier.table.table import Table

    with sqlite3.connect(folder / "croupier.sqlite3") as connection:
        found = connection.execute("SELECT table_id, seq, at, body FROM entry ORDER BY table_id, seq").fetchall()
        answers = set(connection.execute("SELECT table_id, seat, cmd_id FROM command"))
    connection.close()
    logs: dict[str, list[Row]] = {}
    for table, *row in found:
        logs.setdefault(table, []).append(Row(*row))
    for player in players:
        entries = read_rows(logs[player.table])
        acted = [
            entry.action for entry in entries if isinstance(entry, Acted) and (entry.seat, entry.by) == (player.seat, "person")
        ]
        assert acted == [action for _, action in player.acked], f"table {player.table}, seat {player.seat}: lost or doubled"
        assert all((player.table, player.seat, cmd_id) in answers for cmd_id, _ in player.acked)
    for table, rows in logs.items():
        assert not Table.refold(read_rows(rows)).stopped, table
    return sum(len(player.acked) for player in players), len(logs)


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
    tables = [await open_table(servers, GAMES[i % len(GAMES)]) for i in range(TABLES)]
    playing = [asyncio.create_task(evening.play(*table)) for evening, table in zip(evenings, tables, strict=True)]
    begun = time.monotonic()
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 0.8))
        failed = next((task for task in playing if task.done()), None)
        assert failed is None, failed and failed.exception()
        assert await servers.end(signal.SIGKILL) == -signal.SIGKILL
        await servers.start()
    for evening in evenings:
        evening.last_game = True
    await asyncio.wait_for(asyncio.gather(*playing), 60)  # no table is stuck: every game under way comes to its end
    assert await servers.end(signal.SIGTERM) == 0
    players = [player for evening in evenings for player in evening.players]
    actions, logs = check(servers.folder, players)
    returns, seconds = sum(player.returns for player in players), time.monotonic() - begun
    assert actions > 2 * kills and returns >= kills
    print(f"{kills} kills in {seconds:.0f} s: {actions} acknowledged actions at {logs} tables, none is lost.")
    print(f"Players came back {returns} times by themselves, and every game came to its end.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    asyncio.run(kill_often(wanted.kills, wanted.seed))


if __name__ == "__main__":
    main()
