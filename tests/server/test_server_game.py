"""A whole game over sockets."""

from __future__ import annotations

from server_house import house, play_on, run


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
