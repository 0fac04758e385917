"""A real server on a free port in the test's own event loop, and people who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.server.bots import NoWorkers, Workers
from croupier.server.hall import Hall, Settings
from croupier.server.limits import Limits
from croupier.server.messages import PROTOCOL
from croupier.server.run import Server, listen, make_server
from croupier.store.memory import MemoryStore
from croupier.store.store import Store

PATIENCE = 10.0
AT_ONCE = Limits(presence_every=0.0, lobby_every=0.0)
"""Streams are compared byte for byte: how many come within one moment must not matter; nor must who looked at the lobby."""


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a test on the loop that the server uses."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(asyncio.wait_for(work, 120))


class Visit:
    """People at a server on that port of this machine, in whatever process it runs."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False)
        self.people: list[Person] = []

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    async def open(self, name: str = "Ann", *, seats: int = 3, **more: Any) -> tuple[str, str]:
        """A new table, of Quickshot unless told otherwise: its id, and the key of seat 0."""
        seated = await self.post("/api/tables", name=name, seats=seats, **({"game": "quickshot"} | more))
        return seated["table"], seated["key"]

    async def join(self, table: str, name: str = "Bo", **more: Any) -> str:
        return str((await self.post(f"/api/tables/{table}/seats", name=name, **more))["key"])

    async def person(self, table: str, key: str | None = None) -> Person:
        """Somebody with a socket, welcomed."""
        somebody = await self.stranger(table)
        await somebody.hello(key)
        return somebody

    async def stranger(self, table: str, **more: Any) -> Person:
        """Somebody with a socket who has not said hello."""
        url = f"ws://127.0.0.1:{self.port}/ws/{table}"
        somebody = Person(await connect(url, compression=None, proxy=None, max_size=None, **more))
        self.people.append(somebody)
        return somebody


class House(Visit):
    """One running server in this process, and its people."""

    def __init__(self, hall: Hall, port: int, server: Server) -> None:
        super().__init__(port)
        self.hall = hall
        self.server = server

    def connections(self) -> list[Any]:
        """The protocols of all open connections."""
        return list(self.server.server_state.connections)


class Person:
    """One socket. Everything received is kept; ``update``s are merged into the latest picture."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[dict[str, Any]] = []
        self.bytes: list[str] = []
        self.picture: dict[str, Any] = {}
        self.counter = 0
        self.news = asyncio.Event()
        self.closed: int | None = None
        self.task = asyncio.get_running_loop().create_task(self.listen())

    async def listen(self) -> None:
        try:
            async for text in self.line:
                assert isinstance(text, str)
                self.bytes.append(text)
                self.take(json.loads(text))
        except ConnectionClosed:
            pass
        self.closed = self.line.close_code
        self.news.set()

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self.picture = dict(message)
        if message["type"] == "update":
            assert message["n"] == sum(m["type"] == "update" for m in self.heard) + 1, "the numbering has a gap"
            for part in ("frame", "view"):
                self.picture[part] = message.get(part, self.picture.get(part))
            for part in ("decision", "offer", "may_withdraw"):
                self.picture[part] = message.get(part)
        self.heard.append(message)
        self.news.set()

    async def until(self, true: Callable[[], Any], *, patience: float = PATIENCE) -> Any:
        """Wait until it is true of what has been heard."""
        async with asyncio.timeout(patience):
            while not (value := true()):
                self.news.clear()
                await self.news.wait()
            return value

    async def say(self, kind: str, **fields: Any) -> None:
        await self.line.send(json.dumps({"type": kind, **fields}))

    async def hello(self, key: str | None = None) -> dict[str, Any]:
        await self.say("hello", protocol=PROTOCOL, **({"key": key} if key else {}))
        await self.until(lambda: self.picture or self.closed)
        return self.picture

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command with a fresh id and wait for its answer."""
        self.counter += 1
        cmd_id = fields.pop("cmd_id", f"c{id(self)}-{self.counter}")
        since = len(self.heard)
        await self.say(kind, cmd_id=cmd_id, **fields)
        return dict(await self.until(lambda: self.answer_to(cmd_id, since)))

    def answer_to(self, cmd_id: str, since: int) -> dict[str, Any] | None:
        return next((m for m in self.heard[since:] if m.get("cmd_id") == cmd_id), None)

    async def refused(self, since: int) -> dict[str, Any]:
        """The next refusal after that many messages."""
        return dict(await self.until(lambda: next((m for m in self.heard[since:] if m["type"] == "refused"), None)))

    @property
    def frame(self) -> dict[str, Any]:
        return dict(self.picture["frame"])

    def offered(self) -> list[str]:
        offer = self.picture.get("offer")
        return [action["action"] for action in offer["actions"]] if offer else []

    async def act(self, action: str | None = None) -> dict[str, Any]:
        """Take an offered action, the first one unless named."""
        return await self.ask("act", decision=self.picture["decision"], action=action or self.offered()[0])

    async def close(self) -> None:
        await self.line.close()
        await self.task


@asynccontextmanager
async def house(
    store: Store | None = None, workers: Workers | None = None, *, pace: float = 0.0, grace: float = 60.0, **more: Any
) -> AsyncIterator[House]:
    more = {"limits": AT_ONCE} | more
    hall = Hall(store or MemoryStore(), workers or NoWorkers(), Settings(pace=pace, grace=grace, **more))
    listener = listen("127.0.0.1", 0)
    server = make_server(hall)
    serving = asyncio.get_running_loop().create_task(server.serve([listener]))
    while not server.started:
        assert not serving.done(), serving.exception()
        await asyncio.sleep(0.01)
    own = House(hall, listener.getsockname()[1], server)
    try:
        yield own
    finally:
        server.should_exit = True
        await serving
        await asyncio.gather(*(person.close() for person in own.people))
        await own.http.aclose()


async def play_on(people: list[Person], choose: Callable[[Person], Awaitable[Any]] | None = None) -> None:
    """Everybody takes an offered action whenever one is offered, the first unless ``choose`` acts, until the game is over."""

    async def decide(person: Person) -> None:
        while person.frame["state"] != "over":
            await person.until(lambda: person.offered() or person.frame["state"] == "over", patience=60)
            if person.offered():
                answer = await (choose(person) if choose else person.act())
                assert answer["type"] == "accepted" or answer["code"] in ("late", "not_your_decision"), answer
                seen = len(person.heard)
                if answer["type"] == "accepted":
                    await person.until(lambda seen=seen: len(person.heard) >= seen)

    await asyncio.gather(*(decide(person) for person in people))
