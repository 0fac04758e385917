"""The entries of a table's log, in the order in which they are told here. The state of a table is the refold of its entries.

Entries hold notation, never action numbers, so that a log can be read without the program that wrote it. Keys of seats never
stand in a log, only their SHA-256. Whoever changes what an entry means raises FORMAT. docs/decisions/table-log.md explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from croupier.core.errors import Invalid
from croupier.table.frame import Level

FORMAT = 1
REDACTED = ""
"""What stands in an export where a secret was."""


class EntryBase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", gc=False):
    """What all entries have."""

    seq: int
    """Counts the entries of one log from 0, without gaps."""
    at: int
    """When it was written; milliseconds since 1970."""


class Opened(EntryBase, frozen=True, tag="opened"):
    """Always the first entry."""

    format: int
    table: str
    game: str
    rules_version: int
    """The version of the rules that began the table."""
    seats: int
    box: str
    """The text of the whole box."""
    commitment: str
    """SHA-256 of the seed, in hexadecimal digits."""
    seed: str = REDACTED
    """The seed, 64 hexadecimal digits; redacted in exports until the game is over."""
    options: dict[str, str] = {}
    """Every option of the game by name."""
    seconds: int = 0
    listed: bool = False
    starter: int | None = None
    """The seat that starts; absent: as the rules say. Where the table has fewer seats at the deal, counted on from seat 0."""
    rematch_of: str = ""
    """The table whose people play again here."""


class Seated(EntryBase, frozen=True, tag="seated"):
    """A person sits down. ``key_hash`` is the SHA-256 of the key that proves it."""

    seat: int
    name: str
    key_hash: str


class BotSeated(EntryBase, frozen=True, tag="bot_seated"):
    """A bot sits down, or the bot that sits there gets another level."""

    seat: int
    level: Level
    name: str


class SeatOpened(EntryBase, frozen=True, tag="seat_opened"):
    """Whoever sat there has left before the deal."""

    seat: int
    why: Literal["", "away"] = ""
    """``away``: the player was not connected; absent: by the player's or the host's wish."""


class SeatsSet(EntryBase, frozen=True, tag="seats_set"):
    """The table has another number of seats."""

    seats: int


class Configured(EntryBase, frozen=True, tag="configured"):
    """Time per decision, and whether the lobby lists the table."""

    seconds: int
    listed: bool


class FirstSeatSet(EntryBase, frozen=True, tag="first_seat"):
    """Who starts, instead of what the first entry says; null: as the rules say."""

    seat: int | None


class HostSet(EntryBase, frozen=True, tag="host"):
    """Who is host from now on; nobody when no person is left."""

    seat: int | None


class NonceGiven(EntryBase, frozen=True, tag="nonce"):
    """A seat's part of the fair deal. A later one of the same person replaces it."""

    seat: int
    nonce: str


class Dealt(EntryBase, frozen=True, tag="dealt"):
    """The game begins; its first decision is due."""

    digest: str
    due_at: int | None = None


class Acted(EntryBase, frozen=True, tag="acted"):
    """A seat has decided, or somebody for it."""

    seat: int
    by: Literal["person", "bot", "time"]
    """``time``: a bot, because the person's time was up; in a window the action that stands without an answer."""
    action: str
    """The action in the game's notation."""
    digest: str
    """Of box and state after the action."""
    due_at: int | None = None
    """When it is decided for the people who are then awaited."""


class Withdrawn(EntryBase, frozen=True, tag="withdrawn"):
    """A seat has taken back its open choices."""

    seat: int
    digest: str


class StoodIn(EntryBase, frozen=True, tag="stood_in"):
    """From now on a bot decides for this person."""

    seat: int
    level: Level
    why: Literal["left", "away"]


class Returned(EntryBase, frozen=True, tag="returned"):
    """The person decides again."""

    seat: int
    due_at: int | None = None


class Rekeyed(EntryBase, frozen=True, tag="rekeyed"):
    """The seat has moved to another device: the old key is void."""

    seat: int
    key_hash: str


class Ended(EntryBase, frozen=True, tag="ended"):
    """The game is over, and its seed no longer a secret."""

    seed: str


class Rematched(EntryBase, frozen=True, tag="rematch"):
    """The same people play again at another table."""

    next_table: str


Entry = (
    Opened | Seated | BotSeated | SeatOpened | SeatsSet | Configured | FirstSeatSet | HostSet | NonceGiven
    | Dealt | Acted | Withdrawn | StoodIn | Returned | Rekeyed | Ended | Rematched
)

UNREADABLE_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a stranger's JSON raises; the last one for thousands of brackets within brackets."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """One line of JSON, without its line end."""
    return _encoder.encode(entry)


def decode(line: bytes | str) -> Entry:
    """The inverse of encode; Invalid when the line is no entry."""
    try:
        return _decoder.decode(line)
    except UNREADABLE_JSON as error:
        raise Invalid(f"This is no entry of a table's log: {error}.") from None


def read_log(lines: Iterable[bytes | str]) -> list[Entry]:
    """All entries of an exported log; empty lines are passed over. Invalid names the line that cannot be read."""
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                entries.append(decode(line))
            except Invalid as error:
                raise Invalid(f"Line {number}: {error}") from None
    return entries


def export(entries: Iterable[Entry], over: bool) -> Iterator[bytes]:
    """The log as lines for people, one after the other, without line ends.

    Before the end it stops at the deal, without the seed: that is what one keeps to prove the deal later. Actions and
    digests stay out until then: an open choice is a secret, and a digest lets anybody test a guess at hidden cards.
    """
    for entry in entries:
        if not over and isinstance(entry, Opened):
            entry = msgspec.structs.replace(entry, seed=REDACTED)
        if not over and isinstance(entry, Dealt):
            yield encode(msgspec.structs.replace(entry, digest=REDACTED))
            return
        yield encode(entry)
