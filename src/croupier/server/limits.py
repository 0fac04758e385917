"""Every limit that keeps one stranger from slowing others, in one place: each is a number with its reason.

Who enforces them: the protocol (bytes, frames, headers, time), the routes (requests, bodies), the desk (spectators, entries),
the hall (lobby). ``buckets.py`` counts. A limit that is reached is answered by a sentence that names it, then the connection is
closed.
"""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Of one server. Times are seconds, sizes bytes, rates per second."""

    messages_at_once: int = 120
    """Of one socket: somebody who comes back repeats what was not answered."""
    messages_per_second: float = 30.0
    """Of one socket: the fastest hands send ten."""
    message_bytes: int = 4096
    """The longest message there is, a hello or an action, has a few hundred."""
    hello_within: float = 15.0
    """From the handshake to hello: a phone on a bad line takes a few seconds."""
    boxes_at_once: int = 2
    """Read beside the loop at the same time: more of them would only take turns."""
    tables_at_once: int = 30
    """Opened by one address: a club behind one router."""
    tables_per_second: float = 0.5
    """Opened by one address in the long run."""


DEFAULT = Limits()
