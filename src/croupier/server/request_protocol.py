"""uvicorn's HTTP protocol, bounded: headers and bodies in size and time, requests ahead of their answers, answers unread."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from croupier.server.config import gate_of
from croupier.server.gate import CROWDED, FULL
from croupier.server.journal import say
from croupier.server.problems import problem
from croupier.server.refusing import http_answer
from croupier.server.transports import BoundedTransport
from croupier.table.refusals import RefusalCode

AHEAD = "Too many requests ahead of their answers; wait for each answer before the next request."


async def ahead(scope: Scope, receive: Receive, send: Send) -> None:
    """The application of the first request too many: answered in its turn, and then the connection is closed."""
    answer = problem("flood", AHEAD)
    answer.headers["connection"] = "close"
    await answer(scope, receive, send)


class RequestProtocol(HttpToolsProtocol):
    """A request is read in two parts: its head, until the last header, and the rest. Each has its bytes and its time."""

    transport: BoundedTransport  # type: ignore[assignment]

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.gate = gate_of(config)
        self.limits = self.gate.limits
        self.is_in = False
        self.in_head = True
        self.read = 0
        """Bytes of this part."""
        self.is_deaf = False
        """Nothing more is read."""
        self.timer: asyncio.TimerHandle | None = None

    # --- the connection ---------------------------------------------------------------------------------------------------

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(BoundedTransport(transport, self.loop, self.limits))  # type: ignore[arg-type]
        why_not = self.gate.enter(self.host, self.loop.time())
        if why_not:
            self.refuse(*((503, "busy") if why_not == FULL else (429, "flood")), why_not)
        else:
            self.is_in = True
            self.await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.transport.gone()
        self.expect_nothing()
        self.gate.waiting.leave(self)
        if self.is_in:
            self.gate.leave(self.host)

    def handle_websocket_upgrade(self) -> None:
        if self.is_deaf:
            return
        self.is_deaf = True
        if self.scope["method"] != "GET" or not self.url.isascii() or self.is_busy():
            self.is_deaf = False
            self.refuse(400, "protocol", "A WebSocket is opened by GET /ws/TABLE, on a connection that waits for nothing else.")
            return
        self.expect_nothing()
        self.gate.waiting.leave(self)
        super().handle_websocket_upgrade()
        del self.parser  # it holds us in a circle; after every other end uvicorn lets it go

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.stalled()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.transport.moving()

    # --- size -------------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Never more at once than the part may still have."""
        at = 0
        while at < len(data) and not self.is_deaf and not self.transport.is_closing():
            piece = data[at : at + self.room()]
            at += len(piece)
            self.read += len(piece)
            super().data_received(piece)
            if self.room() <= 0:
                self.too_long()
        if self.is_deaf and at < len(data) and not self.transport.is_closing():
            self.transport.pause_reading()

    def room(self) -> int:
        limits = self.limits
        return (limits.header_bytes if self.in_head else limits.header_bytes + limits.body_bytes) - self.read

    def too_long(self) -> None:
        most = self.limits.header_bytes
        if not self.in_head:
            self.refuse(413, "too_large", f"A request has at most {self.limits.body_bytes} bytes.")
        elif self.headers:
            self.refuse(431, "too_large", f"The headers of a request have at most {most} bytes.")
        else:
            self.refuse(414, "too_large", f"The address of a request has at most {most} bytes, with all headers.")

    # --- the parser's callbacks -------------------------------------------------------------------------------------------

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self.in_head:  # a trailer: nobody asks for one
            return
        super().on_header(name, value)
        if len(self.headers) > self.limits.headers:
            self.refuse(431, "too_large", f"A request has at most {self.limits.headers} headers.")

    def on_headers_complete(self) -> None:
        if self.is_deaf:
            return
        super().on_headers_complete()
        self.in_head, self.read = False, 0
        self.gate.waiting.enter(self)
        self.expect_within(self.limits.body_within)
        if len(self.pipeline) > self.limits.pipelined:
            cycle, _ = self.pipeline.popleft()
            self.pipeline.appendleft((cycle, ahead))  # type: ignore[arg-type]
            self.is_deaf = True

    def on_body(self, body: bytes) -> None:
        if not self.is_deaf:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self.is_deaf and self.in_head:
            return
        super().on_message_complete()
        self.in_head, self.read = True, 0
        self.expect_nothing()
        self.gate.waiting.leave(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.in_head and not self.is_busy() and not self.transport.is_closing():
            self.await_request()

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, "invalid", "This is no HTTP request; this server speaks plain HTTP, so its addresses begin with http://.")

    # --- time -------------------------------------------------------------------------------------------------------------

    def await_request(self) -> None:
        self.expect_within(self.limits.header_within)
        self.gate.waiting.enter(self)

    def give_way(self) -> None:
        if self.in_head and not self.read:
            self.transport.close()
        else:
            self.refuse(503, "busy", CROWDED)
            self.transport.close()  # at once: a crowd that lingers is as large as one that waits

    def expect_within(self, seconds: float) -> None:
        self.expect_nothing()
        self.timer = self.loop.call_later(seconds, self.overdue)

    def expect_nothing(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def overdue(self) -> None:
        if self.in_head and not self.read:
            self.transport.close()
        elif self.in_head:
            self.refuse(408, "protocol", f"A request is sent within {self.limits.header_within:g} seconds; this one was not.")
        else:
            self.refuse(408, "protocol", f"The body of a request is sent within {self.limits.body_within:g} seconds.")

    # --- the end ----------------------------------------------------------------------------------------------------------

    def is_busy(self) -> bool:
        """Whether an earlier request waits for its answer."""
        return self.cycle is not None and not self.cycle.response_complete

    def refuse(self, status: int, code: RefusalCode, sentence: str) -> None:
        """Answer where an answer would be the next thing to say, and close. Nothing more is read."""
        if self.is_deaf:
            return
        self.is_deaf = True
        self.expect_nothing()
        self.gate.waiting.leave(self)
        say("refused", status=status)
        if self.in_head and self.is_busy():  # earlier requests get their answers, then it ends
            self.cycle.keep_alive = False
            return
        if not self.is_busy() if self.in_head else not self.cycle.response_started and not self.pipeline:
            self.transport.write(http_answer(status, code, sentence))
        if self.is_busy():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close_soon()
