"""What one seat can do to a table and to who comes to it."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress

from tests.fuzz.attacks.target import Target, hello, text

PAIRS = 50
"""Act and take back on one socket: together fewer than a socket's burst of messages."""
LAST_DECISION = re.compile(rb'"decision":(\d+)')
ACTION = re.compile(rb'"action":"([^"]+)"')


PATIENCE = 2.0
LAST = text(type="withdraw", cmd_id="last", decision=-1)


async def said_at(target: Target, table: str, key: str | None, *messages: bytes) -> bytes:
    """A socket that says all of it at once, hears the answers, and goes."""
    line = await target.open(target.handshake(table))
    if not line:
        return b""
    await line.upgraded()
    line.write(hello(key) + b"".join(messages) + LAST)
    heard = b""
    with suppress(TimeoutError):
        heard = await asyncio.wait_for(line.until(b'"last"'), PATIENCE)
    target.report.hear(heard)
    await line.rest(0.0)
    return heard


async def take_back(target: Target) -> None:
    """A seat decides and takes back without end, and newcomers say hello at that table."""
    table, key = await target.table("silver_and_gold", seats=3, bots=["prospector", None])
    other = (await target.ask_json(f"/api/tables/{table}/seats", name="Bo")).get("key")
    await said_at(target, table, key, text(type="start", cmd_id="start"))
    number = 0
    while target.left:
        for who in (key, other):
            heard = await said_at(target, table, who)
            if b'"offer":{' not in heard or not (decision := LAST_DECISION.findall(heard)):
                continue
            action = ACTION.findall(heard, heard.rfind(b'"offer":{'))[0].decode()
            number += 1
            once = {"decision": int(decision[-1])}
            turns = [
                text(type="act", cmd_id=f"a{number}-{i}", action=action, **once)
                + text(type="withdraw", cmd_id=f"w{number}-{i}", **once)
                for i in range(PAIRS)
            ]
            await said_at(target, table, who, *turns)
        await said_at(target, table, None)


async def toggling(target: Target) -> None:
    """A host changes the table back and forth before the deal, and newcomers say hello there."""
    table, key = await target.table("silver_and_gold", seats=3)
    number = 0
    while target.left:
        number += 1
        changes = [
            text(type="configure", seconds=(0, 30)[i % 2], listed=bool(i % 2), cmd_id=f"c{number}-{i}")
            + text(type="set_seats", seats=3 + i % 2, cmd_id=f"s{number}-{i}")
            + text(type="seat_bot", seat=2, level=("greenhorn", "prospector")[i % 2], cmd_id=f"b{number}-{i}")
            for i in range(PAIRS * 2 // 3)
        ]
        await said_at(target, table, key, *changes)
        await said_at(target, table, None)


async def sit_and_leave(target: Target) -> None:
    """Somebody sits down and leaves without end, and newcomers say hello at that table."""
    table, _ = await target.table(listed=True)
    while target.left:
        seated = await target.ask_json(f"/api/tables/{table}/seats", name="Mallory Two")
        if seated:
            await said_at(target, table, seated["key"], text(type="leave", cmd_id="leave"))
        else:
            await asyncio.sleep(0.1)
        await said_at(target, table, None)


async def free_seats(target: Target) -> None:
    """One stranger takes every free seat, without a socket, and hands seats over without end."""
    table, key = await target.table(seats=5, listed=True)
    body = json.dumps({"name": "Mallory"}).encode()
    while target.left:
        status, _ = await target.ask(target.post(f"/api/tables/{table}/seats", body))
        moved = await target.ask_json(f"/api/tables/{table}/handover", key=key)
        if moved:
            key = (await target.ask_json("/api/handover", token=moved["token"])).get("key", key)
        await asyncio.sleep(0.02 if status == 201 else 0.05)


PLAYS = (take_back, toggling, sit_and_leave, free_seats)
