"""What a proxy says about a request in its headers: for whom it asks, by which scheme, at which host, under which prefix."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from functools import lru_cache

import msgspec
from starlette.datastructures import Headers

from croupier.server.headers import HOST

MOST_HOPS = 32
"""Of a header, from its end: nobody has more proxies, and strangers may write whatever they like before that."""
LONGEST_PREFIX = 100
PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")
OWN_ADDRESSES = ("api", "ws", "t", "move", "assets")
"""A prefix that begins like one of our own addresses could not be told from it."""
NODE = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[\w.-]{1,40})?|([0-9A-Fa-f:.]+)")
"""An address as proxies write it: with or without a port, IPv6 in brackets or bare. Zones mean nothing elsewhere."""
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Told(msgspec.Struct, frozen=True):
    """What trusted proxies say of one request; empty where they say nothing, or nothing that can be believed."""

    client: str = ""
    scheme: str = ""
    host: str = ""
    prefix: str = ""


def told_in(headers: Headers, trusts: Callable[[Address], bool]) -> Told:
    """The headers of a request that came from a trusted proxy."""
    hops = listed(headers, "x-forwarded-for")
    hop = {} if hops else element(listed(headers, "forwarded"), trusts)
    return Told(
        client=client_among(hops, trusts) if hops else client_among([hop.get("for", "")], trusts),
        scheme=SCHEMES.get((last(headers, "x-forwarded-proto") or hop.get("proto", "")).lower(), ""),
        host=believed(HOST, last(headers, "x-forwarded-host") or hop.get("host", "")),
        prefix=prefix_in(last(headers, "x-forwarded-prefix")),
    )


def listed(headers: Headers, name: str) -> list[str]:
    """The last entries of a header, in their order.

    Every comma separates, also one within quotes: a stranger's quote that is never closed must not swallow what proxies add.
    """
    entries = ",".join(headers.getlist(name)).rsplit(",", MOST_HOPS)[-MOST_HOPS:]
    return [entry.strip() for entry in entries if entry.strip()]


def last(headers: Headers, name: str) -> str:
    """What the nearest proxy says, where several have a word."""
    return (listed(headers, name) or [""])[-1]


def client_among(hops: list[str], trusts: Callable[[Address], bool]) -> str:
    """The first address from the right that is no trusted proxy's; "" where a proxy names none that can be read."""
    for hop in reversed(hops):
        address = parse_node(hop)
        if address is None:
            return ""
        if not trusts(address):
            return str(address)
    return ""


def element(elements: list[str], trusts: Callable[[Address], bool]) -> dict[str, str]:
    """Of RFC 7239's header, what the trusted proxy says that is nearest to the client."""
    parts: dict[str, str] = {}
    for text in reversed(elements):
        pairs = (pair.partition("=") for pair in text.split(";"))
        parts = {name.strip().lower(): value.strip().strip('"') for name, _, value in pairs}
        address = parse_node(parts.get("for", ""))
        if address is None or not trusts(address):
            break
    return parts


def parse_node(text: str) -> Address | None:
    """The address that a proxy names; None for ``unknown``, ``_hidden`` and whatever else is none."""
    found = NODE.fullmatch(text.strip('"'))
    return parse_address(found[1] or found[2] or found[3]) if found else None


@lru_cache(4096)
def parse_address(text: str) -> Address | None:
    """An IPv4 address that is written as an IPv6 one is the IPv4 address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None) or address


def believed(form: re.Pattern[str], text: str) -> str:
    return text if form.fullmatch(text) else ""


def prefix_in(text: str) -> str:
    """A prefix as it goes before a path, without a slash at its end; "" for none, and for what cannot be one."""
    prefix = text.rstrip("/")
    if len(prefix) > LONGEST_PREFIX or prefix.split("/")[1:2] in [[own] for own in OWN_ADDRESSES]:
        return ""
    return believed(PREFIX, prefix)
