"""uvicorn's WebSocket protocol, bounded: frames of every kind, bytes, and answers that are not read."""

from __future__ import annotations

from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from croupier.server import messages as m
from croupier.server.buckets import Bucket
from croupier.server.config import gate_of
from croupier.server.gate import CROWDED
from croupier.server.journal import say
from croupier.server.project import encode
from croupier.server.refusing import http_answer
from croupier.server.transports import BoundedTransport
from croupier.table.refusals import RefusalCode

VIOLATION, TRY_AGAIN = 1008, 1013
FLOOD = "Too many messages at once; this connection is closed. Come back and slow down."
PIECE = 1024
"""Bytes that are parsed before frames are counted: 170 at most, a millisecond."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """Counts what comes before it is looked at, and what goes as long as it is not read.

    Two things are new for the application: it may cut a connection whose client does not read, and send without a task of its
    own as long as the client does.
    """

    transport: BoundedTransport  # type: ignore[assignment]

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.gate = gate_of(config)
        limits, now = self.gate.limits, self.loop.time()
        self.close_timeout = limits.unread_within
        self.frames_left = Bucket(now, limits.frames_at_once, limits.frames_per_second)
        self.bytes_left = Bucket(now, limits.socket_bytes_at_once, limits.socket_bytes_per_second)
        self.is_deaf = False
        """Nothing more is read: there was too much."""

    # --- the connection ---------------------------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.gate.waiting.enter(self)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.close_sent:  # no handshake, and answered
            return
        ours = {"croupier.abort": self.transport.abort, "croupier.send": self.send_now}
        cast(dict[str, Any], self.scope["extensions"]).update(ours)
        self.read_paused = True  # until the application asks: frames before the handshake's end would confuse the parser
        self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.transport.gone()
        self.gate.waiting.leave(self)
        self.gate.leave(self.client[0] if self.client else "")
        self.leave_circles()

    def leave_circles(self) -> None:
        """Of the parser with itself: a socket that has ended must not wait for the collector of circles, or a thousand of them
        keep their memory until something else allocates as much."""
        self.conn.parser.close()
        error: BaseException | None
        for error in (self.conn.parser_exc, self.conn.handshake_exc):
            while error is not None:
                error.__traceback__ = None  # its frames hold the parser, which holds the error
                error = error.__context__

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.scope["extensions"] = {}  # they hold us

    def shutdown(self) -> None:
        if self.handshake_complete and self.conn.state is not State.OPEN:  # both have said goodbye, and somebody does not read
            self.transport.close()
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.stalled()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.transport.moving()

    # --- reading ----------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """In pieces: a chunk full of tiny frames ends at the first one too many."""
        if not self.bytes_left.take(self.loop.time(), len(data)):
            self.flood()
        for at in range(0, len(data), PIECE):
            if self.is_deaf or self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])
        if self.conn.handshake_exc is not None:
            self.reject()

    def handle_events(self) -> None:
        frames = len(self.conn.events)
        if frames and not self.frames_left.take(self.loop.time(), frames):
            self.flood()
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """The first message is a hello, or refused as none."""
        self.gate.waiting.leave(self)
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answered, unless earlier answers have not been read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def flood(self) -> None:
        say("flood")
        self.cut_off("flood", FLOOD, VIOLATION)

    def give_way(self) -> None:
        self.cut_off("busy", CROWDED, TRY_AGAIN)
        self.transport.close()  # at once: a crowd that lingers is as large as one that waits

    def cut_off(self, code: RefusalCode, sentence: str, number: int) -> None:
        """Say so and close; who is being closed already is not heard any more."""
        self.is_deaf = True
        self.read_paused = False  # so that nobody reads on
        self.gate.waiting.leave(self)
        timer = self.transport.close_soon()
        if self.conn.state is State.OPEN:
            self.conn.data_to_send()  # the answers to a flood
            self.conn.send_text(encode(m.Refused(code, sentence)))
            self.conn.send_close(number, code)
            self.transport.write(b"".join(self.conn.data_to_send()))
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_sent, self.close_timer = True, timer
        self.queue.put_nowait({"type": "websocket.disconnect", "code": number, "reason": code})

    def reject(self) -> None:
        """The handshake cannot be read."""
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or http_answer(400, "protocol", "This is no handshake of a WebSocket; load the page."))
        self.handshake_complete = self.close_sent = True
        self.transport.close()

    # --- sending ----------------------------------------------------------------------------------------------------------

    async def send(self, message: ASGISendEvent) -> None:
        """Raises ClientDisconnected also where we closed the socket ourselves: the application need not know."""
        await self.writable.wait()
        if self.close_sent and self.handshake_complete and self.initial_response is None:
            raise ClientDisconnected
        await super().send(message)

    def send_now(self, text: bytes) -> bool:
        """False, and nothing sent, unless the socket is open and its buffer has room."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True
