"""Seats are credentials: displaced tabs, moves to another device, people who go and come back, hosts, rematches."""

from __future__ import annotations

import asyncio
import json

import pytest
import server_house
from hasty import HastyHall
from server_house import House, Person, house, play_on, run

from croupier.server import bots as server_bots
from croupier.server.bots import NoWorkers
from croupier.server.hall import Hall
from croupier.server.limits import Limits


async def three(h: House, **more: object) -> tuple[str, list[str], list[Person]]:
    table, key = await h.open(seats=3, **more)
    keys = [key, await h.join(table, "Bo"), await h.join(table, "Cy")]
    return table, keys, [await h.person(table, key) for key in keys]


def test_the_newest_socket_wins_and_the_older_is_told() -> None:
    async def work() -> None:
        async with house() as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            second = await h.person(table, keys[1])
            await people[1].until(lambda: people[1].closed)
            assert people[1].heard[-1]["type"] == "displaced"
            assert people[1].heard[-1]["sentence"].endswith(".")
            assert people[1].closed == 4001
            assert second.picture["seat"] == 1
            await people[0].until(lambda: people[0].frame["seats"][1].get("here", True))
            await play_on([people[0], second, people[2]])

    run(work())


def test_a_seat_moves_to_another_device_once() -> None:
    async def work() -> None:
        async with house() as h:
            table, keys, people = await three(h)
            token = (await h.post(f"/api/tables/{table}/handover", key=keys[1]))["token"]
            assert keys[1] not in token
            moved = await h.post("/api/handover", token=token)
            assert (moved["table"], moved["seat"]) == (table, 1) and moved["key"] != keys[1]
            await people[1].until(lambda: people[1].closed)
            assert people[1].heard[-1]["type"] == "displaced"
            again = await h.http.post("/api/handover", json={"token": token})
            assert (again.status_code, again.json()["code"]) == (404, "unknown")
            assert (await h.person(table, keys[1])).picture.get("seat") is None
            phone = await h.person(table, moved["key"])
            assert phone.picture["seat"] == 1
            stolen = await h.http.post(f"/api/tables/{table}/handover", json={"key": keys[1]})
            assert (stolen.status_code, stolen.json()["code"]) == (403, "no_seat")

    run(work())


def test_a_token_is_void_after_ten_minutes_and_when_a_newer_one_was_made() -> None:
    async def work() -> None:
        async with house() as h:
            table, keys, _ = await three(h)
            first = (await h.post(f"/api/tables/{table}/handover", key=keys[1]))["token"]
            second = (await h.post(f"/api/tables/{table}/handover", key=keys[1]))["token"]
            assert (await h.http.post("/api/handover", json={"token": first})).status_code == 404
            now = h.hall.now()
            h.hall.now = lambda: now + 600_001  # type: ignore[method-assign]
            assert (await h.http.post("/api/handover", json={"token": second})).status_code == 404

    run(work())


def test_a_bot_stands_in_after_the_grace_period_until_the_player_is_back() -> None:
    async def work() -> None:
        async with house(grace=0.2) as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            await people[2].close()
            await people[0].until(lambda: people[0].frame["seats"][2].get("stand_in"))
            assert people[0].frame["seats"][2]["here"] is False
            back = await h.person(table, keys[2])
            assert back.picture["seat"] == 2 and not back.frame["seats"][2].get("stand_in")
            await people[0].until(lambda: not people[0].frame["seats"][2].get("stand_in"))
            await play_on([*people[:2], back])

    run(work())


def test_the_game_goes_on_without_the_one_who_has_gone() -> None:
    async def work() -> None:
        async with house(grace=0.2) as h:
            _, _, people = await three(h)
            await people[0].ask("start")
            await people[2].close()
            await play_on(people[:2])
            assert len(people[0].frame["standings"]) == 3

    run(work())


def test_short_interruptions_are_nothing() -> None:
    async def work() -> None:
        async with house(grace=1.0) as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            for _ in range(3):
                await people[2].close()
                await people[0].until(lambda: people[0].frame["seats"][2].get("here") is False)
                await asyncio.sleep(0.3)
                people[2] = await h.person(table, keys[2])
            await asyncio.sleep(1.2)
            assert not any(
                "stand_in" in seat for message in people[0].heard for seat in message.get("frame", {}).get("seats", ())
            )

    run(work())


