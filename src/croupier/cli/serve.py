"""``croupier serve``: a server for browsers on this machine and its network."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from croupier.cli.files import read_text
from croupier.cli.numbers import Number, Whole
from croupier.cli.paths import PathOrNone
from croupier.core.errors import Invalid
from croupier.server.bots import Workers
from croupier.server.hall import Hall, Settings, read_box
from croupier.server.hosts import parse_hosts
from croupier.server.journal import open_journal, say
from croupier.server.lan import is_loopback, lan_address
from croupier.server.limits import parse_limits
from croupier.server.proxies import NO_PROXIES, parse_prefix, parse_proxies
from croupier.server.run import listen, run
from croupier.store.memory import MemoryStore
from croupier.store.store import Store


@dataclass(frozen=True)
class Door:
    """How strangers come in.

    Parameters
    ----------
    trusted_proxies
        Addresses and networks of proxies whose X-Forwarded headers are believed, separated by commas; see docs/proxy.md.
    prefix
        The path under which a proxy shows this server, such as /croupier.
    allowed_hosts
        Names that this server answers for, separated by commas; *.example.org is every name under it. Without it: addresses,
        names of this machine and of a home network.
    limit
        NAME=VALUE, as often as wanted: another number for one of the limits that keep strangers from slowing others.
    """

    trusted_proxies: str | None = None
    prefix: str = ""
    allowed_hosts: str | None = None
    limit: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = ()


PLAIN_DOOR = Door()


def serve(
    *,
    host: str = "0.0.0.0",
    port: Whole = 8000,
    data: PathOrNone = None,
    open: Annotated[bool, Parameter(negative=())] = False,
    pace: Number = 1.0,
    box: PathOrNone = None,
    store: Literal["sqlite", "memory"] = "sqlite",
    grace: Number = 60.0,
    bots: Literal["workers", "uniform"] = "workers",
    log: Literal["debug", "info", "warning", "error"] = "info",
    door: Annotated[Door, Parameter(name="*")] = PLAIN_DOOR,
) -> int:
    """Run a server until Ctrl-C.

    Parameters
    ----------
    host
        The address to listen on; 127.0.0.1 keeps other devices out.
    port
        The port to listen on; 0 takes a free one.
    data
        The folder of the database; made where it is missing. Without it, the user's own data folder.
    open
        Print the address on this network, and a QR code for phones.
    pace
        How long bots and timers wait for people to see what happened: 1 as people read, 0 not at all.
    box
        A box file that new tables get instead of the printed box.
    store
        Where tables are kept: sqlite on disk, or memory, which forgets all at the end.
    grace
        Seconds after which a bot stands in for a player who has gone.
    bots
        Bots that think in processes of their own, or uniform choices at once.
    log
        How much the server says on standard error.
    """
    check(pace, grace)
    boxes = read_box(read_text(box), box.name) if box else {}
    settings = Settings(pace=pace, grace=grace, boxes=boxes, host=host, **parse_door(door))
    open_journal(log)
    listener = listen(host, port)
    try:
        hall = Hall(open_store(store, data), open_workers(bots), settings)
        run(hall, listener, started=lambda: announce(host, listener.getsockname()[1], settings.prefix, with_code=open))
    finally:
        listener.close()
    say("stopped")
    return 0


def parse_door(door: Door) -> dict[str, Any]:
    """Fields of Settings; Invalid says what is wrong with an option."""
    return {
        "trusted_proxies": NO_PROXIES if door.trusted_proxies is None else parse_proxies(door.trusted_proxies),
        "prefix": parse_prefix(door.prefix),
        "allowed_hosts": () if door.allowed_hosts is None else parse_hosts(door.allowed_hosts),
        "limits": parse_limits(door.limit),
    }


def check(pace: float, grace: float) -> None:
    if not 0 <= pace <= 10:
        raise Invalid(f"--pace is a number from 0 to 10, not {pace}.")
    if not 0 <= grace <= 86_400:
        raise Invalid(f"--grace is a number of seconds from 0 to 86400, not {grace}.")


def open_store(kind: str, data: Path | None) -> Store:
    if kind == "memory":
        return MemoryStore()
    from croupier.store.sqlite import SqliteStore

    return SqliteStore(data or default_folder())


def default_folder() -> Path:
    from platformdirs import user_data_path

    try:
        folder = user_data_path("croupier", appauthor=False)
    except RuntimeError:
        folder = Path()
    if not folder.is_absolute():
        raise Invalid("This user has no home folder to keep the tables in; name a folder with --data, or set HOME.")
    return folder


def open_workers(kind: str) -> Workers:
    if kind == "uniform":
        from croupier.server.bots import NoWorkers

        return NoWorkers()
    from croupier.bots.worker import BotWorkers

    return BotWorkers.for_a_server()


def announce(host: str, port: int, prefix: str, *, with_code: bool) -> None:
    """Where to find the server, on standard output."""
    own = f"[{host}]" if ":" in host else host
    everywhere = host in ("0.0.0.0", "::")
    name = "localhost" if everywhere or is_loopback(host) else own
    print(f"Croupier is at http://{name}:{port}{prefix}/")
    if with_code:
        invite(lan_address() if everywhere else own, f"{port}{prefix}/")
    print("Ctrl-C stops it; tables are kept.", flush=True)


def invite(host: str, rest: str) -> None:
    """For phones on the same network."""
    if is_loopback(host):
        print("Phones cannot reach it: it has no address on a network.")
        return
    print(f"On phones in the same network: http://{host}:{rest}")
    show_code(f"http://{host}:{rest}")


def show_code(address: str) -> None:
    import segno

    try:
        "▀▄█".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        print("(This terminal cannot show a QR code.)")
    else:
        segno.make(address, micro=False).terminal(out=sys.stdout, compact=True, border=2)
