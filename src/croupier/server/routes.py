"""The HTTP side: games and their rules, the lobby, opening tables, sitting down, moving a seat, the log."""

from __future__ import annotations

import asyncio
import io
import secrets
from collections.abc import AsyncIterator
from typing import cast

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from croupier import __version__, games
from croupier.bots.levels import LEVELS
from croupier.server import messages as m
from croupier.server.addresses import address_of
from croupier.server.desk import Desk
from croupier.server.hall import Hall, new_id
from croupier.server.headers import host_of
from croupier.server.lan import shareable
from croupier.server.moves import Moves
from croupier.server.problems import Handler, Trouble, accepted, answer, guarded, read
from croupier.server.proxies import prefix_of
from croupier.server.rates import Kind, Rates
from croupier.server.rows import read_rows
from croupier.server.rules import rules_info
from croupier.store.store import Row
from croupier.table.commands import OpenTable, Rekey, Sit
from croupier.table.deal import SEED_BYTES, hash_key
from croupier.table.entries import Dealt, export
from croupier.table.frame import Level
from croupier.table.table import Table

SMALL = 4096
"""Bytes of a request that names a seat or a token."""
LOG_PAGE = 200
"""Entries of a log that are read from the store at once."""
STOPPING = "The server is stopping."
SHARED_LINK = "shared-link"
"""The header that says in words what a QR code holds."""


def new_key() -> str:
    """A seat's key: 192 bits."""
    return secrets.token_urlsafe(24)


