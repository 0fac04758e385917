"""Every limit that keeps one stranger from slowing others, in one place: each is a number with its reason.

Who enforces them: the protocol (bytes, frames, headers, time), the routes (requests, bodies), the desk (spectators), the hall
(lobby). ``buckets.py`` counts. A limit that is reached is answered by a sentence that names it, then the connection is closed.
How long a table's log may grow without progress is the table's own affair: ``table/caps.py``.
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
    tables_at_once: int = 30
    """Opened by one address: a club behind one router."""
    tables_per_second: float = 0.5
    """Opened by one address in the long run."""

    # --- desks and the lobby

    spectators: int = 200
    """At one table: a move is sent to each of them, 20 us each, and 4 ms are what one table may take from the others."""
    presence_every: float = 0.25
    """Between two frames that only tell who is here: nobody sees the delay, and a thousand who leave at once make a few."""
    seat_waits: float = 60.0
    """Before the deal a seat whose player is not connected opens again: a page loads within seconds, also on a slow phone."""
    rematch_waits: float = 300.0
    """The same at a rematch: the players were at the table just now, and one of them may be in the kitchen."""
    waiting_seats: int = 3
    """Of one address at one table, taken and not connected yet: friends behind one router who all tap at the same moment."""
    lobby_waits: float = 300.0
    """The lobby shows a table that everybody has left for so long: people look into the chat, and come back."""
    listed_at_once: int = 10
    """Of one address in the lobby, which shows a hundred: ten tables are an evening of a club."""


DEFAULT = Limits()
