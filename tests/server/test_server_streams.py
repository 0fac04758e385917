"""What a viewer is sent: numbered without gaps, and not a byte that tells what they may not know."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from typing import Any

import pytest
from server_house import AT_ONCE, Person, house, play_on, run

from croupier.core.game import SPECTATOR
from croupier.server.bots import NoWorkers
from croupier.server.desk import Desk
from croupier.server.hall import Hall, Settings, new_id
from croupier.server.wire import Wire
from croupier.store.memory import MemoryStore
from croupier.store.store import Row
from croupier.table.commands import ActCommand, LeaveCommand, OpenSeatCommand, OpenTable, Sit, StartCommand, WithdrawCommand
from croupier.table.deal import hash_key
from croupier.table.table import Done, Table

# --- agreeing truths ------------------------------------------------------------------------------------------------------


class Ear(Wire):
    """Keeps what is queued for one viewer."""

    def __init__(self) -> None:
        async def nowhere(message: Any) -> None:
            raise AssertionError("nothing is sent")

        super().__init__(nowhere, lambda: None)

    def heard(self) -> list[bytes]:
        said = list(self.queue)
        self.queue.clear()
        return said


class StillHall(Hall):
    """Its clock stands still, so that two tables may say the same."""

    def now(self) -> int:
        return 1_000_000


def dealt_table(seats: int, game: str = "quickshot") -> Table:
    command = OpenTable(new_id(), game, "P0", hash_key("0"), seats, secrets.token_bytes(32))
    done = Table.open(command, 1)
    assert isinstance(done, Done)
    table = done.table
    for seat in range(1, seats):
        table = handled(table, Sit(f"P{seat}", hash_key(str(seat))), None)
    return handled(table, StartCommand(), 0)


def handled(table: Table, command: Any, seat: int | None) -> Table:
    done = table.handle(command, seat=seat, now=2)
    assert isinstance(done, Done), done
    return done.table


def act(tables: list[Table], rng: random.Random) -> tuple[int, Any] | None:
    """A command that all these tables take: mostly an offered action, sometimes taking one back; None when there is none."""
    table = tables[0]
    back = [seat for seat in range(len(table.seats)) if table.can_withdraw(seat)]
    if back and rng.random() < 0.25:
        seat = rng.choice(back)
        return seat, WithdrawCommand(table.decision(seat) or 0)
    for seat in rng.sample(table.awaited(), len(table.awaited())):
        if actions := sorted(set.intersection(*(offered(table, seat) for table in tables))):
            return seat, ActCommand(table.decision(seat) or 0, rng.choice(actions))
    return None


def offered(table: Table, seat: int) -> set[str]:
    offer = table.offer(seat)
    return {action.action for action in offer.actions} if offer else set()


def observation(table: Table, seat: int) -> list[int]:
    out = [0] * table.game.OBSERVATION
    table.game.observe(table.box, table.state, seat, out)
    return out


async def desk_of(table: Table) -> Desk:
    """A desk for a table in the middle; the store takes its next entry as if it had the others."""
    store = MemoryStore()
    store.rows[table.id] = [Row(seq, 0, b"") for seq in range(table.seq)]
    return StillHall(store, NoWorkers(), Settings(pace=0.0, limits=AT_ONCE)).seat_desk(table)


def two_truths(game: str, seats: int, viewer: int, rng: random.Random) -> list[Table]:
    """A table somewhere in a game, and another that the viewer cannot tell from it."""
    table = dealt_table(seats, game)
    wanted = rng.randrange(4 * seats)
    while table.plies < wanted or any(table.open_actions):
        step = act([table], rng)
        assert step
        table = handled(table, step[1], step[0])
        if table.is_over:
            return two_truths(game, seats, viewer, rng)
    other = table.copy()
    other.state = table.state.copy()
    table.game.redeal(other.box, other.state, viewer, rng.getrandbits(60))
    other.state.chance = list(table.state.chance)
    return [table, other]


def has_shown_what_is_gone(table: Table, before: Table) -> bool:
    """Whether this step has shown everybody something that no observation tells, since nothing comes of it any more.

    In Quick Silver all carts at the end of a round, before all is shuffled; in Quickshot whose hand was which, where several
    are eliminated together and all their cards are discarded.
    """
    now, then = table.state, before.state
    if table.game.meta.name == "quickshot":
        return sum(out > 0 for out in now.out) - sum(out > 0 for out in then.out) > 1
    return table.game.meta.name == "quick_silver" and bool(now.round != then.round)


def have_parted(tables: list[Table], before: Table, viewer: int) -> bool:
    """Whether the viewer may tell two truths apart now: by what a learner is told, or by what has been shown."""
    if tables[0].is_over or observation(tables[0], viewer) != observation(tables[1], viewer):
        return True
    return has_shown_what_is_gone(tables[0], before)


async def follow_two_truths(game: str, seats: int, rng: random.Random) -> int:
    """How many commands a viewer and a spectator heard alike in two truths that agree for the viewer."""
    viewer = rng.randrange(seats)
    tables = two_truths(game, seats, viewer, rng)
    desks = [await desk_of(table) for table in tables]
    ears = [(Ear(), Ear()) for _ in desks]
    for desk, (own, watching) in zip(desks, ears, strict=True):
        await desk.enter(own, str(viewer))
        await desk.enter(watching, None)
    same = 0
    while ears[0][0].heard() == ears[1][0].heard() and ears[0][1].heard() == ears[1][1].heard():
        step = act([desk.table for desk in desks], rng)
        if step is None:
            return same  # nobody holds the same card in both
        before = desks[0].table
        for desk in desks:
            answer = await desk.command(step[1], seat=step[0])
            assert b"accepted" in answer, answer
        if have_parted([desk.table for desk in desks], before, viewer):
            return same
        same += 1
        if same == 40:
            return same  # long enough; another pair of truths tells more
    raise AssertionError(f"seat {viewer} or a spectator can tell two truths apart after {same} commands")


TOGETHER = [("quickshot", 3), ("quickshot", 5), ("quickshot", 7), ("silver_and_gold", 2), ("silver_and_gold", 4)]
"""Games where several decide at the same time."""
GAMES = [*TOGETHER, ("quick_silver", 2), ("quick_silver", 4), ("quick_silver", 6)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_streams_are_equal_in_truths_that_agree(game: str, seats: int) -> None:
    """Bytes, sizes and counts, for a seat and for a spectator. test_server_chains.py: where rivals decide otherwise."""
    rng = random.Random(seats)

    async def work() -> int:
        return sum([await follow_two_truths(game, seats, rng) for _ in range(15 if game == "silver_and_gold" else 60)])

    assert run(work()) > 100


# --- over sockets -----------------------------------------------------------------------------------------------------------


def check_blind(person: Person, seat: int | None) -> None:
    """Nothing that this viewer heard shows a card of another hand before the end."""
    for message in person.heard:
        if message.get("frame", {}).get("state") == "over":
            return
        views = [message.get("view"), *(beat["view"] for beat in message.get("beats", ()))]
        for view in filter(None, views):
            assert all("cards" not in one for one in view["seats"])
        for beat in message.get("beats", ()):
            assert "hand" not in beat["view"] and "choice" not in beat["view"]
        events = [*message.get("events", ()), *(event for beat in message.get("beats", ()) for event in beat["events"])]
        for event in events:
            assert event["kind"] != "drew" or event["seat"] == seat or "value" not in event
        if seat is None:
            assert not {"offer", "decision"} & message.keys()
            assert all("hand" not in view and "choice" not in view for view in filter(None, views))


def test_nobody_hears_of_anothers_hand() -> None:
    async def work() -> None:
        async with house() as h:
            table, key = await h.open(seats=4, bots=[None, "prospector", "prospector"])
            ann, bo, eve = await h.person(table, key), await h.person(table, await h.join(table)), await h.person(table)
            await ann.ask("start")
            await play_on([ann, bo])
            await eve.until(lambda: eve.frame["state"] == "over")
            for person, seat in ((ann, 0), (bo, 1), (eve, None)):
                check_blind(person, seat)
            drawn = [e for m in bo.heard for beat in m.get("beats", ()) for e in beat["events"] if e["kind"] == "drew"]
            assert any("value" in event for event in drawn if event["seat"] == 1) or not any(e["seat"] == 1 for e in drawn)

    run(work())


def test_an_open_choice_is_no_news_but_for_the_frame() -> None:
    """Others hear that a seat is no longer awaited; a taken back choice puts everything as it was."""

    async def work() -> None:
        async with house() as h:
            table, key = await h.open(seats=4)
            keys = [key, *[await h.join(table, f"P{i}") for i in range(3)]]
            people = [await h.person(table, key) for key in keys]
            eve = await h.person(table)
            await people[0].ask("start")
            lead = await first_asked(people)
            await lead.act()
            followers = [person for person in people if person is not lead]
            for person in followers:
                await person.until(lambda person=person: person.offered())
            marks = {person: len(person.heard) for person in [*people, eve]}
            frame, decision = eve.frame, followers[0].picture["decision"]
            await followers[0].act()
            assert "offer" not in followers[0].heard[-1]
            assert (await followers[0].ask("withdraw", decision=decision))["type"] == "accepted"
            await eve.until(lambda: eve.frame == frame)
            await followers[0].until(followers[0].offered)
            assert followers[0].picture["decision"] == decision
            for person in [lead, followers[1], followers[2], eve]:
                await person.until(lambda person=person: len(person.heard) >= marks[person] + 2)
                news = person.heard[marks[person] :]
                assert [message["type"] for message in news] == ["update", "update"]
                assert all(not {"view", "beats"} & message.keys() for message in news)

    run(work())


async def first_asked(people: list[Person]) -> Person:
    for _ in range(500):
        for person in people:
            if person.offered():
                return person
        await asyncio.sleep(0.01)
    raise AssertionError("nobody is asked")


def test_raw_updates_read_as_updates() -> None:
    """What is put together from parts decodes as the message it says it is."""
    import msgspec

    from croupier import games
    from croupier.server import messages as m
    from croupier.server.project import BeatBytes, show, update

    table = dealt_table(3)
    decoder = msgspec.json.Decoder(m.Update)
    seat = table.awaited()[0]
    command = ActCommand(table.decision(seat) or 0, table.offer(seat).actions[0].action)  # type: ignore[union-attr]
    done = table.handle(command, seat=seat, now=3)
    assert isinstance(done, Done) and done.beats
    frame = msgspec.json.encode(done.table.frame(frozenset(), 0))
    for viewer in (0, 1, 2, SPECTATOR):
        shown = show(done.table, viewer)
        said = decoder.decode(update(4, shown, None, frame=frame, beats=BeatBytes(table.game, done.beats).seen_by(viewer)))
        assert said.n == 4 and said.frame == done.table.frame(frozenset(), 0)
        assert said.decision == shown.decision and len(said.beats) == len(done.beats)
        view = msgspec.convert(said.view, games.load("quickshot").View)
        assert view == done.table.view(viewer)
        told = msgspec.convert(said.beats[0].events[0], games.load("quickshot").Told)
        assert told == table.game.tell(done.beats[0].events[0], viewer)
    assert json.loads(update(1, show(table, 0), show(table, 0), frame=None, beats=None)).keys() <= {
        "type",
        "n",
        "decision",
        "offer",
    }


@pytest.mark.parametrize(("game", "seats"), TOGETHER)
def test_without_beats_only_the_seat_that_decided_sees_something_new(game: str, seats: int) -> None:
    """What the desk relies on when it does not look again for the others."""
    rng = random.Random(seats)
    quiet = 0
    for _ in range(25 if game == "quickshot" else 1):
        table = dealt_table(seats, game)
        while not table.is_over:
            step = act([table], rng)
            assert step
            before = {viewer: table.view(viewer) for viewer in [SPECTATOR, *range(seats)] if viewer != step[0]}
            done = table.handle(step[1], seat=step[0], now=2)
            assert isinstance(done, Done)
            table = done.table
            if not done.beats:
                quiet += 1
                assert all(table.view(viewer) == view for viewer, view in before.items())
    assert quiet > 50


def test_a_command_that_waited_does_not_act_for_whoever_has_the_seat_now() -> None:
    """Bo's command waits while the host opens Bo's seat and Cy sits down there."""

    async def work() -> None:
        hall = StillHall(MemoryStore(), NoWorkers(), Settings(pace=0.0, limits=AT_ONCE))
        opened = Table.open(OpenTable(new_id(), "quickshot", "Ann", hash_key("a"), 3, secrets.token_bytes(32)), 1)
        assert isinstance(opened, Done)
        desk = await hall.open(opened)
        await desk.command(Sit("Bo", hash_key("b"), 1))
        async with desk.lock:
            waiting = [
                asyncio.ensure_future(desk.command(OpenSeatCommand(1), key_hash=hash_key("a"), cmd_id="1")),
                asyncio.ensure_future(desk.command(Sit("Cy", hash_key("c"), 1))),
                asyncio.ensure_future(desk.command(LeaveCommand(), key_hash=hash_key("b"), cmd_id="2")),
            ]
            await asyncio.sleep(0)
        answers = await asyncio.gather(*waiting)
        assert b"accepted" in answers[0] and b"accepted" in answers[1] and b"no_seat" in answers[2]
        assert desk.table.seat_of(hash_key("c")) == 1
        desk.stop()

    run(work())
