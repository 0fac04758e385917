"""What every answer carries, and which requests are turned away before anything looks at them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = re.compile(r"[A-Za-z0-9.\-_]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; connect-src 'self'{sockets};"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Style attributes alone may be inline: the client places cards with them."""

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def host_of(headers: Iterable[tuple[bytes, bytes]] | Headers) -> str:
    """The Host that the client asked for; empty when it is no host."""
    host = headers.get("host", "") if isinstance(headers, Headers) else Headers(raw=list(headers)).get("host", "")
    return host if HOST.fullmatch(host) else ""


def is_foreign(headers: Headers, scheme: str = "") -> bool:
    """Whether a page of another origin sent this. Programs that are no browsers send no Origin.

    ``scheme`` is the one that the browser used, where a trusted proxy says it: without one, TLS may have ended before us.
    """
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:  # brackets that hold no address, and more that no browser sends
        return True
    known = (scheme,) if scheme else ("http", "https")
    return parts.scheme not in known or not same_host(parts.netloc, host_of(headers), parts.scheme)


def same_host(one: str, other: str, scheme: str) -> bool:
    """Equal but for case and the scheme's own port."""
    port = ":443" if scheme == "https" else ":80"
    return bool(one) and one.lower().removesuffix(port) == other.lower().removesuffix(port)


class SecurityHeaders:
    """ASGI middleware for HTTP; sockets check their origin themselves, because they answer differently."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = host_of(scope["headers"])
        policy = POLICY.format(sockets=f" ws://{host} wss://{host}" if host else "")

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                message["headers"] = headers.raw
                headers["content-security-policy"] = policy
                for name, value in ALWAYS.items():
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, send_with)
