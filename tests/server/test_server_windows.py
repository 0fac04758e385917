"""Redirect windows over real sockets: who is asked answers, says nothing, is gone; and the server is killed meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import hasty
import pytest
import server_house
from kill import Servers, acted_in
from server_house import House, Person, house, run
from websockets.asyncio.client import connect

from croupier.server import hall as server_hall
from croupier.server.bots import NoWorkers
from croupier.store.sqlite import SqliteStore
from croupier.table.table import LEAST_AFTER_RESTART, WINDOW

SPEED = 8.0
"""Of the real servers' clock: slow enough to see a window open on a busy machine."""
HOUR = 3600


class HastyHall(hasty.HastyHall):
    speed = 40.0


async def mine(h: House, **more: Any) -> tuple[str, list[str], list[Person]]:
    """Ann, Bo and Cy at Quick Silver, and Ann begins."""
    table, key = await h.open(game="quick_silver", seats=3, first_seat=0, **more)
    keys = [key, await h.join(table, "Bo"), await h.join(table, "Cy")]
    people = [await h.person(table, key) for key in keys]
    await people[0].ask("start")
    await people[0].until(people[0].offered)
    return table, keys, people


async def ask_bo(people: list[Person]) -> None:
    """Ann names Bo."""
    assert (await people[0].act("swap B"))["type"] == "accepted"
    await people[1].until(lambda: (people[1].picture.get("offer") or {}).get("unanswered") == "allow")


def by(h: House, table: str) -> list[tuple[int, str, str]]:
    return acted_in(h.hall.store.rows[table])  # type: ignore[attr-defined]


