"""A rematch is a new table: first the new one is durable, then the old one tells where it is."""

from __future__ import annotations

import secrets

from croupier.server.desk import Desk, Reply
from croupier.server.hall import new_id
from croupier.server.messages import Refused
from croupier.server.project import encode
from croupier.table.commands import RematchCommand
from croupier.table.deal import SEED_BYTES
from croupier.table.refusals import Refusal


async def rematch(desk: Desk, key_hash: str, cmd_id: str, reply: Reply) -> None:
    """Where the old table will not have it (not over, not seated, rematch already there) no new table is kept."""
    next_table = new_id()
    command = RematchCommand(next_table)
    trial = desk.table.handle(command, seat=desk.table.seat_of(key_hash), now=desk.hall.now())
    if not isinstance(trial, Refusal) and trial.entries:
        done = desk.table.open_rematch(next_table, secrets.token_bytes(SEED_BYTES), desk.hall.now())
        if isinstance(done, Refusal):
            reply(encode(Refused(done.code, done.sentence, cmd_id)))
            return
        await desk.hall.open(done)
    await desk.command(command, key_hash=key_hash, cmd_id=cmd_id, reply=reply)
