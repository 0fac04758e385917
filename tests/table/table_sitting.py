"""A table with its log, as a server would hold them, for the tests of this folder."""

from __future__ import annotations

import random
from typing import Any

from croupier.table import entries as e
from croupier.table.commands import (
    ActCommand,
    BotAct,
    Command,
    NonceCommand,
    OpenTable,
    Sit,
    StartCommand,
)
from croupier.table.deal import hash_key
from croupier.table.refusals import Refusal
from croupier.table.table import Done, Table

SEED = bytes(range(32))
PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus")


class Sitting:
    """Takes the table over after every command, and keeps all entries."""

    def __init__(self, done: Done | Refusal) -> None:
        assert isinstance(done, Done), done
        self.table = done.table
        self.log: list[Any] = list(done.entries)
        self.now = 1_000_000
        self.done = done

    def branch(self) -> Sitting:
        """Another future of the same table."""
        twin = Sitting(self.done)
        twin.table, twin.log, twin.now = self.table, self.log[:], self.now
        return twin

    def do(self, command: Command, seat: int | None = None, pace: float = 0.0) -> Done:
        """A command that must be accepted."""
        done = self.table.handle(command, seat=seat, now=self.now, pace=pace)
        assert isinstance(done, Done), done
        self.table = done.table
        self.log += done.entries
        self.done = done
        return done

    def refused(self, command: Command, seat: int | None = None) -> Refusal:
        """A command that must be refused."""
        refusal = self.table.handle(command, seat=seat, now=self.now)
        assert isinstance(refusal, Refusal), refusal
        assert not refusal.sentence[0].islower() and refusal.sentence[-1] in ".!", refusal.sentence
        return refusal

    def act(self, seat: int, action: str) -> Done:
        decision = self.table.asked[seat]
        if self.table.seats[seat].decides:
            return self.do(ActCommand(decision, action), seat)
        return self.do(BotAct(seat, decision, action))

    def offers(self, seat: int) -> list[str]:
        offer = self.table.offer(seat)
        assert offer is not None
        return [offered.action for offered in offer.actions]

    def step(self, r: random.Random) -> Done:
        """Any awaited seat takes any of its legal actions."""
        seat = r.choice(self.table.awaited())
        return self.act(seat, r.choice(self.offers(seat)))

    def play_out(self, r: random.Random) -> Sitting:
        while not self.table.is_over:
            self.step(r)
        return self

    def play_until_together(self, r: random.Random) -> Sitting:
        """Play on until several people or bots decide at the same time."""
        while len(self.table.awaited()) < 2:
            self.step(r)
        return self

    def lines(self) -> list[bytes]:
        return list(e.export(self.log, over=self.table.is_over))


def opened(seats: int = 5, people: int = 2, **changes: Any) -> Sitting:
    """A table where the first seats have people with nonces and the others bots, not dealt yet."""
    bots = tuple(None if p < people else "prospector" for p in range(1, seats))
    usual = {"table": "tab", "game": "quickshot", "name": PEOPLE[0], "key_hash": hash_key("key0"), "seed": SEED, "bots": bots}
    sitting = Sitting(Table.open(OpenTable(seats=seats, **(usual | changes)), 1_000))
    for p in range(1, people):
        sitting.do(Sit(PEOPLE[p], hash_key(f"key{p}"), p))
    for p in range(people):
        sitting.do(NonceCommand(f"{p + 1:016x}"), p)
    return sitting


def dealt(seats: int = 5, people: int = 2, **changes: Any) -> Sitting:
    sitting = opened(seats, people, **changes)
    sitting.do(StartCommand(), 0)
    return sitting


def same(one: Table, other: Table) -> bool:
    """Equal in every field but the boxes' and games' identity."""
    return all(getattr(one, name) == getattr(other, name) for name in Table.__slots__ if name != "game")
