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
from croupier.server.journal import say
from croupier.server.project import encode
from croupier.server.refusing import http_answer
from croupier.server.transports import BoundedTransport

VIOLATION = 1008
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
        self.gate.leave(self.client[0] if self.client else "")

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

    def handle_ping(self) -> None:
        """Answered, unless earlier answers have not been read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def flood(self) -> None:
        """Say so and close; who is being closed already is not heard any more."""
        self.is_deaf = True
        self.read_paused = False  # so that nobody reads on
        say("flood")
        timer = self.transport.close_soon()
        if self.conn.state is State.OPEN:
            self.conn.data_to_send()  # the answers to the flood
            self.conn.send_text(encode(m.Refused("flood", FLOOD)))
            self.conn.send_close(VIOLATION, "flood")
            self.transport.write(b"".join(self.conn.data_to_send()))
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_sent, self.close_timer = True, timer
        self.queue.put_nowait({"type": "websocket.disconnect", "code": VIOLATION, "reason": "flood"})

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
