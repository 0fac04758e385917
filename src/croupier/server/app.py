"""The application: routes, sockets, pages, and the hall behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from croupier.server.client import Client
from croupier.server.hall import Hall
from croupier.server.headers import SecurityHeaders
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

    rates = Rates(hall.settings.limits)
    routes: list[Route | WebSocketRoute] = [
        *Routes(hall, rates).routes(),
        WebSocketRoute("/ws/{table}", SocketRoom(hall, rates)),
        *Client().routes(),
    ]
    return Starlette(routes=routes, middleware=[Middleware(SecurityHeaders), Middleware(RequestRate, rates)], lifespan=lifespan)
