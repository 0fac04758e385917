"""Who may add to an open choice (a box for an X) keeps that to themselves: others hear the same bytes either way.

In each pair of truths a rival decides with one action in one of them, and with several in the other; or begins, and takes it
back; or lets the clock or a stand-in do it. What a seat, a spectator and a newcomer hear must be equal, message by message.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

import pytest
from server_house import AT_ONCE, run
from test_server_streams import Ear, StillHall, handled

from croupier.core.game import SPECTATOR
from croupier.server.bots import NoWorkers
from croupier.server.desk import Desk
from croupier.server.hall import Settings, new_id
from croupier.store.memory import MemoryStore
from croupier.store.store import Row
from croupier.table.commands import ActCommand, Away, BotAct, OpenTable, Return, Sit, StartCommand, TimeUp, WithdrawCommand
from croupier.table.deal import hash_key
from croupier.table.table import Done, Table

SEATS = 4
RIVAL, VIEWER, OTHER = 2, 0, 1


class Truths(NamedTuple):
    """A table whose seats all mark, and two ways in which the rival may do so: with one action, and with several."""

    table: Table
    short: list[str]
    long: list[str]


def dealt_table(seconds: int) -> Table:
    command = OpenTable(
        new_id(), "silver_and_gold", "P0", hash_key("0"), SEATS, secrets.token_bytes(32), options={"take_from_deck": "on"},
        seconds=seconds,
    )  # fmt: skip
    done = Table.open(command, 1)
    assert isinstance(done, Done)
    table = done.table
    for seat in range(1, SEATS):
        table = handled(table, Sit(f"P{seat}", hash_key(str(seat))), None)
    return handled(table, StartCommand(), 0)


def offered(table: Table, seat: int) -> list[str]:
    offer = table.offer(seat)
    assert offer
    return [action.action for action in offer.actions]


def acted(table: Table, seat: int, action: str) -> Table:
    return handled(table, ActCommand(table.decision(seat) or 0, action), seat)


def way(table: Table, seat: int, rng: random.Random, *, eager: bool) -> list[str]:
    """A complete marking of the seat, action by action; ``eager`` for boxes with an X."""
    taken: list[str] = []
    while table.is_awaited(seat):
        offer = table.offer(seat)
        assert offer
        wanted = [action for action in offer.actions if bool(action.gains.get("bonus")) == eager]
        taken.append(rng.choice(wanted or offer.actions).action)
        table = acted(table, seat, taken[-1])
    return taken


def truths(rng: random.Random, *, seconds: int = 0, longest: int = 2) -> Truths:
    """Somewhere in a game where the rival may mark with one action, or with ``longest`` ones at least."""
    while True:
        table = dealt_table(seconds)
        for _ in range(rng.randrange(4, 120)):
            seat = rng.choice(table.awaited())
            table = acted(table, seat, rng.choice(offered(table, seat)))
        while not table.is_over and len(table.awaited()) < SEATS:
            seat = rng.choice(table.awaited())
            table = acted(table, seat, rng.choice(offered(table, seat)))
        if table.is_over or any(table.open_actions):
            continue
        short = way(table, RIVAL, rng, eager=False)
        long = max((way(table, RIVAL, rng, eager=True) for _ in range(3)), key=len)
        if len(short) == 1 and len(long) >= longest:
            return Truths(table, short, long)


class Audience:
    """A desk with a table in the middle of a game, and those who listen: a seat, a spectator, and the rival."""

    def __init__(self, table: Table) -> None:
        store = MemoryStore()
        store.rows[table.id] = [Row(seq, 0, b"") for seq in range(table.seq)]
        self.desk: Desk = StillHall(store, NoWorkers(), Settings(pace=0.0, limits=AT_ONCE)).seat_desk(table)
        self.ears = {name: Ear() for name in (VIEWER, SPECTATOR, RIVAL)}

    async def enter(self) -> Audience:
        self.desk.turns.stop()  # nobody decides by itself: the test says who does, and when
        for name, ear in self.ears.items():
            await self.desk.enter(ear, str(name) if name >= 0 else None)
        return self

    async def do(self, command: Any, seat: int | None = None) -> None:
        answer = await self.desk.command(command, seat=seat)
        assert b"accepted" in answer, answer

    async def act(self, action: str, seat: int = RIVAL) -> None:
        await self.do(ActCommand(self.desk.table.decision(seat) or 0, action), seat)

    async def act_all(self, actions: list[str]) -> None:
        for action in actions:
            await self.act(action)

    async def withdraw(self, seat: int = RIVAL) -> None:
        await self.do(WithdrawCommand(self.desk.table.decision(seat) or 0), seat)

    async def decide_for(self, kind: type[BotAct | TimeUp], actions: list[str]) -> None:
        for action in actions:
            await self.do(kind(RIVAL, self.desk.table.decision(RIVAL) or 0, action))

    async def heard(self) -> tuple[list[bytes], list[bytes], bytes, bytes]:
        """What the viewer and the spectator were told since the last time, and what newcomers in their places are told."""
        newcomers = []
        told = [self.ears[VIEWER].heard(), self.ears[SPECTATOR].heard()]
        for key in (None, str(VIEWER)):
            ear = Ear()
            viewer = await self.desk.enter(ear, key)
            newcomers.append(ear.heard()[0])
            if key:
                self.ears[VIEWER] = ear
            else:
                self.desk.leave(viewer)
                self.ears[SPECTATOR].heard()
        return told[0], told[1], newcomers[0], newcomers[1]


Story = Callable[[Audience], Coroutine[Any, Any, None]]


async def told_alike(found: Truths, one: Story, other: Story) -> None:
    """Both stories of the rival sound alike to everybody else, and so does what comes next from others."""
    heard = []
    for story in (one, other):
        audience = await Audience(found.table).enter()
        await audience.heard()
        await story(audience)
        here = [await audience.heard()]
        own = offered(audience.desk.table, VIEWER)
        await audience.act(own[0], VIEWER)
        await audience.withdraw(VIEWER)
        here.append(await audience.heard())
        heard.append(here)
    assert heard[0] == heard[1]


async def nothing(audience: Audience) -> None:
    pass


def told_for(seed: int, stories: Callable[[Truths], tuple[Story, Story]], **more: int) -> None:
    rng = random.Random(seed)
    for _ in range(6):
        found = truths(rng, **more)
        run(told_alike(found, *stories(found)))


@pytest.mark.parametrize("longest", [2, 4])
@pytest.mark.parametrize("seconds", [0, 30])
def test_how_many_boxes_a_rival_was_given_is_not_heard(seconds: int, longest: int) -> None:
    told_for(1, lambda t: (lambda a: a.act_all(t.short), lambda a: a.act_all(t.long)), seconds=seconds, longest=longest)


@pytest.mark.parametrize("seconds", [0, 30])
def test_a_rival_in_the_middle_of_it_is_awaited_like_one_who_has_not_begun(seconds: int) -> None:
    told_for(2, lambda t: (nothing, lambda a: a.act_all(t.long[:-1])), seconds=seconds, longest=3)


@pytest.mark.parametrize("seconds", [0, 30])
def test_taking_back_in_the_middle_is_not_heard(seconds: int) -> None:
    def stories(t: Truths) -> tuple[Story, Story]:
        async def begin_and_take_back(a: Audience) -> None:
            await a.act_all(t.long[:-1])
            await a.withdraw()

        return nothing, begin_and_take_back

    told_for(3, stories, seconds=seconds)


def test_taking_back_all_and_marking_again_sounds_alike() -> None:
    def stories(t: Truths) -> tuple[Story, Story]:
        async def twice(a: Audience, first: list[str], second: list[str]) -> None:
            await a.act_all(first)
            await a.withdraw()
            await a.act_all(second)

        return lambda a: twice(a, t.short, t.long), lambda a: twice(a, t.long, t.short)

    told_for(4, stories)


@pytest.mark.parametrize("begun", [0, 1])
def test_a_bot_that_finishes_when_time_is_up_is_counted_once(begun: int) -> None:
    """Whether the person had begun, and how many boxes the bot crossed off, is heard by nobody."""

    def stories(t: Truths) -> tuple[Story, Story]:
        async def begin_and_wait(a: Audience) -> None:
            await a.act_all(t.long[:begun])
            await a.decide_for(TimeUp, t.long[begun:])

        return lambda a: a.decide_for(TimeUp, t.short), begin_and_wait

    told_for(5, stories, seconds=30)


def test_a_bot_in_the_middle_of_a_choice_when_time_is_up_says_nothing() -> None:
    told_for(6, lambda t: (nothing, lambda a: a.decide_for(TimeUp, t.long[:-1])), seconds=30)


def test_a_stand_in_that_marks_for_somebody_is_counted_once() -> None:
    def stories(t: Truths) -> tuple[Story, Story]:
        async def stand_in(a: Audience, actions: list[str]) -> None:
            await a.do(Away(RIVAL))
            await a.decide_for(BotAct, actions)

        return lambda a: stand_in(a, t.short), lambda a: stand_in(a, t.long)

    told_for(7, stories)


def test_whoever_comes_back_while_the_stand_in_marks_finishes_or_takes_back_unheard() -> None:
    def stories(t: Truths) -> tuple[Story, Story]:
        async def come_back(a: Audience, begun: list[str]) -> None:
            await a.do(Away(RIVAL))
            await a.decide_for(BotAct, begun)
            await a.do(Return(RIVAL))
            if begun:
                await a.withdraw()

        return lambda a: come_back(a, []), lambda a: come_back(a, t.long[:-1])

    told_for(8, stories)


def test_the_rival_sees_the_own_marks_at_once_and_may_take_them_back() -> None:
    found = truths(random.Random(9), longest=3)

    async def work() -> None:
        import json

        audience = await Audience(found.table).enter()
        audience.ears[RIVAL].heard()
        crossed = 0
        for i, action in enumerate(found.long):
            await audience.act(action)
            update = json.loads(audience.ears[RIVAL].heard()[-1])
            marks = sum(island.get("marks", 0).bit_count() for island in update["view"]["seats"][RIVAL]["islands"] if island)
            assert marks > crossed and update["may_withdraw"] and ("offer" in update) == (i < len(found.long) - 1)
            crossed = marks
        await audience.withdraw()
        update = json.loads(audience.ears[RIVAL].heard()[-1])
        assert "may_withdraw" not in update and len(update["offer"]["actions"]) == len(offered(found.table, RIVAL))
        assert not any("marks" in island for island in update["view"]["seats"][RIVAL]["islands"] if island)

    run(work())
