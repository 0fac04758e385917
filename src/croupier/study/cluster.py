"""A crew of Dask workers: the same work, spread over the threads of a cluster by Dask's own scheduler.

Work travels as data (a game's name, its box, a seed), so the scheduler and its workers need croupier installed, and the workers
the same rules and bots, or the numbers would be others. What a lost worker was playing the scheduler gives to another one.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import importlib.util
import logging
import pickle
import re
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

from croupier import __version__
from croupier.compiled.compiler import PACKAGE, source_hash
from croupier.core.errors import CroupierError, Invalid, quoted, sentence
from croupier.study.crew import LOOK, Played, Work, play_part

if TYPE_CHECKING:
    from distributed import Client

DASK = "distributed>=2026,<2027"
"""What ``croupier[dask]`` adds."""
REACH = 5
"""Seconds in which a scheduler must answer, and then have a worker."""
PATIENCE = 60.0
"""Seconds for which a study waits for workers when all are gone; they are often started anew."""
STUDIES = ("cluster.py", "crew.py", "simulation.py")
"""What workers run of this folder."""
NO_SUCH_MODULE = re.compile(r"No module named \W*(croupier[.\w]*)")


class Cluster:
    """A crew (crew.py) of all threads that the workers of a cluster have."""

    seconds = 1.0

    def __init__(self, address: str) -> None:
        """address: of the scheduler, as in ``tcp://host:8786``. CroupierError when nobody answers, or Dask is not installed."""
        self.address = address
        self.client = connected(address)
        self.pool = self.client.get_executor(pure=False)
        self.threads = 0
        self.seen = time.monotonic()
        self.asked = self.seen - LOOK

    def begin(self, work: Work) -> None:
        """Check the workers, then let each of them warm up. CroupierError where there is none, or one that plays otherwise."""
        self.order = pickle.dumps(work)
        workers = self.checked_workers()
        first = {host_of(worker): worker for worker in workers}.values()
        self.warm_up(first)
        self.warm_up(worker for worker in workers if worker not in first)

    def warm_up(self, workers: Iterable[str]) -> None:
        """All of these at once; the others on their machines find in the cache what they compile."""
        warming = {
            self.pool.submit(warm_up, self.order, installed(), workers=[worker], allow_other_workers=True) for worker in workers
        }
        while warming:
            self.hands()
            done, warming = wait(warming, LOOK, FIRST_COMPLETED)
            for future in done:
                future.result()

    def checked_workers(self) -> list[str]:
        """Addresses of the workers, all of which have what is installed here."""
        try:
            self.client.wait_for_workers(1, timeout=REACH)
        except TimeoutError:
            raise CroupierError(
                f"The cluster at {self.address} has no workers; start some with: dask worker {self.address}"
            ) from None
        answers: dict[str, Any] = self.client.run(installed, on_error="return")
        found = {worker: theirs for worker, theirs in sorted(answers.items()) if not isinstance(theirs, OSError)}  # gone again
        for worker, theirs in found.items():
            check_worker(worker, theirs, installed())
        return list(found)

    def hands(self) -> int:
        now = time.monotonic()
        if now - self.asked >= LOOK:
            self.asked = now
            self.threads = sum(self.client.nthreads().values())
            self.seen = now if self.threads else self.seen
            if now - self.seen > PATIENCE:
                raise CroupierError(f"The cluster at {self.address} has lost all its workers.")
        return max(1, self.threads)

    def start(self, part: range) -> Future[Played]:
        return cast("Future[Played]", self.pool.submit(play, self.order, part, installed()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.pool.shutdown(wait=False)
        self.client.close(timeout=REACH)
        sentence = in_words(self.address, error)
        if sentence:
            raise CroupierError(sentence) from error


def host_of(worker: str) -> str:
    """``tcp://10.0.0.7:41234``: 10.0.0.7"""
    return worker.rpartition(":")[0]


def connected(address: str) -> Client:
    """CroupierError, with a sentence, when that is not possible."""
    if importlib.util.find_spec("distributed") is None:
        raise CroupierError(f"A cluster needs Dask, which is not installed here; install it with: {how_to_install()}")
    from distributed import Client

    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters comes as a sentence
    try:
        what = asyncio.run(who_answers(address))
    except (OSError, MemoryError):  # the latter where what answers does not speak Dask's language
        raise CroupierError(f"No Dask scheduler answered at {address} within {REACH} seconds.") from None
    except Exception as error:
        hint = "A scheduler's address reads like tcp://host:8786."
        raise Invalid(f"{quoted(address)} cannot be called: {sentence(str(error))[:100]}. {hint}") from None
    if what != "Scheduler":
        raise Invalid(f"At {address} is no scheduler but a {what.lower()} of Dask; give the address of its scheduler.")
    return Client(address, timeout=REACH, set_as_default=False)


async def who_answers(address: str) -> str:
    """What kind of Dask's servers. A Client that cannot connect would hang, or leave threads behind that complain."""
    from distributed import Security
    from distributed.core import rpc

    async with rpc(address, timeout=REACH, connection_args=Security().get_connection_args("client")) as server:
        return str((await asyncio.wait_for(server.identity(), REACH))["type"])


def how_to_install() -> str:
    """The command that adds Dask to this environment: pip's, or uv's where it was made without pip."""
    pip = f"{sys.executable} -m pip install" if importlib.util.find_spec("pip") else f"uv pip install --python {sys.executable}"
    return f"{pip} '{DASK}'"


def in_words(address: str, error: BaseException | None) -> str:
    """What has happened to the cluster, where Dask says it by an exception; "" for all other errors."""
    missing = NO_SUCH_MODULE.search(f"{error!r} {error.__cause__!r}") if error else None
    if missing:
        return f"The scheduler at {address}, or one of its workers, lacks {missing[1]}: install croupier {__version__} there."
    if isinstance(error, OSError | CancelledError):
        return f"The scheduler at {address} has gone, and the games with it."
    if type(error).__name__ == "KilledWorker":
        return f"The cluster at {address} lost one worker after the other over the same games; their logs may say why."
    return ""


# --- at a worker -----------------------------------------------------------------------------------------------------


class Installed(NamedTuple):
    """What decides which numbers come of a work."""

    version: str
    sources: str
    """16 hexadecimal digits that change with the rules, the bots, the compiler and STUDIES."""


@functools.cache
def installed() -> Installed:
    digest = hashlib.sha256(source_hash(PACKAGE).encode())
    for name in STUDIES:
        digest.update(Path(__file__).with_name(name).read_bytes())
    return Installed(__version__, digest.hexdigest()[:16])


def check_worker(worker: str, theirs: Installed | Exception, ours: Installed) -> None:
    """CroupierError, with a sentence, unless the worker at this address has what we have. Exception: what it said instead."""
    if isinstance(theirs, Exception):
        missing = NO_SUCH_MODULE.search(repr(theirs))
        lacks = f"lacks {missing[1]}" if missing else f"cannot say what it plays ({theirs})"
        raise CroupierError(f"The worker at {worker} {lacks}: install croupier {ours.version} there.")
    if theirs.version != ours.version:
        raise CroupierError(
            f"The worker at {worker} has croupier {theirs.version}, and here is {ours.version}: its numbers would be others. "
            "Install the same one."
        )
    if theirs != ours:
        raise CroupierError(
            f"The worker at {worker} has other rules or bots of croupier {ours.version} than are here (sources "
            f"{theirs.sources}, not {ours.sources}): its numbers would be others. Install the same ones, and start it anew."
        )


def warm_up(order: bytes, ours: Installed) -> None:
    """Compile what a work needs, or load it."""
    work_of(order, ours).warm_up()


def play(order: bytes, part: range, ours: Installed) -> Played:
    return play_part(work_of(order, ours), part, threading.Event())


def work_of(order: bytes, ours: Installed) -> Work:
    """The work, once it is sure that it is played as it would be where it comes from."""
    if installed() != ours:
        from distributed import get_worker

        check_worker(get_worker().address, installed(), ours)
    return cast(Work, pickle.loads(order))
