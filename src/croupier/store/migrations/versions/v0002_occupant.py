"""Answers belong to the person who sat there, not to the seat: command.since, the entry by which the person sat down.

What stands in the table already is given to whoever has the seat now. During a game nobody else can have had it.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.rename_table("command", "command_0001")
    op.create_table(
        "command",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("since", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("cmd_id", sa.String(40), primary_key=True),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO command (table_id, seat, since, cmd_id, answer)"
        " SELECT table_id, seat, 0, cmd_id, answer FROM command_0001"
    )
    op.drop_table("command_0001")
    connection = op.get_bind()
    update = sa.text("UPDATE command SET since = :since WHERE table_id = :table AND seat = :seat")
    for (table, seat), since in seated(connection).items():
        connection.execute(update, {"table": table, "seat": seat, "since": since})


def seated(connection: sa.Connection) -> dict[tuple[str, int], int]:
    """Per table and seat, the latest entry by which somebody sat down."""
    rows = connection.execute(
        sa.text(
            "SELECT table_id, seq, body FROM entry WHERE table_id IN (SELECT table_id FROM command) ORDER BY table_id, seq"
        )
    )
    found = {}
    for table, seq, body in rows:
        entry = read(body)
        if entry.get("kind") == "seated" and isinstance(entry.get("seat"), int):
            found[table, entry["seat"]] = seq
    return found


def read(body: Any) -> dict[str, Any]:
    """Empty for all that is certainly not such an entry, unreadable ones too; most are not even looked into."""
    if not isinstance(body, bytes) or b'"seated"' not in body:
        return {}
    try:
        entry = json.loads(body)
    except ValueError:
        return {}
    return entry if isinstance(entry, dict) else {}
