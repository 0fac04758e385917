"""A sentence for whatever the disk and SQLite say: one for whoever runs the server, and one without paths for everybody."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from croupier.store.store import Conflict, StoreError

LONGEST_NAME = 120
"""Characters of a path in a sentence: a sentence stays readable, and the end of a path says most."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
BROKEN = "The server's database is damaged; play stops until whoever runs the server has restored a copy and restarted it."
MISSING = "The server's database was moved, deleted or replaced; play stops until whoever runs the server has restarted it."
FULL = "The server's disk is full; nothing was changed. Play goes on when there is room again."


class Damaged(StoreError):
    """What is in the database cannot be trusted any more."""

    def __init__(self, text: str) -> None:
        super().__init__(text, BROKEN)


class Missing(StoreError):
    """At the path there is not the file any more that is open."""

    def __init__(self, text: str) -> None:
        super().__init__(text, MISSING)


def named(path: Path) -> str:
    """The path as a sentence can show it: on one line, printable and not too long."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
    return text if len(text) <= LONGEST_NAME else f"...{text[3 - LONGEST_NAME :]}"


def reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def damaged(path: Path, why: object) -> Damaged:
    return Damaged(
        f"The database {named(path)} is damaged ({brief(why)}) and was left as it is; restore a copy of it, or choose another"
        " folder with --data."
    )


def brief(why: object) -> str:
    return " ".join(str(why).split())[:60]


def explained(error: Exception, path: Path) -> StoreError:
    """A sentence for what SQLite says."""
    code = getattr(error, "sqlite_errorname", "")
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict("Something else was written at this table in the meantime; nothing was changed.")
    if code.startswith("SQLITE_FULL") or getattr(error, "errno", 0) in NO_ROOM:
        return StoreError("The disk is full; nothing was changed. Make room and try again.", FULL)
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StoreError(
            f"The database {named(path)} cannot be written; check its permissions or choose another folder with --data."
        )
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(
            f"Another program holds the database {named(path)}; close it, or choose another folder with --data."
        )
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_FSYNC")) or type(error) is sqlite3.DatabaseError:
        return damaged(path, error)
    return StoreError(f"The database {named(path)} could not be used ({brief(error)}); nothing was changed.")
