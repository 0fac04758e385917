"""Paths are never addresses, and databases that somebody else has been at: a sentence, or one row less."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.store.folder import FILE
from croupier.store.sqlite import SqliteStore
from croupier.store.store import Append, Row, Sitting, StoreError, Summary

ODD = ["a%41", "a%s%(x)s", "a?mode=memory", "a#b", ":memory:", "file:x?mode=ro", "sqlite:///x", "a b", "a'b\"c", "ünï", "a\nb",
       "{x}", "$HOME", "~", "a;b", "a\\b"]  # fmt: skip


def fill(folder: Path) -> None:
    async def work() -> None:
        store = SqliteStore(folder)
        await store.append(Append("t", [Row(0, 1, b"a")], summary=Summary(False, b"{}")))
        store.close()

    asyncio.run(work())


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def serve(data: str | bytes, cwd: Path) -> subprocess.CompletedProcess[str]:
    code = "from croupier.cli.app import main; main()"
    command = [sys.executable, "-c", code, "serve", "--port", "0", "--bots", "uniform", "--data", data]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=cwd)


@pytest.mark.parametrize("name", ODD)
def test_a_path_is_never_an_address(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fill(Path(name))
    SqliteStore(Path(name)).close()
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent for path in found} == {tmp_path / name} and (tmp_path / name / FILE) in found


@pytest.mark.skipif(sys.platform != "linux", reason="file names of any bytes")
def test_a_path_may_have_any_bytes(tmp_path: Path) -> None:
    fill(tmp_path / os.fsdecode(b"a\xff\xfeb"))
    assert os.listdir(os.fsencode(tmp_path)) == [b"a\xff\xfeb"]


@pytest.mark.parametrize("length", [600, 5000])
def test_a_path_that_is_too_long_is_told_in_a_sentence(tmp_path: Path, length: int) -> None:
    long = "/".join(["x" * 100] * (length // 100))
    done = serve(long, tmp_path)
    assert done.returncode == 2 and "too long" in done.stderr and len(done.stderr.strip()) < 300


@pytest.mark.parametrize(("statements", "part"), [
    (["DROP TABLE entry"], "no table 'entry'"),
    (["DROP TABLE command"], "no table 'command'"),
    (["DROP TABLE due"], "no table 'due'"),
    (["DROP TABLE sitting"], "no table 'sitting'"),
    (["DROP TABLE alembic_version"], "no table 'alembic_version'"),
    (["ALTER TABLE sitting DROP COLUMN lobby"], "no column 'lobby'"),
    (["ALTER TABLE entry RENAME COLUMN body TO corpse"], "no column 'body'"),
    (["ALTER TABLE alembic_version RENAME COLUMN version_num TO v"], "version_num"),
    (["UPDATE alembic_version SET version_num = '0000'"], "'0000'"),
    (["UPDATE alembic_version SET version_num = 'zzz'"], "'zzz'"),
    (["UPDATE alembic_version SET version_num = ''"], "''"),
    (["DELETE FROM alembic_version"], "none at all"),
    (["INSERT INTO alembic_version VALUES ('0001')"], "'0002' and '0001'"),
    (["UPDATE alembic_version SET version_num = '9' || hex(zeroblob(5000))"], "newer croupier"),
    (["UPDATE alembic_version SET version_num = '0001'", "DROP TABLE command"], "no table 'command'"),
    (["UPDATE alembic_version SET version_num = '0001'", "ALTER TABLE command RENAME COLUMN seat TO s"], "be brought"),
])  # fmt: skip
def test_a_database_that_is_not_whole_is_told_in_a_sentence(tmp_path: Path, statements: list[str], part: str) -> None:
    fill(tmp_path)
    change(tmp_path, *statements)
    before = (tmp_path / FILE).read_bytes()
    done = serve(str(tmp_path), tmp_path)
    said = done.stderr.strip()
    assert done.returncode == 2 and len(said.splitlines()) == 1 and len(said) < 300, done.stderr
    assert part in said and str(tmp_path) in said
    assert (tmp_path / FILE).read_bytes() == before


def garble(path: Path) -> None:
    path.write_bytes(os.urandom(20_000))


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize("spoil", [garble, cut])
def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    fill(tmp_path)
    spoil(tmp_path / FILE)
    done = serve(str(tmp_path), tmp_path)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1 and "is damaged" in done.stderr


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs a mount")
def test_a_read_only_file_system_is_told_in_a_sentence(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", disk], check=False, capture_output=True).returncode:
        pytest.skip("may not mount")
    try:
        fill(disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        done = serve(str(disk), tmp_path)
    finally:
        subprocess.run(["umount", disk], check=True)
    assert done.returncode == 2 and "cannot be written" in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_an_empty_file_becomes_a_database_and_a_strange_log_beside_it_counts_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    fill(tmp_path)
    (tmp_path / f"{FILE}-wal").write_bytes(os.urandom(10_000))
    store = SqliteStore(tmp_path)
    assert asyncio.run(store.load("t")) == [Row(0, 1, b"a")]
    store.close()


def test_what_was_committed_before_a_crash_is_in_the_log_beside_it(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "a")
        await store.append(Append("t", [Row(0, 1, b"a")]))
        shutil.copytree(tmp_path / "a", tmp_path / "b")
        store.close()

    asyncio.run(work())
    store = SqliteStore(tmp_path / "b")
    assert asyncio.run(store.load("t")) == [Row(0, 1, b"a")]
    store.close()


def test_rows_of_the_wrong_kind_are_passed_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    fill(tmp_path)
    change(
        tmp_path,
        "INSERT INTO sitting VALUES ('no log', 0, x'7b7d'), (x'00ff', 0, x'7b7d'), ('text', 0, 'not bytes')",
        "INSERT INTO sitting VALUES (CAST(x'ff' AS TEXT), 0, NULL)",
        "INSERT INTO due VALUES ('t', 'bot', 5, 0), (x'00', 'bot', 6, 0), ('t', x'01', 7, 0), ('u', 'bot', 'soon', 0)",
        "INSERT INTO entry VALUES ('bad', 0, 'late', x'00'), ('worse', 0, 1, 'text')",
    )

    async def work() -> None:
        store = SqliteStore(tmp_path)
        assert await store.list_open() == [Sitting("t", b"{}", 1)]
        assert [(due.table, due.due_at) for due in await store.due(1 << 62)] == [("t", 5)]
        for table in ("bad", "worse"):
            with pytest.raises(StoreError, match="cannot be read"):
                await store.load(table)
        assert await store.load("t") == [Row(0, 1, b"a")]
        await store.append(Append("t", [Row(1, 2, b"b")]))
        store.close()

    asyncio.run(work())
    assert "row_passed_over in=sitting" in caplog.text and "row_passed_over in=due" in caplog.text
