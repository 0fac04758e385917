"""The store on disk: SQLite in WAL mode, synchronous=FULL, one writer thread with group commit.

Everything that has queued up while one transaction was being committed goes into the next one: durability costs one
fsync per group and not per move.
"""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar, cast

from croupier.store.folder import lock, prepare
from croupier.store.store import Append, Conflict, Due, DueKind, Row, Sitting, StoreError
from croupier.store.upgrade import bring_up

FILE = "croupier.sqlite3"
PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "wal_autocheckpoint": 4000,
    "cache_size": -16000,
}
"""What the open connection must answer; synchronous 2 is FULL."""
MOST_IN_A_GROUP = 2000
GATHER = 0.004
"""Seconds."""

INSERT_ENTRY = "INSERT INTO entry (table_id, seq, at, body)"
INSERT_COMMAND = "INSERT INTO command (table_id, seat, cmd_id, answer)"
MOST_ROWS = 256
"""In one statement."""
SET_DUE = "INSERT OR REPLACE INTO due (table_id, kind, due_at, claimed_until) VALUES (?, ?, ?, 0)"
DROP_DUE = "DELETE FROM due WHERE table_id = ? AND kind = ?"
SET_SITTING = "INSERT OR REPLACE INTO sitting (table_id, is_over, lobby) VALUES (?, ?, ?)"

T = TypeVar("T")


class Job(NamedTuple):
    """Appends that become durable together, and who waits for them."""

    batch: tuple[Append, ...]
    future: asyncio.Future[None]


class SqliteStore:
    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        """Opens or makes the database; StoreError with a sentence when that is impossible, and then nothing was changed."""
        self.path = prepare(folder) / FILE
        self.lock_file = lock(folder)
        try:
            self.connection = open_database(self.path)
        except BaseException:
            self.lock_file.close()
            raise
        self.committed_at = 0.0
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self.reading = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
        self.writer = threading.Thread(target=self.write_on, name="store-writer", daemon=True)
        self.writer.start()
        self.closed = False

    # --- writing --------------------------------------------------------------------------------------------------------

    def append(self, *batch: Append) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.closed:
            future.set_exception(StoreError("The server is stopping; nothing was changed."))
        else:
            self.jobs.put(Job(batch, future))
        return future

    def write_on(self) -> None:
        """The writer thread: commit groups until told to stop."""
        more = True
        while more:
            group, more = self.next_group()
            if group:
                report(self.commit(group))
                self.committed_at = time.monotonic()

    def next_group(self) -> tuple[list[Job], bool]:
        """Wait for one job, then take all that are there; False after the last one.

        A commit costs 200 us whatever is in it. So where the last one is hardly over, the next waits a moment for company; a
        move at a quiet server never waits.
        """
        group: list[Job] = []
        job = self.jobs.get()
        if time.monotonic() - self.committed_at < GATHER:
            time.sleep(GATHER)
        while job is not None:
            group.append(job)
            if len(group) == MOST_IN_A_GROUP or self.jobs.empty():
                return group, True
            job = self.jobs.get()
        return group, False

    def commit(self, group: list[Job]) -> list[tuple[Job, StoreError | None]]:
        """One transaction for the whole group; where one job spoils it, each job by itself."""
        error = self.transact(group)
        if isinstance(error, Conflict) and len(group) > 1:
            return [(job, self.transact([job])) for job in group]
        return [(job, error) for job in group]

    def transact(self, group: list[Job]) -> StoreError | None:
        """None when it is durable; else nothing of it is there."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            write(self.connection, [append for job in group for append in job.batch])
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            return explained(error, self.path)
        return None

    # --- reading --------------------------------------------------------------------------------------------------------

    async def load(self, table: str) -> list[Row]:
        sql = "SELECT seq, at, body FROM entry WHERE table_id = ? ORDER BY seq"
        return await self.read(lambda c: [Row(*row) for row in c.execute(sql, (table,))])

    async def answer(self, table: str, seat: int, cmd_id: str) -> bytes | None:
        sql = "SELECT answer FROM command WHERE table_id = ? AND seat = ? AND cmd_id = ?"
        row = await self.read(lambda c: c.execute(sql, (table, seat, cmd_id)).fetchone())
        return cast(bytes, row[0]) if row else None

    async def list_open(self) -> list[Sitting]:
        sql = (
            "SELECT table_id, lobby, (SELECT at FROM entry e WHERE e.table_id = s.table_id ORDER BY seq DESC LIMIT 1)"
            " FROM sitting s WHERE NOT is_over"
        )
        return await self.read(lambda c: [Sitting(*row) for row in c.execute(sql)])

    async def due(self, before: int) -> list[Due]:
        sql = "SELECT table_id, kind, due_at FROM due WHERE due_at < ? ORDER BY due_at"
        return await self.read(lambda c: [Due(t, cast(DueKind, kind), at) for t, kind, at in c.execute(sql, (before,))])

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Reads have their own connection and thread: they see what is committed, and wait for no writer."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.reader, question, self.reading)
        except sqlite3.Error as error:
            raise explained(error, self.path) from None

    def pragmas(self) -> dict[str, str | int]:
        """As the open connection answers."""
        return read_pragmas(self.connection)

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.jobs.put(None)
        self.writer.join()
        self.reader.shutdown()
        self.reading.close()
        self.connection.close()
        self.lock_file.close()


def write(connection: sqlite3.Connection, batch: list[Append]) -> None:
    insert(connection, INSERT_ENTRY, [(append.table, *row) for append in batch for row in append.rows])
    insert(connection, INSERT_COMMAND, [(append.table, *append.command) for append in batch if append.command])
    for append in batch:
        for change in append.due:
            if change.due_at is None:
                connection.execute(DROP_DUE, (append.table, change.kind))
            else:
                connection.execute(SET_DUE, (append.table, change.kind, change.due_at))
        if append.summary:
            connection.execute(SET_SITTING, (append.table, append.summary.is_over, append.summary.lobby))


def insert(connection: sqlite3.Connection, head: str, rows: list[tuple[Any, ...]]) -> None:
    """Many rows in few statements. Each statement gives the GIL away, and on a busy loop gets it back only after a switch
    interval: a statement per row would let the writer wait most of the time."""
    at = 0
    while at < len(rows):
        n = min(MOST_ROWS, 1 << (len(rows) - at).bit_length() - 1)
        connection.execute(values(head, len(rows[at]), n), [value for row in rows[at : at + n] for value in row])
        at += n


@functools.cache
def values(head: str, width: int, n: int) -> str:
    """The statement for n rows; n is a power of two, so that there are few to prepare."""
    row = f"({', '.join('?' * width)})"
    return f"{head} VALUES {', '.join([row] * n)}"


def report(outcomes: Iterable[tuple[Job, StoreError | None]]) -> None:
    """Wake those who wait, once per event loop: a wake-up per job costs more than the insert."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, StoreError | None]]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome[0].future.get_loop(), []).append(outcome)
    for loop, theirs in by_loop.items():
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            loop.call_soon_threadsafe(settle, theirs)


