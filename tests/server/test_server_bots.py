"""Bots of the real workers: on time, in other processes, and never with Numba in the server's own."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from server_house import Person, house, play_on, run
from test_server_process import started
from websockets.asyncio.client import connect

from croupier.bots.levels import LEVELS
from croupier.server import bots as server_bots
from croupier.server.bots import NoWorkers


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize(("game", "bots", "turns"), [("quickshot", 4, 0), ("silver_and_gold", 1, 2)])
def test_the_server_plays_with_its_workers_and_never_loads_numba(tmp_path: Path, game: str, bots: int, turns: int) -> None:
    """A whole game of the short one, some turns of the long one (0: all)."""
    import httpx

    process, port = started("--data", str(tmp_path), "--pace", "0.01", bots="workers")

    async def work() -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            levels = ["prospector", "sharper", "prospector", "sharper"][:bots]
            body = {"game": game, "name": "Ann", "seats": 1 + bots, "bots": levels}
            seated = (await http.post("/api/tables", json=body)).raise_for_status().json()
        ann = Person(await connect(f"ws://127.0.0.1:{port}/ws/{seated['table']}", compression=None, proxy=None))
        try:
            await ann.hello(seated["key"])
            await ann.ask("start")
            await (play_turns(ann, turns) if turns else play_on([ann]))
            maps = Path(f"/proc/{process.pid}/maps").read_text()
            assert "llvmlite" not in maps and "numba" not in maps
        finally:
            await ann.close()

    try:
        run(work())
    finally:
        process.terminate()
        _, err = process.communicate(timeout=30)
    failed = [line for line in err.splitlines() if "bot_failed" in line]
    late = [line for line in failed if "TimeoutError" in line]  # a search in plain Python on a busy machine
    assert process.returncode == 0 and failed == late, err


async def play_turns(person: Person, turns: int) -> None:
    """Act until that many turns are over."""
    await person.until(lambda: person.picture.get("view"))
    while person.picture["view"]["turn"] <= turns:
        await person.until(lambda: person.offered() or person.picture["view"]["turn"] > turns, patience=60)
        if person.offered():
            await person.act()
            seen = len(person.heard)
            await person.until(lambda seen=seen: len(person.heard) >= seen)


class Cold(NoWorkers):
    """Warm, or never to be so, when told."""

    warm_now = False
    hopeless = False

    def is_warm(self, game: str) -> bool:
        return self.warm_now

    def stays_cold(self, game: str) -> bool:
        return self.hopeless


def test_the_table_says_that_bots_are_warming_up_until_they_are() -> None:
    async def work() -> None:
        async with house(workers=Cold()) as h:
            table, key = await h.open(seats=3, bots=[None, "prospector"])
            ann, bo = await h.person(table, key), await h.person(table, await h.join(table))
            assert "notice" not in ann.frame
            await ann.ask("start")
            await bo.until(lambda: "warming up" in bo.frame.get("notice", ""))
            h.hall.bots.workers.warm_now = True  # type: ignore[attr-defined]
            await bo.until(lambda: not bo.frame.get("notice"))

    run(work())


def test_the_table_says_that_bots_never_will_be_warm() -> None:
    async def work() -> None:
        async with house(workers=Cold()) as h:
            table, key = await h.open(seats=3, bots=[None, "prospector"])
            ann, _ = await h.person(table, key), await h.person(table, await h.join(table))
            await ann.ask("start")
            await ann.until(lambda: "warming up" in ann.frame.get("notice", ""))
            h.hall.bots.workers.hopeless = True  # type: ignore[attr-defined]
            await ann.until(lambda: "cannot compile" in ann.frame.get("notice", ""))
            assert not h.hall.cold

    run(work())


class Slow(Cold):
    """Takes longer than a bot may that does not think long, and knows what was waited for."""

    waited = False

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        await asyncio.sleep(0.3)
        self.waited = True
        return await super().choose(game, box, state, seat, level, key)


@pytest.mark.parametrize("warm", [True, False])
def test_only_bots_that_are_warm_are_waited_for_while_others_think(monkeypatch: pytest.MonkeyPatch, warm: bool) -> None:
    """Two whole thoughts of the deepest level; a cold one takes what looks best after less than two seconds."""
    assert 2 * LEVELS["mayor"].seconds == server_bots.LONGEST
    monkeypatch.setattr(server_bots, "PATIENCE", 0.1)
    slow = Slow()
    slow.warm_now = warm

    async def work() -> None:
        async with house(workers=slow) as h:
            table, key = await h.open(seats=3, bots=["sharper", "sharper"], first_seat=1)
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(ann.offered)

    run(work())
    assert slow.waited == warm


class Gone(NoWorkers):
    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        raise OSError("the bot's process is gone")


def test_instead_of_a_bot_that_fails_what_looks_best_is_played() -> None:
    async def work() -> None:
        async with house(workers=Gone()) as h:
            table, key = await h.open(game="silver_and_gold", seats=2, bots=["sharper"])
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(ann.offered)
            sitting = h.hall.desks[table].table
            game, box, state = sitting.game, sitting.box, sitting.state
            mask, weights = [0] * game.N_ACTIONS, [0.0] * game.N_ACTIONS
            game.legal(box, state, 0, mask)
            game.weigh(box, state, 0, mask, weights)
            offered = {weight for weight, legal in zip(weights, mask, strict=True) if legal}
            assert len(offered) > 1
            for _ in range(8):
                action = game.parse_action(box, state, 0, await h.hall.bots.choose(sitting, 0, "sharper"))
                assert weights[action] == max(offered)

    run(work())


def test_a_bot_is_given_a_redealt_state_and_never_the_truth() -> None:
    from croupier import games

    seen: list[tuple[int, bytes]] = []

    class Spy(NoWorkers):
        async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
            seen.append((seat, state))
            return await super().choose(game, box, state, seat, level, key)

    async def work() -> None:
        async with house(workers=Spy()) as h:
            table, key = await h.open(seats=5, bots=["prospector"] * 4, first_seat=1)
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(ann.offered)
            await asyncio.sleep(0.2)
            truth = h.hall.desks[table].table.state
            State = games.load("quickshot").State
            assert seen
            for seat, packed in seen:
                dealt = State.unpack(packed)
                assert sum(dealt.hands[other] != truth.hands[other] for other in range(5) if other != seat) >= 2
                assert dealt.chance != [0, 0, 0, 0]
            await play_on([ann])

    run(work())
