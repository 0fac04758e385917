"""What belongs to a person does not pass to whoever has the seat next; and it stays theirs on another device."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from server_house import house, run

from croupier.server.desk import Desk
from croupier.store.folder import FILE
from croupier.store.memory import MemoryStore
from croupier.store.sqlite import SqliteStore
from croupier.store.store import Store

NONCE = "0123456789abcdef"



@pytest.mark.parametrize("kept", ["memory", "sqlite"])
@pytest.mark.parametrize("forgetful", [False, True])
def test_a_cmd_id_of_whoever_sat_there_before_answers_nobody_else(tmp_path: Path, kept: str, forgetful: bool) -> None:
    """Bo gives a nonce and leaves before the deal; Cy, in the same seat, uses the same ids for other commands."""
    store: Store = SqliteStore(tmp_path) if kept == "sqlite" else MemoryStore()

    async def work() -> None:
        async with house(store) as h:
            table, _ = await h.open(seats=3)
            bo = await h.person(table, await h.join(table, "Bo"))
            assert (await bo.ask("nonce", nonce=NONCE, cmd_id="one"))["type"] == "accepted"
            assert (await bo.ask("start", cmd_id="two"))["code"] == "not_host"
            await bo.ask("leave", cmd_id="three")
            desk: Desk = h.hall.desks[table]
            if forgetful:
                desk.recent.clear()
            cy = await h.person(table, await h.join(table, "Cy"))
            assert cy.picture["seat"] == 1, "the same seat"
            assert (await cy.ask("start", cmd_id="one"))["type"] == "refused", "Bo's answer was accepted"
            assert (await cy.ask("nonce", nonce=NONCE, cmd_id="two"))["type"] == "accepted", "Bo's answer was a refusal"
            assert desk.table.seats[1].nonce == NONCE

    run(work())


def test_answers_stay_with_a_person_who_moves_to_another_device(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(SqliteStore(tmp_path)) as h:
            table, _ = await h.open(seats=3)
            key = await h.join(table, "Bo")
            bo = await h.person(table, key)
            assert (await bo.ask("nonce", nonce=NONCE, cmd_id="one"))["type"] == "accepted"
            token = (await h.post(f"/api/tables/{table}/handover", key=key))["token"]
            new = (await h.post("/api/handover", token=token))["key"]
            phone = await h.person(table, new)
            h.hall.desks[table].recent.clear()
            before = h.hall.desks[table].table.seq
            assert (await phone.ask("nonce", nonce=NONCE, cmd_id="one"))["type"] == "accepted"
            assert h.hall.desks[table].table.seq == before

    run(work())
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("SELECT seat, cmd_id FROM command").fetchall() == [(1, "one")]
