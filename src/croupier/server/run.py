"""Run a server until it is told to stop: uvicorn with our protocol, and exit code 0 for a wanted stop."""

from __future__ import annotations

import contextlib
import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from croupier.core.errors import CroupierError, quoted
from croupier.server.app import make_app
from croupier.server.config import ServerConfig
from croupier.server.gate import Gate
from croupier.server.hall import Hall
from croupier.server.journal import say
from croupier.server.request_protocol import RequestProtocol
from croupier.server.socket_protocol import SocketProtocol

LAST_WORDS = 5
"""Seconds for open sockets to take their leave."""
SWITCH = 0.0005
"""Seconds after which the loop lets the store's writer go on: it needs little of the GIL, but needs it soon."""
GC_THRESHOLD = (20_000, 2, 2)
"""Tables and sockets live long, and messages die without the collector: looking for cycles as often as Python does by itself
takes a sixth of the CPU. Connections leave circles behind (uvicorn's protocols and their transports): all of some five hundred
are freed together."""
OWN_FILES = 200
"""Files that the server keeps open besides connections: the database, workers, the client's files."""
MOST_FILES = 65_536


class PortTaken(CroupierError):
    """The address cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; PortTaken says what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host or " ", port))  # Python takes an empty one for all addresses
        listener.listen(2048)
    except (OSError, OverflowError, ValueError, TypeError) as error:  # some are said of names that are no text
        listener.close()
        raise PortTaken(explained(error, host, port)) from None
    listener.setblocking(False)
    return listener


def explained(error: Exception, host: str, port: int) -> str:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return f"Port {port} is taken: another program listens there. Stop it, or choose another one with --port."
    if code == errno.EACCES:
        return f"Port {port} may not be used by this user; choose one above 1023 with --port."
    if isinstance(error, OverflowError):
        return f"There is no port {port}; ports are 0 to 65535."
    if code == errno.EADDRNOTAVAIL:
        return f"This machine has no address {host}; give --host one of its own, or 0.0.0.0 for all of them."
    if isinstance(error, socket.gaierror | ValueError | TypeError):
        shown = quoted(host)
        return f"{shown} is no host that can be found; give --host an address of this machine, or 0.0.0.0 for all of them."
    reason = getattr(error, "strerror", None) or error
    return f"The address {host} port {port} cannot be used ({reason}); choose others with --host and --port."


class Server(uvicorn.Server):
    """Stops gracefully on SIGINT and SIGTERM, and then simply returns."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.on_started = started
        self.unheard: OSError | None = None
        """Why nobody could be told where the server is."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike uvicorn's own, it does not raise the signal again at the end: a wanted stop is exit code 0."""
        try:
            before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        except ValueError:  # not in the main thread: somebody else catches signals
            before = {}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        say("stopping", signal=signal.Signals(sig).name)
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.on_started:
            try:
                self.on_started()
            except OSError as error:  # raised here it would be told with a traceback
                self.unheard, self.should_exit = error, True


def make_server(hall: Hall, started: Callable[[], None] | None = None) -> Server:
    limits = hall.settings.limits
    config = ServerConfig(
        make_app(hall),
        Gate(limits, min(limits.connections, more_files() - OWN_FILES), hall.settings.trusted_proxies),
        loop="uvloop" if has_uvloop() else "asyncio",
        http=RequestProtocol,
        ws=SocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=limits.frame_bytes,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=limits.idle_within,
        timeout_graceful_shutdown=LAST_WORDS,
        lifespan="on",
    )
    return Server(config, started)


def more_files() -> int:
    """Let this process open as many files as the system allows, and say how many: every connection is one."""
    try:
        import resource
    except ImportError:  # Windows counts differently
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def has_uvloop() -> bool:
    """uvloop does not exist on Windows."""
    try:
        import uvloop  # noqa: F401
    except ImportError:
        return False
    return True


def run(hall: Hall, listener: socket.socket, started: Callable[[], None] | None = None) -> None:
    """Serve until SIGINT or SIGTERM. OSError when ``started`` could not say what it has to say."""
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)
    server = make_server(hall, started)
    server.run(sockets=[listener])
    if server.unheard:
        raise server.unheard
