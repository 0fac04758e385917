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
    nonce: str = ""
    stand_in: Level | None = None
    """How the bot plays that decides for the person; None while the person decides."""
    left: bool = False
    """The person has left, not only lost the connection."""
    timed_out: bool = False
    """The latest decision was made because the person's time was up."""
    decided_for: int = 0
    """How many decisions a bot has made for the person."""

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

    def decided(self, by: Literal["person", "bot", "time"]) -> Seat:
        """The seat after its next decision, which its person or a bot has made."""
        more = self.kind == "person" and by != "person"
        return msgspec.structs.replace(self, timed_out=by == "time", decided_for=self.decided_for + more)

    def undecided(self) -> Seat:
        """The seat after its decision was taken back; that a bot had made it remains true."""
        return msgspec.structs.replace(self, timed_out=False)


OPEN_SEAT = Seat()
