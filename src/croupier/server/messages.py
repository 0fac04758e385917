"""Every message between client and server. docs/protocol.md explains each with an example, and the client's TypeScript types
are generated from these structs (scripts/types).

One WebSocket per viewer at ``/ws/{table}``. The client's first message is ``hello``; the server answers ``welcome``, then
sends ``update`` after ``update``, numbered without gaps per viewer. Every command is answered once, by ``accepted`` or
``refused``; a repeated ``cmd_id`` gets its first answer again.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from croupier.core.game import CardText, Offer, Option
from croupier.table.frame import Frame, Level
from croupier.table.refusals import RefusalCode

PROTOCOL = 1
View = Any
"""The view struct of any game (``games.load(name).View``): a union, told apart by ``game``."""
Told = Any
"""The event struct of any game (``games.load(name).Told``): likewise."""

CmdId = str
"""Chosen by the client, unique per seat: 1 to 40 characters."""


class Message(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """Base of all messages."""


# --- from the client ---------------------------------------------------------------------------------------------------


class Hello(Message, tag="hello", frozen=True):
    """The first message on a socket. Without a key, or with a wrong one, the socket sees the spectator's view."""

    protocol: int
    key: str | None = None


class Act(Message, tag="act", frozen=True):
    """Take an offered action. ``decision`` is the id that came with the offer; ``action`` its notation."""

    cmd_id: CmdId
    decision: int
    action: str


class Withdraw(Message, tag="withdraw", frozen=True):
    """Take back the own open choice of a simultaneous decision. ``decision`` is the id under which it was made."""

    cmd_id: CmdId
    decision: int


class Nonce(Message, tag="nonce", frozen=True):
    """The client's part of the fair deal: 16 to 64 hexadecimal digits, sent once after the commitment was shown."""

    cmd_id: CmdId
    nonce: str


class Start(Message, tag="start", frozen=True):
    """Host: deal."""

    cmd_id: CmdId


class SeatBot(Message, tag="seat_bot", frozen=True):
    """Host, before the deal: put a bot into an open seat, or change the level of one."""

    cmd_id: CmdId
    seat: int
    level: Level


class OpenSeat(Message, tag="open_seat", frozen=True):
    """Host, before the deal: remove whoever sits there."""

    cmd_id: CmdId
    seat: int


class SetSeats(Message, tag="set_seats", frozen=True):
    """Host, before the deal: the number of seats. Seats that go must be open."""

    cmd_id: CmdId
    seats: int


class Configure(Message, tag="configure", frozen=True):
    """Host, before the deal: time per decision (0, 30, 60 or 180 seconds) and whether the lobby lists the table."""

    cmd_id: CmdId
    seconds: int
    listed: bool


class FirstSeat(Message, tag="first_seat", frozen=True):
    """Host, before the deal: the seat that starts; absent: as the rules say."""

    cmd_id: CmdId
    seat: int | None = None


class Leave(Message, tag="leave", frozen=True):
    """Give the seat up: before the deal it opens, afterwards a bot takes over until the player returns."""

    cmd_id: CmdId


class Rematch(Message, tag="rematch", frozen=True):
    """After the end, by anybody seated: open a new table with the same people; the next seat starts."""

    cmd_id: CmdId


class Ping(Message, tag="ping", frozen=True):
    """Keeps the line alive; answered by pong."""


FromClient = (
    Hello | Act | Withdraw | Nonce | Start | SeatBot | OpenSeat | SetSeats | Configure | FirstSeat | Leave | Rematch | Ping
)


# --- from the server ---------------------------------------------------------------------------------------------------


class BeatMessage(msgspec.Struct, frozen=True):
    """A moment to see: what happened, and what a spectator sees right after it."""

    events: tuple[Told, ...]
    view: View


class Update(Message, tag="update", frozen=True):
    """What is new for this viewer. Absent parts are as they were before, but for ``offer``, ``decision`` and ``may_withdraw``:
    there absent means none, or no."""

    n: int
    """Counts this viewer's updates on this socket from 1, without gaps."""
    frame: Frame | None = None
    beats: tuple[BeatMessage, ...] = ()
    view: View | None = None
    """The viewer's own view after the last beat."""
    decision: int | None = None
    """Id of the viewer's own decision; also given while an own choice is open and may be taken back."""
    offer: Offer | None = None
    """The viewer's own decision, if one is due."""
    may_withdraw: bool = False
    """Whether own open choices may be taken back; also while one more is asked for."""


