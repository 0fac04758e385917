"""Paired deals: every deal is played once for each rotation of a line-up, so that its luck comes to everybody alike.

Rotations change who sits where and nothing else: the deal and the bots' own chance are those of the deal's number. What
entrants of equal strength win in a deal is then nearly equal, and a deal is what a result can be counted in.
"""

from __future__ import annotations

import contextlib
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from typing import TypeVar

Row = Sequence[Sequence[float]]
"""One game: for each entrant of the line-up the return, then the lines of the score."""
Deal = Sequence[Row]
"""One game for each rotation."""

AHEAD = 2
"""Jobs handed out per thread: one that is done and one that waits."""

J = TypeVar("J")
R = TypeVar("R")


def rotations(levels: Sequence[str]) -> int:
    """How many rotations of the line-up differ: two for two levels that sit in turn, as many as seats for most others."""
    twice = [*levels, *levels]
    return next(r for r in range(1, len(levels) + 1) if twice[r : r + len(levels)] == list(levels))


def rotated(seats: int, rotation: int) -> list[int]:
    """The entrants in the order in which a rotation names them."""
    return [(entrant + rotation) % seats for entrant in range(seats)]


def share_in(deal: Deal, own: Sequence[int]) -> float:
    """Which part of the wins of a deal these entrants had together: 0 to 1."""
    return sum(row[entrant][0] for row in deal for entrant in own) / len(deal)


def in_order(work: Callable[[J], R], jobs: Iterable[J], threads: int, seconds: float | None = None) -> Iterator[R]:
    """What ``work`` makes of each job, in the order of the jobs; threads work side by side, a few jobs ahead of who listens.

    Jobs may go on for ever; after so many seconds nothing comes any more. Who stops listening waits for no job: what runs is
    left behind, and ends with the program at the latest.
    """
    end = math.inf if seconds is None else time.monotonic() + seconds
    waiting: queue.SimpleQueue[tuple[J, Future[R]] | None] = queue.SimpleQueue()
    for _ in range(threads):
        threading.Thread(target=serve, args=(work, waiting), daemon=True).start()
    begun: deque[Future[R]] = deque()
    try:
        for job in jobs:
            begun.append(Future())
            waiting.put((job, begun[-1]))
            if len(begun) >= AHEAD * threads:
                yield awaited(begun.popleft(), end)
        while begun:
            yield awaited(begun.popleft(), end)
    except TimeIsUp:
        return
    finally:
        with contextlib.suppress(queue.Empty):
            while True:
                waiting.get_nowait()
        for _ in range(threads):
            waiting.put(None)


class TimeIsUp(Exception):
    """A result has not come in time."""


def awaited(future: Future[R], end: float) -> R:
    """The result, if it is there when the clock says ``end``."""
    wait([future], None if end == math.inf else max(0.0, end - time.monotonic()))
    if not future.done():
        raise TimeIsUp
    return future.result()


def serve(work: Callable[[J], R], waiting: queue.SimpleQueue[tuple[J, Future[R]] | None]) -> None:
    """Do jobs until there is a None."""
    while task := waiting.get():
        job, future = task
        try:
            future.set_result(work(job))
        except BaseException as error:  # whoever listens is told
            future.set_exception(error)
