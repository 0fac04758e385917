"""One WebSocket: hello, then commands; each is decoded, mapped to the table's command and answered once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from croupier.core.errors import CroupierError, sentence
from croupier.server import messages as m
from croupier.server.addresses import address_of
from croupier.server.buckets import Bucket, Present
from croupier.server.desk import Desk
from croupier.server.hall import Hall
from croupier.server.headers import is_foreign
from croupier.server.journal import say, warn
from croupier.server.project import encode
from croupier.server.proxies import told_scheme
from croupier.server.rates import SENTENCES, Rates
from croupier.server.rematch import Opener, rematch
from croupier.server.socket_protocol import FLOOD, VIOLATION
from croupier.server.viewer import Viewer
from croupier.server.wire import Wire
from croupier.store.store import public
from croupier.table import commands as c
from croupier.table.entries import UNREADABLE_JSON
from croupier.table.refusals import RefusalCode

LONGEST_CMD_ID = 40
MANY = "{} pages of one address are at tables, as many as may be; close one of them, then load this one again."
UNKNOWN_TABLE, OLD_PAGE, NO_HELLO = 4404, 4426, 4408
"""Close codes: no such table; the page is of another version; said nothing."""

decoder = msgspec.json.Decoder(m.FromClient)


class AnyCommand(msgspec.Struct):
    """So that the refusal of a malformed command can name it."""

    cmd_id: str | None = None


COMMANDS: dict[type, Callable[[Any], c.Command]] = {
    m.Act: lambda said: c.ActCommand(said.decision, said.action),
    m.Withdraw: lambda said: c.WithdrawCommand(said.decision),
    m.Nonce: lambda said: c.NonceCommand(said.nonce),
    m.Start: lambda said: c.StartCommand(),
    m.SeatBot: lambda said: c.SeatBotCommand(said.seat, said.level),
    m.OpenSeat: lambda said: c.OpenSeatCommand(said.seat),
    m.SetSeats: lambda said: c.SetSeatsCommand(said.seats),
    m.Configure: lambda said: c.ConfigureCommand(said.seconds, said.listed),
    m.FirstSeat: lambda said: c.FirstSeatCommand(said.seat),
    m.Leave: lambda said: c.LeaveCommand(),
}
"""The wire's commands as the table's; Rematch needs a new table first and has its own way."""


class SocketRoom:
    """The ASGI application at ``/ws/{table}``."""

    def __init__(self, hall: Hall, rates: Rates) -> None:
        self.hall = hall
        self.rates = rates
        self.here = Present(hall.settings.limits.sockets_each)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if is_foreign(Headers(scope=scope), told_scheme(scope)):
            await send({"type": "websocket.close", "code": VIOLATION})
            return
        await send({"type": "websocket.accept"})
        if not self.rates.take("sockets", scope):
            await self.turn_away(send, SENTENCES["sockets"])
        elif not self.here.enter(address_of(scope)):
            await self.turn_away(send, MANY.format(self.here.most))
        else:
            try:
                await self.serve(scope, receive, send)
            finally:
                self.here.leave(address_of(scope))

    async def turn_away(self, send: Send, sentence: str) -> None:
        say("flood")
        with suppress(ClientDisconnected, OSError):
            await send({"type": "websocket.send", "text": encode(m.Refused("flood", sentence)).decode()})
            await send({"type": "websocket.close", "code": VIOLATION, "reason": "flood"})

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        ours = scope["extensions"]
        wire = Wire(send, ours.get("croupier.abort", lambda: None), ours.get("croupier.send"))
        line = Line(self.hall, receive, wire, Opener(address_of(scope), lambda: self.rates.take("tables", scope)))
        self.hall.sockets += 1
        try:
            await line.run(scope["path_params"]["table"])
        finally:
            self.hall.sockets -= 1


class Line:
    """One accepted socket."""

    def __init__(self, hall: Hall, receive: Receive, wire: Wire, opener: Opener) -> None:
        self.hall = hall
        self.receive = receive
        self.wire = wire
        self.opener = opener
        self.loop = asyncio.get_running_loop()
        self.limits = hall.settings.limits
        self.bucket = Bucket(self.loop.time(), self.limits.messages_at_once, self.limits.messages_per_second)

    async def run(self, table: str) -> None:
        sender = self.loop.create_task(self.send_on())
        viewer: Viewer | None = None
        desk: Desk | None = None
        try:
            desk = await self.find(table)
            if desk:
                viewer = await self.hello(desk)
            if desk and viewer:
                await self.converse(desk, viewer)
        except CroupierError as error:
            self.refuse("busy", public(error))
            self.wire.close(1011)
        finally:
            if desk and viewer:
                desk.leave(viewer)
            await self.finish(sender)

    async def send_on(self) -> None:
        with suppress(ClientDisconnected, OSError):
            await self.wire.run()

    async def finish(self, sender: asyncio.Task[None]) -> None:
        """Let the last words out, if somebody still reads them."""
        if self.wire.ending and not self.wire.is_cut:
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await sender
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender
        if self.wire.is_cut:
            self.wire.abort()

    async def find(self, table: str) -> Desk | None:
        desk = await self.hall.desk(table)
        if not desk:
            self.refuse("unknown", "There is no such table; the link may be incomplete.")
            self.wire.close(UNKNOWN_TABLE, "no such table")
        return desk

    # --- reading ----------------------------------------------------------------------------------------------------------

    async def next(self) -> m.FromClient | None:
        """The next message that can be read; None when the socket is closed, or closing. What cannot be read is refused."""
        while not self.wire.ending and not self.wire.is_cut:
            event = await self.receive()
            if event["type"] == "websocket.disconnect":
                return None
            data = event.get("text")
            if data is None:
                data = event.get("bytes") or b""
            if not self.bucket.take(self.loop.time()):
                say("flood")
                self.refuse("flood", FLOOD)
                self.wire.close(VIOLATION, "flood")
                return None
            said = self.read(data)
            if said is not None:
                return said
        return None

    def read(self, data: str | bytes) -> m.FromClient | None:
        size = len(data) if isinstance(data, bytes) or data.isascii() else len(data.encode())
        if size > self.limits.message_bytes:
            self.refuse("too_large", f"A message has at most {self.limits.message_bytes} bytes; this one has {size}.")
            return None
        try:
            said = decoder.decode(data)
        except UNREADABLE_JSON as error:
            self.refuse("invalid", sentence(f"This message cannot be read: {error}."), cmd_id_in(data))
            return None
        cmd_id = getattr(said, "cmd_id", "?")
        if not 1 <= len(cmd_id) <= LONGEST_CMD_ID:
            self.refuse("invalid", f"A cmd_id has 1 to {LONGEST_CMD_ID} characters; this one has {len(cmd_id)}.")
            return None
        return said

    def refuse(self, code: RefusalCode, sentence: str, cmd_id: str | None = None) -> None:
        self.wire.put(encode(m.Refused(code, sentence, cmd_id)))

    # --- talking ------------------------------------------------------------------------------------------------------------

    async def hello(self, desk: Desk) -> Viewer | None:
        """Wait for a hello; everything else is refused until then."""
        try:
            async with asyncio.timeout(self.limits.hello_within):
                said = await self.first_hello()
        except TimeoutError:
            self.refuse("protocol", f"Nobody said hello within {self.limits.hello_within:.0f} seconds.")
            self.wire.close(NO_HELLO, "no hello")
            return None
        if said is None:
            return None
        if said.protocol != m.PROTOCOL:
            self.refuse("protocol", f"This server speaks protocol {m.PROTOCOL}, the page {said.protocol}; load the page again.")
            self.wire.close(OLD_PAGE, "protocol")
            return None
        return await desk.enter(self.wire, said.key)

    async def first_hello(self) -> m.Hello | None:
        while (said := await self.next()) is not None:
            if isinstance(said, m.Hello):
                return said
            if isinstance(said, m.Ping):
                self.wire.put(encode(m.Pong()))
            else:
                self.refuse("protocol", "The first message is hello; commands come after the welcome.", said.cmd_id)
        return None

    async def converse(self, desk: Desk, viewer: Viewer) -> None:
        while (said := await self.next()) is not None:
            if isinstance(said, m.Ping):
                self.wire.put(encode(m.Pong()))
            elif isinstance(said, m.Hello):
                self.refuse("protocol", "Hello is said once; this socket has been welcomed already.")
            else:
                await self.obey(desk, viewer, said)

    async def obey(self, desk: Desk, viewer: Viewer, said: Any) -> None:
        """A fault of ours is a refusal for them, a line for us, and the end of nothing."""
        try:
            if isinstance(said, m.Rematch):
                await rematch(desk, viewer.key_hash, said.cmd_id, self.wire.put, self.opener)
                return
            command = COMMANDS[type(said)](said)
            await desk.command(command, key_hash=viewer.key_hash, cmd_id=said.cmd_id, reply=self.wire.put)
            if isinstance(said, m.Leave):
                desk.left(viewer)
        except CroupierError as error:
            self.refuse("busy", public(error), said.cmd_id)
        except Exception as error:
            warn("command_failed", error, table=desk.id, command=type(said).__name__)
            self.refuse("busy", "The server could not do this; nothing was changed. Load the page again.", said.cmd_id)


def cmd_id_in(data: str | bytes) -> str | None:
    """The cmd_id of a message that cannot be read otherwise."""
    try:
        cmd_id = msgspec.json.decode(data, type=AnyCommand).cmd_id
    except UNREADABLE_JSON:
        return None
    return cmd_id if cmd_id and len(cmd_id) <= LONGEST_CMD_ID else None
