"""Any commands in any order: refusals change nothing, and the log always refolds to the table."""

from __future__ import annotations

import random

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from table_sitting import SEED, Sitting, dealt, opened, same

from croupier.bots.levels import LEVELS
from croupier.table import commands as c
from croupier.table import entries as e
from croupier.table.refusals import Refusal, RefusalCode
from croupier.table.table import Done, Table

CODES = set(RefusalCode.__args__)

numbers = st.integers(-2, 9) | st.integers(-(10**12), 10**12)
seats = st.integers(-1, 7)
texts = st.text(max_size=30) | st.sampled_from(["pass", "play", "play 9", "play 1 ", " play  3", "PLAY 2", "discard 8"])
boxes = st.lists(st.builds("{}{}".format, st.sampled_from("ABCDE"), st.integers(0, 5)), max_size=5).map(" ".join)
islands = st.builds("{}-{:02}".format, st.sampled_from(["gray", "green", "orange", "purple", "red"]), st.integers(0, 13))
actions = (
    texts
    | st.builds("{} {}".format, st.sampled_from(["play", "reinforce", "discard"]), st.integers(1, 8))
    | st.builds("mark {} {}".format, islands, boxes)
    | st.builds("keep {} {}".format, islands, islands)
    | st.builds("take {}".format, islands | st.just("deck"))
    | st.builds("swap {}".format, st.sampled_from([*"ABCDEFG", "centre"]))
    | st.builds("give {} take {}".format, st.integers(0, 4), st.integers(0, 4))
    | st.sampled_from(["sneak", "allow", "redirect"])
)
levels = st.sampled_from([*LEVELS, "clever", ""])
hashes = st.sampled_from(["ka", "kb", "kc", "kd"])
here = st.none() | st.frozensets(seats)

commands = st.one_of(
    st.builds(c.Sit, texts, hashes, st.none() | numbers),
    st.builds(c.ActCommand, numbers, actions),
    st.builds(c.WithdrawCommand, numbers),
    st.builds(c.NonceCommand, st.text("0123456789abcdefAB", min_size=14, max_size=66) | texts),
    st.builds(c.StartCommand),
    st.builds(c.SeatBotCommand, numbers, levels),
    st.builds(c.OpenSeatCommand, numbers),
    st.builds(c.SetSeatsCommand, numbers),
    st.builds(c.ConfigureCommand, st.sampled_from([0, 30, 60, 180]) | numbers, st.booleans()),
    st.builds(c.FirstSeatCommand, st.none() | numbers),
    st.builds(c.LeaveCommand),
    st.builds(c.RematchCommand, st.sampled_from(["next", "other"])),
    st.builds(c.BotAct, numbers, numbers, actions),
    st.builds(c.TimeUp, numbers, numbers, actions),
    st.builds(c.Away, numbers, here),
    st.builds(c.Return, numbers),
    st.builds(c.Rekey, numbers, hashes),
)


