"""Whether the files at the paths are still those that are open, and still a database.

On Unix a file that is open can be deleted or replaced, and what is then written to it is nowhere. All looks go by path or
through a descriptor that is kept: closing another descriptor of the database would end SQLite's own locks.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from croupier.store.faults import Missing, damaged, named
from croupier.store.store import StoreError

MAGIC = b"SQLite format 3\0"
SHARE = 20
"""Looking through the whole database takes at most one part in this many of the time, however large it is."""
NO_ROOM = 1 << 18
"""Bytes: with fewer free ones it is tried out whether the store can still write."""
WALK_CACHE = -200
"""kB: each page is looked at once."""

Identity = tuple[int, int]


class Watch:
    """Made while the database is open in WAL mode; ``close`` it after the last connection."""

    def __init__(self, path: Path, lock: Path) -> None:
        self.path = path
        self.files = [path, Path(f"{path}-wal"), Path(f"{path}-shm"), lock]
        self.ours = [identity(file) for file in self.files]
        self.handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self.checked: object = None
        """What the files looked like at the latest check that found nothing."""
        self.next_check = 0.0

    def missing(self) -> StoreError | None:
        """The first file that is not at its path any more. Takes microseconds, from any thread."""
        for file, ours in zip(self.files, self.ours, strict=True):
            if identity(file) != ours:
                return Missing(
                    f"{named(file)} was moved, deleted or replaced while the server ran; put the same file back, or stop the"
                    " server, restore a copy of the database if you have one, and start the server again."
                )
        return None

    def damage(self) -> StoreError | None:
        """From one thread. Where nothing was written since the last look, only the first bytes are read."""
        if not self.is_database():
            return damaged(self.path, "its first bytes are not those of a database")
        now, looks = time.monotonic(), [stamp(file) for file in self.files[:2]]
        if looks == self.checked or now < self.next_check:
            return None
        wrong = quick_check(self.path)
        self.checked = looks
        self.next_check = time.monotonic() + SHARE * (time.monotonic() - now)
        return damaged(self.path, wrong) if wrong else None

    def is_database(self) -> bool:
        os.lseek(self.handle, 0, os.SEEK_SET)
        return os.read(self.handle, len(MAGIC)) == MAGIC

    def is_crowded(self) -> bool:
        """Whether the disk looks full."""
        if not hasattr(os, "statvfs"):
            return False
        room = os.statvfs(self.path.parent)
        return room.f_bavail * room.f_frsize < NO_ROOM

    def close(self) -> None:
        os.close(self.handle)


def identity(file: Path) -> Identity | None:
    try:
        found = os.lstat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def stamp(file: Path) -> tuple[int, int] | None:
    """Changes when somebody writes to the file."""
    try:
        found = os.lstat(file)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def quick_check(path: Path) -> str:
    """Empty when the pages of the database hang together. On a connection of its own, which remembers nothing. What it cannot
    find out (another program is in the way) is not damage."""
    connection = sqlite3.connect(path)
    try:
        connection.execute(f"PRAGMA cache_size = {WALK_CACHE}")
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorname", "")
        return str(error) if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR")) else ""
    finally:
        connection.close()
    return "" if answer == "ok" else str(answer)
