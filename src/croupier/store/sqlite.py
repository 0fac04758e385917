"""The store on disk: SQLite in WAL mode, synchronous=FULL, one writer thread with group commit.

Everything that has queued up while one transaction was being committed goes into the next one: durability costs one
fsync per group and not per move.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from croupier.store.faults import Damaged, explained, named
from croupier.store.folder import FILE, LOCK, lock, prepare
from croupier.store.opening import open_database, read_pragmas
from croupier.store.store import ALL, Append, Conflict, Due, Row, Sitting, StoreError
from croupier.store.watch import Watch

LOG = logging.getLogger("croupier.store")
LOOK = 1.0
"""Seconds between two looks at the files on disk."""
READING_CACHE = -400
"""kB: a log is read from end to end, and seldom twice."""
MOST_IN_A_GROUP = 2000
GATHER = 0.004
"""Seconds."""

INSERT_ENTRY = "INSERT INTO entry (table_id, seq, at, body)"
INSERT_COMMAND = "INSERT INTO command (table_id, seat, since, cmd_id, answer)"
MOST_ROWS = 256
"""In one statement."""
SET_DUE = "INSERT OR REPLACE INTO due (table_id, kind, due_at, claimed_until) VALUES (?, ?, ?, 0)"
DROP_DUE = "DELETE FROM due WHERE table_id = ? AND kind = ?"
SET_SITTING = "INSERT OR REPLACE INTO sitting (table_id, is_over, lobby) VALUES (?, ?, ?)"

UNREADABLE = "The log of this table cannot be read; other tables are not concerned."
PROBE = Append("", (Row(0, 0, bytes(1 << 16)),))
"""A table that no address leads to: what is written to find out whether there is room again, as much as a busy second needs."""
DROP_PROBE = "DELETE FROM entry WHERE table_id = ''"

T = TypeVar("T")


class Job(NamedTuple):
    """Appends that become durable together, and who waits for them."""

    batch: tuple[Append, ...]
    future: asyncio.Future[None] | None
    """None for a probe: nobody waits for it, and nothing of it stays."""


class SqliteStore:
    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        """Opens or makes the database; StoreError with a sentence when that is impossible, and then nothing was changed."""
        folder = prepare(folder)
        self.path = folder / FILE
        self.lock_file = lock(folder)
        try:
            self.connection = open_database(self.path)
        except BaseException:
            self.lock_file.close()
            raise
        self.reading = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
        self.reading.text_factory = readable
        self.reading.execute(f"PRAGMA cache_size = {READING_CACHE}")
        self.watch = Watch(self.path, folder / LOCK)
        self.damage: StoreError | None = None
        """Stays: what has been damaged once is not trusted before a start has looked through all of it."""
        self.failure: StoreError | None = None
        """Of the latest commit."""
        self.committed_at = 0.0
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self.closing = threading.Event()
        self.closed = False
        self.writer = threading.Thread(target=self.write_on, name="store-writer", daemon=True)
        self.watcher = threading.Thread(target=self.look_on, name="store-watcher", daemon=True)
        self.writer.start()
        self.watcher.start()

    # --- trouble --------------------------------------------------------------------------------------------------------

    def fault(self) -> StoreError | None:
        return self.damage or self.watch.missing() or self.failure

    def unsound(self) -> StoreError | None:
        """Why nothing that is written or read now would count."""
        return self.damage or self.watch.missing()

    def look_on(self) -> None:
        """The watcher thread: look at the files, and try whether a store that could not write can again."""
        while not self.closing.wait(LOOK):
            if self.watch.missing() or self.damage:
                continue
            try:
                self.damage = self.watch.damage()
                crowded = self.watch.is_crowded()
            except OSError as error:
                self.failure, crowded = explained(error, self.path), False
            if (self.failure or crowded) and self.jobs.empty():
                self.jobs.put(Job((PROBE,), None))

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
                with suppress(sqlite3.Error):
                    self.clear_probe(group)
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
        """None when it is durable in the file at our path; else nobody may be told that it happened."""
        if error := self.unsound():
            return error
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            self.clear_probe(group)
            write(self.connection, [append for job in group for append in job.batch])
            self.connection.execute("COMMIT")
        except sqlite3.Error as failed:
            with suppress(sqlite3.Error):
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            return self.noted(explained(failed, self.path))
        self.failure = None
        return self.unsound()

    def clear_probe(self, group: list[Job]) -> None:
        """Of a probe nothing stays; a server that was killed may have left one."""
        if any(job.future is None for job in group):
            self.connection.execute(DROP_PROBE)

    def noted(self, error: StoreError) -> StoreError:
        if isinstance(error, Damaged):
            self.damage = error
        elif not isinstance(error, Conflict):
            self.failure = error
        return error

    # --- reading --------------------------------------------------------------------------------------------------------

    async def load(self, table: str, since: int = 0, most: int = ALL) -> list[Row]:
        sql = "SELECT seq, at, body FROM entry WHERE table_id = ? AND seq >= ? ORDER BY seq LIMIT ?"
        rows = await self.read(lambda c: c.execute(sql, (table, since, most)).fetchall())
        if not all(isinstance(at, int) and isinstance(body, bytes) for _, at, body in rows):
            raise StoreError(f"A row of table {ascii(table)[:40]} in {named(self.path)} cannot be read.", UNREADABLE)
        return [Row(*row) for row in rows]

    async def answer(self, table: str, seat: int, since: int, cmd_id: str) -> bytes | None:
        sql = "SELECT answer FROM command WHERE table_id = ? AND seat = ? AND since = ? AND cmd_id = ?"
        row = await self.read(lambda c: c.execute(sql, (table, seat, since, cmd_id)).fetchone())
        return row[0] if row and isinstance(row[0], bytes) else None

    async def list_open(self) -> list[Sitting]:
        sql = (
            "SELECT table_id, lobby, (SELECT at FROM entry e WHERE e.table_id = s.table_id ORDER BY seq DESC LIMIT 1)"
            " FROM sitting s WHERE NOT is_over"
        )
        rows = await self.read(lambda c: c.execute(sql).fetchall())
        return [Sitting(*row) for row in sound("sitting", rows, str, bytes | None, int)]

    async def due(self, before: int) -> list[Due]:
        sql = "SELECT table_id, kind, due_at FROM due WHERE due_at < ? ORDER BY due_at"
        rows = await self.read(lambda c: c.execute(sql, (before,)).fetchall())
        return [Due(*row) for row in sound("due", rows, str, str, int)]

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Reads have their own connection and thread: they see what is committed, and wait for no writer. A file that is not
        at its path any more is not read: nobody was told that what is in it happened."""
        if error := self.unsound():
            raise error
        try:
            return await asyncio.get_running_loop().run_in_executor(self.reader, question, self.reading)
        except sqlite3.Error as failed:
            raise self.noted(explained(failed, self.path)) from None

    def pragmas(self) -> dict[str, str | int]:
        """As the open connection answers."""
        return read_pragmas(self.connection)

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.closing.set()
        self.jobs.put(None)
        self.watcher.join()
        self.writer.join()
        self.reader.shutdown()
        self.reading.close()
        self.connection.close()
        self.watch.close()
        self.lock_file.close()


def readable(text: bytes) -> str:
    """One unreadable name must not hide all rows."""
    return text.decode("utf-8", "replace")


def sound(name: str, rows: list[tuple[Any, ...]], *kinds: Any) -> Iterator[tuple[Any, ...]]:
    """The rows whose values are of these kinds; SQLite lets anybody write anything anywhere. Others are passed over."""
    for row in rows:
        if all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True)):
            yield row
        else:
            LOG.warning("row_passed_over in=%s table=%s", name, ascii(row[0])[:40])


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
    for job, error in outcomes:
        if job.future:
            by_loop.setdefault(job.future.get_loop(), []).append((job, error))
    for loop, theirs in by_loop.items():
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            loop.call_soon_threadsafe(settle, theirs)


def settle(outcomes: list[tuple[Job, StoreError | None]]) -> None:
    for job, error in outcomes:
        if job.future is None or job.future.done():
            continue
        if error:
            job.future.set_exception(error)
        else:
            job.future.set_result(None)
