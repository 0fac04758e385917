"""How a database is opened: looked at before anything is written, brought up to date, asked whether it keeps its promises."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from croupier.store.faults import damaged, explained, named
from croupier.store.folder import guard_files
from croupier.store.store import StoreError
from croupier.store.upgrade import bring_up
from croupier.store.watch import quick_check

PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "wal_autocheckpoint": 4000,
    "cache_size": -2000,
}
"""What the open connection must answer; synchronous 2 is FULL."""


def open_database(path: Path) -> sqlite3.Connection:
    """In a folder that is prepared and locked. StoreError with a sentence when that is impossible."""
    try:
        guard_files(path.parent)
        if path.stat().st_size and (wrong := quick_check(path)):
            raise damaged(path, wrong)
        bring_up(path)
        connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise explained(error, path) from None
    try:
        promise(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def promise(connection: sqlite3.Connection, path: Path) -> None:
    """StoreError unless the connection answers what durability needs."""
    try:
        for name, value in PRAGMAS.items():
            connection.execute(f"PRAGMA {name} = {value}")
        answered = read_pragmas(connection)
        connection.execute("SELECT count(*) FROM alembic_version").fetchone()  # so that all its files are there
    except sqlite3.Error as error:
        raise explained(error, path) from None
    if broken := [name for name, value in PRAGMAS.items() if answered[name] != value]:
        different = ", ".join(f"{name} is {answered[name]}, not {PRAGMAS[name]}" for name in broken)
        raise StoreError(f"The database {named(path)} does not keep its promises here: {different}.")


def read_pragmas(connection: sqlite3.Connection) -> dict[str, str | int]:
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}
