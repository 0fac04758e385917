"""Bots that think in processes of their own, so that a server's loop never waits for them. Needs a running asyncio loop.

A level that searches is *warm* once its compiled search is loaded. Until then the same search answers in plain Python with
fewer iterations. Compiling holds the GIL for seconds, so another process does it, into the cache that the workers load from.
Numba is never imported here.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any

import msgspec

from croupier.bots.frames import LENGTH, Answer, Asked, Chosen, Load, Loaded, Question, framed
from croupier.bots.levels import level_called
from croupier.core.errors import CroupierError

ATTEMPTS = 3
HUNG = 10.0
"""Seconds without an answer after which a worker is replaced."""

log = logging.getLogger(__name__)


class WorkerDied(Exception):
    """The question was not answered; another worker may be asked."""


class Worker:
    """One process. Use ``started``."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.pending: dict[int, asyncio.Future[int]] = {}
        self.asked: set[int] = set()
        """The questions without an answer, those included that nobody waits for any more."""
        self.heard = 0.0
        """When it last gave an answer, or was asked after it had given all."""
        self.loaded: set[str] = set()
        self.ids = itertools.count()
        self.reading = asyncio.create_task(self.read())

    @classmethod
    async def started(cls) -> Worker:
        return cls(await run_module(stdout=PIPE))

    @property
    def is_alive(self) -> bool:
        return not self.reading.done()

    @property
    def is_hung(self) -> bool:
        return bool(self.asked) and asyncio.get_running_loop().time() - self.heard > HUNG

    async def ask(self, question: Question) -> int:
        """The action chosen; WorkerDied when the process ends first, CroupierError when it cannot answer this question."""
        if not self.is_alive:
            raise WorkerDied
        loop = asyncio.get_running_loop()
        number = next(self.ids)
        future: asyncio.Future[int] = loop.create_future()
        self.pending[number] = future
        if not self.asked:
            self.heard = loop.time()
        self.asked.add(number)
        try:
            self.say(msgspec.structs.replace(question, id=number))
            return await future
        finally:
            self.pending.pop(number, None)

    def say(self, message: Asked) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(framed(message))

    async def read(self) -> None:
        """Take answers until the process ends; then whoever still waits is told."""
        decoder = msgspec.msgpack.Decoder(Answer)
        source = self.process.stdout
        assert source is not None
        try:
            while True:
                length = int.from_bytes(await source.readexactly(LENGTH), "little")
                self.take(decoder.decode(await source.readexactly(length)))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            for future in self.pending.values():
                settle(future, WorkerDied())

    def take(self, answer: Answer) -> None:
        if isinstance(answer, Loaded):
            self.loaded.add(answer.game)
            return
        self.asked.discard(answer.id)
        self.heard = asyncio.get_running_loop().time()
        future = self.pending.get(answer.id)
        if future is not None:
            settle(future, answer.action if isinstance(answer, Chosen) else CroupierError(answer.reason))

    def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()

    def end(self) -> asyncio.Future[Any]:
        """Kill it; await what it returns to see it gone."""
        self.kill()
        return asyncio.gather(self.reading, self.process.wait(), return_exceptions=True)


def settle(future: asyncio.Future[int], outcome: int | Exception) -> None:
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


class BotWorkers:
    """Some processes that choose for bots. They start at the first question; one that dies or hangs is replaced."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self.workers: list[Worker] = []
        self.starting = asyncio.Lock()
        self.compiling = asyncio.Lock()
        self.warming: dict[str, asyncio.Task[None]] = {}
        self.ready: set[str] = set()
        """Games whose compiled search lies in the cache."""
        self.closed = False

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        """An action number. Box and state are packed, the state already dealt again for the seat.

        Unknown names the levels there are; CroupierError when a choice cannot be made.
        """
        if level_called(level).iterations:
            self.warm(game)
        question = Question(0, game, box, state, seat, level, key)
        for _ in range(ATTEMPTS):
            worker = await self.least_busy()
            try:
                return await worker.ask(question)
            except WorkerDied:
                log.warning("a process of the bots ended; the question is asked again")
        raise CroupierError(f"The bots gave no answer: {ATTEMPTS} of their processes ended over one question.")

    def is_warm(self, game: str) -> bool:
        """Whether every worker answers with the whole budget of a level."""
        return bool(self.workers) and all(worker.is_alive and game in worker.loaded for worker in self.workers)

    def warm(self, game: str) -> None:
        """Begin to compile the search of a game, unless that was begun. Choosing does it too."""
        if game not in self.warming and not self.closed:
            self.warming[game] = asyncio.create_task(self.compile(game))

    async def compile(self, game: str) -> None:
        async with self.compiling:
            code = await finished(await run_module("warm", game, stdout=DEVNULL))
        if code:
            log.warning("bots play %s in plain Python: its search could not be compiled", game)
            return
        self.ready.add(game)
        for worker in await self.staffed():
            worker.say(Load(game))

    async def least_busy(self) -> Worker:
        return min(await self.staffed(), key=lambda worker: len(worker.asked))

    async def staffed(self) -> list[Worker]:
        """All workers, after the dead and the hung were replaced."""
        async with self.starting:
            self.check_open()
            for worker in self.workers:
                if worker.is_hung:
                    worker.kill()
            self.workers = [worker for worker in self.workers if worker.is_alive and not worker.is_hung]
            while len(self.workers) < self.processes:
                worker = await Worker.started()
                if self.closed:  # while it started: nobody else knows of it
                    await worker.end()
                self.check_open()
                self.workers.append(worker)
                for game in self.ready:
                    worker.say(Load(game))
            return self.workers

    def check_open(self) -> None:
        if self.closed:
            raise CroupierError("The bots have gone: their workers were closed.")

    def close(self) -> asyncio.Future[Any]:
        """End all processes at once; await what it returns to see them gone. Questions that wait get a CroupierError."""
        self.closed = True
        for task in self.warming.values():
            task.cancel()
        return asyncio.gather(*(worker.end() for worker in self.workers), *self.warming.values(), return_exceptions=True)


async def run_module(*args: str, stdout: int) -> Process:
    """A process of the bots that ends when this one does."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "croupier.bots.process", *args, stdin=PIPE, stdout=stdout, start_new_session=True
    )


async def finished(process: Process) -> int:
    """The exit code; the process is killed when nobody waits for it any more."""
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
