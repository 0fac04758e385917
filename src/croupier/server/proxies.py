"""Proxies that the operator trusts: whose word about a request counts as if the client had come directly."""

from __future__ import annotations

import ipaddress
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.core.errors import Invalid, quoted
from croupier.server.forwarding import LONGEST_PREFIX, OWN_ADDRESSES, Address, Told, parse_address, prefix_in, told_in

TOLD = "croupier.told"
"""Where a scope holds what a trusted proxy said; missing where nobody did."""

EXAMPLE = "addresses and networks separated by commas, such as 127.0.0.1,10.0.0.0/24"


class Proxies(msgspec.Struct, frozen=True):
    """The addresses of trusted proxies; nobody's unless the operator names them."""

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    def trust(self, address: Address) -> bool:
        return any(address in network for network in self.networks)

    def trust_host(self, host: str) -> bool:
        """Of the other end of a connection."""
        address = parse_address(host.partition("%")[0]) if self.networks else None
        return address is not None and self.trust(address)


NO_PROXIES = Proxies()


def parse_proxies(text: str) -> Proxies:
    """The value of ``--trusted-proxies``; Invalid says what is wrong with it."""
    return Proxies(tuple(parse_network(entry.strip()) for entry in text.split(",")))


def parse_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        why = "; * would believe every stranger" if text == "*" else ""
        raise Invalid(f"--trusted-proxies takes {EXAMPLE}, not {quoted(text)}{why}.") from None
    if network.prefixlen == 0:
        raise Invalid(f"--trusted-proxies {text} would believe every stranger; name your proxy's own address or network.")
    if "/" in text and network.network_address != ipaddress.ip_address(text.partition("/")[0]):
        raise Invalid(f"--trusted-proxies {text} is an address within a network; write {network}, or the address alone.")
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    return ipaddress.ip_network((mapped, network.prefixlen - 96)) if mapped and network.prefixlen >= 96 else network


def parse_prefix(text: str) -> str:
    """The value of ``--prefix``, as it goes before paths: "" or ``/croupier``; Invalid says what is wrong with it."""
    wanted = "/" + text.strip("/")
    if wanted == "/":
        return ""
    if wanted.split("/")[1] in OWN_ADDRESSES:
        raise Invalid(f"--prefix {wanted} is an address of the server's own; choose another one, such as /croupier.")
    prefix = prefix_in(wanted)
    if not prefix:
        raise Invalid(
            f"--prefix takes a path such as /croupier, of letters, digits and ._~- in at most {LONGEST_PREFIX} characters,"
            f" not {quoted(text)}."
        )
    return prefix


def told_scheme(scope: Scope) -> str:
    """The scheme that the client used, if a trusted proxy says so."""
    return scope[TOLD].scheme if TOLD in scope else ""


def prefix_of(scope: Scope) -> str:
    """What goes before every path of ours, as the client sees it."""
    return str(scope.get("root_path", ""))


class Forwarded:
    """ASGI middleware, before all others: client, scheme, host and prefix as the client sees them.

    Headers of whoever is not trusted are as if they were not there. A trusted proxy that names no client has none: it is
    counted as nobody. The prefix is found in the path, or put there, so that proxies may pass it on or take it away.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies, prefix: str) -> None:
        self.app = app
        self.proxies = proxies
        self.prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            peer = scope.get("client")
            if peer and self.proxies.trust_host(peer[0]):
                told = told_in(Headers(scope=scope), self.proxies.trust)
                scope = {**scope, **seen_by_client(scope, told)}
            scope = under_prefix(scope, (TOLD in scope and scope[TOLD].prefix) or self.prefix)
        await self.app(scope, receive, send)


def seen_by_client(scope: Scope, told: Told) -> dict[str, Any]:
    """What changes in the scope."""
    changes: dict[str, Any] = {TOLD: told, "client": (told.client, 0) if told.client else None}
    if told.scheme:
        is_socket = scope["type"] == "websocket"
        changes["scheme"] = told.scheme.replace("http", "ws") if is_socket else told.scheme
    if told.host:
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        changes["headers"] = [(b"host", told.host.encode()), *others]
    return changes


def under_prefix(scope: Scope, prefix: str) -> Scope:
    """Routes look at what comes after ``root_path``."""
    if not prefix:
        return scope
    path = scope["path"]
    if path == prefix or path.startswith(prefix + "/"):
        return {**scope, "root_path": prefix}
    raw = prefix.encode() + scope.get("raw_path", b"")
    return {**scope, "root_path": prefix, "path": prefix + path, "raw_path": raw}