class Routes:
    def __init__(self, hall: Hall, rates: Rates) -> None:
        self.hall = hall
        self.rates = rates
        self.moves = Moves()
        self.reading_boxes = asyncio.Semaphore(hall.settings.limits.boxes_at_once)

    def routes(self) -> list[Route]:
        table = "/api/tables/{table}"
        return [
            self.get("/api/health", self.health),
            self.get("/api/games", self.games),
            self.get("/api/games/{game}/rules", self.rules),
            self.get("/api/lobby", self.lobby, "lobby"),
            self.post("/api/tables", self.open_table, "tables"),
            self.post(f"{table}/seats", self.sit, "sits"),
            self.post(f"{table}/handover", self.hand_over, "sits"),
            self.post("/api/handover", self.redeem, "sits"),
            self.get(f"{table}/qr.svg", self.qr, "qr"),
            self.get(f"{table}/log", self.log, "logs"),
        ]

    def get(self, path: str, handler: Handler, kind: Kind | None = None) -> Route:
        return self.route("GET", path, handler, kind)

    def post(self, path: str, handler: Handler, kind: Kind) -> Route:
        return self.route("POST", path, handler, kind)

    def route(self, method: str, path: str, handler: Handler, kind: Kind | None) -> Route:
        return Route(path, guarded(self.rates.limited(kind, handler) if kind else handler), methods=[method])

    async def desk(self, request: Request) -> Desk:
        desk = await self.hall.desk(request.path_params["table"])
        if not desk:
            raise Trouble("unknown", "There is no such table; the link may be incomplete.")
        return desk

    # --- reading ----------------------------------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        hall = self.hall
        warm = tuple(name for name in games.NAMES if hall.bots.is_warm(name))
        why = STOPPING if hall.stopping else hall.look_at_store()
        health = m.Health(not why, __version__, len(hall.desks), hall.sockets, hall.store.name, warm, why)
        return answer(health, 503 if why else 200)

    async def games(self, request: Request) -> Response:
        return answer([game_info(name) for name in games.NAMES])

    async def rules(self, request: Request) -> Response:
        return answer(rules_info(request.path_params["game"]))

    async def lobby(self, request: Request) -> Response:
        return answer(msgspec.Raw(self.hall.listed()))

    async def log(self, request: Request) -> Response:
        """JSON lines; until the end only up to the deal and without its secrets, so that the commitment can be kept."""
        desk = await self.desk(request)
        rows = await self.hall.store.load(desk.id, 0, LOG_PAGE)
        parts = self.log_parts(desk.id, rows, over=desk.table.is_over)
        name = f"{desk.table.game.meta.name}-{desk.id}.jsonl"
        headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(parts, 200, headers, "application/jsonl")

    async def log_parts(self, table: str, rows: list[Row], *, over: bool) -> AsyncIterator[bytes]:
        """From these first rows on, page by page: whoever reads slowly keeps one page in memory, not the whole log."""
        while rows:
            entries = list(read_rows(rows))
            async for batch in self.hall.slices.batches(export(entries, over)):
                yield b"\n".join([*batch, b""])
            if not over and any(isinstance(entry, Dealt) for entry in entries):
                return
            rows = await self.hall.store.load(table, rows[-1].seq + 1, LOG_PAGE)

    async def qr(self, request: Request) -> Response:
        """The link to the table, for phones on the same network; also in words, in a header."""
        desk = await self.desk(request)
        host = shareable(host_of(request.headers) or "localhost", bound_to=self.hall.settings.host)
        out = io.BytesIO()
        link = f"{request.url.scheme}://{host}{prefix_of(request.scope)}/t/{desk.id}"
        segno.make(link, micro=False).save(out, kind="svg", scale=8, border=2, light="#fff")
        headers = {"cache-control": "no-store", SHARED_LINK: link}
        return Response(out.getvalue(), 200, headers, "image/svg+xml")

    # --- taking part ------------------------------------------------------------------------------------------------------

    async def open_table(self, request: Request) -> Response:
        wanted = await read(request, m.NewTable, self.hall.settings.limits.body_bytes)
        key, table = new_key(), new_id()
        command = OpenTable(
            table=table,
            game=wanted.game,
            name=wanted.name,
            key_hash=hash_key(key),
            seats=wanted.seats,
            seed=secrets.token_bytes(SEED_BYTES),
            bots=wanted.bots,
            options=wanted.options,
            box=wanted.box if wanted.box is not None else self.hall.box_of(wanted.game),
            seconds=wanted.seconds,
            listed=wanted.listed,
            first_seat=wanted.first_seat,
        )
        async with self.reading_boxes:  # a box is read in a thread: the loop belongs to the tables
            done = accepted(await asyncio.to_thread(Table.open, command, self.hall.now()))
        await self.hall.open(done, address_of(request.scope))
        return answer(m.Seated(table, 0, key), 201)

    async def sit(self, request: Request) -> Response:
        wanted = await read(request, m.Join, SMALL)
        desk, key, address = await self.desk(request), new_key(), address_of(request.scope)
        if desk.presence.waiting_from(address) >= self.hall.settings.limits.waiting_seats:
            raise Trouble("flood", "Others from your address have taken seats and are not connected yet; wait until they are.")
        with desk.presence.sitting_down(address, hash_key(key)):
            refuse(await desk.command(Sit(wanted.name, hash_key(key), wanted.seat)))
        return self.seated(desk, key, 201)

    async def hand_over(self, request: Request) -> Response:
        wanted = await read(request, m.HandOver, SMALL)
        desk = await self.desk(request)
        key_hash = hash_key(wanted.key)
        seat = desk.table.seat_of(key_hash)
        if seat is None:
            raise Trouble("no_seat", "This key opens no seat at this table.")
        return answer(m.HandOverToken(self.moves.offer(desk.id, seat, key_hash, self.hall.now())), 201)

    async def redeem(self, request: Request) -> Response:
        move = self.moves.redeem((await read(request, m.Redeem, SMALL)).token, self.hall.now())
        desk = await self.hall.desk(move.table) if move else None
        if not move or not desk or desk.table.seat_of(move.key_hash) != move.seat:
            raise Trouble("unknown", "This link has been used already or is older than ten minutes; make a new one.")
        key = new_key()
        mine = Rekey(move.seat, hash_key(key))
        refuse(await desk.command(mine, still=lambda: desk.table.seat_of(move.key_hash) == move.seat))
        return self.seated(desk, key, 200)

    def seated(self, desk: Desk, key: str, status: int) -> Response:
        seat = desk.table.seat_of(hash_key(key))
        if seat is None:
            raise Trouble("taken", "Somebody has just opened this seat again; sit down once more.")
        return answer(m.Seated(desk.id, seat, key), status)


def refuse(reply: bytes) -> None:
    """Trouble where a desk's answer is a refusal."""
    said = msgspec.json.decode(reply, type=m.Accepted | m.Refused)
    if isinstance(said, m.Refused):
        raise Trouble(said.code, said.sentence)


def game_info(name: str) -> m.GameInfo:
    meta = games.meta(name)
    levels = tuple(m.LevelInfo(cast(Level, level.name), level.title, level.text) for level in LEVELS.values())
    shown = {field: getattr(meta, field) for field in m.GameInfo.__struct_fields__ if field != "levels"}
    return m.GameInfo(**shown, levels=levels)
