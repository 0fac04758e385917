"""One sitting of any game: commands in, with the time they came, entries out. Pure: no clock, no I/O, no secrets of its own.

A ``Table`` never changes once somebody outside this package holds it: ``handle`` works on a cheap copy, which the caller takes
over after the entries have been stored. docs/decisions/table-log.md says why things are as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from croupier.core.errors import CroupierError, Invalid
from croupier.core.events import Beat, Event, seats_in
from croupier.core.game import NO_WINDOW, OPEN, Game, Offer
from croupier.table import caps, fold, handlers, opening, rematch
from croupier.table.commands import Command, OpenTable
from croupier.table.draft import Draft
from croupier.table.entries import Entry, Opened
from croupier.table.frame import Frame, Level
from croupier.table.refusals import Refusal, Refuse
from croupier.table.seats import STAND_IN, Seat

LEAST_AFTER_RESTART = 15_000
"""Milliseconds that are left for a decision when the server comes back."""
WINDOW = 20_000
"""Milliseconds that an interrupt window is open, at every table: the time per decision is for decisions of one's own."""

_events = msgspec.msgpack.Decoder(list[Event])


class Due(NamedTuple):
    """A decision that somebody owes: of which seat, how a bot would decide it, and its id."""

    seat: int
    level: Level
    decision: int


