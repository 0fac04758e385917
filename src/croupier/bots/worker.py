"""Bots that think in processes of their own, so that a server's loop never waits for them. Needs a running asyncio loop.

A level that searches is *warm* once its compiled search is loaded. Until then the same search answers in plain Python with
fewer iterations. Compiling holds the GIL for seconds, so another process does it, into the cache that the workers load from.
Numba is never imported here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from croupier.bots.frames import LENGTH, Answer, Asked, Chosen, Load, Loaded, Question, framed
from croupier.bots.levels import level_called
from croupier.bots.rounds import Rounds, Waiting
from croupier.bots.thought import cores
from croupier.core.errors import CroupierError

ATTEMPTS = 3
HUNG = 30.0
"""Seconds without an answer to its one question after which a worker is replaced. The longest thought takes a tenth of that,
but the machine may be busy."""
RETRY = 1.0
"""Seconds until another process is tried where one could not be started."""
SLOWER = 60
"""How many times as long an iteration takes in plain Python, roughly."""
CLOSED = "The bots have gone: their workers were closed."

log = logging.getLogger(__name__)


class WorkerDied(Exception):
    """The question was not answered; another worker may be asked."""


class Worker:
    """One process, asked one question at a time. Use ``started``."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.answer: asyncio.Future[int] | None = None
        self.has_answered = False
        self.loaded: set[str] = set()
        self.reading = asyncio.create_task(self.read())

    @classmethod
    async def started(cls) -> Worker:
        return cls(await run_module(stdout=PIPE))

    @property
    def is_alive(self) -> bool:
        return not self.reading.done()

    async def ask(self, question: Question) -> int:
        """The action chosen; CroupierError when it cannot answer this question, WorkerDied when the process ends or hangs."""
        if not self.is_alive:
            raise WorkerDied
        self.answer = asyncio.get_running_loop().create_future()
        self.say(question)
        try:
            async with asyncio.timeout(HUNG):
                return await self.answer
        except TimeoutError:
            await self.end()
            raise WorkerDied from None

    def say(self, message: Asked) -> None:
        assert self.process.stdin is not None
        with suppress(RuntimeError, ConnectionError):  # it has just ended, and whoever asks is about to hear of it
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
            self.settle(WorkerDied())

    def take(self, answer: Answer) -> None:
        if isinstance(answer, Loaded):
            self.loaded.add(answer.game)
            return
        self.has_answered = True
        self.settle(answer.action if isinstance(answer, Chosen) else CroupierError(answer.reason))

    def settle(self, outcome: int | Exception) -> None:
        if self.answer is None or self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)

    async def end(self) -> None:
        """Kill it, and see it gone."""
        kill(self.process)
        await asyncio.gather(self.reading, self.process.wait(), return_exceptions=True)


