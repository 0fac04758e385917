"""Long work on the event loop, in slices of a few milliseconds: whoever has a move to make is served in between.

A thread would be no better: work in pure Python holds the interpreter's lock, and the loop waits for it after every step.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeVar

SLICE = 0.001
"""Seconds. A move passes the loop some five times, and may meet a slice each time: that makes 5 ms."""

T = TypeVar("T")


class Slices:
    """All long work of one loop: one slice at a time, whoever waits longest goes next. So a short log is not kept waiting by a
    long one, and a hundred of them together slow others no more than one does."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    async def batches(self, steps: Iterable[T]) -> AsyncIterator[list[T]]:
        """What the steps give, as it comes. Nothing else runs during a slice, so a step should be short itself."""
        rest = iter(steps)
        while True:
            async with self.turn:
                batch, is_done = one_slice(rest)
            yield batch
            if is_done:
                return
            await asyncio.sleep(0)

    async def last(self, steps: Iterable[T]) -> T | None:
        """What the last step gives; None when there is no step."""
        result = None
        async for batch in self.batches(steps):
            result = batch[-1] if batch else result
        return result


def one_slice(rest: Iterator[T]) -> tuple[list[T], bool]:
    """What came in one slice, and whether that was the last."""
    until = time.perf_counter() + SLICE
    batch: list[T] = []
    for item in rest:
        batch.append(item)
        if time.perf_counter() > until:
            return batch, False
    return batch, True
