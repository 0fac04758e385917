"""How a database gets to the schema of today. SQLAlchemy and Alembic are imported only where there is something to do.

They take as long as all else that a server imports.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.store.faults import brief, named
from croupier.store.store import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Engine

HEAD = "0002"
"""The newest migration in migrations/versions."""
KNOWN = ("0001", HEAD)
COLUMNS = {
    "entry": ("table_id", "seq", "at", "body"),
    "command": ("table_id", "seat", "since", "cmd_id", "answer"),
    "due": ("table_id", "kind", "due_at", "claimed_until"),
    "sitting": ("table_id", "is_over", "lobby"),
}
"""Of the schema of today, as schema.py has them; here, because that is slow to import."""
OF_THE_DISK = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_BUSY", "SQLITE_CORRUPT")
"""Errors that have sentences of their own."""
ANOTHER = "restore a copy of it, or choose another folder with --data."


def bring_up(path: Path) -> None:
    """Make the database new, or bring an older one up to HEAD; StoreError for one that is not ours, not whole, or newer."""
    with closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        version = read_version(connection, names, path) if names else ""
    if version and (gone := [table for table in COLUMNS if table not in names]):
        raise StoreError(f"The database {named(path)} is not whole: it has no table {gone[0]!r}; {ANOTHER}")
    if version != HEAD:
        migrate(path)
    check_columns(path)


def read_version(connection: sqlite3.Connection, names: set[str], path: Path) -> str:
    """One of KNOWN. StoreError when the database is somebody else's, or of a version that this program does not know."""
    if "alembic_version" not in names:
        if names & COLUMNS.keys() and names <= COLUMNS.keys():
            raise StoreError(f"The database {named(path)} is not whole: it has no table 'alembic_version'; {ANOTHER}")
        raise StoreError(f"{named(path)} is not a database of croupier; choose another folder with --data.")
    versions = [str(version) for (version,) in connection.execute("SELECT version_num FROM alembic_version LIMIT 3")]
    if len(versions) == 1 and versions[0] in KNOWN:
        return versions[0]
    if len(versions) == 1 and versions[0].isdecimal() and versions[0] > HEAD:
        raise StoreError(
            f"The database {named(path)} was written by a newer croupier (schema {brief(versions[0])}, this one knows {HEAD});"
            " start that version, or choose another folder with --data."
        )
    said = brief(" and ".join(map(repr, versions)) or "none at all")
    raise StoreError(f"The database {named(path)} says that its schema is {said}, which croupier never writes; {ANOTHER}")


def check_columns(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table, wanted in COLUMNS.items():
            there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            if missing := [column for column in wanted if column not in there]:
                raise StoreError(
                    f"The database {named(path)} is not whole: its table {table!r} has no column {missing[0]!r}; {ANOTHER}"
                )


def migrate(path: Path, to: str = "head") -> None:
    """All or nothing: the migrations are one transaction."""
    from alembic import command as alembic
    from alembic.config import Config
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    engine = engine_of(path)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic.upgrade(config, to)
    except (SQLAlchemyError, CommandError) as error:
        cause = getattr(error, "orig", None) or error
        if getattr(cause, "sqlite_errorname", "").startswith(OF_THE_DISK):
            raise cause from None
        raise StoreError(
            f"The database {named(path)} could not be brought to schema {HEAD} ({brief(cause)}) and is as it was; {ANOTHER}"
        ) from None
    finally:
        engine.dispose()


def engine_of(path: Path) -> Engine:
    """The path is handed to SQLite as it is: in an address of SQLAlchemy's, % and ? would mean something. Its driver begins no
    transaction before changes of the schema, so we do."""
    from sqlalchemy import NullPool, create_engine, event

    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine
