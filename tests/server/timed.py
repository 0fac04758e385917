"""A loop whose clock skips all waiting, and a table whose answers are timed by it: whole games at full pace in a moment."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.server.bots import Workers, uniform
from croupier.server.desk import Desk
from croupier.server.hall import Hall, Settings, new_id
from croupier.server.turns import STAGGER, THINKING
from croupier.server.viewer import Viewer
from croupier.server.wire import Wire
from croupier.store.memory import MemoryStore
from croupier.table.commands import ActCommand, OpenTable, StartCommand
from croupier.table.table import Done, Table


class SkippingLoop(asyncio.SelectorEventLoop):
    """Where nothing is ready, it is at once as late as the next timer wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 1_000_000.0

    def time(self) -> float:
        return self.at

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.at = max(self.at, self._scheduled[0]._when)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class SkippingHall(Hall):
    def now(self) -> int:
        return round(1000 * asyncio.get_running_loop().time())


def run_skipping(work: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        return runner.run(work)


class Answer(msgspec.Struct):
    """How long one decision of a bot kept everybody waiting, and what only its seat knew."""

    hidden: int
    """How many legal actions it had, and how much longer it thought for them."""
    question: str
    """The paragraph by which it was asked, which everybody knows."""
    place: int
    asked_at: float
    ready_at: float
    """When people had read what had happened."""
    took: float = -1.0
    thought: float = 0.0
    """How long it really thought, in seconds."""


class Stopwatch:
    """Workers whose thoughts are timed."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.is_warm, self.stays_cold, self.warm, self.close = workers.is_warm, workers.stays_cold, workers.warm, workers.close
        self.thoughts: dict[int, float] = {}
        """By seat, until somebody takes it."""

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        begun = asyncio.get_running_loop().time()
        chosen = await self.workers.choose(game, box, state, seat, level, key)
        self.thoughts[seat] = self.thoughts.get(seat, 0.0) + asyncio.get_running_loop().time() - begun
        return chosen


class Watch:
    """A spectator who measures with the clock, and looks into the hands afterwards."""

    def __init__(self, desk: Desk, thoughts: dict[int, float]) -> None:
        self.desk = desk
        self.thoughts = thoughts
        self.open: dict[int, Answer] = {}
        self.closed: list[Answer] = []
        self.frame: dict[str, Any] = {}
        desk.admit(Viewer(Wire(self.never, lambda: None, self.hear), None, ""))

    async def never(self, message: Any) -> None:
        raise AssertionError(message)

    def hear(self, message: bytes) -> bool:
        news = msgspec.json.decode(message)
        self.frame = news.get("frame") or self.frame
        awaited = self.frame["awaited"] if self.frame.get("state") == "playing" else []
        self.compare(awaited, revealed=bool(news.get("beats")))
        return True

    def compare(self, awaited: list[int], *, revealed: bool) -> None:
        now = asyncio.get_running_loop().time()
        for seat in [seat for seat in self.open if revealed or seat not in awaited]:
            answer = self.open.pop(seat)
            answer.took, answer.thought = now - answer.asked_at, self.thoughts.pop(seat, 0.0)
            self.closed.append(answer)
        asyncio.get_running_loop().call_soon(self.note, [seat for seat in awaited if seat not in self.open])

    def note(self, seats: list[int]) -> None:
        """After the desk has said how long people will read."""
        table = self.desk.table
        bots = [due.seat for due in table.waiting_bots() if due.seat in seats and due.seat not in self.open]
        for place, seat in enumerate(bots):
            now = asyncio.get_running_loop().time()
            question = table.game.offer(table.box, table.state, seat).rule
            self.open[seat] = Answer(legal_actions(table, seat), question, place, now, max(now, self.desk.quiet_at))


def public_wait(answer: Answer, level: str, pace: float) -> float:
    """What everybody can compute beforehand."""
    read = answer.ready_at - answer.asked_at
    return max(LEVELS[level].usual, read + pace * (THINKING + STAGGER * answer.place))


def legal_actions(table: Table, seat: int) -> int:
    return int(table.game.legal(table.box, table.state, seat, [0] * table.game.N_ACTIONS))


async def timed_games(
    game: str, level: str, workers: Workers, *, until: Callable[[Watch], bool], pace: float = 1.0, patience: float = 9.0
) -> list[Answer]:
    """Games of one person, who takes any action at once, with bots of the level, until enough has been watched."""
    stopwatch = Stopwatch(workers)
    hall = SkippingHall(MemoryStore(), stopwatch, Settings(pace=pace, grace=1e8))
    await warmed(hall, game)
    answers: list[Answer] = []
    while True:
        desk = await hall.open(opened(game, level))
        watch = Watch(desk, stopwatch.thoughts)
        watch.closed = answers
        answer = await desk.command(StartCommand(), seat=0)
        assert b"accepted" in answer, answer
        while not desk.table.is_over and not until(watch):
            await act_for(desk, patience)
        desk.stop()
        if until(watch):
            await hall.stop()
            return answers


async def warmed(hall: Hall, game: str) -> None:
    hall.bots.workers.warm(game)
    while not hall.is_settled(game):
        await asyncio.sleep(0.1)


def opened(game: str, level: str, *, seconds: int = 0) -> Done:
    seats = min(5, games.load(game).meta.most_seats)
    bots = (level,) * (seats - 1)
    command = OpenTable(new_id(), game, "Ann", "k", seats, secrets.token_bytes(32), bots=bots, seconds=seconds)  # type: ignore[arg-type]
    done = Table.open(command, 0)
    assert isinstance(done, Done), done
    return done


async def act_for(desk: Desk, patience: float) -> None:
    """The person acts when asked, after a while: nobody is at the table who could hurry them."""
    table = desk.table
    if not table.is_awaited(0):
        await asyncio.sleep(0.05)
        return
    number = uniform(table.game.meta.name, table.box, table.state, 0, secrets.randbits(62))
    decision = table.decision(0)
    assert decision is not None
    await asyncio.sleep(max(0.0, desk.quiet_at - asyncio.get_running_loop().time()) + patience)
    if desk.table.decision(0) == decision:
        action = table.game.format_action(table.box, table.state, 0, number)
        await desk.command(ActCommand(decision, action), seat=0)
