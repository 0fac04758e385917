"""The bots' processes: they answer, warm up aside, are replaced when they die, and keep Numba out of their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from bots_positions import BOX, QUICKSHOT, legal_actions, sampled

from croupier.bots import LEVELS, choose
from croupier.bots.choice import think
from croupier.bots.frames import Question
from croupier.bots.process import chosen
from croupier.bots.worker import BotWorkers
from croupier.core.errors import CroupierError, Unknown

STATE, SEAT = sampled(1, seed=8)[0]
PLAIN = choose(QUICKSHOT, BOX, STATE, SEAT, "sharper", 9)
WARM_UP = 300.0
"""Seconds that compiling may take on a busy machine."""


def ask(workers: BotWorkers, *, level: str = "greenhorn", key: int = 9, **other: Any) -> Awaitable[int]:
    return workers.choose(other.get("game", "quickshot"), BOX.pack(), other.get("state", STATE.pack()), SEAT, level, key)


def with_workers(test: Callable[[BotWorkers], Awaitable[Any]], processes: int = 1) -> Any:
    """Runs the test in a loop of its own; afterwards no process is left."""

    async def run() -> Any:
        workers = BotWorkers(processes)
        try:
            return await test(workers)
        finally:
            await workers.close()

    return asyncio.run(run())


def test_workers_choose_what_the_level_chooses():
    async def test(workers: BotWorkers) -> list[int]:
        return await asyncio.gather(*(ask(workers, key=key) for key in range(12)))

    assert with_workers(test, processes=2) == [choose(QUICKSHOT, BOX, STATE, SEAT, "greenhorn", key) for key in range(12)]


def test_before_the_search_is_compiled_the_plain_one_answers():
    async def test(workers: BotWorkers) -> None:
        assert not workers.is_warm("quickshot")
        assert await ask(workers, level="sharper") == PLAIN
        assert not workers.is_warm("quickshot")

    with_workers(test)


def test_a_search_that_cannot_be_compiled_stays_cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache's folder is a file."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "file"))

    async def test(workers: BotWorkers) -> None:
        assert not workers.stays_cold("quickshot")
        workers.warm("quickshot")
        async with asyncio.timeout(WARM_UP):
            while not workers.stays_cold("quickshot"):
                await asyncio.sleep(0.05)
        assert not workers.is_warm("quickshot")
        assert await ask(workers, level="sharper") == PLAIN

    with_workers(test)


def test_a_dead_worker_is_replaced_and_asked_again():
    async def test(workers: BotWorkers) -> None:
        before = await ask(workers)
        first = workers.workers[0].process.pid
        questions = [asyncio.ensure_future(ask(workers, level="sharper")) for _ in range(5)]
        await asyncio.sleep(0.05)
        os.kill(first, signal.SIGKILL)
        assert await asyncio.gather(*questions) == [PLAIN] * 5
        assert await ask(workers) == before
        assert workers.workers[0].process.pid != first

    with_workers(test)


def test_a_worker_that_hangs_is_replaced_and_asked_again(monkeypatch: pytest.MonkeyPatch):
    async def test(workers: BotWorkers) -> None:
        before = await ask(workers)
        first = workers.workers[0].process.pid
        os.kill(first, signal.SIGSTOP)
        monkeypatch.setattr("croupier.bots.worker.HUNG", 2.0)
        assert await ask(workers) == before
        assert workers.workers[0].process.pid != first

    with_workers(test)


def test_six_at_one_time_take_as_long_as_one():
    """Each thinks less: the process is not asked for more than one whole search. It has one question at a time, so those that
    wait are no reason to think that it hangs."""
    shares: list[float] = []
    asked: list[Any] = []

    async def test(workers: BotWorkers) -> None:
        await ask(workers)
        worker = workers.workers[0]
        said = worker.say

        def say(message: Any) -> None:
            if isinstance(message, Question):
                shares.append(message.share)
                asked.append(worker.answer)
                assert all(answer.done() for answer in asked[:-1])
            said(message)

        worker.say = say  # type: ignore[method-assign]
        chosen = await asyncio.gather(*(ask(workers, level="sharper", key=key) for key in range(6)))
        assert set(chosen) <= set(legal_actions(QUICKSHOT, BOX, STATE, SEAT))

    with_workers(test)
    assert shares == [1 / 6] * 6


def test_a_share_of_the_budget_is_what_is_searched():
    part = Question("quickshot", BOX.pack(), STATE.pack(), SEAT, "sharper", 9, 0.1)
    iterations = LEVELS["sharper"].plain_iterations // 10
    assert chosen(part, compiled=False) == think(QUICKSHOT, BOX, STATE, SEAT, 9, iterations, compiled=False)


def test_questions_that_nobody_waits_for_are_not_answered():
    async def test(workers: BotWorkers) -> None:
        await ask(workers)
        gone = [asyncio.ensure_future(ask(workers, level="sharper")) for _ in range(200)]
        await asyncio.sleep(0.01)
        for asking in gone:
            asking.cancel()
        await asyncio.wait_for(ask(workers), 5)
        assert not workers.rounds.round and not workers.rounds.later

    with_workers(test)


def test_an_idle_worker_that_dies_is_replaced_at_once():
    async def test(workers: BotWorkers) -> None:
        await ask(workers)
        first = workers.workers[0].process.pid
        os.kill(first, signal.SIGKILL)
        async with asyncio.timeout(30):
            while not workers.workers or workers.workers[0].process.pid == first:
                await asyncio.sleep(0.01)

    with_workers(test)


def test_where_no_process_can_start_those_who_ask_are_told(monkeypatch: pytest.MonkeyPatch):
    async def test(workers: BotWorkers) -> None:
        monkeypatch.setattr("sys.executable", "/nowhere/python")
        for _ in range(2):
            with pytest.raises(CroupierError, match="could not be started"):
                await ask(workers)
        monkeypatch.undo()
        assert await ask(workers) == choose(QUICKSHOT, BOX, STATE, SEAT, "greenhorn", 9)

    with_workers(test)


def test_where_one_process_cannot_start_the_others_answer(monkeypatch: pytest.MonkeyPatch):
    async def test(workers: BotWorkers) -> None:
        await ask(workers)
        async with asyncio.timeout(30):
            while len(workers.workers) < 2:
                await asyncio.sleep(0.01)
        monkeypatch.setattr("sys.executable", "/nowhere/python")
        os.kill(workers.workers[1].process.pid, signal.SIGKILL)
        while len(workers.workers) == 2:
            await asyncio.sleep(0.01)
        assert await ask(workers) == choose(QUICKSHOT, BOX, STATE, SEAT, "greenhorn", 9)

    with_workers(test, processes=2)


def test_where_every_process_ends_at_once_those_who_ask_are_told(monkeypatch: pytest.MonkeyPatch):
    """And none is started again as long as nobody asks."""

    async def test(workers: BotWorkers) -> None:
        monkeypatch.setattr("sys.executable", "/bin/false")
        with pytest.raises(CroupierError, match="3 of their processes ended over one question"):
            await ask(workers)

    with_workers(test)


def test_a_question_that_cannot_be_answered_leaves_the_worker_alive():
    async def test(workers: BotWorkers) -> None:
        with pytest.raises(CroupierError, match="no game 'chess'"):
            await ask(workers, game="chess")
        with pytest.raises(CroupierError, match="unpack"):
            await ask(workers, state=b"too short")
        with pytest.raises(Unknown, match="no level 'shark'"):
            await ask(workers, level="shark")
        with pytest.raises(OverflowError):
            await ask(workers, key=1 << 80)
        pid = workers.workers[0].process.pid
        await ask(workers)
        assert workers.workers[0].process.pid == pid

    with_workers(test)


def test_closed_workers_answer_nothing_and_leave_no_process():
    async def test(workers: BotWorkers) -> int:
        await ask(workers)
        process = workers.workers[0].process
        os.kill(process.pid, signal.SIGSTOP)  # or it might answer first
        asked, waits = (asyncio.ensure_future(ask(workers, level="sharper")) for _ in range(2))
        await asyncio.sleep(0.02)
        await workers.close()
        for asking in (asked, waits):
            with pytest.raises(CroupierError, match="closed"):
                await asyncio.wait_for(asking, 1)
        with pytest.raises(CroupierError, match="closed"):
            await ask(workers)
        return process.returncode

    assert with_workers(test) == -signal.SIGKILL


def test_workers_closed_while_one_starts_leave_no_task():
    async def test(workers: BotWorkers) -> None:
        asking = asyncio.create_task(ask(workers))
        while not workers.tasks:
            await asyncio.sleep(0)
        await asyncio.sleep(0.001)
        await workers.close()
        with pytest.raises(CroupierError, match="closed"):
            await asking
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with_workers(test)


def test_a_warm_worker_searches_with_the_whole_budget():
    """The compiled search of the level, and the plain one with as many iterations, choose alike."""

    async def test(workers: BotWorkers) -> list[int]:
        workers.warm("quickshot")
        async with asyncio.timeout(WARM_UP):
            while not workers.is_warm("quickshot"):
                assert await ask(workers) in legal_actions(QUICKSHOT, BOX, STATE, SEAT)
                await asyncio.sleep(0.2)
        return [await ask(workers, level="prospector", key=key) for key in range(2)]

    iterations = LEVELS["prospector"].iterations
    assert with_workers(test) == [think(QUICKSHOT, BOX, STATE, SEAT, key, iterations, compiled=False) for key in range(2)]


PARENT = """
import asyncio, sys
from croupier.bots.worker import BotWorkers

async def main():
    workers = BotWorkers()
    box, state = map(bytes.fromhex, sys.argv[1:3])
    print(await workers.choose("quickshot", box, state, int(sys.argv[3]), "sharper", 9))
    await workers.close()

asyncio.run(main())
assert not {"numba", "numpy", "llvmlite"} & set(sys.modules), sorted(sys.modules)
"""


def test_the_parent_never_imports_numba():
    args = [sys.executable, "-c", PARENT, BOX.pack().hex(), STATE.pack().hex(), str(SEAT)]
    assert int(subprocess.run(args, capture_output=True, check=True, text=True, timeout=60).stdout) == PLAIN
