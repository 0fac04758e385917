"""Guests of a long evening: they play to the end, lose their line, come back, move, leave, watch, play again."""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from contextlib import suppress

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

sys.path.insert(0, "tests/server")
from server_house import Person, Visit

GAMES = ("quickshot", "silver_and_gold", "quick_silver")
TIRED = 240.0
"""Seconds after which a table is left as it is: some games at Quick Silver go on for ever."""
FAULTS = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.HTTPError)


class Party:
    """One table after the other at a server elsewhere."""

    def __init__(self, port: int, rng: random.Random, done: Counter[str]) -> None:
        self.visit = Visit(port)
        self.rng = rng
        self.done = done

    async def evening(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await asyncio.wait_for(self.table(), TIRED)
            except FAULTS as error:
                self.done[f"broke off: {type(error).__name__}"] += 1
                await asyncio.sleep(1.0)
            except AssertionError as error:
                self.done[f"refused: {str(error)[:80]}"] += 1
                await asyncio.sleep(1.0)
            finally:
                await self.go_home()

    async def go_home(self) -> None:
        for person in self.visit.people:
            person.line.transport.abort()
            person.task.cancel()
        self.visit.people.clear()

    async def table(self) -> None:
        """A table from its opening to the end of its games, and perhaps of a rematch."""
        game, people = self.rng.choice(GAMES), self.rng.choice((1, 2, 2))
        bots = [None] * (people - 1) + [self.rng.choice(("greenhorn", "prospector"))] * (3 - people)
        table, key = await self.visit.open(
            f"Ann {self.rng.randrange(99)}", game=game, bots=bots, listed=self.rng.random() < 0.5
        )
        keys = [key, *[await self.visit.join(table, "Bo") for _ in range(people - 1)]]
        self.done[f"opened {game}"] += 1
        while True:
            guests = [Guest(self, table, key) for key in keys]
            watching = asyncio.ensure_future(self.watch(table))
            try:
                next_tables = await asyncio.gather(*(guest.play(host=guest is guests[0]) for guest in guests))
            finally:
                watching.cancel()
            self.done["games played to the end"] += 1
            table, keys = next_tables[0], [guest.key for guest in guests]
            if not table:
                return

    async def watch(self, table: str) -> None:
        """Spectators come for a while and go."""
        with suppress(*FAULTS):
            while True:
                await asyncio.sleep(self.rng.uniform(0.5, 10))
                eve = await self.visit.person(table)
                self.done["spectators"] += 1
                await asyncio.sleep(self.rng.uniform(0.1, 5))
                await self.part(eve)

    async def part(self, person: Person) -> None:
        """A good bye, or a line that breaks."""
        if self.rng.random() < 0.5:
            person.line.transport.abort()
        await person.close()
        if person in self.visit.people:
            self.visit.people.remove(person)


class Guest:
    """Somebody with a key."""

    def __init__(self, party: Party, table: str, key: str) -> None:
        self.party = party
        self.rng = party.rng
        self.table = table
        self.key = key

    async def play(self, *, host: bool) -> str:
        """Until the game is over; the next table's id where a rematch is wanted."""
        person = await self.party.visit.person(self.table, self.key)
        if host and person.frame["state"] == "gathering":
            await person.ask("start")
        while person.frame["state"] != "over":
            if person.closed is not None or self.rng.random() < 0.03:
                person = await self.return_from(person)
            with suppress(TimeoutError):
                await person.until(
                    lambda p=person: p.offered() or p.frame["state"] == "over" or p.closed is not None, patience=2.0
                )
            if person.offered() and person.closed is None:
                await person.act(self.rng.choice(person.offered()))
                await asyncio.sleep(self.rng.uniform(0.0, 0.3))
        return await self.afterwards(person, host=host)

    async def afterwards(self, person: Person, *, host: bool) -> str:
        if host and self.rng.random() < 0.5:
            await person.ask("rematch")
        with suppress(TimeoutError):
            await person.until(lambda: person.frame.get("next_table"), patience=3.0)
        await self.party.part(person)
        return str(person.frame.get("next_table") or "")

    async def return_from(self, person: Person) -> Person:
        """Away for a moment: by leaving, by a broken line, or to another device."""
        how = self.rng.choice(("leave", "line", "device"))
        self.party.done[f"came back: {how}"] += 1
        if how == "leave" and person.closed is None:
            await person.ask("leave")
        if how == "device":
            token = (await self.party.visit.post(f"/api/tables/{self.table}/handover", key=self.key))["token"]
            self.key = (await self.party.visit.post("/api/handover", token=token))["key"]
        await self.party.part(person)
        await asyncio.sleep(self.rng.uniform(0.0, 2.0))
        return await self.party.visit.person(self.table, self.key)