class AnyCommands(RuleBasedStateMachine):
    """One table; wild commands, and now and then a sensible one so that games get somewhere."""

    sitting: Sitting

    @initialize(
        game=st.sampled_from([("quickshot", 3, 7), ("silver_and_gold", 2, 4), ("quick_silver", 2, 6)]),
        seats=st.integers(2, 7),
        people=st.integers(1, 3),
        first_seat=st.none() | st.just(1),
        seconds=st.sampled_from([0, 30]),
        start=st.sampled_from([True, True, True, False]),
        skip=st.sampled_from([0, 0, 40, 150, 250]),
    )
    def open(
        self, game: tuple[str, int, int], seats: int, people: int, first_seat: int | None, seconds: int, start: bool, skip: int
    ) -> None:
        """``skip``: how many actions have gone by, so that the middle and the end of long games are seen, too."""
        name, least, most = game
        seats = min(max(seats, least), most)
        people = min(people, seats)
        self.sitting = (dealt if start else opened)(seats, people, game=name, seconds=seconds, first_seat=first_seat)
        r = random.Random(seats)
        while start and name != "quickshot" and skip and self.sitting.table.awaited():
            self.sitting.step(r)
            skip -= 1

    @rule(command=commands, seat=st.none() | seats)
    def wild(self, command: c.Command, seat: int | None) -> None:
        self.try_out(command, seat)

    @rule(choice=st.integers(0, 10**6), by_time=st.booleans())
    def sensible(self, choice: int, by_time: bool) -> None:
        """An offered action of an awaited seat."""
        table = self.sitting.table
        awaited = table.awaited()
        if not awaited:
            return
        p = awaited[choice % len(awaited)]
        offers = self.sitting.offers(p)
        answer = (table.decision(p), offers[choice % len(offers)])
        stands = (table.decision(p), table.unanswered(p) or answer[1])
        if not table.seats[p].decides:
            assert self.try_out(c.BotAct(p, *stands), None)
        elif by_time and table.due_at is not None:
            self.sitting.now = max(self.sitting.now, table.due_at)
            assert self.try_out(c.TimeUp(p, *stands), None)
        else:
            assert self.try_out(c.ActCommand(*answer), p)

    @rule(choice=st.integers(0, 10**6))
    def everybody_decides_once(self, choice: int) -> None:
        """So that games with many decisions get on."""
        for _ in self.sitting.table.seats:
            self.sensible(choice, by_time=False)

    @rule(choice=st.integers(0, 6))
    def take_back(self, choice: int) -> None:
        table = self.sitting.table
        p = choice % len(table.seats)
        if table.can_withdraw(p) and table.seats[p].kind == "person":
            plies, open_actions = table.plies, table.open_actions[p]
            assert self.try_out(c.WithdrawCommand(table.decision(p)), p)
            assert self.sitting.table.plies == plies - open_actions and self.sitting.table.is_awaited(p)

    @rule(wait=st.integers(0, 100_000))
    def time_passes(self, wait: int) -> None:
        self.sitting.now += wait

    def try_out(self, command: c.Command, seat: int | None) -> bool:
        """Handle it, and compare everything with before when it is refused. Returns whether it was accepted."""
        table = self.sitting.table
        before, packed = table.copy(), table.state.pack() if table.state else b""
        done = table.handle(command, seat=seat, now=self.sitting.now, pace=0.5)
        assert same(table, before) and (table.state.pack() if table.state else b"") == packed
        if isinstance(done, Refusal):
            assert done.code in CODES and done.sentence and not done.sentence[0].islower()
            return False
        assert isinstance(done, Done) and [entry.seq for entry in done.entries] == list(range(table.seq, done.table.seq))
        assert done.entries or same(table, done.table)
        self.sitting.table, self.sitting.done = done.table, done
        self.sitting.log += done.entries
        return True

    @invariant()
    def everything_can_be_shown(self) -> None:
        table = self.sitting.table
        frame = table.frame(frozenset({0, 2}), 1)
        msgspec.json.encode(frame)
        assert frame.host is None or frame.seats[frame.host].kind == "person"
        assert (frame.state == "over") == (frame.seed is not None) == bool(frame.standings)
        names = [seat.name for seat in frame.seats if seat.kind != "open"]
        assert len(set(names)) == len(names) and all(0 < len(name) <= 24 for name in names)
        for p in range(len(table.seats)):
            assert (table.offer(p) is not None) == (p in frame.awaited)
            assert (table.decision(p) is not None) == (p in frame.awaited or table.can_withdraw(p))
        waiting = {due.seat for due in table.waiting_people()} | {due.seat for due in table.waiting_bots()}
        assert bool(frame.window) == table.is_window
        assert not frame.window or (frame.due_at is not None) == any(table.seats[p].decides for p in frame.awaited)
        assert waiting == set(frame.awaited) or not any(seat.decides for seat in table.seats)

    def teardown(self) -> None:
        sitting = getattr(self, "sitting", None)
        if sitting:
            assert same(Table.refold(e.read_log(map(e.encode, sitting.log))), sitting.table)


AnyCommands.TestCase.settings = settings(
    max_examples=80, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TestAnyCommands = AnyCommands.TestCase


@settings(deadline=None, max_examples=200)
@given(
    st.text(max_size=60),
    st.sampled_from(["quickshot", "silver_and_gold", "quick_silver", "x"]),
    st.none() | st.text(max_size=60),
    numbers,
    st.dictionaries(st.sampled_from(["take_from_deck", "x"]), st.sampled_from(["on", "off", ""]), max_size=2),
    st.none() | numbers,
)
@example("\U0001f600" * 24, "quickshot", None, 5, {}, None)
@example("Ann", "silver_and_gold", None, 4, {"take_from_deck": "on"}, 3)
def test_opening_with_anything(
    name: str, game: str, box: str | None, wanted: int, options: dict[str, str], first_seat: int | None
) -> None:
    done = Table.open(c.OpenTable("t", game, name, "k", wanted, SEED, box=box, options=options, first_seat=first_seat), 0)
    if isinstance(done, Done):
        assert same(Table.refold(e.read_log(map(e.encode, done.entries))), done.table)
    else:
        assert done.code in CODES and done.sentence


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode()))
def test_any_line_is_an_entry_or_invalid(line: bytes) -> None:
    try:
        entry = e.decode(line)
    except e.Invalid:
        return
    assert e.decode(e.encode(entry)) == entry
