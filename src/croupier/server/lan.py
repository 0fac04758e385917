"""Where phones on the same network find this machine."""

from __future__ import annotations

import ipaddress
import socket


def lan_address() -> str:
    """The address by which this machine reaches its network; 127.0.0.1 when there is none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_loopback(host: str) -> bool:
    """Whether only this machine itself can use that host name or address."""
    name = host.rsplit(":", 1)[0] if host.count(":") == 1 or host.startswith("[") else host
    name = name.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def shareable(host: str, *, bound_to: str) -> str:
    """The host to put into links for other devices: where a page was opened as localhost, the address on the network."""
    if not is_loopback(host) or is_loopback(bound_to):
        return host
    port = host.rsplit(":", 1)[1] if host.rsplit(":", 1)[-1].isdigit() and ":" in host else ""
    return lan_address() + (f":{port}" if port else "")
