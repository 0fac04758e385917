"""Who waits for an answer, and how much each may think: many questions at one time keep nobody waiting for long.

What waits when a process is free forms a *round*; what comes later waits for the next one. All of a round together may cost as
much as every process would need for the dearest of them, and what is too much is cut off those that ask for the most. So a
round lasts about as long as one whole thought, and everybody is answered within two, however many ask. No clock has a say.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import msgspec

from croupier.bots.frames import Question


class Waiting:
    """A question, and who wants the answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.attempts = 0

    def settle(self, outcome: int | Exception) -> None:
        """Nobody may be waiting any more."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Rounds:
    def __init__(self, processes: int, cost: Callable[[Question], float]) -> None:
        """``cost`` says what a whole thought about a question takes, in any unit."""
        self.processes = processes
        self.cost = cost
        self.round: deque[Waiting] = deque()
        self.later: list[Waiting] = []
        self.news = asyncio.Event()

    def add(self, question: Question) -> Waiting:
        waiting = Waiting(question)
        self.later.append(waiting)
        self.news.set()
        return waiting

    def put_back(self, waiting: Waiting) -> None:
        """It is the next one."""
        self.round.appendleft(waiting)
        self.news.set()

    async def next(self, wanted: Callable[[], bool]) -> Waiting | None:
        """The next question that somebody waits for; None once it is not wanted any more (set ``news`` when that may be)."""
        while wanted():
            if waiting := self.take():
                return waiting
            self.news.clear()
            await self.news.wait()
        return None

    def take(self) -> Waiting | None:
        while self.round or self.later:
            if not self.round:
                self.begin()
            elif not (waiting := self.round.popleft()).answer.done():
                return waiting
        return None

    def begin(self) -> None:
        """Those that wait by now become the round, each with its share; what costs little comes first."""
        waiting = sorted((one for one in self.later if not one.answer.done()), key=lambda one: self.cost(one.question))
        self.later.clear()
        costs = [self.cost(one.question) for one in waiting]
        most = fair_limit(costs, self.processes)
        for one, cost in zip(waiting, costs, strict=True):
            one.question = msgspec.structs.replace(one.question, share=min(1.0, most / cost) if cost else 1.0)
        self.round.extend(waiting)

    def end(self, error: Exception) -> None:
        """Tell all that wait."""
        while waiting := self.take():
            waiting.settle(error)


def fair_limit(costs: Sequence[float], processes: int) -> float:
    """The limit for each at which all together cost no more than the dearest one does ``processes`` times. Costs ascend."""
    dearest = max(costs, default=0.0)
    left = processes * dearest
    for place, cost in enumerate(costs):
        others = len(costs) - place
        if cost * others > left:
            return left / others
        left -= cost
    return dearest
