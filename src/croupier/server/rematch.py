"""A rematch is a new table: first the new one is durable, then the old one tells where it is."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

from croupier.server.desk import Desk, Reply
from croupier.server.hall import new_id
from croupier.server.messages import Refused
from croupier.server.project import encode
from croupier.server.rates import SENTENCES
from croupier.table.commands import RematchCommand
from croupier.table.deal import SEED_BYTES
from croupier.table.refusals import Refusal


class Opener(NamedTuple):
    """Whoever may open a table over a socket."""

    address: str
    """As limits count it."""
    may_open: Callable[[], bool]
    """Whether this address has not opened too many; True counts as one more."""


async def rematch(desk: Desk, key_hash: str, cmd_id: str, reply: Reply, opener: Opener) -> None:
    """Where the old table will not have it (not over, not seated, rematch already there) no new table is kept. Of several who
    ask at the same moment the first opens it."""
    async with desk.rematching:
        command = RematchCommand(new_id())
        trial = desk.table.handle(command, seat=desk.table.seat_of(key_hash), now=desk.hall.now())
        if not isinstance(trial, Refusal) and trial.entries and (refusal := await opened(desk, command.next_table, opener)):
            reply(encode(Refused(refusal.code, refusal.sentence, cmd_id)))
            return
        await desk.command(command, key_hash=key_hash, cmd_id=cmd_id, reply=reply)


async def opened(desk: Desk, next_table: str, opener: Opener) -> Refusal | None:
    """None once the new table is durable; it counts like any other table that is opened from there."""
    done = desk.table.open_rematch(next_table, secrets.token_bytes(SEED_BYTES), desk.hall.now())
    if isinstance(done, Refusal):
        return done
    if not opener.may_open():
        return Refusal("flood", SENTENCES["tables"])
    await desk.hall.open(done, opener.address)
    return None
