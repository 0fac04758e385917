"""The same people again, at a new table; the next seat starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import deal
from croupier.table import entries as e
from croupier.table.draft import Draft
from croupier.table.opening import blank
from croupier.table.refusals import Refuse

if TYPE_CHECKING:
    from croupier.table.table import Done, Table


def open_rematch(old: Table, table: str, seed: bytes, now: int) -> Done:
    """Who has left does not come along; who is away does. Bots keep names and levels."""
    if not old.is_over or old.stopped:
        raise Refuse("not_now", "The game is not over; a rematch follows a finished game.")
    if not any(stays(old, p) for p in old.people()):
        raise Refuse("not_now", "Everybody has left this table; open a new one.")
    opened = e.Opened(
        0, now, e.FORMAT, table, old.opened.game, old.game.meta.rules_version, len(old.seats), old.opened.box,
        deal.commitment(seed), seed.hex(), old.opened.options, old.seconds, old.listed, next_starter(old), old.id,
    )  # fmt: skip
    draft = Draft(blank(opened), now)
    draft.entries.append(opened)
    for p, seat in enumerate(old.seats):
        if seat.kind == "bot":
            draft.write(e.BotSeated, seat=p, level=seat.level, name=seat.name)
        elif stays(old, p):
            draft.write(e.Seated, seat=p, name=seat.name, key_hash=seat.key_hash)
    draft.write(e.HostSet, seat=old.host if old.host is not None and stays(old, old.host) else draft.table.people()[0])
    return draft.done()


def stays(old: Table, seat: int) -> bool:
    return old.seats[seat].kind == "person" and not old.seats[seat].left


def next_starter(old: Table) -> int | None:
    """The seat after the one that began."""
    return None if old.first is None else (old.first + 1) % len(old.seats)
