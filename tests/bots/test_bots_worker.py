"""The bots' processes: they answer, warm up aside, are replaced when they die, and keep Numba out of their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from bots_positions import BOX, QUICKSHOT, legal_actions, sampled

from croupier.bots import LEVELS, choose
from croupier.bots.choice import think
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


def test_a_worker_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch):
    async def test(workers: BotWorkers) -> None:
        await ask(workers)
        first = workers.workers[0].process.pid
        os.kill(first, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask(workers), 0.3)
        monkeypatch.setattr("croupier.bots.worker.HUNG", 0.1)
        await asyncio.sleep(0.2)
        assert await ask(workers) == choose(QUICKSHOT, BOX, STATE, SEAT, "greenhorn", 9)
        assert workers.workers[0].process.pid != first

    with_workers(test)


def test_a_question_that_cannot_be_answered_leaves_the_worker_alive():
    async def test(workers: BotWorkers) -> None:
        with pytest.raises(CroupierError, match="no game 'chess'"):
            await ask(workers, game="chess")
        with pytest.raises(CroupierError, match="unpack"):
            await ask(workers, state=b"too short")
        with pytest.raises(Unknown, match="no level 'shark'"):
            await ask(workers, level="shark")
        pid = workers.workers[0].process.pid
        await ask(workers)
        assert workers.workers[0].process.pid == pid

    with_workers(test)


def test_closed_workers_answer_nothing_and_leave_no_process():
    async def test(workers: BotWorkers) -> int:
        await ask(workers)
        process = workers.workers[0].process
        await workers.close()
        with pytest.raises(CroupierError, match="closed"):
            await ask(workers)
        return process.returncode

    assert with_workers(test) == -signal.SIGKILL


def test_workers_closed_while_one_starts_leave_no_task():
    async def test(workers: BotWorkers) -> None:
        asking = asyncio.create_task(ask(workers))
        while not workers.starting.locked():
            await asyncio.sleep(0)
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
