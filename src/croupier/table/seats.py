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

    @property
    def bot_level(self) -> Level | None:
        """The level of the bot that decides here; None where a person does."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def decides(self) -> bool:
        """Whether a person decides here."""
        return self.kind == "person" and self.stand_in is None

    def frame(self, here: bool) -> SeatFrame:
        stand_in = self.stand_in is not None
        return SeatFrame(self.kind, self.name, self.level, here or self.kind != "person", stand_in)


OPEN_SEAT = Seat()
