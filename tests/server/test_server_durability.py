"""Commit, then acknowledge, then tell: a store whose commits the test holds back proves it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from server_house import House, Person, house, play_on, run

from croupier.server.rows import read_rows
from croupier.store.memory import MemoryStore
from croupier.store.sqlite import SqliteStore
from croupier.store.store import Append, StoreError
from croupier.table.table import Table


class GatedStore(MemoryStore):
    """While ``gate`` is closed commits wait; while ``broken`` they fail, after writing where ``too_late``."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.broken = ""
        self.too_late = False

    def append(self, *batch: Append) -> asyncio.Future[None]:
        return asyncio.ensure_future(self.later(batch))

    async def later(self, batch: tuple[Append, ...]) -> None:
        await self.gate.wait()
        if not self.broken:
            await super().append(*batch)
            return
        if self.too_late:
            await super().append(*batch)
        raise StoreError(f"/home/somebody/croupier.sqlite3: {self.broken}", self.broken)


async def three(h: House) -> tuple[str, list[str], list[Person]]:
    table, key = await h.open(seats=3)
    keys = [key, await h.join(table, "Bo"), await h.join(table, "Cy")]
    return table, keys, [await h.person(table, key) for key in keys]


async def asked(people: list[Person]) -> Person:
    while not (found := next((person for person in people if person.offered()), None)):
        await asyncio.sleep(0.01)
    return found


def test_nothing_is_acknowledged_or_sent_before_the_commit() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            store: Any = h.hall.store
            table, _, people = await three(h)
            await people[0].ask("start")
            lead = await asked(people)
            eve = await h.person(table)
            await asyncio.sleep(0.1)
            everybody = [*people, eve]
            before = [list(person.bytes) for person in everybody]
            entries = len(store.rows[table])
            store.gate.clear()
            await lead.say("act", cmd_id="held", decision=lead.picture["decision"], action=lead.offered()[0])
            await asyncio.sleep(0.3)
            assert [person.bytes for person in everybody] == before, "somebody heard of it before it was durable"
            late = await h.person(table)
            assert late.picture["view"] == eve.picture["view"], "a newcomer saw it before it was durable"
            assert len(store.rows[table]) == entries
            store.gate.set()
            await lead.until(lambda: lead.answer_to("held", 0))
            assert len(store.rows[table]) > entries
            await eve.until(lambda: eve.heard[-1].get("beats"))

    run(work())


def test_the_answer_comes_before_what_follows_from_the_command() -> None:
    async def work() -> None:
        async with house() as h:
            _, _, people = await three(h)
            await people[0].ask("start")
            lead = await asked(people)
            mark = len(lead.heard)
            await lead.act()
            await lead.until(lambda: len(lead.heard) > mark + 1)
            assert [message["type"] for message in lead.heard[mark : mark + 2]] == ["accepted", "update"]

    run(work())


def test_a_failed_commit_is_refused_told_and_forgotten() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            store: Any = h.hall.store
            table, _, people = await three(h)
            await people[0].ask("start")
            lead = await asked(people)
            view, decision, action = lead.picture["view"], lead.picture["decision"], lead.offered()[0]
            store.broken = "The disk is full; nothing was changed."
            answer = await lead.ask("act", decision=decision, action=action, cmd_id="again")
            assert (answer["code"], answer["sentence"]) == ("busy", store.broken)
            await people[1].until(lambda: people[1].frame.get("notice") == store.broken)
            assert lead.picture["view"] == view and lead.picture["decision"] == decision
            store.broken = ""
            assert (await lead.ask("act", decision=decision, action=action, cmd_id="again"))["type"] == "accepted"
            await people[1].until(lambda: not people[1].frame.get("notice"))
            assert h.hall.desks[table].table.state == Table.refold(read_rows(store.rows[table])).state

    run(work())


def test_a_commit_that_failed_too_late_is_found_in_the_store() -> None:
    """The store says no, but has written: what is durable is what everybody sees."""

    async def work() -> None:
        async with house(GatedStore()) as h:
            store: Any = h.hall.store
            table, _, people = await three(h)
            await people[0].ask("start")
            lead = await asked(people)
            store.broken, store.too_late = "Nobody knows.", True
            decision, action = lead.picture["decision"], lead.offered()[0]
            await lead.ask("act", decision=decision, action=action, cmd_id="maybe")
            store.broken = ""
            await lead.until(lambda: not lead.offered())
            answer = await lead.ask("act", decision=decision, action=action, cmd_id="maybe")
            assert answer["type"] == "accepted", "it did happen, and the store remembers its answer"
            assert h.hall.desks[table].table.seq == len(store.rows[table])
            await play_on(people)

    run(work())