class Table:
    """Read it through the methods; only this package writes its fields, and only on copies that nobody else holds."""

    __slots__ = (
        "_due_at", "asked", "box", "box_key", "first", "game", "history", "host", "key", "listed", "mask", "next_table",
        "notice", "open_actions", "opened", "plies", "seats", "seconds", "seq", "starter", "state", "stopped", "taken_back",
    )
    opened: Opened
    game: Game
    box: Any
    """Shared between tables: nobody changes it."""
    box_key: bytes
    """Part of every digest, so that another box gives other digests."""
    state: Any
    """The full truth; None before the deal. Its chance words are 0 between actions: nothing to come stands in it."""
    mask: int
    """``game.to_act(state)``, kept because it is asked so often; 0 before the deal."""
    seats: tuple[Seat, ...]
    host: int | None
    seconds: int
    listed: bool
    seq: int
    """How many entries there are: the next one has this number."""
    key: bytes
    """The key of the fair deal; empty before the deal."""
    plies: int
    """Actions in force."""
    asked: tuple[int, ...]
    """Per seat, the id of its latest decision; 0 before the first."""
    open_actions: tuple[int, ...]
    """Per seat, how many of its actions are open choices."""
    taken_back: tuple[int, ...]
    """Per seat, how often it has taken back since cards were revealed last."""
    starter: int | None
    """The seat that was named to start, as the log has it: ``first_seat`` is the one that is meant now."""
    first: int | None
    """The seat that started the game, as a rematch counts on from it; None before the deal."""
    history: tuple[bytes, ...]
    """The events of the deal and of each action that made any, packed."""
    next_table: str | None
    notice: str
    stopped: bool
    _due_at: int | None

    # --- writing ---------------------------------------------------------------------------------------------------------

    @staticmethod
    def open(command: OpenTable, now: int) -> Done | Refusal:
        """A new table with its opener, its bots and its entries from number 0 on."""
        try:
            return opening.open_table(command, now)
        except Refuse as refused:
            return refused.refusal

    @staticmethod
    def refold(entries: Iterable[Entry]) -> Table:
        """The table of a log. Raises Invalid only when not even the first entry can be read.

        Where the log cannot go on, or where a digest differs, the table is ``stopped`` as it was before that entry; where the
        game has lasted all too long, as it is at the end.
        """
        for table in Table.refolding(entries):
            last = table
        return last

    @staticmethod
    def refolding(entries: Iterable[Entry]) -> Iterator[Table]:
        """``refold`` in steps, for a log that may be long: the table after each entry, at least one; the last is the result."""
        rest = iter(entries)
        opened = next(rest, None)
        if not isinstance(opened, Opened):
            raise Invalid("A log begins with the entry 'opened'; this one does not.")
        table = opening.blank(opened)
        yield table
        for entry in rest:
            twin = table.copy()
            try:
                fold.fold(twin, entry)
            except CroupierError as error:
                yield fold.stop(table, fold.unrepeatable(table, entry, error))
                return
            table = twin
            yield table
        if endless := caps.without_end(table):
            yield fold.stop(table, endless)

    def handle(
        self, command: Command, *, seat: int | None, now: int, pace: float = 0.0, unread: int = 0
    ) -> Done | Refusal:
        """What the command does. Does not change this table.

        ``seat``: who sends it, None for a spectator; commands of the server itself ignore it. ``pace``: people get as much
        more time for a decision as the beats before it take to read, times this; ``unread``: and as many milliseconds as they
        are behind already. Done may hold no entries: then nothing was to do, and that is no refusal.
        """
        try:
            return handlers.handle(Draft(self, now, pace, unread), command, seat)
        except Refuse as refused:
            return refused.refusal

    def open_rematch(self, table: str, seed: bytes, now: int) -> Done | Refusal:
        """After the end: a new table with the same people, bots, names, keys, options and box; the next seat starts.

        Store it, then let this table handle ``RematchCommand(table)``.
        """
        try:
            return rematch.open_rematch(self, table, seed, now)
        except Refuse as refused:
            return refused.refusal

    def copy(self) -> Table:
        """Equal, and shares everything: writers replace fields, they never change what stands in them."""
        twin = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    # --- reading ---------------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.opened.table

    @property
    def phase(self) -> Literal["gathering", "playing", "over", "stopped"]:
        if self.stopped:
            return "stopped"
        if self.state is None:
            return "gathering"
        return "playing" if self.mask else "over"

    @property
    def is_over(self) -> bool:
        return self.state is not None and not self.mask

    @property
    def to_act(self) -> int:
        """Mask of the seats whose decision is awaited; 0 also before the deal and when stopped."""
        return 0 if self.stopped else self.mask

    def awaited(self) -> tuple[int, ...]:
        """The seats whose decision is awaited, rising."""
        return tuple(seats_in(self.to_act))

    def is_awaited(self, seat: int) -> bool:
        return seat >= 0 and bool(self.to_act >> seat & 1)

    def decision(self, seat: int) -> int | None:
        """The id of the seat's decision: while it is awaited, and while its open choice may be taken back.

        It counts this seat's decisions only. Taking back leads to the id under which the choice was made.
        """
        return self.asked[seat] if self.is_awaited(seat) or self.can_withdraw(seat) else None

    def can_withdraw(self, seat: int) -> bool:
        """Whether the seat has open choices: the rules let it take them back."""
        return not self.stopped and self.open_actions[seat] > 0

    def may_withdraw(self, seat: int) -> bool:
        """Whether the seat may take back now: it ``can_withdraw``, and has not done so all too often."""
        return self.can_withdraw(seat) and not caps.tired_of_taking_back(self, seat)

    def goes_on(self, seat: int) -> bool:
        """Whether the seat has open choices and must add another one: a secret of the seat."""
        return self.can_withdraw(seat) and self.is_awaited(seat)

    def offer(self, seat: int) -> Offer | None:
        """The seat's decision with its legal actions, if one is awaited."""
        return self.game.offer(self.box, self.state, seat) if self.is_awaited(seat) else None

    def view(self, viewer: int) -> Any | None:
        """What the viewer (a seat, or SPECTATOR) sees; None before the deal. After the end everybody sees everything."""
        if self.state is None:
            return None
        return self.game.view(self.box, self.state, OPEN if self.is_over else viewer)

    def events(self, viewer: int) -> list[Any]:
        """Everything that has happened since the deal, as the viewer may know it."""
        return [event for part in range(len(self.history)) for event in self.events_of(part, viewer)]

    def events_of(self, part: int, viewer: int) -> list[Any]:
        """What happened at one action, or at the deal: ``part`` counts those in ``history``."""
        return [self.game.tell(event, viewer) for event in _events.decode(self.history[part])]

    @property
    def is_window(self) -> bool:
        """Whether whoever is awaited is asked in an interrupt window, in the middle of somebody else's turn."""
        return bool(self.to_act) and self.game.window(self.state) != NO_WINDOW

    def unanswered(self, seat: int) -> str:
        """Where a person is asked in a window: the notation of the action that stands without an answer.

        Empty in every other decision, and for bots, who always answer.
        """
        if not self.is_window or not self.is_awaited(seat) or self.seats[seat].kind != "person":
            return ""
        return self.game.format_action(self.box, self.state, seat, self.game.window(self.state))

    @property
    def limit(self) -> int:
        """Milliseconds that people have for the decision that is awaited; 0 is no limit."""
        return WINDOW if self.is_window else 1000 * self.seconds

    @property
    def due_at(self) -> int | None:
        """When it is decided for the people who are awaited: by a bot, or in a window as ``unanswered`` says.

        None without such people, or without a limit.
        """
        return self._due_at if any(self.seats[seat].decides for seat in self.awaited()) else None

    def due_after_restart(self, now: int) -> int | None:
        """``due_at``, but not before people have had time to come back."""
        return None if self.due_at is None else max(self.due_at, now + LEAST_AFTER_RESTART)

    def waiting_bots(self) -> list[Due]:
        """The decisions that bots must make now, their own and those of people they stand in for (``unanswered`` in a window).

        None while every person is away or has left: nobody comes back to a game that bots have finished among themselves.
        """
        if not any(seat.decides for seat in self.seats):
            return []
        return [Due(p, level, self.asked[p]) for p in self.awaited() if (level := self.seats[p].bot_level)]

    def waiting_people(self) -> list[Due]:
        """The decisions that people must make now; the level is that of the bot that decides when their time is up, but for
        windows (``unanswered``)."""
        return [Due(p, STAND_IN, self.asked[p]) for p in self.awaited() if self.seats[p].decides]

    def seat_of(self, key_hash: str) -> int | None:
        """The seat that this key proves."""
        return next((p for p, seat in enumerate(self.seats) if seat.key_hash == key_hash and key_hash), None)

    def people(self) -> tuple[int, ...]:
        """The seats of persons, those for whom a bot stands in included."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind == "person")

    @property
    def first_seat(self) -> int | None:
        """The seat that is named to start; None: as the rules say. When the table has lost that seat, the next one there is."""
        return None if self.starter is None else self.starter % len(self.seats)

    def may_start(self) -> str:
        """While gathering: empty when the host may start, else a sentence that says what is missing."""
        return opening.may_start(self) if self.phase == "gathering" else ""

    def frame(self, here: frozenset[int], spectators: int) -> Frame:
        """What everybody sees around the game. ``here``: the seats whose clients are connected."""
        opened, over = self.opened, self.is_over
        return Frame(
            table=opened.table,
            game=opened.game,
            title=self.game.meta.title,
            state=self.phase,
            seats=tuple(seat.frame(p in here) for p, seat in enumerate(self.seats)),
            host=self.host,
            awaited=self.awaited(),
            due_at=self.due_at,
            window=WINDOW // 1000 if self.is_window else 0,
            seconds=self.seconds,
            listed=self.listed,
            first_seat=self.first_seat,
            options=opened.options,
            box=None if opened.box == opening.printed_box(self.game) else opened.box,
            may_start=self.may_start(),
            commitment=opened.commitment,
            seed=opened.seed if over else None,
            standings=tuple(self.game.standings(self.state)) if over else (),
            next_table=self.next_table,
            spectators=spectators,
            notice=self.notice,
        )


class Done(NamedTuple):
    """What a command did: the entries to store, the table as it is after them, and the beats for people to see."""

    entries: tuple[Entry, ...]
    table: Table
    beats: list[Beat]
