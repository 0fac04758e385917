"""The schema, for SQLite now and PostgreSQL later."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, MetaData, String, Table

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
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("cmd_id", String(40), primary_key=True),
    Column("answer", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Accepted commands of people, with their answers. ``since``: the entry by which the person sat down."""

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
