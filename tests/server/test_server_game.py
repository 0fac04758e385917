"""A whole game over sockets."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from server_house import Person, house, play_on, run

from croupier.table.verify import verify


def test_two_people_and_three_bots_play_to_the_end() -> None:
    async def play() -> None:
        async with house() as h:
            table, ann_key = await h.open(seats=5, bots=[None, "prospector", "sharper", "prospector"])
            ann, bo = await h.person(table, ann_key), await h.person(table, await h.join(table))
            watcher = await h.person(table)
            assert (ann.picture["seat"], bo.picture["seat"], watcher.picture.get("seat")) == (0, 1, None)
            assert (await bo.ask("start"))["code"] == "not_host"
            await ann.ask("nonce", nonce="ab" * 16)
            assert (await ann.ask("start"))["type"] == "accepted"
            await play_on([ann, bo])
            await watcher.until(lambda: watcher.frame["state"] == "over")
            for person in (ann, bo, watcher):
                assert len(person.frame["standings"]) == 5
                assert person.frame["seed"]
                assert person.picture["view"]["seats"][3].get("cards") is not None

    run(play())


def test_two_people_and_two_bots_play_silver_and_gold_and_its_deal_is_proven() -> None:
    """From the options of the table to the log that a stranger can check."""

    async def play() -> None:
        async with house() as h:
            options = {"take_from_deck": "on"}
            table, ann_key = await h.open(
                game="silver_and_gold", seats=4, bots=[None, "prospector", "sharper"], options=options, first_seat=1
            )
            ann, bo = await h.person(table, ann_key), await h.person(table, await h.join(table))
            watcher = await h.person(table)
            assert ann.frame["options"] == options and ann.frame["first_seat"] == 1
            await ann.ask("nonce", nonce="ab" * 16)
            await ann.ask("start")
            await play_on([ann, bo])
            await watcher.until(lambda: watcher.frame["state"] == "over")
            told = [event for message in watcher.heard for beat in message.get("beats", ()) for event in beat["events"]]
            assert sum(event["kind"] == "revealed" for event in told) == 28
            first = next(event for event in told if event["kind"] == "first")
            assert first["seat"] == 1
            scores = [seat["score"] for seat in watcher.picture["view"]["seats"]]
            for score in scores:
                assert score["total"] == sum(score[line] for line in ("coins", "trophies", "palms", "cards", "seals"))
            lines = (await h.http.get(f"/api/tables/{table}/log")).text.splitlines()
            opened = json.loads(lines[0])
            assert (opened["options"], opened["starter"]) == (options, 1)
            report = verify(lines)
            assert report.is_proven and report.draws > 120, report.faults
            assert not verify([line.replace('"take_from_deck":"on"', '"take_from_deck":"off"') for line in lines]).is_proven
            assert not verify([line.replace('"starter":1', '"starter":2') for line in lines]).is_proven

    run(play())


def test_two_people_and_two_bots_play_quick_silver_with_both_variants_and_its_deal_is_proven() -> None:
    """With windows that people answer either way: they take what they have taken least, and like to swap with one another."""
    taken: Counter[str] = Counter()
    options = {"not_quite_dead": "on", "sneaky_stranger": "on"}

    async def choose(person: Person) -> Any:
        action = min(person.offered(), key=rarely)
        taken[action[:4]] += 1
        return await person.act(action)

    def rarely(action: str) -> tuple[int, bool, float]:
        return taken[action[:4]], action not in ("swap A", "swap B"), random.random()

    async def play() -> None:
        async with house() as h:
            table, ann_key = await h.open(game="quick_silver", seats=4, bots=[None, "prospector", "sharper"], options=options)
            ann, bo = await h.person(table, ann_key), await h.person(table, await h.join(table))
            watcher = await h.person(table)
            await ann.ask("start")
            await play_on([ann, bo], choose)
            await watcher.until(lambda: watcher.frame["state"] == "over")
            told = [event for message in watcher.heard for beat in message.get("beats", ()) for event in beat["events"]]
            assert {"allowed", "redirected", "swapped", "sneaked", "shown", "earned"} <= {event["kind"] for event in told}
            view = watcher.picture["view"]
            assert (view.get("winners") or view.get("stranger_wins")) and view["ending"] == "richest"
            lines = (await h.http.get(f"/api/tables/{table}/log")).text.splitlines()
            report = verify(lines)
            assert report.is_proven, report.faults
            assert not verify([line.replace('"sneaky_stranger":"on"', '"sneaky_stranger":"off"') for line in lines]).is_proven

    run(play())
