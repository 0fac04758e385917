"""How often an address may ask for what: a sentence for whoever asks more often, and everybody else does not notice."""

from __future__ import annotations

import asyncio
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.server.addresses import address_of
from croupier.server.buckets import AddressBuckets
from croupier.server.limits import Limits
from croupier.server.problems import Handler, Trouble, problem

Kind = Literal["requests", "tables", "sits", "lobby", "qr", "logs", "sockets"]
SENTENCES: dict[Kind, str] = {
    "requests": "Too many requests from one address; wait a minute, then load the page again.",
    "tables": "Too many tables from one address; wait a minute before opening another one.",
    "sits": "Too many people of one address have just sat down; wait a minute before you take a seat.",
    "lobby": "Too many looks at the lobby from one address; wait a few seconds, then load it again.",
    "qr": "Too many QR codes for one address; wait a minute, or pass the link on as text.",
    "logs": "Too many logs for one address; wait a minute before the next one.",
    "sockets": "Too many connections from one address; wait a minute, then load the page again.",
}


class Rates:
    """One bucket per kind and address. A kind's limits are ``KIND_at_once`` and ``KIND_per_second``."""

    def __init__(self, limits: Limits) -> None:
        self.buckets = {
            kind: AddressBuckets(getattr(limits, f"{kind}_at_once"), getattr(limits, f"{kind}_per_second"))
            for kind in SENTENCES
        }

    def take(self, kind: Kind, scope: Scope) -> bool:
        return self.buckets[kind].take(address_of(scope), asyncio.get_running_loop().time())

    def limited(self, kind: Kind, handler: Handler) -> Handler:
        """The handler, for whoever does not ask too often."""

        async def ask(request: Request) -> Response:
            if not self.take(kind, request.scope):
                raise Trouble("flood", SENTENCES[kind])
            return await handler(request)

        return ask


class RequestRate:
    """ASGI middleware: requests of any kind, the client's files among them."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self.app = app
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.rates.take("requests", scope):
            await problem("flood", SENTENCES["requests"])(scope, receive, send)
        else:
            await self.app(scope, receive, send)
