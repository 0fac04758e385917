"""Every limit that keeps one stranger from slowing others, in one place: each is a number with its reason.

Who enforces them: the gate (connections), the protocols (bytes, frames, headers, time), the routes (requests, bodies), the desk
(spectators), the lobby. ``buckets.py`` counts. A limit that is reached is answered by a sentence that names it, then the
connection is closed. ``croupier serve --limit NAME=VALUE`` sets another number. How long a table's log may grow without
progress is the table's own affair: ``table/caps.py``.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable

import msgspec

from croupier.core.errors import Invalid


class Limits(msgspec.Struct, frozen=True):
    """Of one server. Times are seconds, sizes bytes, rates per second. An address is an IPv4 address or the /64 of an IPv6 one;
    this machine itself is none: it may speak for many."""

    # --- one socket ---
    messages_at_once: int = 120
    """Of one socket: somebody who comes back repeats what was not answered."""
    messages_per_second: float = 30.0
    """Of one socket: the fastest hands send ten."""
    message_bytes: int = 4096
    """The longest message there is, a hello or an action, has a few hundred."""
    frames_at_once: int = 240
    """Of any kind, of one socket: every message may come in two parts, or with a ping."""
    frames_per_second: float = 60.0
    """Of any kind, of one socket."""
    frame_bytes: int = 65_536
    """A longer frame ends the connection unread; up to here it is refused with a sentence."""
    socket_bytes_at_once: int = 524_288
    """From one socket: as many of the longest messages as may come at once."""
    socket_bytes_per_second: float = 131_072.0
    """From one socket: as many of the longest messages as may come in a second."""
    hello_within: float = 15.0
    """From the handshake to hello: a phone on a bad line takes a few seconds."""

    # --- one connection ---
    header_bytes: int = 16_384
    """Of a request line and its headers: what browsers and proxies send has one or two thousand."""
    headers: int = 100
    """Of one request: browsers send twenty, proxies add ten."""
    header_within: float = 10.0
    """From the connection, or the answer before, to the last header."""
    body_bytes: int = 65_536
    """Of a request: a table with a box of its own."""
    body_within: float = 20.0
    """From the last header to the end of the body: 64 kB on a bad line."""
    pipelined: int = 8
    """Requests sent ahead of their answers: browsers send none."""
    idle_within: int = 5
    """From an answer to the next request on the same connection."""
    unread_within: float = 10.0
    """For what we have sent to be read, and for a close to be answered: a train's tunnel is for a new connection."""
    unread_per_second: float = 16_384.0
    """Whoever is sent much gets one more second for so many bytes."""

    # --- the server ---
    connections: int = 16_000
    """Of everybody: a thousand full tables and their spectators, at 30 kB each."""
    waiting: int = 500
    """Of everybody, between requests, in one or before a hello. On a bad line that takes a second: then so many a second may
    come. The one that has waited longest gives way."""
    boxes_at_once: int = 2
    """Read beside the loop at the same time: more of them would only take turns."""

    # --- one address ---
    connections_each: int = 400
    """Open at once: thirty people behind one router, whose browsers open six for a page and keep one."""
    connections_at_once: int = 800
    """New ones: everybody behind one router loads the page at the same time."""
    connections_per_second: float = 20.0
    """New ones in the long run."""
    sockets_each: int = 200
    """Open at once: a club that watches a final."""
    sockets_at_once: int = 300
    """New ones: all come back after a restart, and some twice."""
    sockets_per_second: float = 5.0
    """New ones in the long run."""
    requests_at_once: int = 3000
    """Of any kind: thirty people behind one router load the page, with its pictures."""
    requests_per_second: float = 50.0
    """Of any kind in the long run."""
    tables_at_once: int = 30
    """Opened: a club behind one router."""
    tables_per_second: float = 0.5
    """Opened in the long run."""
    sits_at_once: int = 100
    """Sitting down, and moves to another device: a club behind one router."""
    sits_per_second: float = 1.0
    """Sitting down in the long run."""
    lobby_at_once: int = 120
    """Looks at the lobby: a page looks every few seconds."""
    lobby_per_second: float = 20.0
    """Looks at the lobby in the long run."""
    qr_at_once: int = 60
    """QR codes: one for whoever opens a table's page."""
    qr_per_second: float = 2.0
    """QR codes in the long run."""
    logs_at_once: int = 20
    """Logs: each is read from the disk and may have megabytes."""
    logs_per_second: float = 0.5
    """Logs in the long run."""

    # --- desks and the lobby ---
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
    lobby_every: float = 1.0
    """Between two rankings of the lobby: thousands of tables take 10 ms. Who looks in between sees the last one."""
    listed_at_once: int = 10
    """Of one address in the lobby, which shows a hundred: ten tables are an evening of a club."""


DEFAULT = Limits()
MOST = 1_000_000_000
"""No limit is higher: what is as good as none has enough with that."""


def parse_limits(texts: Iterable[str]) -> Limits:
    """``NAME=VALUE`` each, as on the command line; Invalid says which names and values there are."""
    return msgspec.structs.replace(DEFAULT, **dict(parse_limit(text) for text in texts))


def parse_limit(text: str) -> tuple[str, int | float]:
    name, equals, value = text.partition("=")
    known = Limits.__struct_fields__
    if not equals or not value:
        raise Invalid(f"--limit takes NAME=VALUE, for example {known[0]}={getattr(DEFAULT, known[0])}, not {text[:60]!r}.")
    if name not in known:
        near = difflib.get_close_matches(name, known, 3, 0.5) or known[:3]
        raise Invalid(f"There is no limit {name[:60]!r}; did you mean {' or '.join(near)}? docs/protocol.md lists all.")
    return name, number(name, value)


def number(name: str, value: str) -> int | float:
    """A positive number of the limit's kind."""
    kind = type(getattr(DEFAULT, name))
    try:
        found: int | float = kind(value) if len(value) <= 20 and value.isascii() else math.nan
    except ValueError:
        found = math.nan
    least = 1 if kind is int else 0.001
    if not least <= found <= MOST:
        what = "a whole number" if kind is int else "a number"
        raise Invalid(f"--limit {name} is {what} from {least} to {MOST}, not {value[:60]!r}.")
    return found
