"""Before the deal: seats that nobody comes to open again, and no stranger hides a table from the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from server_house import house, run

from croupier.server.limits import Limits
from croupier.server.lobby import MOST_SHOWN, Company, LobbyBoard
from croupier.server.messages import LobbyTable
from croupier.server.proxies import parse_proxies


def test_seats_taken_by_somebody_who_never_comes_open_again() -> None:
    async def work() -> None:
        async with house(limits=Limits(seat_waits=0.5)) as h:
            table, key = await h.open("Ann", seats=4)
            ann = await h.person(table, key)
            bo = await h.person(table, await h.join(table, "Bo"))
            taken = [await h.join(table, name) for name in ("Ghost", "Ghoul")]
            await ann.until(lambda: all(seat["kind"] == "person" for seat in ann.frame["seats"]))
            await ann.until(lambda: [seat["kind"] for seat in ann.frame["seats"]] == ["person", "person", "open", "open"])
            assert not bo.closed and ann.frame["host"] == 0
            assert (await h.person(table, taken[0])).picture.get("seat") is None
            cy = await h.person(table, await h.join(table, "Cy"))
            await asyncio.sleep(0.8)
            assert cy.frame["seats"][2]["name"] == "Cy"
            log = (await h.http.get(f"/api/tables/{table}/log")).text
            assert log.count('"why":"away"') == 2

    run(work())


def test_seats_open_also_where_nobody_is_connected_but_the_hosts_own() -> None:
    async def work() -> None:
        async with house(limits=Limits(seat_waits=0.3)) as h:
            table, key = await h.open("Ann", seats=3)
            await h.join(table, "Ghost")
            await asyncio.sleep(0.8)
            ann = await h.person(table, key)
            assert [seat["kind"] for seat in ann.frame["seats"]] == ["person", "open", "open"]

    run(work())


def test_whoever_sits_down_where_another_was_awaited_has_the_whole_time() -> None:
    async def work() -> None:
        async with house(limits=Limits(seat_waits=1.0)) as h:
            table, key = await h.open("Ann", seats=3)
            ann = await h.person(table, key)
            await h.join(table, "Ghost", seat=1)
            await asyncio.sleep(0.7)
            await ann.ask("open_seat", seat=1)
            bo = await h.join(table, "Bo", seat=1)
            await asyncio.sleep(0.6)
            assert (await h.person(table, bo)).picture["seat"] == 1

    run(work())


def test_one_address_holds_few_seats_without_coming() -> None:
    async def work() -> None:
        async with house(limits=Limits(waiting_seats=2), trusted_proxies=parse_proxies("127.0.0.1")) as h:
            table, _ = await h.open("Ann", seats=7)

            def sit(name: str, address: str) -> Awaitable[Any]:
                return h.http.post(f"/api/tables/{table}/seats", json={"name": name}, headers={"x-forwarded-for": address})

            answers = await asyncio.gather(*(sit(f"Ghost {i}", "192.0.2.7") for i in range(5)))
            assert sorted(answer.status_code for answer in answers) == [201, 201, 429, 429, 429]
            assert (await sit("Bo", "192.0.2.8")).status_code == 201
            here = await h.person(table, next(a for a in answers if a.status_code == 201).json()["key"])
            assert here.picture["seat"] in (1, 2)
            assert (await sit("Friend", "192.0.2.7")).status_code == 201, "one of them has come"
            assert (await sit("Loop", "")).status_code == 201

    run(work())


# --- the lobby ------------------------------------------------------------------------------------------------------------


def shown(table: str, state: Any = "gathering") -> LobbyTable:
    return LobbyTable(table, "quickshot", table, state, 1, 0, 2)


def test_a_table_whose_host_is_there_is_not_hidden_by_newer_ones() -> None:
    company = {"hosted": Company.HOST, "watched": Company.PEOPLE}
    board = LobbyBoard(Limits(), lambda table: company.get(table, Company.NOBODY))
    board.show("hosted", shown("hosted"), 0.0)
    board.show("watched", shown("watched"), 1.0)
    for i in range(500):
        board.show(f"spam{i}", shown(f"spam{i}"), 2.0 + i / 1000)
    names = [one.table for one in board.lobby(3.0).tables]
    assert names[:3] == ["hosted", "watched", "spam499"] and len(names) == MOST_SHOWN


def test_the_lobby_lists_so_many_tables_of_one_address_and_of_this_machine_all() -> None:
    board = LobbyBoard(Limits(listed_at_once=3), lambda table: Company.NOBODY)
    for i in range(9):
        for address in ("192.0.2.7", ""):
            board.show(table := f"{address}#{i}", shown(table), float(i))
            board.opened(table, address)
    names = [one.table.split("#")[0] for one in board.lobby(9.0).tables]
    assert [names.count(address) for address in ("192.0.2.7", "")] == [3, 9]


def test_a_table_that_everybody_has_left_leaves_the_lobby_but_not_at_a_restart() -> None:
    here: dict[str, Company] = {}
    board = LobbyBoard(Limits(lobby_waits=300), lambda table: here.get(table, Company.NOBODY))
    board.found("yesterday", shown("yesterday"), 25 * 3600 * 1000, 50.0)
    board.found("before", shown("before"), 3600 * 1000, 50.0)
    assert [one.table for one in board.lobby(340.0).tables] == ["before"]
    assert board.lobby(360.0).tables == ()
    here["before"] = Company.PEOPLE
    assert [one.table for one in board.lobby(5000.0).tables] == ["before"]
    board.seen("before", 5000.0)
    here.clear()
    assert [one.table for one in board.lobby(5299.0).tables] == ["before"]
    assert board.lobby(5301.0).tables == ()
    assert board.lobby(5000.0 + 25 * 3600).tables == () and not board.tables, "and is forgotten after a day"


def test_whoever_looks_at_the_lobby_all_the_time_sees_it_as_it_was_ranked_last(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked: list[float] = []
    rank = LobbyBoard.lobby
    monkeypatch.setattr(LobbyBoard, "lobby", lambda board, now: ranked.append(now) or rank(board, now))  # type: ignore[func-returns-value]

    async def work() -> None:
        async with house(limits=Limits(lobby_every=0.4)) as h:

            async def tables() -> list[str]:
                return [shown["table"] for shown in (await h.http.get("/api/lobby")).json()["tables"]]

            assert [await tables() for _ in range(10)] == [[]] * 10 and len(ranked) == 1
            table, _ = await h.open(listed=True)
            await asyncio.sleep(0.45)
            assert await tables() == [table] and len(ranked) == 2

    run(work())