class BotWorkers:
    """Some processes that choose for bots, and some that compile what those need. One that dies or hangs is replaced.

    They start when a game is warmed up or the first question comes. ``for_a_server`` says how many where nobody does.
    """

    def __init__(self, processes: int = 1, compilers: int = 1) -> None:
        self.processes = processes
        self.compilers = compilers
        """How many more may run now."""
        self.workers: list[Worker] = []
        self.rounds = Rounds(processes, self.cost)
        self.tasks: set[asyncio.Task[None]] = set()
        """What keeps them at work; they end by themselves once all is closed: a start that is cancelled may never end."""
        self.staffed = False
        self.compiling: set[Process] = set()
        self.begun: set[str] = set()
        self.pending: list[str] = []
        """Games to compile, those that are wanted most first."""
        self.ready: set[str] = set()
        """Games whose compiled search lies in the cache."""
        self.failed: set[str] = set()
        """Games whose search could not be compiled: their bots stay in plain Python."""
        self.closed = False

    @classmethod
    def for_a_server(cls) -> BotWorkers:
        """Two at least, so that the others go on while one bot thinks for seconds; one core is left for the tables."""
        spare = cores() - 1
        return cls(processes=min(4, max(2, spare)), compilers=min(3, max(1, spare)))

    # --- answers ----------------------------------------------------------------------------------------------------------

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        """An action number. Box and state are packed, the state already dealt again for the seat.

        Unknown names the levels there are; CroupierError when a choice cannot be made. Many at one time think less deeply
        (rounds.py).
        """
        if level_called(level).iterations:
            self.warm(game)
            self.hurry(game)
        self.check_open()
        self.start()
        return await self.rounds.add(Question(game, box, state, seat, level, key)).answer

    def cost(self, question: Question) -> float:
        """Of a whole thought. A level's iterations are fewer in longer games, so that they cost about as much in each."""
        level = level_called(question.level)
        return level.iterations if self.is_warm(question.game) else SLOWER * level.plain_iterations

    def start(self) -> None:
        if not self.staffed:
            self.staffed = True
            for _ in range(self.processes):
                self.spawn(self.keep_one())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def keep_one(self) -> None:
        """One process after the other. One that ended without ever having answered is followed only where somebody asks."""
        while worker := await self.started():
            self.workers.append(worker)
            while waiting := await self.rounds.next(partial(self.employs, worker)):
                await self.serve(worker, waiting)
            self.workers.remove(worker)
            await worker.end()
            if not worker.has_answered:
                await self.wait_for_question()

    def employs(self, worker: Worker) -> bool:
        return worker.is_alive and not self.closed

    async def started(self) -> Worker | None:
        """A new process that knows what can be loaded; None when closed."""
        while not self.closed:
            try:
                worker = await Worker.started()
            except OSError as error:
                log.warning("a process of the bots could not be started: %s", error)
                await self.do_without(error)
                continue
            worker.reading.add_done_callback(lambda _: self.rounds.news.set())
            for game in self.ready:
                worker.say(Load(game))
            return worker
        return None

    async def do_without(self, error: OSError) -> None:
        """The others go on; where there are none, those who ask are told, and the next who asks is a reason to try again."""
        if self.workers:
            await asyncio.sleep(RETRY)
            return
        self.rounds.end(CroupierError(f"The bots gave no answer: their process could not be started ({error})."))
        await self.wait_for_question()

    async def wait_for_question(self) -> None:
        if waiting := await self.rounds.next(lambda: not self.closed):
            self.rounds.put_back(waiting)

    async def serve(self, worker: Worker, waiting: Waiting) -> None:
        try:
            waiting.settle(await worker.ask(waiting.question))
        except WorkerDied:
            self.ask_again(waiting)
        except Exception as error:  # the next question may be a better one
            waiting.settle(error)

    def ask_again(self, waiting: Waiting) -> None:
        waiting.attempts += 1
        if self.closed:
            waiting.settle(CroupierError(CLOSED))
        elif waiting.attempts == ATTEMPTS:
            waiting.settle(CroupierError(f"The bots gave no answer: {ATTEMPTS} of their processes ended over one question."))
        else:
            log.warning("a process of the bots ended or hung; the question is asked again")
            self.rounds.put_back(waiting)

    # --- warming up -------------------------------------------------------------------------------------------------------

    def is_warm(self, game: str) -> bool:
        """Whether every worker answers with the whole budget of a level."""
        return bool(self.workers) and all(worker.is_alive and game in worker.loaded for worker in self.workers)

    def stays_cold(self, game: str) -> bool:
        """Whether it never will be, as long as this process runs."""
        return game in self.failed

    def warm(self, game: str) -> None:
        """Begin to compile the search of a game, unless that was begun. Choosing does it too."""
        if game in self.begun or self.closed:
            return
        self.begun.add(game)
        self.pending.append(game)
        self.start()
        if self.compilers:
            self.compilers -= 1
            self.spawn(self.compile_all())

    def hurry(self, game: str) -> None:
        """It is played: of those that wait to be compiled it is the next."""
        if game in self.pending:
            self.pending.remove(game)
            self.pending.insert(0, game)

    async def compile_all(self) -> None:
        while self.pending and not self.closed:
            await self.compile(self.pending.pop(0))
        self.compilers += 1

    async def compile(self, game: str) -> None:
        code = await self.run_compiler(game)
        if self.closed:
            return
        if code:
            log.warning("bots play %s in plain Python: its search could not be compiled", game)
            self.failed.add(game)
            return
        self.ready.add(game)
        for worker in self.workers:
            worker.say(Load(game))

    async def run_compiler(self, game: str) -> int:
        """The exit code, as everywhere."""
        try:
            process = await run_module("warm", game, stdout=DEVNULL)
        except OSError as error:
            log.warning("a process that compiles could not be started: %s", error)
            return 1
        self.compiling.add(process)
        if self.closed:  # while it started
            kill(process)
        code = await process.wait()
        self.compiling.discard(process)
        return code

    # --- the end ----------------------------------------------------------------------------------------------------------

    def check_open(self) -> None:
        if self.closed:
            raise CroupierError(CLOSED)

    def close(self) -> asyncio.Future[Any]:
        """End all processes at once; await what it returns to see them gone. Questions that wait get a CroupierError."""
        self.closed = True
        for process in (*(worker.process for worker in self.workers), *self.compiling):
            kill(process)
        self.rounds.end(CroupierError(CLOSED))
        self.rounds.news.set()
        return asyncio.gather(*self.tasks, return_exceptions=True)


async def run_module(*args: str, stdout: int) -> Process:
    """A process of the bots that ends when this one does."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "croupier.bots.process", *args, stdin=PIPE, stdout=stdout, start_new_session=True
    )


def kill(process: Process) -> None:
    """``Process.kill`` looks first whether it has ended, and so may take that news from the loop, which then wonders aloud."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
