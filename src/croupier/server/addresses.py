"""Whom a limit counts: an IPv4 address, or the /64 of an IPv6 one, which is what one household or one machine is given."""

from __future__ import annotations

import ipaddress
from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

NOBODY = ""
"""This machine itself, or a client without an address: not counted, because it may be a proxy that speaks for many."""


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Who asks, as limits count them. Behind trusted proxies the scope's client is the one they forward."""
    client = scope.get("client")
    return counted_as(client[0]) if client else NOBODY


@lru_cache(4096)
def counted_as(host: str) -> str:
    """NOBODY for this machine. Addresses that differ only in how they are written, or within a /64, are the same."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return NOBODY
    if isinstance(address, ipaddress.IPv4Address) or address.is_link_local:  # fe80::/64 is everybody on a network
        return str(address)
    return str(ipaddress.ip_network((int(address), 64), strict=False))
