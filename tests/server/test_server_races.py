"""What is asked for while something else is written down: who has the seat when its turn comes decides, not who had it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from server_house import House, Person, house, play_on, run
from test_server_durability import GatedStore, three

from croupier.server.desk import Desk
from croupier.server.limits import Limits
from croupier.server.proxies import parse_proxies
from croupier.server.seats import Missing


@asynccontextmanager
async def writing_slowly(h: House) -> AsyncIterator[None]:
    """Nothing is durable meanwhile, and everything waits for its turn."""
    store: Any = h.hall.store
    store.gate.clear()
    try:
        yield
        await asyncio.sleep(0.05)
    finally:
        store.gate.set()


def missing(desk: Desk, seat: int) -> Missing:
    return Missing(seat, desk.table.seats[seat].key_hash, desk.table.phase)


def test_a_token_of_whoever_sat_there_before_does_not_take_the_seat_of_the_next() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            table, key = await h.open(seats=3)
            ann = await h.person(table, key)
            token = (await h.post(f"/api/tables/{table}/handover", key=await h.join(table, "Bo")))["token"]
            async with writing_slowly(h):
                opening = asyncio.ensure_future(ann.ask("open_seat", seat=1))
                await asyncio.sleep(0.05)
                cy = asyncio.ensure_future(h.join(table, "Cy", seat=1))
                await asyncio.sleep(0.05)
                bo = asyncio.ensure_future(h.http.post("/api/handover", json={"token": token}))
            assert (await opening)["type"] == "accepted" and (await bo).status_code == 409
            assert (await h.person(table, await cy)).picture["seat"] == 1

    run(work())


def test_a_seat_does_not_open_because_whoever_sat_there_before_never_came() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            table, key = await h.open(seats=3)
            ann = await h.person(table, key)
            await h.join(table, "Bo")
            desk = h.hall.desks[table]
            async with writing_slowly(h):
                opening = asyncio.ensure_future(ann.ask("open_seat", seat=1))
                await asyncio.sleep(0.05)
                cy = asyncio.ensure_future(h.join(table, "Cy", seat=1))
                await asyncio.sleep(0.05)
                gone = h.hall.spawn(desk.presence.send_away(missing(desk, 1)))
            await asyncio.gather(opening, cy, gone)
            assert desk.table.seats[1].name == "Cy"

    run(work())


def test_whoever_comes_while_their_absence_is_written_down_plays_for_themselves() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            await people[1].close()
            desk = h.hall.desks[table]
            await asyncio.sleep(0.05)
            async with writing_slowly(h):
                gone = h.hall.spawn(desk.presence.send_away(missing(desk, 1)))
                await asyncio.sleep(0.05)
                await h.person(table, keys[1])
            await gone
            assert desk.table.seats[1].decides

    run(work())


def test_nobody_is_shown_out_by_a_leave_that_was_refused() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            store: Any = h.hall.store
            _, _, people = await three(h)
            await people[0].ask("start")
            store.broken = "The disk is full."
            assert (await people[1].ask("leave"))["code"] == "busy"
            store.broken = ""
            assert (await people[1].ask("nonce", nonce="0" * 16))["code"] == "late" and people[1].closed is None
            assert (await people[1].ask("leave"))["type"] == "accepted"
            await people[1].until(lambda: people[1].closed == 4001)

    run(work())


def test_a_rematch_that_all_ask_for_at_once_opens_one_table() -> None:
    async def work() -> None:
        async with house(GatedStore()) as h:
            store: Any = h.hall.store
            _, _, people = await three(h)
            await people[0].ask("start")
            await play_on(people)
            async with writing_slowly(h):
                asking = [asyncio.ensure_future(person.ask("rematch")) for person in people]
            assert [answer["type"] for answer in await asyncio.gather(*asking)] == ["accepted"] * 3
            assert len(store.rows) == 2

    run(work())


def test_a_rematch_counts_as_a_table_of_whoever_asks_for_it() -> None:
    few = Limits(tables_at_once=1, tables_per_second=0.001, listed_at_once=1, presence_every=0.0, lobby_every=0.0)

    async def played(h: House) -> Person:
        """Somebody of 192.0.2.7 at the end of a listed game."""
        table, key = await h.open(seats=3, bots=["prospector"] * 2, listed=True)
        ann = await h.stranger(table, additional_headers={"x-forwarded-for": "192.0.2.7"})
        await ann.hello(key)
        assert (await ann.ask("start"))["type"] == "accepted"
        await play_on([ann])
        return ann

    async def work() -> None:
        async with house(limits=few, trusted_proxies=parse_proxies("127.0.0.1")) as h:
            first, second = await played(h), await played(h)
            assert (await first.ask("rematch"))["type"] == "accepted"
            assert (await second.ask("rematch"))["code"] == "flood"
            assert set(h.hall.lobby.openers.values()) == {"192.0.2.7"}

    run(work())
