"""Decisions that come by themselves: bots, and people whose time is up. They enter as ordinary commands.

A decision is known by its seat and number; whatever else happens meanwhile, a command that comes too late is refused by the
table like anybody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from croupier.bots.levels import LEVELS
from croupier.server.owned import OfDesk
from croupier.table.commands import BotAct, TimeUp
from croupier.table.frame import Level
from croupier.table.table import Done, Due

if TYPE_CHECKING:
    from croupier.server.desk import Desk

THINKING = 0.6
"""Seconds between the end of the beats and a bot's action, at the earliest; each further bot takes STAGGER longer."""
STAGGER = 0.25
RETRY = 1.0


class Turns(OfDesk):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tasks: dict[tuple[int, int], asyncio.Task[None]] = {}
        """By seat and decision."""
        self.overdue: set[tuple[int, int]] = set()
        """Decisions of people whose time is up and for whom a bot thinks, by seat and decision."""
        self.timer: asyncio.TimerHandle | None = None
        self.retry: asyncio.TimerHandle | None = None
        self.stopped = False

    def is_busy(self) -> bool:
        return bool(self.tasks or self.overdue) or self.timer is not None or self.retry is not None

    def rouse(self, *, after: float = 0.0) -> None:
        """Look who must decide by itself now, and forget those who need not any more."""
        if self.stopped or self.desk.hall.trouble:
            return
        if after:
            self.retry = self.retry or asyncio.get_running_loop().call_later(after, self.rouse_again)
            return
        waiting = {(due.seat, due.decision): due for due in self.desk.table.waiting_bots()}
        for key in self.tasks.keys() - waiting.keys():
            del self.tasks[key]  # its command will be refused as late; cancelling it might tear an append in two
        for place, key in enumerate(key for key in waiting if key not in self.tasks):
            self.start(key, self.decide(waiting[key], THINKING + place * STAGGER))
        self.set_timer()

    def rouse_again(self) -> None:
        self.retry = None
        self.rouse()

    def start(self, key: tuple[int, int], work: Coroutine[Any, Any, None]) -> None:
        task = self.desk.hall.spawn(work)
        self.tasks[key] = task
        task.add_done_callback(self.finish)

    def finish(self, task: asyncio.Task[None]) -> None:
        """A decision that is still waiting was lost on the way (the store did not write): try again."""
        keys = {key for key, own in self.tasks.items() if own is task}
        for key in keys:
            del self.tasks[key]
        if keys and not self.stopped:
            if any((due.seat, due.decision) in keys for due in self.desk.table.waiting_bots()):
                self.rouse(after=RETRY)
            self.desk.hall.idle_soon(self.desk)

    # --- bots -----------------------------------------------------------------------------------------------------------

    async def decide(self, due: Due, thinking: float) -> None:
        """A bot begins to think at once, while people still watch, and acts when they have had time to."""
        await self.answer(BotAct, due, lambda: self.desk.quiet_at + self.desk.hall.pace * thinking)

    async def answer(self, kind: type[BotAct | TimeUp], due: Due, earliest: Callable[[], float]) -> None:
        """Where somebody absent is asked in a window there is nothing to think about, and nobody is kept waiting. Every other
        answer comes at a moment that is the same whatever the seat holds, but at pace 0, which is for tests."""
        desk, begun = self.desk, asyncio.get_running_loop().time()
        if stands := desk.table.unanswered(due.seat):
            await desk.command(kind(due.seat, due.decision, stands))
            return
        command = await self.think(kind, due)
        if desk.hall.pace:
            await asyncio.sleep(self.release(due.level, begun, earliest()) - asyncio.get_running_loop().time())
        if command and self.is_due(command):
            await desk.command(command)

    def release(self, level: Level, begun: float, earliest: float) -> float:
        """The moment of an answer that is known now, of a bot that began to think then."""
        now, hall, game = asyncio.get_running_loop().time(), self.desk.hall, self.desk.table.game.meta.name
        kind = game, level, hall.bots.is_warm(game)
        wait = hall.moments.wait(kind, LEVELS[level].usual, now)
        if now > max(begun + wait, earliest):
            wait = hall.moments.missed(kind, wait, now - begun, now)
        return max(begun + wait, earliest)

    async def think(self, kind: type[BotAct | TimeUp], due: Due) -> BotAct | TimeUp | None:
        """The action with which the seat's decision is complete; None when it is out of date.

        Choices before it (where a bonus asks for one more) are nobody's news, so they are made as soon as they are known: how
        many there were must not show in the moment of the last one.
        """
        while self.is_due(due):
            command = kind(due.seat, due.decision, await self.desk.hall.bots.choose(self.desk.table, due.seat, due.level))
            if not self.desk.hall.pace or not self.goes_on(command):
                return command
            due = self.pass_on(due)
            await self.desk.command(command)
        return None

    def is_due(self, due: Due | BotAct | TimeUp) -> bool:
        table = self.desk.table
        return table.decision(due.seat) == due.decision and table.is_awaited(due.seat)

    def goes_on(self, command: BotAct | TimeUp) -> bool:
        """Whether the seat would have to choose again, without anybody else knowing."""
        done = self.desk.table.handle(command, seat=None, now=self.desk.hall.now())
        return isinstance(done, Done) and done.table.goes_on(command.seat)

    def pass_on(self, due: Due) -> Due:
        """The next decision of the seat, thought about by whoever thinks about this one."""
        after = due._replace(decision=due.decision + 1)
        if task := self.tasks.get((due.seat, due.decision)):
            self.tasks[after.seat, after.decision] = task
        if (due.seat, due.decision) in self.overdue:
            self.overdue.add((after.seat, after.decision))
        return after

    # --- time per decision, and windows -----------------------------------------------------------------------------------

    def due_at(self) -> int | None:
        """When the time of the people awaited is up, in milliseconds since 1970; later than the log says after a restart."""
        return self.desk.table.due_after_restart(self.desk.hall.started_at)

    def set_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        due_at = self.due_at()
        if due_at is not None:
            self.timer = asyncio.get_running_loop().call_later(self.desk.hall.seconds_until(due_at), self.ring)

    def ring(self) -> None:
        """Each decision is thought about once, however often the clock rings meanwhile: one decides after the other."""
        self.timer = None
        for due in self.desk.table.waiting_people():
            if (due.seat, due.decision) not in self.overdue:
                self.overdue.add((due.seat, due.decision))
                self.desk.hall.spawn(self.decide_in_time(due))

    async def decide_in_time(self, due: Due) -> None:
        desk = self.desk
        begun = asyncio.get_running_loop().time()
        try:
            await self.answer(TimeUp, due, lambda: begun)
        finally:
            own = {key for key in self.overdue if key[0] == due.seat and key[1] >= due.decision}
            self.overdue -= own
        if not self.stopped and any((late.seat, late.decision) in own for late in desk.table.waiting_people()):
            self.rouse(after=RETRY)  # the clock was set back meanwhile, or the store did not write
        desk.hall.idle_soon(desk)

    def stop(self) -> None:
        self.stopped = True
        for timer in (self.timer, self.retry):
            if timer:
                timer.cancel()