def test_a_table_without_anybody_waits() -> None:
    """When all are gone nobody waits for anybody: no bot plays the game to its end."""

    async def work() -> None:
        async with house(grace=0.1) as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            desk = h.hall.desks[table]
            seq = desk.table.seq
            await asyncio.gather(*(person.close() for person in people))
            await asyncio.sleep(0.5)
            assert desk.table.seq == seq
            back = await h.person(table, keys[0])
            await back.until(lambda: back.frame["seats"][1].get("stand_in"))

    run(work())


def test_leaving_during_the_game_hands_the_seat_to_a_bot() -> None:
    async def work() -> None:
        async with house() as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            assert (await people[1].ask("leave"))["type"] == "accepted"
            await people[1].until(lambda: people[1].closed)
            assert people[1].heard[-1]["type"] == "displaced"
            await people[0].until(lambda: people[0].frame["seats"][1].get("stand_in"))
            back = await h.person(table, keys[1])
            assert not back.frame["seats"][1].get("stand_in")

    run(work())


def test_before_the_deal_leaving_opens_the_seat_and_the_host_may_open_others() -> None:
    async def work() -> None:
        async with house() as h:
            _, _, people = await three(h)
            await people[1].ask("leave")
            await people[0].until(lambda: people[0].frame["seats"][1]["kind"] == "open")
            assert (await people[0].ask("open_seat", seat=2))["type"] == "accepted"
            await people[2].until(lambda: people[2].closed)
            assert people[2].heard[-1]["type"] == "displaced"

    run(work())


def test_the_host_goes_and_another_becomes_host() -> None:
    async def work() -> None:
        async with house(limits=Limits(seat_waits=2.0)) as h:
            _, _, people = await three(h)
            await people[0].close()
            await people[1].until(lambda: people[1].frame["host"] == 1)
            assert (await people[1].ask("set_seats", seats=4))["type"] == "accepted"

    run(work())


def test_the_host_names_who_starts_and_everybody_sees_it() -> None:
    async def work() -> None:
        async with house() as h:
            _, _, people = await three(h, game="silver_and_gold")
            assert "first_seat" not in people[2].frame
            assert (await people[1].ask("first_seat", seat=1))["code"] == "not_host"
            assert (await people[0].ask("first_seat", seat=3))["code"] == "invalid"
            assert (await people[0].ask("first_seat", seat=2))["type"] == "accepted"
            await people[2].until(lambda: people[2].frame.get("first_seat") == 2)
            assert (await people[0].ask("first_seat"))["type"] == "accepted"
            await people[2].until(lambda: "first_seat" not in people[2].frame)
            await people[0].ask("first_seat", seat=1)
            await people[0].ask("start")
            await people[2].until(lambda: people[2].picture.get("view"))
            assert people[2].picture["view"]["first"] == 1
            assert (await people[0].ask("first_seat", seat=0))["code"] == "not_now"

    run(work())


def test_a_rematch_leads_everybody_to_one_new_table() -> None:
    async def work() -> None:
        async with house() as h:
            table, keys, people = await three(h)
            await people[0].ask("start")
            await play_on(people)
            answers = await asyncio.gather(*(person.ask("rematch") for person in people))
            assert [answer["type"] for answer in answers] == ["accepted"] * 3
            for person in people:
                await person.until(lambda person=person: person.frame.get("next_table"))
            (next_table,) = {person.frame["next_table"] for person in people}
            again = [await h.person(next_table, key) for key in keys]
            assert [person.picture["seat"] for person in again] == [0, 1, 2]
            await again[0].ask("start")
            await play_on(again)
            assert next_table != table
            log = (await h.http.get(f"/api/tables/{next_table}/log")).text
            assert '"starter"' in log and table in log

    run(work())


