"""A real database that is deleted, replaced or damaged while people play, and a disk that is full: nothing is acknowledged that
is not there, everybody is told, health says why, and nobody hears of a path."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from server_house import House, Person, house, play_on, run

from croupier.store.folder import FILE, LOCK
from croupier.store.sqlite import SqliteStore

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a file that is open cannot be deleted there")
SECONDS = 5.0


async def two(h: House) -> tuple[str, list[str], list[Person]]:
    """Silver & Gold for two: both are asked at once."""
    table, key = await h.open(seats=2, game="silver_and_gold")
    keys = [key, await h.join(table, "Bo")]
    people = [await h.person(table, key) for key in keys]
    await people[0].ask("start")
    await people[0].until(people[0].offered)
    await people[1].until(people[1].offered)
    return table, keys, people


async def health(h: House) -> tuple[int, dict[str, Any]]:
    answer = await h.http.get("/api/health")
    return answer.status_code, answer.json()


async def noticed(h: House, people: list[Person], word: str) -> None:
    """Everybody is told within seconds, though nobody does anything; then nothing is taken, and health says why."""
    for person in people:
        await person.until(lambda person=person: word in person.frame.get("notice", ""), patience=SECONDS)
    status, said = await health(h)
    assert status == 503 and not said["ok"] and word in said["why"]
    answer = await people[0].act()
    assert answer["type"] == "refused" and answer["code"] == "busy" and word in answer["sentence"]
    opened = await h.http.post("/api/tables", json={"game": "quickshot", "name": "Eve", "seats": 3})
    assert opened.status_code == 503 and word in opened.json()["sentence"]


def heard(people: list[Person]) -> str:
    return json.dumps([person.heard for person in people])


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def to_link(path: Path) -> None:
    move(path)
    path.symlink_to("elsewhere")


def garble(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(os.urandom(path.stat().st_size))


def garble_pages(path: Path) -> None:
    """All but the first page."""
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))


def cut(path: Path) -> None:
    os.truncate(path, 4096)


@pytest.mark.parametrize(("how", "name"), [
    *((how, name) for how in (remove, move, replace) for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK)), (to_link, FILE),
])  # fmt: skip
def test_files_that_go_are_noticed_and_play_stops(tmp_path: Path, how: Callable[[Path], None], name: str) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            _, _, people = await two(h)
            how(tmp_path / name)
            assert (await people[1].act())["code"] == "busy", "at once, not only when it is noticed"
            await noticed(h, people, "moved, deleted or replaced")
            assert str(tmp_path) not in heard(people)

    run(work())


def test_a_whole_folder_that_goes_is_noticed(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path / "data")) as h:
            _, _, people = await two(h)
            (tmp_path / "data").rename(tmp_path / "other")
            await noticed(h, people, "moved, deleted or replaced")

    run(work())


def test_play_goes_on_when_the_same_file_is_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            table, keys, people = await two(h)
            move(tmp_path / FILE)
            await noticed(h, people, "moved, deleted or replaced")
            (tmp_path / "elsewhere").rename(tmp_path / FILE)
            await people[0].until(lambda: not people[0].frame.get("notice"), patience=SECONDS)
            assert (await health(h))[0] == 200
            assert (await people[0].act())["type"] == "accepted"
            picture = people[1].picture
        async with house(SqliteStore(tmp_path)) as h:
            again = [await h.person(table, key) for key in keys]
            assert again[1].picture["view"] == picture["view"]
            await play_on(again)

    run(work())


@pytest.mark.parametrize("how", [garble, garble_pages, cut])
def test_damage_is_noticed_and_play_stops(tmp_path: Path, how: Callable[[Path], None]) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            _, _, people = await two(h)
            with closing(sqlite3.connect(tmp_path / FILE)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            how(tmp_path / FILE)
            await noticed(h, people, "is damaged")
            assert str(tmp_path) not in heard(people)

    run(work())


def test_the_log_beside_the_database_is_looked_at_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            _, _, people = await two(h)
            os.truncate(tmp_path / f"{FILE}-wal", 100)
            await noticed(h, people, "is damaged")

    run(work())


def test_a_backup_by_another_program_stops_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            _, _, people = await two(h)
            with closing(sqlite3.connect(tmp_path / FILE)) as there, closing(sqlite3.connect(tmp_path / "copy")) as copy:
                there.backup(copy)
                there.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            await asyncio.sleep(2.5)
            assert (await health(h))[0] == 200
            await play_on(people)

    run(work())


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte and a half."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1536k", "tmpfs", folder]
    if sys.platform != "linux" or os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("may not mount")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill_up(disk: Path) -> None:
    with (disk / "ballast").open("wb", buffering=0) as file:
        for size in (65536, 512):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass


def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(disk: Path) -> None:
    """Also where nobody has tried to write since: health finds out."""

    async def work() -> None:
        async with house(SqliteStore(disk)) as h:
            _, _, people = await two(h)
            fill_up(disk)
            await noticed(h, people, "disk is full")
            assert str(disk) not in heard(people)
            (disk / "ballast").unlink()
            started = time.monotonic()
            await people[0].until(lambda: not people[0].frame.get("notice"), patience=SECONDS)
            assert time.monotonic() - started < SECONDS
            assert (await health(h))[0] == 200
            await play_on(people)
        with closing(sqlite3.connect(disk / FILE)) as connection:
            assert connection.execute("SELECT count(*) FROM entry WHERE table_id = ''").fetchone() == (0,), "no probe is left"

    run(work())


def test_rows_that_cannot_be_read_stop_no_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A lobby row, a timer and a log that somebody has been at: the other tables are there."""

    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            bad, _ = await h.open(seats=3, listed=True)
            worse, _ = await h.open(seats=3, listed=True)
            good, _ = await h.open(seats=3, listed=True)
        with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
            connection.execute("UPDATE sitting SET lobby = CAST('no json' AS BLOB) WHERE table_id = ?", (bad,))
            connection.execute("UPDATE entry SET body = CAST('no json' AS BLOB) WHERE seq = 0 AND table_id = ?", (worse,))
            connection.execute("INSERT INTO due VALUES (?, 'bot', 5, 0), (?, 'bot', 6, 0)", (worse, good))
        async with house(SqliteStore(tmp_path)) as h:
            tables = [shown["table"] for shown in (await h.http.get("/api/lobby")).json()["tables"]]
            assert sorted(tables) == sorted([worse, good])
            assert (await h.person(bad)).picture["frame"]["table"] == bad
            assert (await h.http.get(f"/api/tables/{worse}/log")).status_code < 500
            stranger = await h.stranger(worse)
            await stranger.until(lambda: stranger.heard)
            assert stranger.heard[0]["type"] == "refused" and len(stranger.heard[0]["sentence"]) < 300
            assert (await health(h))[0] == 200
        assert "lobby_row_passed_over" in caplog.text and "wake_failed" in caplog.text

    run(work())
