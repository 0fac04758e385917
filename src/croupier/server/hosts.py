"""Under which names this server answers: a page of a stranger's name that leads here (DNS rebinding) gets nothing."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.core.errors import Invalid, quoted
from croupier.server.headers import HOST
from croupier.server.lan import is_loopback
from croupier.server.messages import Problem
from croupier.server.problems import answer
from croupier.server.proxies import TOLD

HOME = ("local", "localhost", "lan", "home", "home.arpa", "internal", "fritz.box")
"""Under these, nobody on the Internet can have a name."""
NAME = re.compile(r"(?:\*\.)?(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
PORT = re.compile(r":\d+$")
POLICY_VIOLATION = 1008

NOT_SAID = "A request names once the host that it is for: one Host header with a name or an address, perhaps with a port."
NOT_HERE = "This server does not answer for {0}; its operator may allow it with --allowed-hosts {0}."


def parse_hosts(text: str) -> tuple[str, ...]:
    """The value of ``--allowed-hosts``, lower-case; Invalid says what is wrong with it."""
    return tuple(parse_host(entry.strip()) for entry in text.split(","))


def parse_host(text: str) -> str:
    name = text.lower().removesuffix(".")
    address = address_in(name)
    if address or (len(name) <= 253 and NAME.fullmatch(name)):
        return address or name
    example = "cards.example.org,*.home.example"
    raise Invalid(f"--allowed-hosts takes names separated by commas, such as {example}, not {quoted(text)}.")


def address_in(name: str) -> str:
    """An address as it is usually written, without brackets; "" for a name."""
    try:
        return str(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        return ""


def name_of(host: str) -> str:
    """Of a Host header: lower-case, without the port and the root's dot; an address as it is usually written."""
    name = PORT.sub("", host).lower().removesuffix(".")
    return address_in(name) or name


class Hosts:
    """The names that are answered for. Without a list: addresses, and names that only a home or this machine gives."""

    def __init__(self, allowed: Sequence[str], listening_at: str = "") -> None:
        self.allowed = frozenset(allowed)
        self.own = frozenset(name.lower() for name in (socket.gethostname(), listening_at))

    def allow(self, name: str) -> bool:
        """This machine's own checks are answered in any case: no stranger's page has a loopback name."""
        if is_loopback(name):
            return True
        if self.allowed:
            return name in self.allowed or any(f"*.{rest}" in self.allowed for rest in rests(name))
        return (
            bool(address_in(name)) or "." not in name or name in self.own or any(rest in HOME for rest in [name, *rests(name)])
        )


def rests(name: str) -> list[str]:
    """``a.b.c``: b.c and c."""
    labels = name.split(".")
    return [".".join(labels[at:]) for at in range(1, len(labels))]


class AllowedHosts:
    """ASGI middleware for requests and sockets. What a trusted proxy passes on without a list is the proxy's own choice."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self.refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            status, sentence = refusal
            await answer(Problem("protocol", sentence), status)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Status and sentence; None for a host that is answered for."""
        said = Headers(scope=scope).getlist("host")
        if not said and scope["http_version"] == "1.0":  # simple programs that look whether we live: no browser is one
            return None
        if len(said) != 1 or not HOST.fullmatch(said[0]):
            return 400, NOT_SAID
        name = name_of(said[0])
        if self.hosts.allow(name) or (TOLD in scope and not self.hosts.allowed):
            return None
        return 421, NOT_HERE.format(name[:100])