class Welcome(Message, tag="welcome", frozen=True):
    """Answer to hello: who the viewer is, and everything until now."""

    protocol: int
    frame: Frame
    seat: int | None = None
    """The viewer's seat; absent for spectators."""
    view: View | None = None
    decision: int | None = None
    offer: Offer | None = None
    may_withdraw: bool = False
    events: tuple[Told, ...] = ()
    """All that has happened, as this viewer may know it."""
    now: int = 0
    """The server's clock, milliseconds since 1970."""


class Accepted(Message, tag="accepted", frozen=True):
    """The command is done, and durable."""

    cmd_id: CmdId


class Refused(Message, tag="refused", frozen=True):
    """The command changed nothing. The sentence says what was wrong and what would be right."""

    code: RefusalCode
    sentence: str
    cmd_id: CmdId | None = None


class Displaced(Message, tag="displaced", frozen=True):
    """A newer socket took this seat; this one is closed and must not come back by itself."""

    sentence: str


class Pong(Message, tag="pong", frozen=True):
    """Answer to ping."""


FromServer = Welcome | Update | Accepted | Refused | Displaced | Pong


# --- over HTTP ---------------------------------------------------------------------------------------------------------


class LevelInfo(msgspec.Struct, frozen=True):
    level: Level
    title: str
    text: str


class GameInfo(msgspec.Struct, frozen=True):
    """``GET /api/games``: a list of these."""

    name: str
    title: str
    blurb: str
    least_seats: int
    most_seats: int
    usual_seats: int
    minutes: int
    options: tuple[Option, ...]
    levels: tuple[LevelInfo, ...]


class Paragraph(msgspec.Struct, frozen=True):
    id: str
    text: str


class Section(msgspec.Struct, frozen=True):
    number: int
    title: str
    paragraphs: tuple[Paragraph, ...]


class RulesInfo(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/rules``."""

    title: str
    cards: tuple[CardText, ...]
    sections: tuple[Section, ...]


class LobbyTable(msgspec.Struct, frozen=True):
    table: str
    game: str
    name: str
    """Whose table: the host's name."""
    state: Literal["gathering", "playing"]
    people: int
    bots: int
    free: int
    options: dict[str, str] = {}


class Lobby(msgspec.Struct, frozen=True):
    """``GET /api/lobby``."""

    tables: tuple[LobbyTable, ...]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables``: open a table and sit down at seat 0. Answer: Seated."""

    game: str
    name: str
    seats: int
    bots: tuple[Level | None, ...] = ()
    """Per seat from seat 1 on: a bot's level, or null for a person."""
    options: dict[str, str] = {}
    box: str | None = None
    """Text of a box file; absent means the server's box."""
    seconds: int = 0
    listed: bool = False
    first_seat: int | None = None
    """The seat that starts; absent: as the rules say."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{table}/seats``: sit down. Without a seat, in the first open one. Answer: Seated."""

    name: str
    seat: int | None = None


class Seated(msgspec.Struct, frozen=True):
    """Where one sits, and the key that proves it. The key is a secret: it never stands in an address."""

    table: str
    seat: int
    key: str


class HandOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{table}/handover``: a one-time token that moves the seat to another device. Answer: HandOverToken."""

    key: str


class HandOverToken(msgspec.Struct, frozen=True):
    token: str
    """Redeemed once, within ten minutes, at ``POST /api/handover``; opened by a person as ``/move#TOKEN``."""


class Redeem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/handover``. Answer: Seated with a new key; the old key is void."""

    token: str


class Problem(msgspec.Struct, frozen=True):
    """Every answer that is not 2xx."""

    code: RefusalCode
    sentence: str


class Health(msgspec.Struct, frozen=True):
    """``GET /api/health``."""

    ok: bool
    version: str
    tables: int
    sockets: int
    store: str
    warm: tuple[str, ...]
    """Games whose bots are compiled and ready."""
    why: str = ""
    """A sentence where it is not ok; the status is then 503."""
