"""What the server says about itself opens no table and no seat: the link of a private table is its only key."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from server_house import house, run

from croupier.server.bots import NoWorkers
from croupier.server.hall import Hall, new_id
from croupier.server.journal import describe, mark, open_journal, redacted, say, warn
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

    async def load(self, table: str) -> list[Any]:
        if self.fails:
            raise StoreError(f"{table} was not read")
        return await super().load(table)


class Telling(NoWorkers):
    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        raise OSError("a worker died")


def test_no_line_holds_the_id_of_a_private_table_or_a_key(journal: io.StringIO) -> None:
    secrets: list[str] = []

    async def work() -> None:
        store = Failing()
        async with house(store, Telling()) as h:
            table, key = await h.open(seats=3, bots=["prospector", "sharper"], listed=False)
            secrets.extend((table, key))
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(ann.offered)
            desk = await h.hall.desk(table)
            await h.hall.bots.choose(desk.table, desk.table.awaited()[0], "sharper")  # chance may ask Ann before any bot
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
    for secret in (table, key, "5f" * 32):
        text = frame.format(secret)
        assert secret not in redacted(text) and secret not in describe(ValueError(text))
    assert redacted(f"{table} {table}") == f"{mark(table)} {mark(table)}" and mark(table)[:3] == table[:3]


def test_lines_stay_readable(journal: io.StringIO) -> None:
    say("stopping", signal="SIGTERM")
    warn("bot_failed", ValueError("action 12 is not legal"), game="quick_silver", level="mayor")
    first, second = journal.getvalue().splitlines()
    assert first.endswith("Z info stopping signal=SIGTERM")
    assert second.endswith('bot_failed game=quick_silver level=mayor error=ValueError text="action 12 is not legal"')
