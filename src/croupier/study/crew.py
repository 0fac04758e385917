"""Crews: who plays the games of a study, part by part, wherever they do.

A study is cut into chunks of games by nothing but the study itself. A crew plays several chunks at a time, and how many go
into one part depends on how fast it is; but chunks are added up in order, so that every crew comes to the same numbers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from croupier.bots.thought import cores
from croupier.core.errors import Invalid

MOST_THREADS = 1024
AHEAD = 2
"""Parts handed out per hand: one that is played and one that waits, so that nobody is idle while results are added up."""
LOOK = 1.0
"""Seconds after which a crew is asked again how many hands it has, when nothing has come meanwhile."""


class Sums(NamedTuple):
    """Of some games: the numbers of each game added up, column by column, and their squares."""

    numbers: list[float]
    squares: list[float]

    def plus(self, other: Sums) -> Sums:
        return Sums(*([a + b for a, b in zip(mine, theirs, strict=True)] for mine, theirs in zip(self, other, strict=True)))


class Work(Protocol):
    """What a crew plays. It can be pickled."""

    @property
    def chunks(self) -> int: ...

    def games_of(self, part: range) -> range:
        """The numbers of the games in these chunks."""

    def warm_up(self) -> None:
        """Compile what ``play`` needs, or load it."""

    def play(self, part: range, stop: threading.Event) -> list[Sums]:
        """Play these chunks, from any thread; the sums of each. Cuts games short when told to stop."""


class Played(NamedTuple):
    """A part that was played."""

    sums: list[Sums]
    """Of each of its chunks."""
    seconds: float


class Crew(Protocol):
    """Plays one work. Leaving its ``with`` by an error, or by an interrupt, cancels what is not done."""

    seconds: float
    """How long a part should take: long enough that handing it out costs next to nothing, and no longer."""

    def begin(self, work: Work) -> None:
        """Compile what the work needs, wherever it will be played. Comes first, and once."""

    def hands(self) -> int:
        """How many parts are played at one time, at present."""

    def start(self, part: range) -> Future[Played]:
        """Play these chunks as soon as a hand is free."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class Threads:
    """A crew of threads of this process. Compiled games run without the interpreter's lock."""

    seconds = 0.2

    def __init__(self, count: int | None = None) -> None:
        """As many as there are cores where nothing is said; Invalid when that is no number of threads."""
        self.count = cores() if count is None else count
        if not 1 <= self.count <= MOST_THREADS:
            raise Invalid(
                f"Between 1 and {MOST_THREADS} threads can play, not {self.count}; left out, all cores do: here {cores()}."
            )
        self.stop = threading.Event()
        self.pool = ThreadPoolExecutor(self.count)

    def begin(self, work: Work) -> None:
        self.work = work
        work.warm_up()

    def hands(self) -> int:
        return self.count

    def start(self, part: range) -> Future[Played]:
        return self.pool.submit(play_part, self.work, part, self.stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error:
            self.stop.set()
        self.pool.shutdown(cancel_futures=True)


def play_part(work: Work, part: range, stop: threading.Event) -> Played:
    """Play these chunks, here and now."""
    began = time.perf_counter()
    return Played(work.play(part, stop), time.perf_counter() - began)


# --- handing out, and adding up --------------------------------------------------------------------------------------


def played_by(crew: Crew, work: Work, played: Callable[[int], None] = lambda games: None) -> Sums:
    """The sums of all that the work holds. ``played`` hears 0 when all is compiled, then how many more games are done."""
    crew.begin(work)
    played(0)
    parts, total = Parts(work.chunks, crew.seconds), Total()
    running: dict[Future[Played], range] = {}
    while parts.left or running:
        hands = crew.hands()
        while parts.left and len(running) < AHEAD * hands:
            part = parts.take(hands)
            running[crew.start(part)] = part
        for done in wait(running, LOOK, FIRST_COMPLETED).done:
            part = running.pop(done)
            result = done.result()
            parts.note(part, result.seconds)
            total.add(part, result.sums)
            played(len(work.games_of(part)))
    return total.sums


class Parts:
    """Hands out chunks in order, as many at a time as take about so many seconds."""

    def __init__(self, chunks: int, seconds: float) -> None:
        self.chunks = chunks
        self.seconds = seconds
        self.next = 0
        self.pace = seconds
        """Seconds that a chunk took lately; until that is known a part is one chunk."""

    @property
    def left(self) -> int:
        return self.chunks - self.next

    def take(self, hands: int) -> range:
        """The next part. Towards the end parts get smaller, so that all hands finish together."""
        size = min(int(self.seconds / max(self.pace, 1e-9)), self.left // (AHEAD * hands))
        part = range(self.next, self.next + max(1, size))
        self.next = part.stop
        return part

    def note(self, part: range, seconds: float) -> None:
        """How long a part took."""
        self.pace = seconds / len(part)


class Total:
    """Adds up chunks in their order, in whatever order they come: sums of floats depend on it."""

    def __init__(self) -> None:
        self.sums = Sums([], [])
        self.next = 0
        self.early: dict[int, list[Sums]] = {}

    def add(self, part: range, sums: list[Sums]) -> None:
        """sums: of each chunk of the part."""
        self.early[part.start] = sums
        while self.next in self.early:
            for chunk in self.early.pop(self.next):
                self.sums = self.sums.plus(chunk) if self.next else chunk
                self.next += 1
