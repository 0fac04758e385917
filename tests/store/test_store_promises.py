"""What both stores promise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.store.memory import MemoryStore
from croupier.store.sqlite import SqliteStore
from croupier.store.store import Answered, Append, Conflict, Due, DueChange, Row, Sitting, Store, Summary

Make = Callable[[], Store]


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store = SqliteStore(tmp_path) if request.param == "sqlite" else MemoryStore()
    yield opened
    opened.close()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 30))


def rows(first: int, *bodies: bytes) -> list[Row]:
    return [Row(seq, 1000 + seq, body) for seq, body in enumerate(bodies, first)]


def test_a_log_comes_back_as_it_was_appended(store: Store) -> None:
    async def work() -> None:
        await store.append(Append("t", rows(0, b"a", b"b")))
        await store.append(Append("t", rows(2, b"c")))
        await store.append(Append("other", rows(0, b"x")))
        assert await store.load("t") == rows(0, b"a", b"b", b"c")
        assert await store.load("t", 1) == rows(1, b"b", b"c")
        assert await store.load("t", 0, 2) == rows(0, b"a", b"b")
        assert await store.load("t", 1, 1) == rows(1, b"b")
        assert await store.load("nobody") == await store.load("t", 3) == []

    run(work())


def test_only_the_next_entry_is_taken(store: Store) -> None:
    async def work() -> None:
        await store.append(Append("t", rows(0, b"a")))
        with pytest.raises(Conflict):
            await store.append(Append("t", rows(0, b"again")))
        assert await store.load("t") == rows(0, b"a")

    run(work())


def test_one_of_many_appends_at_once_fails_alone(store: Store) -> None:
    async def work() -> None:
        batch = [Append("t", rows(0, b"first")), Append("t", rows(0, b"second")), Append("u", rows(0, b"third"))]
        outcomes = await asyncio.gather(*(store.append(append) for append in batch), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
        assert await store.load("t") == rows(0, b"first")
        assert await store.load("u") == rows(0, b"third")

    run(work())


def test_a_command_is_taken_once_and_nothing_of_its_repetition_is_kept(store: Store) -> None:
    async def work() -> None:
        await store.append(Append("t", rows(0, b"a"), Answered(2, 1, "c1", b"yes")))
        with pytest.raises(Conflict):
            again = Answered(2, 1, "c1", b"no")
            await store.append(Append("t", rows(1, b"b"), again, [DueChange("bot", 5)], Summary(True, None)))
        assert await store.answer("t", 2, 1, "c1") == b"yes"
        assert await store.answer("t", 1, 1, "c1") is None
        assert await store.answer("t", 2, 2, "c1") is None, "somebody who sat down later"
        assert await store.load("t") == rows(0, b"a")
        assert await store.due(10) == []

    run(work())


def test_a_batch_is_kept_whole_or_not_at_all(store: Store) -> None:
    async def work() -> None:
        await store.append(Append("t", rows(0, b"a")))
        with pytest.raises(Conflict):
            await store.append(Append("new", rows(0, b"n")), Append("t", rows(0, b"again")))
        assert await store.load("new") == []
        await store.append(Append("new", rows(0, b"n")), Append("t", rows(1, b"b")))
        assert await store.load("new") == rows(0, b"n")

    run(work())


def test_timers_are_set_moved_and_dropped(store: Store) -> None:
    async def work() -> None:
        await store.append(Append("t", rows(0, b"a"), None, [DueChange("time", 70), DueChange("bot", 50)]))
        await store.append(Append("u", rows(0, b"a"), None, [DueChange("time", 60)]))
        assert await store.due(70) == [Due("t", "bot", 50), Due("u", "time", 60)]
        await store.append(Append("t", rows(1, b"b"), None, [DueChange("time", 40), DueChange("bot", None)]))
        assert await store.due(1000) == [Due("t", "time", 40), Due("u", "time", 60)]

    run(work())


def test_open_tables_are_listed_with_their_last_moment(store: Store) -> None:
    async def work() -> None:
        await store.append(Append("t", rows(0, b"a"), None, (), Summary(False, b"{}")))
        await store.append(Append("t", rows(1, b"b", b"c")))
        await store.append(Append("u", rows(0, b"a"), None, (), Summary(False, None)))
        await store.append(Append("v", rows(0, b"a"), None, (), Summary(False, b"{}")))
        await store.append(Append("v", rows(1, b"b"), None, (), Summary(True, None)))
        assert sorted(await store.list_open()) == [Sitting("t", b"{}", 1002), Sitting("u", None, 1000)]

    run(work())
