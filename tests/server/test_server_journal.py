"""What the server says about itself opens no table and no seat: the link of a private table is its only key."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from raw import frame, raw, raw_socket
from server_house import house, run

from croupier.server.bots import NoWorkers
from croupier.server.hall import Hall, new_id
from croupier.server.journal import LINES_AT_ONCE, LINES_PER_SECOND, describe, mark, open_journal, redacted, say, warn
from croupier.server.moves import Moves
from croupier.server.routes import new_key
from croupier.store.memory import MemoryStore
from croupier.store.store import Append, StoreError

LOGGERS = ("croupier", "uvicorn", "asyncio")


@pytest.fixture
def journal() -> Iterator[io.StringIO]:
    """The journal as a server opens it, into a string."""
    before = {name: (log.handlers, log.propagate, log.level) for name in LOGGERS if (log := logging.getLogger(name))}
    open_journal()
    (handler,) = {handler for name in LOGGERS for handler in logging.getLogger(name).handlers}
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    handler.setStream(written)
    yield written
    for name, (handlers, propagate, level) in before.items():
        log = logging.getLogger(name)
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


class Failing(MemoryStore):
    """Fails when told, and says which table it was."""

    fails = False

    def append(self, *batch: Append) -> asyncio.Future[None]:
        if not self.fails:
            return super().append(*batch)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.set_exception(StoreError(f"table\n{batch[0].table} at '/data/{batch[0].table}' was not written"))
        return future

    async def load(self, table: str, *more: int) -> list[Any]:
        if self.fails:
            raise StoreError(f"{table} was not read")
        return await super().load(table, *more)


class Telling(NoWorkers):
    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        raise OSError("a worker died")


def test_no_line_holds_the_id_of_a_private_table_or_a_key(journal: io.StringIO) -> None:
    secrets: list[str] = []

    async def work() -> None:
        store = Failing()
        async with house(store, Telling()) as h:
            table, key = await h.open(seats=3, bots=["prospector", "sharper"], listed=False, first_seat=1)
            secrets.extend((table, key))
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(ann.offered)
            store.fails = True
            await ann.ask("act", decision=ann.picture["decision"], action=ann.offered()[0])
            h.hall.desks.clear()
            await h.hall.wake([table])
            await h.http.get(f"/api/tables/{table}/log")
            await spoil(h.hall, table, h.http)
            store.fails = False

    run(work())
    lines = journal.getvalue()
    for what in ("table_opened", *(f"{part}_failed" for part in ("bot", "append", "refold", "wake", "task", "request"))):
        assert what in lines, lines
    assert not [secret for secret in secrets if secret in lines], lines
    assert mark(secrets[0]) in lines


async def spoil(hall: Hall, table: str, http: Any) -> None:
    """A request and a task that fail in a way that nobody foresaw."""

    async def fail(*_: Any) -> None:
        raise RuntimeError(f"no desk for {table!r}: /t/{table}?x, (table={table})")

    hall.desk = fail  # type: ignore[method-assign, assignment]
    await http.get(f"/api/tables/{table}/log")
    await asyncio.gather(hall.spawn(fail()), return_exceptions=True)
    logging.getLogger("uvicorn.error").warning("%s", f"GET /ws/{table}")
    logging.getLogger("asyncio").error("%s", f"Task for {table} was never retrieved")


FRAMES = ("{}", "/t/{}", "/api/tables/{}/log", "table={} x", "'{}'", "({})", "a.{}.b", "\n{}\n", "é{}", "{}:")


@pytest.mark.parametrize("frame", FRAMES)
def test_ids_and_keys_are_redacted_wherever_they_stand(frame: str) -> None:
    table, key = new_id(), new_key()
    for secret in (table, key, "5f" * 32, Moves().offer(table, 0, key, 0)):
        text = frame.format(secret)
        assert secret not in redacted(text) and secret not in describe(ValueError(text))
    assert redacted(f"{table} {table}") == f"{mark(table)} {mark(table)}" and mark(table)[:3] == table[:3]


def test_lines_stay_readable(journal: io.StringIO) -> None:
    say("stopping", signal="SIGTERM")
    warn("bot_failed", ValueError("action 12 is not legal"), game="quick_silver", level="mayor")
    first, second = journal.getvalue().splitlines()
    assert first.endswith("Z info stopping signal=SIGTERM")
    assert second.endswith('bot_failed game=quick_silver level=mayor error=ValueError text="action 12 is not legal"')


def test_a_place_writes_so_many_lines_and_then_counts(journal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 1000.0
    monkeypatch.setattr("croupier.server.journal.time.monotonic", lambda: clock)

    def flood() -> list[str]:
        for _ in range(500):
            say("flood")
        return journal.getvalue().splitlines()

    assert len(flood()) == LINES_AT_ONCE
    say("stopping")
    assert journal.getvalue().endswith(" info stopping\n"), "another place has lines of its own"
    clock += 1 / LINES_PER_SECOND
    assert len(flood()) == LINES_AT_ONCE + 2
    assert journal.getvalue().endswith(f" info flood more_like_it={500 - LINES_AT_ONCE}\n")


def test_strangers_do_not_fill_the_disk_with_lines(journal: io.StringIO) -> None:
    """What each of these brings into the journal is a line per frame, request or connection."""
    upgrade = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    openings = (upgrade, b"\0\0\0\0\r\n\r\n", b"GET /" + b"a" * 20_000, b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 200)

    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            for _ in range(60):
                for opening in openings:
                    async with raw(h, opening) as line:
                        await line.reader.read(1)
                async with raw_socket(h, table) as line:
                    await line.send(frame(1, b"\xff\xfe"))
                    await line.rest(5.0)
            async with raw(h) as line:
                await line.pour(upgrade * 5, 100)

    run(work())
    kinds = Counter(" ".join(text.split(" ")[1:3]) for text in journal.getvalue().splitlines())
    assert len(kinds) >= 3 and max(kinds.values()) <= LINES_AT_ONCE + 30 * LINES_PER_SECOND, kinds
    assert "more_like_it" not in journal.getvalue().splitlines()[0]
