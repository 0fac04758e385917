"""Decisions that come by themselves: bots, and people whose time is up. They enter as ordinary commands.

A decision is known by its seat and number; whatever else happens meanwhile, a command that comes too late is refused by the
table like anybody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from croupier.table.commands import BotAct, TimeUp
from croupier.table.frame import Level
from croupier.table.table import Due

if TYPE_CHECKING:
    from croupier.server.desk import Desk

THINKING = 0.6
"""Seconds between the end of the beats and a bot's action; each further bot takes STAGGER longer."""
STAGGER = 0.25
RETRY = 1.0


class Turns:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
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
        waiting = {(seat, decision): level for seat, level, decision in self.desk.table.waiting_bots()}
        for key in self.tasks.keys() - waiting.keys():
            del self.tasks[key]  # its command will be refused as late; cancelling it might tear an append in two
        for place, key in enumerate(key for key in waiting if key not in self.tasks):
            self.start(key, self.decide(key[0], waiting[key], key[1], THINKING + place * STAGGER))
        self.set_timer()

    def rouse_again(self) -> None:
        self.retry = None
        self.rouse()

    def start(self, key: tuple[int, int], work: Coroutine[Any, Any, None]) -> None:
        task = self.desk.hall.spawn(work)
        self.tasks[key] = task
        task.add_done_callback(lambda done: self.finish(key, done))

    def finish(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        """A decision that is still waiting was lost on the way (the store did not write): try again."""
        if self.tasks.get(key) is not task:
            return
        del self.tasks[key]
        if not self.stopped:
            if any((seat, decision) == key for seat, _, decision in self.desk.table.waiting_bots()):
                self.rouse(after=RETRY)
            self.desk.hall.idle_soon(self.desk)

    # --- bots -----------------------------------------------------------------------------------------------------------

    async def decide(self, seat: int, level: Level, decision: int, thinking: float) -> None:
        """Where somebody absent is asked in a window there is nothing to think about, and nobody is kept waiting."""
        if not self.desk.table.unanswered(seat):
            await self.wait_for_pace(thinking)
        desk = self.desk
        if desk.table.decision(seat) != decision or seat not in desk.table.awaited():
            return
        await desk.command(BotAct(seat, decision, await self.chosen(seat, level)))

    async def chosen(self, seat: int, level: Level) -> str:
        """For a seat that is awaited."""
        table = self.desk.table
        return table.unanswered(seat) or await self.desk.hall.bots.choose(table, seat, level)

    async def wait_for_pace(self, thinking: float) -> None:
        pace = self.desk.hall.pace
        delay = self.desk.quiet_at - asyncio.get_running_loop().time() + pace * thinking
        if pace and delay > 0:
            await asyncio.sleep(delay)

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
        try:
            await desk.command(TimeUp(due.seat, due.decision, await self.chosen(due.seat, due.level)))
        finally:
            self.overdue.discard((due.seat, due.decision))
        if not self.stopped and due in desk.table.waiting_people():
            self.rouse(after=RETRY)  # the clock was set back meanwhile, or the store did not write
        desk.hall.idle_soon(desk)

    def stop(self) -> None:
        self.stopped = True
        for timer in (self.timer, self.retry):
            if timer:
                timer.cancel()
