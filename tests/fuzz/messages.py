"""scripts/fuzz --messages [N] [--seed S]: N (100,000) generated and mutated messages, between legal play.

Over sockets and HTTP, at tables of all games in all phases with several seats and a spectator each, on a real server in this
process whose limits are out of the way. Nothing may be a fault in the journal, a 500, a sentence of over 300 characters
or several lines, a secret told to a spectator, or a table that is stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import re
import sys
import time
from collections import Counter

import msgspec
import uvloop

from croupier.server.limits import DEFAULT
from croupier.server.rows import read_rows
from croupier.table.table import Table
from tests.fuzz.attacks.mutations import Mutations
from tests.fuzz.attacks.served import FAULTS, LONGEST_LINE
from tests.fuzz.attacks.target import SENTENCE, Line, Target, frame, hello, text

sys.path.insert(0, "tests/server")
from server_house import House, house

GAMES = ("quickshot", "silver_and_gold", "quick_silver")
BATCH = 25
"""Messages on one socket before its answers are awaited; a few of a hundred sockets end earlier, by what they said."""
PER_TABLE = 1500
LONGEST = 300
PATIENCE = 20.0
GRACE = 2.0
"""Strangers who sat down without a socket are not waited for."""
MANY = 1 << 30
FRAME = re.compile(rb'"seats":(\[.*?\]),"host":.*?"awaited":(\[[\d,]*\])')
DECISION = re.compile(rb'"decision":(\d+)')
ACTION = re.compile(rb'"action":"([^"]+)"')
PRIVATE = re.compile(rb'"offer":|"may_withdraw":|"type":"accepted"')


class Journal(logging.Handler):
    """Keeps the lines that should not be."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage()
        if FAULTS.search(line) or len(line) > LONGEST_LINE:
            self.faults[f"journal: {line[:300]}"] += 1


