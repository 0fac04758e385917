"""Who sits where."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.table.frame import Level, SeatFrame

STAND_IN: Level = "prospector"
"""How a bot plays for a person."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One seat, as the log has it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: Level | None = None
    """How a bot plays that sits here."""
    key_hash: str = ""
    since: int = 0
    """The entry by which the person sat down; moving to another device changes nothing."""
    nonce: str = ""
    stand_in: Level | None = None
    """How the bot plays that decides for the person; None while the person decides."""
    left: bool = False
    """The person has left, not only lost the connection."""
    timed_out: bool = False
    """The latest decision was made for the person because their time was up."""
    decided_for: int = 0
    """How many decisions were made for the person, by a bot or as a window says."""
    helped: bool = False
    """A bot has taken actions of a decision that goes on."""
    spent: int = 0
    """How many entries since the player sat down brought no game forward: choices taken back, nonces, leaving, returning."""

    @property
    def bot_level(self) -> Level | None:
        """The level of the bot that decides here; None where a person does."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def decides(self) -> bool:
        """Whether a person decides here."""
        return self.kind == "person" and self.stand_in is None

    def frame(self, here: bool) -> SeatFrame:
        return SeatFrame(
            self.kind,
            self.name,
            self.level,
            here=here or self.kind != "person",
            stand_in=self.stand_in is not None,
            timed_out=self.timed_out,
            decided_for=self.decided_for,
        )

    def decided(self, by: Literal["person", "bot", "time"], *, goes_on: bool) -> Seat:
        """The seat after an action of its person or of a bot. ``goes_on``: its open choice is not complete, and nobody else
        may know that there is one; so nothing that the frame shows changes before it is."""
        helped = self.helped or (self.kind == "person" and by != "person")
        if goes_on:
            return msgspec.structs.replace(self, helped=helped)
        return msgspec.structs.replace(self, timed_out=by == "time", decided_for=self.decided_for + helped, helped=False)

    def undecided(self, undone: int, *, was_complete: bool) -> Seat:
        """The seat after so many open actions of it were taken back; that a bot had made them remains true."""
        timed_out = self.timed_out and not was_complete
        return msgspec.structs.replace(self, timed_out=timed_out, helped=False, spent=self.spent + undone + 1)


OPEN_SEAT = Seat()