def settle(outcomes: list[tuple[Job, StoreError | None]]) -> None:
    for job, error in outcomes:
        if job.future.done():
            continue
        if error:
            job.future.set_exception(error)
        else:
            job.future.set_result(None)


# --- opening ------------------------------------------------------------------------------------------------------------


def open_database(path: Path) -> sqlite3.Connection:
    try:
        if path.exists() and path.stat().st_size:
            check(path)
        bring_up(path)
        connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        for name, value in PRAGMAS.items():
            connection.execute(f"PRAGMA {name} = {value}")
    except (sqlite3.Error, OSError) as error:
        raise explained(error, path) from None
    answered = read_pragmas(connection)
    if answered != PRAGMAS:
        connection.close()
        raise StoreError(f"The database {path} does not keep its promises here: it answers {answered}, not {PRAGMAS}.")
    return connection


def read_pragmas(connection: sqlite3.Connection) -> dict[str, str | int]:
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}


def check(path: Path) -> None:
    """StoreError unless the pages of the database hang together."""
    connection = sqlite3.connect(path)
    try:
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    finally:
        connection.close()
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def explained(error: Exception, path: Path) -> StoreError:
    """A sentence for what SQLite says."""
    code = getattr(error, "sqlite_errorname", "")
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict("Something else was written at this table in the meantime; nothing was changed.")
    if code.startswith("SQLITE_FULL") or getattr(error, "errno", 0) == 28:
        return StoreError("The disk is full; nothing was changed. Make room and try again.")
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StoreError(f"The database {path} cannot be written; check its permissions or choose another folder with --data.")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"Another program holds the database {path}; close it, or choose another folder with --data.")
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or type(error) is sqlite3.DatabaseError:
        return StoreError(
            f"The database {path} is damaged ({error}) and was left as it is; restore a copy of it, or choose another folder"
            " with --data."
        )
    return StoreError(f"The database {path} could not be used ({error}); nothing was changed.")
