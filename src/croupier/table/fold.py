"""How each entry of a log changes a table. One function per kind of entry; all work on a copy that nobody else holds yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.core.errors import CroupierError, Illegal
from croupier.table import entries as e
from croupier.table import play
from croupier.table.seats import OPEN_SEAT, Seat

if TYPE_CHECKING:
    from croupier.table.table import Table

GATHERING, PLAYING, OVER = "gathering", "playing", "over"


class Differs(CroupierError):
    """The log says something else than what comes of it."""


def fold(table: Table, entry: e.Entry) -> None:
    """Take one entry in; CroupierError when it cannot stand there or differs. Afterwards the next number is expected."""
    if entry.seq != table.seq:
        raise Differs(f"entry {table.seq} is missing; entry {entry.seq} stands in its place")
    apply, phases = FOLDS[type(entry)]
    if table.phase not in phases:
        raise Differs(f"an entry {kind_of(entry)!r} cannot stand where the table is {table.phase}")
    seat = getattr(entry, "seat", None)
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Differs(f"there is no seat {seat}")
    apply(table, entry)
    table.seq += 1


def stop(table: Table, notice: str) -> Table:
    """The same table, for reading only."""
    table = table.copy()
    table.stopped, table.notice = True, notice
    return table


def unrepeatable(table: Table, entry: e.Entry, error: CroupierError) -> str:
    """Why the table cannot take in the next entry of its log."""
    meta, began = table.game.meta, table.opened.rules_version
    return (
        f"This table began under version {began} of the rules of {meta.title}; with version {meta.rules_version} entry"
        f" {entry.seq} of its log cannot be repeated ({str(error).rstrip('.')}). It can be looked at as it was before, but not"
        " continued."
    )


def kind_of(entry: e.Entry) -> str:
    return str(entry.__struct_config__.tag)


def put(table: Table, seat: int, new: Seat) -> None:
    table.seats = play.replaced(table.seats, seat, new)


def spend(table: Table, seat: int, **changes: Any) -> None:
    """Change a seat by an entry that brings no game forward."""
    put(table, seat, replace(table.seats[seat], spent=table.seats[seat].spent + 1, **changes))


def expect(digest: str, entry: e.Dealt | e.Acted | e.Withdrawn) -> None:
    if digest != entry.digest:
        raise Differs(f"the digest is {digest}, not {entry.digest}")


# --- before the deal -----------------------------------------------------------------------------------------------------


def fold_seated(table: Table, entry: e.Seated) -> None:
    put(table, entry.seat, Seat("person", entry.name, key_hash=entry.key_hash, since=entry.seq))


def fold_bot_seated(table: Table, entry: e.BotSeated) -> None:
    put(table, entry.seat, Seat("bot", entry.name, entry.level))


def fold_seat_opened(table: Table, entry: e.SeatOpened) -> None:
    put(table, entry.seat, OPEN_SEAT)


def fold_seats_set(table: Table, entry: e.SeatsSet) -> None:
    meta = table.game.meta
    if not meta.least_seats <= entry.seats <= meta.most_seats:
        raise Differs(f"{meta.title} cannot have {entry.seats} seats")
    table.seats = (table.seats + (OPEN_SEAT,) * entry.seats)[: entry.seats]


def fold_configured(table: Table, entry: e.Configured) -> None:
    table.seconds, table.listed = entry.seconds, entry.listed


def fold_first_seat(table: Table, entry: e.FirstSeatSet) -> None:
    table.starter = entry.seat


def fold_host(table: Table, entry: e.HostSet) -> None:
    table.host = entry.seat


def fold_nonce(table: Table, entry: e.NonceGiven) -> None:
    spend(table, entry.seat, nonce=entry.nonce)


# --- playing -------------------------------------------------------------------------------------------------------------


def fold_dealt(table: Table, entry: e.Dealt) -> None:
    if any(seat.kind == "open" for seat in table.seats):
        raise Differs("a seat is open")
    if wrong := table.game.check_box(table.box, len(table.seats)):
        raise Differs(wrong)
    expect(play.deal(table, entry.at, 0.0, show=False).digest, entry)
    table._due_at = entry.due_at


def fold_acted(table: Table, entry: e.Acted) -> None:
    if not table.is_awaited(entry.seat):
        raise Illegal(f"seat {entry.seat} is not to act")
    action = table.game.parse_action(table.box, table.state, entry.seat, entry.action)
    expect(play.act(table, entry.seat, action, entry.at, 0.0, show=False).digest, entry)
    table._due_at = entry.due_at
    put(table, entry.seat, table.seats[entry.seat].decided(entry.by, goes_on=table.goes_on(entry.seat)))


def fold_withdrawn(table: Table, entry: e.Withdrawn) -> None:
    if not table.can_withdraw(entry.seat):
        raise Differs(f"seat {entry.seat} has no open choice to take back")
    expect(play.take_back(table, entry.seat), entry)


def fold_stood_in(table: Table, entry: e.StoodIn) -> None:
    spend(table, entry.seat, stand_in=entry.level, left=entry.why == "left")


def fold_returned(table: Table, entry: e.Returned) -> None:
    spend(table, entry.seat, stand_in=None, left=False)
    if entry.due_at is not None:
        table._due_at = entry.due_at


# --- at any time, and at the end --------------------------------------------------------------------------------------------


def fold_rekeyed(table: Table, entry: e.Rekeyed) -> None:
    spend(table, entry.seat, key_hash=entry.key_hash)


def fold_ended(table: Table, entry: e.Ended) -> None:
    if entry.seed != table.opened.seed:
        raise Differs("the seed that was revealed is not the seed of the deal")


def fold_rematch(table: Table, entry: e.Rematched) -> None:
    table.next_table = entry.next_table


FOLDS: dict[type, tuple[Callable[[Table, Any], None], tuple[str, ...]]] = {
    e.Opened: (lambda table, entry: None, ()),
    e.Seated: (fold_seated, (GATHERING,)),
    e.BotSeated: (fold_bot_seated, (GATHERING,)),
    e.SeatOpened: (fold_seat_opened, (GATHERING,)),
    e.SeatsSet: (fold_seats_set, (GATHERING,)),
    e.Configured: (fold_configured, (GATHERING,)),
    e.FirstSeatSet: (fold_first_seat, (GATHERING,)),
    e.HostSet: (fold_host, (GATHERING, PLAYING, OVER)),
    e.NonceGiven: (fold_nonce, (GATHERING,)),
    e.Dealt: (fold_dealt, (GATHERING,)),
    e.Acted: (fold_acted, (PLAYING,)),
    e.Withdrawn: (fold_withdrawn, (PLAYING,)),
    e.StoodIn: (fold_stood_in, (PLAYING, OVER)),
    e.Returned: (fold_returned, (PLAYING, OVER)),
    e.Rekeyed: (fold_rekeyed, (GATHERING, PLAYING, OVER)),
    e.Ended: (fold_ended, (OVER,)),
    e.Rematched: (fold_rematch, (OVER,)),
}
"""For each kind of entry: what it does, and where the table must be for it to stand there."""
