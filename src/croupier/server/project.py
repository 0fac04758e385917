"""What a viewer is sent, as bytes. Everything that several viewers see alike is encoded once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from croupier.core.events import Beat
from croupier.core.game import SPECTATOR
from croupier.server.messages import PROTOCOL, BeatMessage, Message
from croupier.table.table import Table

encode = msgspec.json.Encoder().encode


class Shown(NamedTuple):
    """What one viewer sees of the game, apart from beats."""

    view: bytes | None
    decision: int | None
    offer: bytes | None
    may_withdraw: bool


class RawUpdate(Message, tag="update", frozen=True):
    """``Update`` with parts that are encoded already."""

    n: int
    frame: msgspec.Raw | None = None
    beats: msgspec.Raw | None = None
    view: msgspec.Raw | None = None
    decision: int | None = None
    offer: msgspec.Raw | None = None
    may_withdraw: bool = False


class RawWelcome(Message, tag="welcome", frozen=True):
    """``Welcome`` with parts that are encoded already."""

    protocol: int
    frame: msgspec.Raw
    seat: int | None = None
    view: msgspec.Raw | None = None
    decision: int | None = None
    offer: msgspec.Raw | None = None
    may_withdraw: bool = False
    events: msgspec.Raw | None = None
    now: int = 0


class Story:
    """Everything that one audience has been told, encoded once and continued: a thousand may come to look at a long game."""

    def __init__(self) -> None:
        self.parts = 0
        """How many parts of the table's history are in."""
        self.told = bytearray()

    def catch_up(self, table: Table, viewer: int) -> Iterator[None]:
        """Take in what is new, in short steps. Several may be at it at the same time."""
        while self.parts < len(table.history):
            news = encode(table.events_of(self.parts, viewer))[1:-1]
            if self.told and news:
                self.told += b","
            self.told += news
            self.parts += 1
            yield

    def until_now(self, table: Table, viewer: int) -> bytes | None:
        """None when nothing has happened."""
        for _ in self.catch_up(table, viewer):
            pass
        return b"[" + self.told + b"]" if self.told else None


def show(table: Table, viewer: int) -> Shown:
    """viewer is a seat or SPECTATOR."""
    view = table.view(viewer)
    seen = encode(view) if view else None
    if viewer == SPECTATOR:
        return Shown(seen, None, None, False)
    offer = table.offer(viewer)
    return Shown(seen, table.decision(viewer), encode(offer) if offer else None, table.may_withdraw(viewer))


def encode_beats(game: Any, beats: Sequence[Beat], viewer: int) -> bytes:
    return encode([BeatMessage(tuple(game.tell(event, viewer) for event in beat.events), beat.view) for beat in beats])


class BeatBytes:
    """The beats of one update, encoded once for all but those who may see a secret argument in them."""

    def __init__(self, game: Any, beats: Sequence[Beat]) -> None:
        self.game = game
        self.beats = beats
        self.known = 0
        """Mask of the seats that may see a secret in these beats."""
        for beat in beats:
            for event in beat.events:
                for mask in event.audience:
                    if mask > 0:
                        self.known |= mask
        self.public = encode_beats(game, beats, SPECTATOR)

    def seen_by(self, viewer: int) -> bytes:
        if viewer < 0 or not self.known >> viewer & 1:
            return self.public
        return encode_beats(self.game, self.beats, viewer)


def update(n: int, shown: Shown, before: Shown | None, *, frame: bytes | None, beats: bytes | None) -> bytes:
    """Absent parts are as they were before, but for what the viewer may do."""
    changed = before is None or shown.view != before.view
    view = raw(shown.view if changed else None)
    return encode(RawUpdate(n, raw(frame), raw(beats), view, shown.decision, raw(shown.offer), shown.may_withdraw))


def raw(data: bytes | None) -> msgspec.Raw | None:
    return None if data is None else msgspec.Raw(data)


def welcome(seat: int | None, shown: Shown, *, frame: bytes, events: bytes | None, now: int) -> bytes:
    return encode(
        RawWelcome(
            protocol=PROTOCOL,
            frame=msgspec.Raw(frame),
            seat=seat,
            view=raw(shown.view),
            decision=shown.decision,
            offer=raw(shown.offer),
            may_withdraw=shown.may_withdraw,
            events=raw(events),
            now=now,
        )
    )
