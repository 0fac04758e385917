"""The application: routes, sockets, pages, and the hall behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from croupier.core.errors import quoted
from croupier.server.client import Client
from croupier.server.hall import Hall
from croupier.server.headers import SecurityHeaders
from croupier.server.hosts import AllowedHosts, Hosts
from croupier.server.messages import Problem
from croupier.server.problems import answer
from croupier.server.proxies import Forwarded, prefix_of
from croupier.server.rates import Rates, RequestRate
from croupier.server.routes import Routes
from croupier.server.sockets import SocketRoom


def make_app(hall: Hall) -> Starlette:
    """The hall starts and stops with the application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hall.start()
        try:
            yield
        finally:
            await hall.stop()

    settings = hall.settings
    rates = Rates(settings.limits)
    routes: list[Route | WebSocketRoute] = [
        *Routes(hall, rates).routes(),
        WebSocketRoute("/ws/{table}", SocketRoom(hall, rates)),
        *Client().routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Forwarded, settings.trusted_proxies, settings.prefix),
            Middleware(SecurityHeaders),
            Middleware(AllowedHosts, Hosts(settings.allowed_hosts, settings.host)),
            Middleware(RequestRate, rates),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: turned_away},
    )


async def turned_away(request: Request, error: Exception) -> Response:
    """What no route answers: a method that this address does not know, or no such address."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        known = headers.get("Allow", "GET")
        return answer(Problem("protocol", f"This address answers {known}, not {quoted(request.method)}."), 405, headers)
    sentence = f"There is no such address here; the lobby is at {prefix_of(request.scope)}/."
    return answer(Problem("unknown", sentence), error.status_code, headers)