def test_bots_go_on_after_the_store_has_recovered() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            store: Any = h.hall.store
            table, key = await h.open(seats=5, bots=["prospector"] * 4)
            ann = await h.person(table, key)
            await ann.ask("start")
            store.broken = "The disk is full."
            await asyncio.sleep(0.3)
            store.broken = ""
            await play_on([ann])

    run(work())


def test_a_game_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    """A new server on the same folder: equal views, keys that open their seats, first answers for repeated commands."""

    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            lead = await asked(people)
            done = {"decision": lead.picture["decision"], "action": lead.offered()[0], "cmd_id": "before"}
            assert (await lead.ask("act", **done))["type"] == "accepted"
            place = people.index(lead)
            await asyncio.sleep(0.1)
            pictures = [person.picture for person in people]
        assert all(person.closed == 1012 for person in people)
        async with house(SqliteStore(tmp_path)) as h:
            again = [await h.person(table, key) for key in keys]
            for before, person in zip(pictures, again, strict=True):
                assert person.picture["view"] == before["view"]
                assert person.picture.get("decision") == before.get("decision")
                assert person.picture.get("offer") == before.get("offer")
            assert (await again[place].ask("act", **done))["type"] == "accepted"
            await play_on(again)

    run(work())


async def begin_chain(people: list[Person]) -> Person:
    """Play until somebody has crossed off an X and is asked for the box that it gives."""
    while True:
        for person in people:
            await person.until(lambda person=person: person.offered() or person.picture.get("may_withdraw"))
            if person.offered():
                actions = person.picture["offer"]["actions"]
                await person.act(max(actions, key=lambda action: action.get("gains", {}).get("bonus", 0))["action"])
                await person.until(lambda person=person: person.picture.get("may_withdraw") or person.offered())
                if person.picture.get("may_withdraw") and person.offered():
                    return person


def marks(person: Person, seat: int) -> list[int]:
    """What this person sees of the seat's open choices."""
    return [island["marks"] for island in person.picture["view"]["seats"][seat]["islands"] if island and "marks" in island]


def test_a_choice_that_goes_on_goes_on_after_a_restart(tmp_path: Path) -> None:
    """In the middle of several boxes for an X: its player sees the own marks and may take all back; nobody else sees any."""

    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            table, key = await h.open(game="silver_and_gold", seats=2)
            keys = [key, await h.join(table, "Bo")]
            people = [await h.person(table, key) for key in keys]
            await people[0].ask("start")
            chooser = await begin_chain(people)
            place = people.index(chooser)
            pictures = [dict(person.picture) for person in people]
        async with house(SqliteStore(tmp_path)) as h:
            again = [await h.person(table, key) for key in keys]
            for before, person in zip(pictures, again, strict=True):
                parts = ("view", "decision", "offer", "may_withdraw")
                assert [person.picture.get(part) for part in parts] == [before.get(part) for part in parts]
            me = again[place]
            assert marks(me, place) and not marks(again[1 - place], place)
            assert (await me.ask("withdraw", decision=me.picture["decision"]))["type"] == "accepted"
            await me.until(lambda: not me.picture.get("may_withdraw"))
            await play_on(again)

    run(work())


def test_bots_and_lobby_are_back_after_a_restart_though_nobody_comes(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path), pace=5.0) as h:
            table, key = await h.open(seats=5, bots=["prospector"] * 4, listed=True)
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.act() if ann.offered() else None
            await ann.until(lambda: any(seat != 0 for seat in ann.frame["awaited"]) or ann.offered())
            if ann.offered():
                await ann.act()
            seq = h.hall.desks[table].table.seq
            assert any(seat != 0 for seat in h.hall.desks[table].table.awaited())
        async with house(SqliteStore(tmp_path)) as h:
            async with asyncio.timeout(10):
                while table not in h.hall.desks or h.hall.desks[table].table.seq <= seq:
                    await asyncio.sleep(0.02)
            lobby = (await h.http.get("/api/lobby")).json()
            assert [shown["table"] for shown in lobby["tables"]] == [table]

    run(work())


def test_time_runs_on_after_a_restart_with_15_seconds_at_least(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            table, key = await h.open(seats=3, seconds=30)
            keys = [key, await h.join(table, "Bo"), await h.join(table, "Cy")]
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(lambda: ann.frame.get("due_at"))
            due_at = ann.frame["due_at"]
            assert 25_000 < due_at - h.hall.now() <= 30_000
        async with house(SqliteStore(tmp_path)) as h:
            h.hall.started_at = due_at - 10_000
            bo = await h.person(table, keys[1])
            assert bo.frame["due_at"] == due_at + 5000
            assert h.hall.desks[table].turns.timer is not None

    run(work())