class EarlyHall(HastyHall):
    """Its first timer rings at once, as after the clock was set back."""

    rung = False

    def seconds_until(self, at: int) -> float:
        early, self.rung = not self.rung, True
        return 0.0 if early else super().seconds_until(at)


class Slow(NoWorkers):
    """Thinks for a while, and counts how often it was asked."""

    asked = 0

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        self.asked += 1
        await asyncio.sleep(0.005)
        return await super().choose(game, box, state, seat, level, key)


@pytest.mark.parametrize(("hall", "game"), [(HastyHall, "quickshot"), (EarlyHall, "quickshot"), (HastyHall, "silver_and_gold")])
def test_bots_decide_when_time_is_up(monkeypatch: pytest.MonkeyPatch, hall: type[Hall], game: str) -> None:
    """Nobody moves, and the game ends all the same; a bot thinks once about each action, and finishes what asks for several."""
    monkeypatch.setattr(server_house, "Hall", hall)
    workers = Slow()

    async def work() -> None:
        async with house(workers=workers) as h:
            table, _, people = await three(h, seconds=30, game=game)
            await people[0].ask("start")
            await people[0].until(lambda: people[0].frame["state"] == "over", patience=60)
            lines = (await h.http.get(f"/api/tables/{table}/log")).text.splitlines()
            acted = [json.loads(line) for line in lines if '"acted"' in line]
            assert acted and {entry["by"] for entry in acted} == {"time"}
            begun = json.loads(next(line for line in lines if '"dealt"' in line))["at"]
            assert acted[0]["at"] - begun >= 30_000
            early = hall is EarlyHall
            assert len(acted) <= workers.asked <= len(acted) + (3 if early else 0)

    run(work())


async def deaf(h: House, table: str) -> asyncio.StreamWriter:
    """A spectator who says hello and then never reads."""
    reader, writer = await asyncio.open_connection("127.0.0.1", h.port, limit=1024)
    writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    hello = b'{"type":"hello","protocol":1}'
    writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return writer


def test_a_slow_client_loses_its_connection_and_nobody_else_a_move() -> None:
    async def work() -> None:
        async with house() as h:
            table, _, people = await three(h)
            await people[0].ask("start")
            writer = await deaf(h, table)
            await people[0].until(lambda: people[0].frame.get("spectators") == 1)
            watching = next(viewer for viewer in h.hall.desks[table].viewers if viewer.seat is None)
            for _ in range(5000):
                watching.wire.put(b'{"type":"pong","pad":"' + b"x" * 3000 + b'"}')
                await asyncio.sleep(0)
                if watching.wire.is_cut:
                    break
            assert watching.wire.is_cut
            await people[0].until(lambda: not people[0].frame.get("spectators"))
            await play_on(people)
            writer.close()

    run(work())


def test_bots_that_crash_or_hang_or_cheat_do_not_stop_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_bots, "PATIENCE", 0.1)
    monkeypatch.setattr(server_bots, "LONGEST", 0.0)

    class Bad(NoWorkers):
        calls = 0

        async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
            self.calls += 1
            if self.calls % 3 == 0:
                await asyncio.sleep(60)
            if self.calls % 3 == 1:
                return 77
            raise OSError("the bot's process is gone")

    async def work() -> None:
        async with house(workers=Bad()) as h:
            table, key = await h.open(seats=5, bots=["prospector"] * 4)
            ann = await h.person(table, key)
            await ann.ask("start")
            await play_on([ann])

    run(work())


def test_bots_wait_until_people_have_read() -> None:
    async def work() -> None:
        async with house(pace=0.3) as h:
            table, key = await h.open(seats=5, bots=["prospector"] * 4)
            ann = await h.person(table, key)
            loop = asyncio.get_running_loop()
            await ann.ask("start")
            begun = loop.time()
            desk = h.hall.desks[table]
            assert desk.quiet_at > begun + 0.3 * 0.7
            if not ann.offered():
                seq = desk.table.seq
                await asyncio.sleep(0.2)
                assert desk.table.seq == seq, "a bot acted while people were reading"
                await ann.until(lambda: desk.table.seq > seq)
                assert loop.time() - begun > 0.3 * (0.7 + 0.6)

    run(work())
