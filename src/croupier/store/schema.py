"""The schema, for SQLite now and PostgreSQL later, and how a database gets to it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, MetaData, String, Table, create_engine

from croupier.store.store import StoreError

HEAD = "0001"
"""The newest migration in migrations/versions."""

metadata = MetaData()

entry = Table(
    "entry",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The log. The primary key guards an append: only one writer can add number n."""

command = Table(
    "command",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("cmd_id", String(40), primary_key=True),
    Column("answer", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Accepted commands of people, with their answers."""

due = Table(
    "due",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("due_at", BigInteger, nullable=False, index=True),
    Column("claimed_until", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""Timers. ``claimed_until`` is for several servers on one database: a claimed timer is left alone until then."""

sitting = Table(
    "sitting",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("is_over", Boolean, nullable=False),
    Column("lobby", LargeBinary, nullable=True),
    sqlite_with_rowid=False,
)
"""A summary per table, so that a start need not read every log."""


def bring_up(path: Path) -> None:
    """Make the database new, or bring an older one up to HEAD; StoreError for one that is not ours or newer than we are."""
    version = read_version(path)
    if version == HEAD:
        return
    if version and version > HEAD:
        raise StoreError(
            f"The database {path} was written by a newer croupier (schema {version}, this one knows {HEAD});"
            " start that version, or choose another folder with --data."
        )
    migrate(path)


def read_version(path: Path) -> str:
    """The schema version in the database; empty for a new one. StoreError when it is somebody else's."""
    connection = sqlite3.connect(path)
    try:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return ""
        if "alembic_version" not in names or "entry" not in names:
            raise StoreError(f"{path} is not a database of croupier; choose another folder with --data.")
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        return str(version)
    finally:
        connection.close()


def migrate(path: Path) -> None:
    """Alembic is imported only where there is something to do: it costs a third of a second."""
    from alembic import command as alembic
    from alembic.config import Config

    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic.upgrade(config, "head")
    finally:
        engine.dispose()
