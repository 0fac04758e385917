"""All tables of one server: opened, loaded when somebody comes, forgotten when nobody is left; and the lobby."""

from __future__ import annotations

import asyncio
import math
import re
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from croupier import games
from croupier.core.errors import CroupierError, Invalid
from croupier.server.bots import Bots, Workers
from croupier.server.desk import Desk
from croupier.server.journal import say, warn
from croupier.server.limits import DEFAULT, Limits
from croupier.server.lobby import Company, LobbyBoard
from croupier.server.messages import LobbyTable
from croupier.server.moments import Moments
from croupier.server.proxies import NO_PROXIES, Proxies
from croupier.server.rows import due_changes, lobby_table, read_rows, rows_of, summary_of
from croupier.server.slices import Slices
from croupier.store.store import Append, Row, Sitting, Store
from croupier.table.entries import Entry
from croupier.table.opening import printed_box
from croupier.table.table import Done, Table

LOOK = 0.5
"""Seconds between two questions to the store whether it can write."""
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
    trusted_proxies: Proxies = NO_PROXIES
    """Whose forwarded addresses, schemes, hosts and prefixes are believed."""
    prefix: str = ""
    """The path under which a proxy shows this server, such as ``/croupier``; a proxy may say another one."""
    allowed_hosts: tuple[str, ...] = ()
    """Names that this server answers for; none: those of a home, and addresses."""
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
        self.slices = Slices()
        self.lobby = LobbyBoard(settings.limits, self.company)
        self.lobby_shown = b""
        """The lobby as it was ranked last, in JSON."""
        self.ranked_at = -math.inf
        """Loop time of that."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.started_at = 0
        """When the server came up, in milliseconds since 1970: people have to come back after a restart."""
        self.cold: set[Desk] = set()
        """Tables whose bots are warming up."""
        self.stopping = False
        self.trouble = ""
        """A sentence for everybody while the store cannot write."""
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
                self.list_again(sitting)
        for game in games.NAMES:
            self.bots.workers.warm(game)
        tables = {due.table for due in await self.store.due(FAR)}
        self.spawn(self.wake(sorted(tables)))
        self.spawn(self.watch_store())

    def list_again(self, sitting: Sitting) -> None:
        """A row that cannot be read hides its own table from the lobby, and no other one; the link still leads there."""
        try:
            shown = msgspec.json.decode(sitting.lobby or b"", type=LobbyTable)
            self.lobby.found(sitting.table, shown, self.started_at - sitting.at, monotonic())
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            warn("lobby_row_passed_over", error, table=sitting.table)

    async def watch_store(self) -> None:
        """Where the store cannot write, play stops at every table and says why; once it can, play goes on."""
        while not self.stopping:
            self.look_at_store()
            await asyncio.sleep(LOOK)

    def look_at_store(self) -> str:
        """Empty, or why nothing can be stored."""
        error = self.store.fault()
        trouble = error.public if error else ""
        if trouble != self.trouble:
            self.trouble = trouble
            warn("store_trouble", error) if error else say("store_writes_again")
            for desk in list(self.desks.values()):
                desk.tell() if error else desk.resume()
        return trouble

    async def wake(self, tables: Sequence[str]) -> None:
        for table in tables:
            try:
                await self.desk(table)
            except CroupierError as error:
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
        try:
            return self.seat_desk(await self.refold(rows))
        except CroupierError:
            raise
        except Exception as error:  # whatever somebody has written into a row: other tables go on
            warn("log_unreadable", error, table=table)
            raise Invalid("The log of this table cannot be read; other tables are not concerned.") from None

    async def refold(self, rows: Sequence[Row]) -> Table:
        """The table of a log that is not empty, in slices: an old one may be long. Invalid when it cannot be read at all."""
        table = await self.slices.last(Table.refolding(read_rows(rows)))
        assert table is not None
        return table

    def seat_desk(self, table: Table) -> Desk:
        desk = self.desks.setdefault(table.id, Desk(self, table))
        desk.turns.rouse()
        desk.presence.refresh()
        self.idle_soon(desk)
        return desk

    async def open(self, done: Done, address: str = "") -> Desk:
        """Keep a new table that somebody has opened from there; StoreError when that is impossible."""
        table = done.table
        summary = summary_of(table, done.entries)
        await self.store.append(Append(table.id, rows_of(done.entries), None, due_changes(None, table, self.now()), summary))
        self.heard_of(table, done.entries)
        self.lobby.opened(table.id, address)
        say("table_opened", table=table.id, game=table.game.meta.name, seats=len(table.seats))
        return self.seat_desk(table)

    def heard_of(self, table: Table, entries: Sequence[Entry], *, shown_there: bool = True) -> None:
        """Something happened at a table: keep the lobby right. What nobody there was shown moves no table in its order."""
        if summary_of(table, entries) is not None:
            self.lobby.show(table.id, lobby_table(table), monotonic())
        elif shown_there:
            self.lobby.stirred(table.id, monotonic())

    def listed(self) -> bytes:
        """The lobby in JSON, as it was within the last moment."""
        now = monotonic()
        if now >= self.ranked_at + self.settings.limits.lobby_every:
            self.lobby_shown, self.ranked_at = msgspec.json.encode(self.lobby.lobby(now)), now
        return self.lobby_shown

    def company(self, table: str) -> Company:
        """Who is connected there."""
        desk = self.desks.get(table)
        if not desk or not desk.viewers:
            return Company.NOBODY
        here = desk.presence.here()
        if desk.table.host in here:
            return Company.HOST
        return Company.PEOPLE if here else Company.NOBODY

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


def monotonic() -> float:
    """Seconds, by the loop's clock, which is never set back."""
    return asyncio.get_running_loop().time()


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
    own, printed = (set(re.findall(r"^[^\w\n]*+(\w+)", box, re.MULTILINE)) for box in (text, printed_box(games.load(game))))
    return len(own & printed)
