"""A database of the first schema comes up with everything that stands in it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.store.folder import FILE
from croupier.store.sqlite import SqliteStore
from croupier.store.store import StoreError
from croupier.store.upgrade import HEAD, migrate

LOG = [
    b'{"kind":"opened","seq":0,"at":1}',
    b'{"kind":"seated","seq":1,"at":1,"seat":0,"name":"Ann","key_hash":"a"}',
    b'{"kind":"seated","seq":2,"at":1,"seat":1,"name":"Bo","key_hash":"b"}',
    b'{"kind":"seat_opened","seq":3,"at":1,"seat":1}',
    b'{"kind":"seated","seq":4,"at":1,"seat":1,"name":"\\"seated\\"","key_hash":"c"}',
    b'{"kind":"nonce","seq":5,"at":1,"seat":0,"nonce":"\\"kind\\":\\"seated\\""}',
    b'this is no JSON, "seated" or not',
]


def old_database(folder: Path) -> None:
    """Made by the first migration alone."""
    migrate(folder / FILE, "0001")
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.executemany("INSERT INTO entry VALUES ('t', ?, 1, ?)", list(enumerate(LOG)))
        connection.execute("INSERT INTO command VALUES ('t', 0, 'a1', 'x'), ('t', 1, 'c1', CAST('yes' AS BLOB))")
        connection.execute("UPDATE command SET answer = CAST(answer AS BLOB)")
        connection.execute("INSERT INTO due VALUES ('t', 'bot', 5, 0)")
        connection.execute("INSERT INTO sitting VALUES ('t', 0, x'7b7d')")


def test_an_old_database_comes_up_and_its_answers_belong_to_who_sits_there(tmp_path: Path) -> None:
    old_database(tmp_path)

    async def work() -> None:
        store = SqliteStore(tmp_path)
        assert [row.body for row in await store.load("t")] == LOG
        assert await store.answer("t", 0, 1, "a1") == b"x"
        assert await store.answer("t", 1, 4, "c1") == b"yes"
        assert await store.answer("t", 1, 2, "c1") is None
        assert len(await store.due(10)) == len(await store.list_open()) == 1
        store.close()

    asyncio.run(work())
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
        assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name LIKE '%0001%'").fetchall()


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    old_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("ALTER TABLE command RENAME COLUMN cmd_id TO c")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match="could not be brought to schema"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
