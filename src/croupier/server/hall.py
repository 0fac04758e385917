"""All tables of one server: opened, loaded when somebody comes, forgotten when nobody is left; and the lobby."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from croupier import games
from croupier.core.errors import Invalid
from croupier.server.bots import Bots, Workers
from croupier.server.desk import Desk
from croupier.server.journal import say, warn
from croupier.server.limits import DEFAULT, Limits
from croupier.server.messages import Lobby, LobbyTable
from croupier.server.moments import Moments
from croupier.server.rows import due_changes, lobby_table, read_rows, rows_of, summary_of
from croupier.store.store import Append, Store, StoreError
from croupier.table.entries import Entry
from croupier.table.opening import printed_box
from croupier.table.table import Done, Table

LOBBY_MS = 24 * 3600 * 1000
"""A table where nobody has done anything for so long leaves the lobby."""
IDLE = 30.0
"""Seconds after which a table without sockets is forgotten until somebody comes back."""
FAR = 1 << 62
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 signs that nobody mistakes for one another."""


def new_id() -> str:
    """50 bits: the link is the only key to a private table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


class Settings(msgspec.Struct, frozen=True):
    """How a server runs."""

    pace: float = 1.0
    """1 is the pace at which people read; 0 waits for nobody."""
    grace: float = 60.0
    """Seconds after which a bot stands in for a person who is away."""
    boxes: dict[str, str] = {}
    """Per game, the text of the box that tables get when they name none."""
    host: str = "127.0.0.1"
    """Where the server listens."""
    limits: Limits = DEFAULT
    """What keeps one stranger from slowing others."""


class Hall:
    def __init__(self, store: Store, workers: Workers, settings: Settings) -> None:
        self.store = store
        self.bots = Bots(workers)
        self.moments = Moments()
        self.settings = settings
        self.pace = settings.pace
        self.grace = settings.grace
        self.desks: dict[str, Desk] = {}
        self.loading: dict[str, asyncio.Task[Desk | None]] = {}
        self.lobby: dict[str, tuple[LobbyTable, int]] = {}
        """Listed tables, and when something happened there last."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.started_at = 0
        """When the server came up, in milliseconds since 1970: people have to come back after a restart."""
        self.cold: set[Desk] = set()
        """Tables whose bots are warming up."""
        self.stopping = False
        self.sockets = 0

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def seconds_until(self, at: int) -> float:
        """How long a timer for that moment runs; 0 when it has passed."""
        return max(0.0, (at - self.now()) / 1000)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is kept until it ends; what goes wrong in it is said in the journal."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            warn("task_failed", error)

    # --- start and stop -------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find the lobby, and wake the tables where something is due by itself."""
        self.started_at = self.now()
        for sitting in await self.store.list_open():
            if sitting.lobby:
                self.lobby[sitting.table] = msgspec.json.decode(sitting.lobby, type=LobbyTable), sitting.at
        for game in games.NAMES:
            self.bots.workers.warm(game)
        tables = {due.table for due in await self.store.due(FAR)}
        self.spawn(self.wake(sorted(tables)))

    async def wake(self, tables: Sequence[str]) -> None:
        for table in tables:
            try:
                await self.desk(table)
            except (StoreError, Invalid) as error:
                warn("wake_failed", error, table=table)

    async def stop(self) -> None:
        """Finish what has begun, begin nothing new."""
        self.stopping = True
        for desk in list(self.desks.values()):
            desk.stop()
        for desk in list(self.desks.values()):
            async with desk.lock:
                pass
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bots.close()
        self.store.close()

    # --- tables ---------------------------------------------------------------------------------------------------------

    async def desk(self, table: str) -> Desk | None:
        """The desk of a table; None when there is no such table. Invalid when its log cannot be read at all."""
        if desk := self.desks.get(table):
            desk.used_at = asyncio.get_running_loop().time()
            return desk
        if self.stopping or not is_id(table):
            return None
        if table not in self.loading:
            task = self.spawn(self.load(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(self.loading[table])

    async def load(self, table: str) -> Desk | None:
        rows = await self.store.load(table)
        if not rows:
            return None
        return self.seat_desk(Table.refold(read_rows(rows)))

    def seat_desk(self, table: Table) -> Desk:
        desk = self.desks.setdefault(table.id, Desk(self, table))
        desk.turns.rouse()
        self.idle_soon(desk)
        return desk

    async def open(self, done: Done) -> Desk:
        """Keep a new table; StoreError when that is impossible."""
        table = done.table
        summary = summary_of(table, done.entries)
        await self.store.append(Append(table.id, rows_of(done.entries), None, due_changes(None, table, self.now()), summary))
        self.heard_of(table, done.entries)
        say("table_opened", table=table.id, game=table.game.meta.name, seats=len(table.seats))
        return self.seat_desk(table)

    def heard_of(self, table: Table, entries: Sequence[Entry], *, shown_there: bool = True) -> None:
        """Something happened at a table: keep the lobby right. What nobody there was shown moves no table in its order."""
        if summary_of(table, entries) is not None:
            shown = lobby_table(table)
            if shown:
                self.lobby[table.id] = shown, self.now()
            else:
                self.lobby.pop(table.id, None)
        elif table.id in self.lobby and shown_there:
            self.lobby[table.id] = self.lobby[table.id][0], self.now()

    def listed(self) -> Lobby:
        """The newest first; those with free seats before those that play."""
        oldest = self.now() - LOBBY_MS
        fresh = [(shown, at) for shown, at in self.lobby.values() if at >= oldest or self.has_people(shown.table)]
        fresh.sort(key=lambda item: (item[0].state != "gathering", -item[1]))
        return Lobby(tuple(shown for shown, _ in fresh[:100]))

    def has_people(self, table: str) -> bool:
        desk = self.desks.get(table)
        return desk is not None and bool(desk.presence.here())

    def idle_soon(self, desk: Desk) -> None:
        """Forget the table in a while, unless somebody comes."""
        if not desk.viewers and not self.stopping and not desk.forgetting:
            desk.forgetting = asyncio.get_running_loop().call_later(IDLE, self.forget, desk)

    def forget(self, desk: Desk) -> None:
        desk.forgetting = None
        if not desk.is_idle():
            return
        if asyncio.get_running_loop().time() - desk.used_at < IDLE:
            self.idle_soon(desk)
            return
        desk.stop()
        self.cold.discard(desk)
        self.desks.pop(desk.id, None)

    def when_warm(self, desk: Desk) -> None:
        """Tell this table when its bots are ready."""
        self.cold.add(desk)
        if len(self.cold) == 1:
            self.spawn(self.wait_for_bots())

    async def wait_for_bots(self) -> None:
        while self.cold and not self.stopping:
            await asyncio.sleep(1.0)
            ready = {desk for desk in self.cold if self.is_settled(desk.table.game.meta.name)}
            self.cold -= ready
            for desk in ready:
                desk.tell()

    def is_settled(self, game: str) -> bool:
        """Whether its bots think no deeper later."""
        return self.bots.is_warm(game) or self.bots.stays_cold(game)

    def box_of(self, game: str) -> str | None:
        return self.settings.boxes.get(game)


def is_id(text: str) -> bool:
    return len(text) == 10 and set(text) <= set(ALPHABET)


def read_box(path_text: str, name: str) -> dict[str, str]:
    """The games that can read this box file, with its text; when none can, the reason of the game that it is most like."""
    errors: dict[str, Invalid] = {}
    for game in games.NAMES:
        try:
            games.load(game).load_box(path_text, name)
        except Invalid as error:
            errors[game] = error
    if len(errors) == len(games.NAMES):
        raise errors[max(games.NAMES, key=lambda game: likeness(path_text, game))]
    return {game: path_text for game in games.NAMES if game not in errors}


def likeness(text: str, game: str) -> int:
    """How many words at the beginnings of lines the text has in common with the game's printed box."""
    own, printed = (set(re.findall(r"^\W*(\w+)", box, re.MULTILINE)) for box in (text, printed_box(games.load(game))))
    return len(own & printed)
