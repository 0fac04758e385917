"""Commands: what is asked of a table. Those with the suffix ``Command`` come from clients, one for each message of theirs."""

from __future__ import annotations

import msgspec

from croupier.table.frame import Level


class CommandBase(msgspec.Struct, frozen=True):
    """Base of all commands."""


# --- opening and sitting down; the server makes these out of HTTP requests ------------------------------------------------


class OpenTable(CommandBase, frozen=True):
    """Open a table and sit down at seat 0, as host. For ``Table.open``."""

    table: str
    """The id of the table: unguessable, chosen by the server."""
    game: str
    name: str
    key_hash: str
    """``hash_key`` of the key that the opener gets."""
    seats: int
    seed: bytes
    """32 bytes that nobody can guess."""
    bots: tuple[Level | None, ...] = ()
    """Per seat from seat 1 on: a bot's level, or None for a person."""
    options: dict[str, str] = {}
    box: str | None = None
    """Text of a box file; None means the printed box."""
    seconds: int = 0
    listed: bool = False
    first_seat: int | None = None
    """The seat that starts the game; None: as the rules say."""


class Sit(CommandBase, frozen=True):
    """Sit down, without a seat in the first open one. The new table's ``seat_of(key_hash)`` says where."""

    name: str
    key_hash: str
    seat: int | None = None


# --- from clients --------------------------------------------------------------------------------------------------------


class ActCommand(CommandBase, frozen=True):
    decision: int
    action: str


class WithdrawCommand(CommandBase, frozen=True):
    decision: int


class NonceCommand(CommandBase, frozen=True):
    nonce: str


class StartCommand(CommandBase, frozen=True):
    pass


class SeatBotCommand(CommandBase, frozen=True):
    seat: int
    level: Level


class OpenSeatCommand(CommandBase, frozen=True):
    seat: int


class SetSeatsCommand(CommandBase, frozen=True):
    seats: int


class ConfigureCommand(CommandBase, frozen=True):
    seconds: int
    listed: bool


class FirstSeatCommand(CommandBase, frozen=True):
    seat: int | None
    """None: as the rules say."""


class LeaveCommand(CommandBase, frozen=True):
    pass


class RematchCommand(CommandBase, frozen=True):
    """The server has opened ``next_table`` with ``Table.open_rematch``."""

    next_table: str


# --- from the server itself: whoever sends them is trusted ----------------------------------------------------------------


class BotAct(CommandBase, frozen=True):
    """A bot has decided for its own seat, or for a person for whom it stands in; for a person in a window ``unanswered``."""

    seat: int
    decision: int
    action: str


class TimeUp(CommandBase, frozen=True):
    """The person's time is up; ``action`` is what a bot has decided, in a window ``Table.unanswered``."""

    seat: int
    decision: int
    action: str


class Away(CommandBase, frozen=True):
    """No client of the seat has been connected for longer than the grace period."""

    seat: int
    here: frozenset[int] | None = None
    """The seats whose clients are connected, if that is known: only one of them becomes host."""


class Return(CommandBase, frozen=True):
    """The person of the seat is back."""

    seat: int


class Rekey(CommandBase, frozen=True):
    """The seat moves to another device, with another key."""

    seat: int
    key_hash: str


Command = (
    Sit | ActCommand | WithdrawCommand | NonceCommand | StartCommand | SeatBotCommand | OpenSeatCommand | SetSeatsCommand
    | ConfigureCommand | FirstSeatCommand | LeaveCommand | RematchCommand | BotAct | TimeUp | Away | Return | Rekey
)
