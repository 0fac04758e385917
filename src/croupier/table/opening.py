"""Opening a table, and what must hold before it is dealt."""

from __future__ import annotations

import functools
import hashlib
from typing import TYPE_CHECKING, Any

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.core.errors import CroupierError, Invalid, Unknown, quoted, unknown
from croupier.core.game import Game, Meta
from croupier.table import deal, names
from croupier.table import entries as e
from croupier.table.commands import OpenTable
from croupier.table.draft import Draft
from croupier.table.refusals import Refuse
from croupier.table.seats import OPEN_SEAT, Seat

if TYPE_CHECKING:
    from croupier.table.table import Done, Table

SECONDS = (0, 30, 60, 180)
"""The times per decision one can choose; 0 is no limit."""
LONGEST_BOX = 20_000


def open_table(command: OpenTable, now: int) -> Done:
    draft = Draft(blank(first_entry(command, now)), now)
    draft.entries.append(draft.table.opened)
    draft.write(e.Seated, seat=0, name=names.clean_name(command.name), key_hash=command.key_hash)
    draft.write(e.HostSet, seat=0)
    if len(command.bots) >= command.seats:
        raise Refuse("invalid", f"{command.seats} seats and one person leave room for {command.seats - 1} bots at the most.")
    for seat, level in enumerate(command.bots, 1):
        if level is not None:
            seat_bot(draft, seat, level)
    return draft.done()


def first_entry(command: OpenTable, now: int) -> e.Opened:
    """Refuses what cannot be played: game, seats, options, box, time."""
    try:
        game = games.load(command.game)
        box = read_box(game, command.box)
        options = read_options(game.meta, command.options)
    except Unknown as error:
        raise Refuse("unknown", str(error)) from None
    except CroupierError as error:
        raise Refuse("invalid", str(error)) from None
    check_seats(game, box, command.seats)
    check_seconds(command.seconds)
    check_first_seat(command.first_seat, command.seats)
    return e.Opened(
        0, now, e.FORMAT, command.table, command.game, game.meta.rules_version, command.seats, game.dump_box(box),
        deal.commitment(command.seed), command.seed.hex(), options, command.seconds, command.listed, command.first_seat,
    )  # fmt: skip


def blank(opened: e.Opened) -> Table:
    """The table of the first entry alone. Invalid, or Unknown, when this program cannot read it."""
    from croupier.table.table import Table

    table = Table.__new__(Table)
    table.opened, table.game, table.seq = opened, games.load(opened.game), 1
    check_opened(opened, table.game.meta)
    table.box, table.box_key = shared_box(opened.game, opened.box)
    table.state, table.mask, table.plies, table.history, table.key = None, 0, 0, (), b""
    table.seats = (OPEN_SEAT,) * opened.seats
    table.seconds, table.listed, table.host = opened.seconds, opened.listed, None
    table.starter, table.first = opened.starter, None
    table.asked = table.open_actions = table.taken_back = (0,) * opened.seats
    table.next_table, table.notice, table.stopped, table._due_at = None, "", False, None
    return table


def check_opened(opened: e.Opened, meta: Meta) -> None:
    """A log may come from anywhere. Invalid unless its first entry can be what this program would have written."""
    if opened.format != e.FORMAT or opened.seq != 0:
        raise Invalid(f"This log begins with entry {opened.seq}, format {opened.format}; it must be 0, format {e.FORMAT}.")
    if not meta.least_seats <= opened.seats <= meta.most_seats:
        raise Invalid(f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats; this log has {opened.seats}.")
    if len(opened.seed) not in (0, 2 * deal.SEED_BYTES) or set(opened.seed) - set("0123456789abcdef"):
        raise Invalid(f"The seed of this log is not written in {2 * deal.SEED_BYTES} hexadecimal digits.")
    if read_options(meta, opened.options) != opened.options:
        raise Invalid(f"This log does not name every option of {meta.title}.")


@functools.lru_cache(maxsize=64)
def shared_box(game: str, text: str) -> tuple[Any, bytes]:
    """The box of a text, one for all tables that have it, and its hash."""
    box = games.load(game).load_box(text, "box")
    return box, hashlib.sha256(box.pack()).digest()


def printed_box(game: Game) -> str:
    """The text of the printed box."""
    return _printed_box(game.meta.name)


@functools.cache
def _printed_box(name: str) -> str:
    game = games.load(name)
    return game.dump_box(game.default_box())


def read_box(game: Game, text: str | None) -> Any:
    if text is None:
        return game.default_box()
    if len(text) > LONGEST_BOX:
        raise Refuse("too_large", f"A box file has at most {LONGEST_BOX} characters; this one has {len(text)}.")
    return game.load_box(text, "box")


def read_options(meta: Meta, chosen: dict[str, str]) -> dict[str, str]:
    """Every option with its value; those not chosen have their default."""
    known = {option.name: option for option in meta.options}
    for name, value in chosen.items():
        if name not in known:
            if not known:
                raise Unknown(f"{meta.title} has no options; leave out {quoted(name)}.")
            raise unknown("option", name, known)
        if value not in known[name].values:
            raise unknown(f"value of option {name}", value, known[name].values)
    return {name: chosen.get(name, option.values[0]) for name, option in known.items()}


def check_seats(game: Game, box: Any, seats: int) -> None:
    meta = game.meta
    if not meta.least_seats <= seats <= meta.most_seats:
        raise Refuse("invalid", f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats, not {quoted(seats)}.")
    if wrong := game.check_box(box, seats):
        raise Refuse("invalid", wrong)


def check_first_seat(seat: int | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        raise Refuse("invalid", f"Seat {quoted(seat)} cannot start, for there is none; seats are 0 to {seats - 1}.")


def check_seconds(seconds: int) -> None:
    if seconds not in SECONDS:
        raise Refuse("invalid", f"The time per decision is 0 (no limit), 30, 60 or 180 seconds, not {quoted(seconds)}.")


def seat_bot(draft: Draft, seat: int, level: Any) -> None:
    """Put a bot there; one that sits there keeps its name."""
    if level not in LEVELS:
        raise Refuse("unknown", str(unknown("level", level, LEVELS)))
    sitting = draft.table.seats[seat]
    name = sitting.name if sitting.kind == "bot" else names.bot_name(taken(draft.table.seats))
    draft.write(e.BotSeated, seat=seat, level=level, name=name)


def taken(seats: tuple[Seat, ...]) -> list[str]:
    """The names at the table."""
    return [seat.name for seat in seats if seat.kind != "open"]


def may_start(table: Table) -> str:
    """Empty when the seats, the bots and the box make a game, else a sentence."""
    meta, seats = table.game.meta, table.seats
    free = sum(seat.kind == "open" for seat in seats)
    if free:
        fewer = ", or play with fewer seats" if seats[-1].kind == "open" and len(seats) > meta.least_seats else ""
        return f"{'One seat is' if free == 1 else f'{free} seats are'} open: seat a person or a bot there{fewer}."
    if table.opened.rules_version != meta.rules_version:
        return (
            f"This table was opened under version {table.opened.rules_version} of the rules of {meta.title};"
            f" this program plays version {meta.rules_version}. Open a new table."
        )
    rulebook = sum(seat.level == "greenhorn" for seat in seats) if meta.rulebook_bot else 0
    return meta.may_seat(len(seats) - rulebook, rulebook) or table.game.check_box(table.box, len(seats))
