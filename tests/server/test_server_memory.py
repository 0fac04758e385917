"""What is over leaves no memory behind."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
from server_house import house, play_on, run

from croupier.server import hall as hall_module


def test_a_table_that_is_forgotten_is_freed_without_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector runs for every few hundred of them, and a long game's events weigh a hundred kilobytes."""
    monkeypatch.setattr(hall_module, "IDLE", 0.05)

    async def work() -> None:
        async with house() as h:
            table, key = await h.open(seats=3, bots=[None, "prospector"])
            people = [await h.person(table, key), await h.person(table, await h.join(table))]
            assert (await people[0].ask("start"))["type"] == "accepted"
            await play_on(people)
            desk = weakref.ref(h.hall.desks[table])
            gc.disable()
            try:
                for person in people:
                    await person.close()
                async with asyncio.timeout(10):
                    while table in h.hall.desks:
                        await asyncio.sleep(0.02)
                await asyncio.sleep(0.1)
                assert desk() is None
            finally:
                gc.enable()

    run(work())