def test_everybody_sees_that_somebody_is_asked_and_until_when() -> None:
    async def work() -> None:
        async with house() as h:
            table, _, people = await mine(h)
            eve = await h.person(table)
            assert "due_at" not in eve.frame and "window" not in eve.frame
            before = h.hall.now()
            await ask_bo(people)
            for person in [*people, eve, await h.person(table)]:
                await person.until(lambda person=person: person.frame.get("window"))
                frame = person.frame
                assert (frame["awaited"], frame["window"], "seconds" in frame) == ([1], WINDOW // 1000, False)
                assert before + WINDOW <= frame["due_at"] <= h.hall.now() + WINDOW
            assert (await people[1].act("redirect"))["type"] == "accepted"
            await eve.until(lambda: eve.frame["awaited"] == [0])
            assert "due_at" not in eve.frame and "window" not in eve.frame

    run(work())


@pytest.mark.parametrize("gone", [False, True])
def test_without_an_answer_the_swap_happens_in_time(monkeypatch: pytest.MonkeyPatch, gone: bool) -> None:
    """Whether Bo looks on, or has lost the line. No bot is asked for an opinion."""
    monkeypatch.setattr(server_house, "Hall", HastyHall)

    opinions = []

    class Asked(NoWorkers):
        async def choose(self, *args: Any) -> int:
            opinions.append(args)
            return await super().choose(*args)

    async def work() -> None:
        async with house(workers=Asked()) as h:
            table, keys, people = await mine(h)
            ann, bo, _ = people
            await ask_bo(people)
            due, decision = bo.frame["due_at"], bo.picture["decision"]
            if gone:
                await bo.close()
            await ann.until(ann.offered)
            assert h.hall.now() >= due and by(h, table)[-1] == (1, "time", "allow") and not opinions
            assert len(ann.offered()) == 9 and ann.frame["seats"][1]["decided_for"] == 1
            if gone:
                bo = await h.person(table, keys[1])
            late = await bo.ask("act", decision=decision, action="redirect")
            assert late["code"] == "late" and bo.frame["seats"][1]["timed_out"]
            view = bo.picture["view"]["seats"]
            assert view[0]["showing"] == view[1]["showing"] == 4

    run(work())


@pytest.mark.parametrize("when", ["before", "inside"])
def test_for_who_has_left_nobody_waits(when: str) -> None:
    """Not even until people have read: there is nothing to think about."""

    async def work() -> None:
        async with house(pace=10.0) as h:
            table, _, people = await mine(h)
            ann, bo, _ = people
            if when == "before":
                await bo.ask("leave")
                await ann.act("swap B")
            else:
                await ask_bo(people)
                await bo.ask("leave")
            await ann.until(lambda: len(ann.offered()) == 9, patience=2)
            assert by(h, table)[-1] == (1, "bot", "allow")
            assert "due_at" not in ann.frame

    run(work())


def test_the_window_begins_when_people_have_read_what_came_before() -> None:
    async def work() -> None:
        async with house(pace=1.0) as h:
            table, _, people = await mine(h)
            await ask_bo(people)
            desk = h.hall.desks[table]
            read_in = 1000 * (desk.quiet_at - asyncio.get_running_loop().time())
            assert read_in > 3000, "the deal is still being read"
            assert abs(people[2].frame["due_at"] - (h.hall.now() + read_in + WINDOW)) < 50

    run(work())


def test_a_window_passes_with_nobody_there_and_then_the_table_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is stuck, and nothing plays itself: the next decision has no deadline, and the server may forget the table."""
    monkeypatch.setattr(server_house, "Hall", HastyHall)
    monkeypatch.setattr(server_hall, "IDLE", 0.1)

    async def work() -> None:
        async with house() as h:
            table, keys, people = await mine(h)
            await ask_bo(people)
            await asyncio.gather(*(person.close() for person in people))
            async with asyncio.timeout(10):
                while table in h.hall.desks:
                    await asyncio.sleep(0.05)
            assert by(h, table) == [(0, "person", "swap B"), (1, "time", "allow")]
            ann = await h.person(table, keys[0])
            assert len(ann.offered()) == 9 and "due_at" not in ann.frame

    run(work())


def test_after_a_restart_a_window_passes_though_nobody_comes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(server_house, "Hall", HastyHall)

    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            table, _, people = await mine(h)
            await ask_bo(people)
        async with house(SqliteStore(tmp_path)) as h:
            async with asyncio.timeout(10):
                while (acted := acted_in(await h.hall.store.load(table)))[-1][0] == 0:
                    await asyncio.sleep(0.05)
            assert acted[-1] == (1, "time", "allow") and h.hall.now() >= h.hall.started_at + LEAST_AFTER_RESTART

    run(work())


# --- real processes -------------------------------------------------------------------------------------------------------


async def sit(servers: Servers, table: str, key: str) -> Person:
    person = Person(await connect(f"ws://127.0.0.1:{servers.port}/ws/{table}", compression=None, proxy=None))
    await person.hello(key)
    return person


def test_the_server_is_killed_inside_a_window_that_nobody_answers(tmp_path: Path) -> None:
    """The one who is asked is gone, and the server for an hour: the window has 15 s again, then the swap happens."""
    servers = Servers(tmp_path, SPEED)

    async def work() -> None:
        table, keys = await servers.open_table("quick_silver", people=3, bots=0, first_seat=0)
        people = [await sit(servers, table, key) for key in keys]
        await people[0].ask("start")
        await people[0].until(people[0].offered)
        await ask_bo(people)
        await people[1].close()
        await servers.kill()
        servers.begun -= HOUR / (SPEED - 1)  # puts its clock an hour forward
        restarted_at = hasty.now(servers.begun, SPEED)
        await servers.start()
        ann = await sit(servers, table, keys[0])
        assert ann.frame["awaited"] == [1] and ann.frame["window"] == WINDOW // 1000 and not ann.offered()
        assert ann.frame["due_at"] >= restarted_at + LEAST_AFTER_RESTART
        await ann.until(ann.offered)
        assert hasty.now(servers.begun, SPEED) >= restarted_at + LEAST_AFTER_RESTART
        assert acted_in(servers.rows()[table])[-1] == (1, "time", "allow")
        await ann.act("give 1 take 2")
        await ann.until(lambda: ann.frame["awaited"] == [1] and "due_at" not in ann.frame)
        bo = await sit(servers, table, keys[1])
        assert bo.picture["view"]["seats"][1]["showing"] == 4 and "sneak" in bo.offered()
        await asyncio.gather(ann.close(), bo.close())

    async def whole() -> None:
        await servers.start()
        try:
            await work()
        finally:
            await servers.kill()

    run(whole())
