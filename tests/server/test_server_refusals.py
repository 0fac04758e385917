"""Bad commands: refused with code and sentence, the table unchanged, the socket alive unless it floods."""

from __future__ import annotations

from typing import Any

import pytest
from server_house import House, Person, house, run
from websockets.exceptions import InvalidStatus


async def dealt(h: House, **more: Any) -> tuple[str, list[str], list[Person]]:
    """Three people at a table, cards dealt."""
    table, key = await h.open("Ann", seats=3, **more)
    keys = [key, await h.join(table, "Bo"), await h.join(table, "Cy")]
    people = [await h.person(table, key) for key in keys]
    assert (await people[0].ask("start"))["type"] == "accepted"
    for person in people:
        await person.until(lambda person=person: person.frame["state"] == "playing")
    return table, keys, people


def leader(people: list[Person]) -> Person:
    return next(person for person in people if person.offered())


def entries(h: House, table: str) -> int:
    return h.hall.desks[table].table.seq


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("{", "invalid", "cannot be read"),
        ("null", "invalid", "cannot be read"),
        ('"hello"', "invalid", "cannot be read"),
        ('{"type":"act"}', "invalid", "cmd_id"),
        ('{"type":"dance","cmd_id":"x"}', "invalid", "dance"),
        ('{"type":"act","cmd_id":"x","decision":"1","action":"play 3"}', "invalid", "decision"),
        ('{"type":"act","cmd_id":"x","decision":1,"action":"play 3","extra":1}', "invalid", "extra"),
        ('{"type":"act","cmd_id":"x","decision":1e99,"action":"play 3"}', "invalid", "decision"),
        ('{"type":"act","cmd_id":"x","decision":99999999999999999999999,"action":"play 3"}', "not_your_decision", ""),
        ('{"type":"start","cmd_id":""}', "invalid", "1 to 40"),
        ('{"type":"start","cmd_id":"' + "x" * 41 + '"}', "invalid", "1 to 40"),
        ('{"type":"start","cmd_id":"\\ud800"}', "invalid", "cannot be read"),
        ('{"type":"start","cmd_id":"x","pad":"' + "y" * 5000 + '"}', "too_large", "4096"),
        ('{"type":"hello","protocol":1}', "protocol", "once"),
        ("[" * 3000, "invalid", "cannot be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(text: str, code: str, part: str) -> None:
    async def work() -> None:
        async with house() as h:
            table, _, people = await dealt(h)
            before = entries(h, table)
            who = people[1]
            since = len(who.heard)
            await who.line.send(text)
            refusal = await who.refused(since)
            assert refusal["code"] == code
            assert part in refusal["sentence"]
            assert refusal["sentence"][0].isupper() and refusal["sentence"].endswith(".")
            assert entries(h, table) == before
            assert (await leader(people).act())["type"] == "accepted"
            await who.say("ping")
            await who.until(lambda: any(m["type"] == "pong" for m in who.heard))

    run(work())


def test_bytes_that_are_no_text() -> None:
    async def work() -> None:
        async with house() as h:
            _, _, people = await dealt(h)
            since = len(people[0].heard)
            await people[0].line.send(b"\xff\xfe\x00")
            assert (await people[0].refused(since))["code"] == "invalid"

    run(work())


def test_out_of_turn_late_illegal_and_foreign_decisions() -> None:
    async def work() -> None:
        async with house() as h:
            table, _, people = await dealt(h)
            lead = leader(people)
            other = next(person for person in people if person is not lead)
            before = entries(h, table)
            own = lead.picture["decision"]
            assert (await other.ask("act", decision=own, action="play 1"))["code"] == "not_your_decision"
            assert (await lead.ask("act", decision=own + 7, action=lead.offered()[0]))["code"] == "not_your_decision"
            held = {action.split()[1] for action in lead.offered()}
            missing = next(card for card in "12345678" if card not in held)
            assert (await lead.ask("act", decision=own, action=f"play {missing}"))["code"] == "illegal"
            assert (await lead.ask("act", decision=own, action="steal everything"))["code"] == "invalid"
            assert (await lead.ask("withdraw", decision=own))["code"] == "not_now"
            assert (await lead.ask("rematch"))["code"] == "not_now"
            assert (await lead.ask("open_seat", seat=1))["code"] in ("not_now", "not_host")
            assert entries(h, table) == before
            assert (await lead.act())["type"] == "accepted"
            assert (await lead.ask("act", decision=own, action="play 1"))["code"] == "late"

    run(work())


def test_a_repeated_command_gets_its_first_answer() -> None:
    async def work() -> None:
        async with house() as h:
            table, keys, people = await dealt(h)
            lead = leader(people)
            fields: dict[str, Any] = {"decision": lead.picture["decision"], "action": lead.offered()[0], "cmd_id": "once"}
            assert (await lead.ask("act", **fields))["type"] == "accepted"
            before = entries(h, table)
            assert (await lead.ask("act", **fields))["type"] == "accepted"
            h.hall.desks[table].recent.clear()
            assert (await lead.ask("act", **fields))["type"] == "accepted", "the store remembers"
            refused = await lead.ask("act", decision=99, action="play 1", cmd_id="twice")
            assert await lead.ask("act", decision=98, action="pass", cmd_id="twice") == refused
            other = await h.person(table, keys[(people.index(lead) + 1) % 3])
            answer = await other.ask("act", **{**fields, "decision": 77})
            assert answer["code"] == "not_your_decision", "another seat's ids are its own"
            assert entries(h, table) == before

    run(work())


def test_spectators_act_nowhere() -> None:
    async def work() -> None:
        async with house() as h:
            table, _, people = await dealt(h)
            before = entries(h, table)
            for key in (None, "wrong", "x" * 500, ""):
                watcher = await h.person(table, key)
                assert watcher.picture.get("seat") is None
                assert "offer" not in watcher.picture and "hand" not in watcher.picture["view"]
                for kind, fields in (
                    ("act", {"decision": 1, "action": "play 1"}),
                    ("start", {}),
                    ("leave", {}),
                    ("rematch", {}),
                ):
                    assert (await watcher.ask(kind, **fields))["code"] == "no_seat"  # type: ignore[arg-type]
            assert entries(h, table) == before
            assert people[0].frame["spectators"] >= 1

    run(work())


def test_hello_comes_first_and_in_our_version() -> None:
    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            early = await h.stranger(table)
            assert (await early.ask("start"))["code"] == "protocol"
            assert (await early.hello())["type"] == "welcome"
            old = await h.stranger(table)
            await old.say("hello", protocol=99)
            assert (await old.refused(0))["code"] == "protocol"
            await old.until(lambda: old.closed)
            assert old.closed == 4426

    run(work())


def test_an_unknown_table_is_told_and_closed() -> None:
    async def work() -> None:
        async with house() as h:
            for name in ("nosuchtable", "aaaaaaaaaa", "..", "x" * 300):
                lost = await h.stranger(name)
                assert (await lost.refused(0))["code"] == "unknown"
                await lost.until(lambda lost=lost: lost.closed)
                assert lost.closed == 4404

    run(work())


def test_a_flood_is_refused_and_closed_and_the_others_play_on() -> None:
    async def work() -> None:
        async with house() as h:
            _, _, people = await dealt(h)
            lead = leader(people)
            noisy = next(person for person in people if person is not lead)
            for _ in range(400):
                await noisy.say("ping")
            assert (await noisy.refused(0))["code"] == "flood"
            await noisy.until(lambda: noisy.closed)
            assert noisy.closed == 1008
            assert (await lead.act())["type"] == "accepted"

    run(work())


def test_a_huge_frame_ends_only_its_own_connection() -> None:
    async def work() -> None:
        async with house() as h:
            _, _, people = await dealt(h)
            lead = leader(people)
            rude = next(person for person in people if person is not lead)
            await rude.line.send("x" * 200_000)
            await rude.until(lambda: rude.closed)
            assert rude.closed == 1009
            assert (await lead.act())["type"] == "accepted"

    run(work())


def test_a_page_of_another_address_gets_no_socket() -> None:
    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            for origin in ("http://evil.example", "null", f"http://127.0.0.1:{h.port + 1}"):
                with pytest.raises(InvalidStatus) as refused:
                    await h.stranger(table, origin=origin)
                assert refused.value.response.status_code == 403
            friend = await h.stranger(table, origin=f"http://127.0.0.1:{h.port}")
            assert (await friend.hello())["type"] == "welcome"

    run(work())
