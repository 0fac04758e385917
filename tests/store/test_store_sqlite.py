"""The store on disk: durable, one at a time, and a sentence for whatever is wrong."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.store import opening, schema, upgrade
from croupier.store.folder import FILE
from croupier.store.opening import PRAGMAS
from croupier.store.sqlite import SqliteStore
from croupier.store.store import Append, Row, StoreError

ROW = [Row(0, 1, b"a")]


def put(folder: Path, *tables: str) -> None:
    """Append one entry to each table and close."""

    async def work() -> None:
        store = SqliteStore(folder)
        await asyncio.gather(*(store.append(Append(table, ROW)) for table in tables))
        store.close()

    asyncio.run(work())


def test_the_open_connection_answers_full_and_wal(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    assert store.pragmas() == PRAGMAS
    assert (PRAGMAS["journal_mode"], PRAGMAS["synchronous"]) == ("wal", 2)
    store.close()


def test_what_was_committed_is_there_after_closing(tmp_path: Path) -> None:
    put(tmp_path, "t")

    async def work() -> list[Row]:
        store = SqliteStore(tmp_path)
        try:
            return await store.load("t")
        finally:
            store.close()

    assert asyncio.run(work()) == ROW


def test_queued_appends_share_a_transaction(tmp_path: Path) -> None:
    """A group is committed together: far fewer commits than appends."""

    async def work() -> int:
        store = SqliteStore(tmp_path)
        commits = 0

        def count(statement: str) -> None:
            nonlocal commits
            commits += statement == "COMMIT"

        store.connection.set_trace_callback(count)
        await asyncio.gather(*(store.append(Append(f"t{i}", ROW)) for i in range(300)))
        store.connection.set_trace_callback(None)
        store.close()
        return commits

    assert asyncio.run(work()) < 100


def test_closing_commits_what_was_appended(tmp_path: Path) -> None:
    async def work() -> list[Any]:
        store = SqliteStore(tmp_path)
        futures = [store.append(Append(f"t{i}", ROW)) for i in range(50)]
        store.close()
        with pytest.raises(StoreError, match="stopping"):
            await store.append(Append("late", ROW))
        return await asyncio.gather(*futures)

    assert asyncio.run(work()) == [None] * 50
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (50,)
    connection.close()


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with pytest.raises(StoreError, match="Another server uses the data folder"):
        SqliteStore(tmp_path)
    store.close()
    SqliteStore(tmp_path).close()


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    code = (
        "from croupier.store.sqlite import SqliteStore; from pathlib import Path; import os;"
        f" SqliteStore(Path({str(tmp_path)!r})); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    SqliteStore(tmp_path).close()


@pytest.mark.parametrize("damage", [b"this is no database" * 500, b"\0" * 5000])
def test_a_damaged_database_is_named_and_left_alone(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE).write_bytes(damage)
    with pytest.raises(StoreError, match="is damaged"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == damage


def test_a_database_with_broken_pages_is_named_and_left_alone(tmp_path: Path) -> None:
    put(tmp_path, *(f"table{i}" for i in range(400)))
    whole = (tmp_path / FILE).read_bytes()
    broken = whole[:4096] + b"\xff" * 12_000 + whole[16_096:]
    (tmp_path / FILE).write_bytes(broken)
    with pytest.raises(StoreError, match="is damaged"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == broken


def test_a_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="not a database of croupier"):
        SqliteStore(tmp_path)


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "t")
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match=r"newer croupier \(schema 9999"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        SqliteStore(Path("/proc/croupier"))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot be written"):
        SqliteStore(tmp_path)


def test_a_full_disk_refuses_the_append_and_loses_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path)
        await store.append(Append("t", ROW))
        (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="disk is full"):
            await store.append(Append("big", [Row(0, 1, b"x" * 200_000)]))
        store.connection.execute("PRAGMA max_page_count = 1000000")
        assert await store.load("big") == []
        await store.append(Append("big", ROW))
        assert await store.load("big") == ROW
        store.close()

    asyncio.run(work())


def test_migrations_end_at_head_and_build_the_schema(tmp_path: Path) -> None:
    """The numbered migrations and the schema in schema.py say the same."""
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [upgrade.HEAD]
    put(tmp_path, "t")
    assert {table.name: tuple(table.columns.keys()) for table in schema.metadata.tables.values()} == upgrade.COLUMNS
    engine = upgrade.engine_of(tmp_path / FILE)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_an_answer_of_the_pragmas_that_is_not_ours_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opening.PRAGMAS, "journal_mode", "nonsense")
    with pytest.raises(StoreError, match="does not keep its promises"):
        SqliteStore(tmp_path)