class Fuzz:
    """One run: what is still to be sent, and what was found."""

    def __init__(self, own: House, count: int, rng: random.Random, found: Counter[str]) -> None:
        self.house = own
        self.target = Target(own.port, 1e9)
        self.left = count
        self.rng = rng
        self.found = found
        self.http = 0

    async def evening(self) -> None:
        """One table after the other until all has been sent."""
        while self.left > 0:
            game = self.rng.choice(GAMES)
            table, key = await self.target.table(game, seats=3, bots=[None, "prospector"])
            bo = await self.target.ask_json(f"/api/tables/{table}/seats", name="Bo")
            keys = [key, *([bo["key"]] if bo else [])]
            mutations = Mutations(random.Random(self.rng.random()), [*keys, "stale" * 8])
            sockets = [Socket(self, table, who, mutations) for who in (*keys, None)]
            for turn in range(PER_TABLE // (BATCH * len(sockets))):
                if turn == 3:
                    await sockets[0].batch([text(type="start", cmd_id="start")])
                for socket in sockets:
                    await socket.batch([frame(0x81, mutations.message()) for _ in range(BATCH)])
                await self.ask(*mutations.request(table))
            for socket in sockets:
                socket.close()
            await self.check(table)
            await self.play_on(table, keys)

    async def ask(self, path: str, body: bytes) -> None:
        self.left -= 1
        self.http += 1
        status, answer = await self.target.ask(self.target.post(path, body))
        if status == 500 or not status:
            self.found[f"{path[:16]} answered {status}: {body[:120]!r}"] += 1
        self.heard(answer)

    def heard(self, answer: bytes) -> None:
        for encoded in SENTENCE.findall(answer):
            sentence = msgspec.json.decode(b'"%b"' % encoded, type=str)
            if len(sentence) > LONGEST:
                self.found[f"long: {sentence[:120]!r} ({len(sentence)})"] += 1
            if "\n" in sentence:
                self.found[f"lines: {sentence[:120]!r}"] += 1

    async def check(self, table: str) -> None:
        """The log folds again, and the server answers."""
        rows = await self.house.hall.store.load(table)
        if Table.refold(read_rows(rows)).stopped:
            self.found[f"stopped: {table}"] += 1

    async def play_on(self, table: str, keys: list[str]) -> None:
        """Where a game is under way and somebody sits there, some legal action is soon accepted."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            welcomes = [await self.said(table, key) for key in keys]
            if any(b'"state":"playing"' not in told or b'"due_at":' in told for told in welcomes):
                return  # over, not begun, or a clock runs for somebody who sat down and never came
            if all(is_for_the_absent(told) for told in welcomes):
                return  # a bot decides for them when they have been away for a minute
            if not any(b'"seat":' in told.partition(b'"frame"')[2].partition(b'"events"')[0] for told in welcomes):
                return
            for key, told in zip(keys, welcomes, strict=True):
                at = told.rfind(b'"offer":{')
                if at >= 0 and (action := ACTION.search(told, at)):
                    act = text(type="act", cmd_id=f"on-{time.monotonic()}", decision=last(told), action=action[1].decode())
                    if b'"type":"accepted"' in await self.said(table, key, act):
                        return
        seats = (told.partition(b'"frame":')[2][:900] for told in welcomes)
        self.found[f"stuck: {table}, {[part.decode(errors='replace') for part in seats]}"] += 1

    async def said(self, table: str, key: str, *messages: bytes) -> bytes:
        """What a new socket is told in a moment."""
        line = await self.target.open(self.target.handshake(table))
        assert line, self.target.report.ends
        await line.upgraded()
        line.write(hello(key) + b"".join(messages))
        return await line.rest(0.2)


def is_for_the_absent(told: bytes) -> bool:
    """Whether nobody who is awaited is connected."""
    frame = FRAME.search(told)
    assert frame, told[:200]
    seats, awaited = (msgspec.json.decode(part) for part in frame.groups())
    return not any(seats[seat].get("here", True) for seat in awaited)


def last(told: bytes) -> int:
    """The id of the latest decision."""
    return int(DECISION.findall(told)[-1])


class Socket:
    """One viewer's socket, which comes back when it was closed."""

    def __init__(self, fuzz: Fuzz, table: str, key: str | None, mutations: Mutations) -> None:
        self.fuzz = fuzz
        self.table = table
        self.key = key
        self.mutations = mutations
        self.line: Line | None = None
        self.ended = 0
        """Batches; the last command of each is named after it."""

    async def batch(self, frames: list[bytes]) -> None:
        """Say these, then wait until a last command is answered or the server has closed."""
        if not self.line or not self.line.is_open:
            self.line = await self.fuzz.target.open(self.fuzz.target.handshake(self.table))
            assert self.line, self.fuzz.target.report.ends
            await self.line.upgraded()
            self.line.write(hello(self.key))
        self.fuzz.left -= len(frames)
        self.ended += 1
        end = f"end-{self.ended}"
        self.line.write(b"".join(frames) + text(type="withdraw", cmd_id=end, decision=-1))
        try:
            self.look(await asyncio.wait_for(self.line.until(f'"{end}"'.encode()), PATIENCE))
        except TimeoutError:
            self.fuzz.found[f"no answer in {PATIENCE:.0f} s"] += 1
            self.close()

    def look(self, heard: bytes) -> None:
        self.fuzz.heard(heard)
        if self.key is None and (told := PRIVATE.search(heard)):
            self.fuzz.found[f"told to a spectator: {told[0]!r}"] += 1
        if any(key.encode() in heard for key in self.mutations.keys if key != self.key and not key.startswith("stale")):
            self.fuzz.found["a key of somebody else is told"] += 1
        at = heard.rfind(b'"offer":{')
        if at >= 0 and DECISION.search(heard):
            actions = [action.decode() for action in ACTION.findall(heard, at)]
            self.mutations.choices = last(heard), actions or ["pass"]

    def close(self) -> None:
        if self.line:
            self.line.writer.transport.abort()
        self.line = None


def limitless() -> msgspec.Struct:
    """The limits with every rate and count out of the way; sizes and times stay."""
    counts = ("at_once", "per_second", "most_", "per_address", "sockets", "spectators", "entries", "withdrawals")
    wide = {
        field: type(getattr(DEFAULT, field))(MANY)
        for field in DEFAULT.__struct_fields__
        if any(part in field for part in counts) and "bytes" not in field
    }
    return msgspec.structs.replace(DEFAULT, **wide)


async def fuzz(count: int, seed: int) -> Counter[str]:
    journal = Journal()
    for name in ("croupier", "uvicorn", "asyncio"):
        logging.getLogger(name).addHandler(journal)
        logging.getLogger(name).propagate = False
    begun = time.monotonic()
    async with house(grace=GRACE, limits=limitless()) as own:
        work = Fuzz(own, count, random.Random(seed), journal.faults)
        await asyncio.gather(*(work.evening() for _ in range(6)))
        assert (await own.http.get("/api/health")).json()["ok"]
    seconds = time.monotonic() - begun
    print(f"{count} messages, {work.http} of them over HTTP, in {seconds:.0f} s, {count / seconds:.0f} a second (seed {seed})")
    return journal.faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=100_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    wanted = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(fuzz(wanted.count, wanted.seed))
    for what, times in found.most_common(40):
        print(f"{times:>7} {what}")
    print(f"{sum(found.values())} faults")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
