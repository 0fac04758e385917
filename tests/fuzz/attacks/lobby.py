"""The lobby and the pages that cost the server something."""

from __future__ import annotations

import asyncio

from tests.fuzz.attacks.target import Target

SPAM = 200


async def lobby_spam(target: Target) -> None:
    """One stranger opens 200 listed tables, then asks for the lobby without end."""
    for number in range(SPAM):
        if target.left:
            await target.ask_json("/api/tables", game="quickshot", name=f"Mallory {number}", seats=3, listed=True)
    while target.left:
        await target.ask(target.get("/api/lobby", close=True))


async def request_flood(target: Target) -> None:
    """The lobby, rules, codes, logs and pages, asked for by ten at once without end."""
    table, _ = await target.table()
    paths = (
        "/api/lobby",
        f"/api/tables/{table}/qr.svg",
        f"/api/tables/{table}/log",
        "/api/games/quick_silver/rules",
        "/api/health",
        "/",
    )

    async def one(path: str) -> None:
        while target.left:
            await target.ask(target.get(path, close=True))

    await asyncio.gather(*(one(path) for path in paths for _ in range(2)))


async def many_games(target: Target) -> None:
    """Tables of every game with bots in all other seats are opened without end."""
    games = ("quickshot", "silver_and_gold", "quick_silver")
    number = 0
    while target.left:
        number += 1
        await target.ask_json(
            "/api/tables", game=games[number % 3], name="Mallory", seats=3, bots=["greenhorn"] * 2, listed=bool(number % 2)
        )


PLAYS = (lobby_spam, request_flood, many_games)
