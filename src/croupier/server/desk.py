"""A desk runs one table: one command at a time, and nobody hears of anything before it is durable.

handle -> append -> await the commit -> swap -> acknowledge -> project per viewer -> queue. The table's own code is pure, so
until the swap nothing has happened; when the commit fails the table is read again from the store.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.bots.levels import LEVELS
from croupier.core.errors import CroupierError
from croupier.core.game import SPECTATOR
from croupier.server.answers import Asked, Recent
from croupier.server.journal import warn
from croupier.server.messages import Accepted, Refused
from croupier.server.project import BeatBytes, Shown, Story, encode, show, update, welcome
from croupier.server.rows import due_changes, rows_of, summary_of
from croupier.server.seats import Presence
from croupier.server.turns import Turns
from croupier.server.viewer import Viewer
from croupier.server.wire import Wire
from croupier.store.store import Answered, Append, Conflict, StoreError
from croupier.table.commands import Command, Return
from croupier.table.deal import hash_key
from croupier.table.entries import Acted, Withdrawn
from croupier.table.frame import Frame
from croupier.table.play import reading_ms
from croupier.table.refusals import Refusal
from croupier.table.table import Done, Table

if TYPE_CHECKING:
    from croupier.server.hall import Hall

LONG_STORY = 1 << 16
"""Bytes: a story of an ordinary game is shorter, and told again within a millisecond."""
CROWDED = 4429
"""Close code: too many watch already."""
WARMING = "The bots are warming up; until then they think a little less deeply."
COLD = "The bots think a little less deeply than they could: this server cannot compile their search."
SOMEBODY_ELSE = "This seat is not yours any more; it was opened, or moved to another device."

Reply = Callable[[bytes], None]

Company = tuple[frozenset[int], int]
"""The seats that are connected, and how many watch."""


class Desk:
    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.table = table
        self.id = table.id
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        """Held while a rematch is opened: several ask for it at the same moment."""
        self.viewers: dict[Viewer, None] = {}
        """In the order in which they came."""
        self.audiences: Counter[int] = Counter()
        """How many viewers each audience has; none with 0."""
        self.recent = Recent()
        self.shown: dict[int, Shown] = {}
        """What each audience was sent last."""
        self.actor: int | None = None
        """The seat that decided last."""
        self.stories: dict[int, Story] = {}
        """What each audience that is here has been told; a long one is kept for those who come back."""
        self.company: Company = frozenset(), 0
        """Who is here, as it was told last."""
        self.frame_bytes = b""
        """The frame that was told last."""
        self.telling: asyncio.TimerHandle | None = None
        """Runs while it waits to be told who is here."""
        self.told_at = 0.0
        """Loop time at which it was told last."""
        self.trouble = ""
        """A sentence for everybody while the store does not write."""
        self.quiet_at = 0.0
        """Loop time at which people have watched the latest beats."""
        self.forgetting: asyncio.TimerHandle | None = None
        self.used_at = asyncio.get_running_loop().time()
        self.presence = Presence(self)
        self.turns = Turns(self)

    # --- commands -------------------------------------------------------------------------------------------------------

    async def command(
        self,
        command: Command,
        *,
        seat: int | None = None,
        key_hash: str = "",
        cmd_id: str | None = None,
        reply: Reply | None = None,
        still: Callable[[], bool] | None = None,
    ) -> bytes:
        """Do it, or refuse it; the answer goes to ``reply`` before anything that follows from the command is sent.

        With a ``key_hash`` the seat is whatever that key opens when the command's turn has come. Commands of the server itself
        have neither that nor a ``cmd_id``; they are refused unless what they were sent for is ``still`` true then. The caller
        must not be cancelled while this runs.
        """
        async with self.lock:
            if still and not still():
                return encode(Refused("taken", SOMEBODY_ELSE))
            if key_hash:
                seat = self.table.seat_of(key_hash)
            asked = Asked(seat, self.table.seats[seat].since, cmd_id) if seat is not None and cmd_id else None
            answer = self.recent.get(asked) if asked else None
            done = None
            if answer is None:
                answer, done = await self.decide(command, seat, cmd_id, asked)
            if done:
                self.table = done.table
            if reply:
                reply(answer)
            if done:
                self.follow(done)
            return answer

    async def decide(
        self, command: Command, seat: int | None, cmd_id: str | None, asked: Asked | None
    ) -> tuple[bytes, Done | None]:
        """The answer, and what is durable now; None when nothing has changed."""
        done = self.table.handle(command, seat=seat, now=self.hall.now(), pace=self.hall.pace, unread=self.unread())
        if isinstance(done, Refusal):
            earlier = await self.earlier_answer(asked)
            return earlier or self.recent.remember(asked, encode(Refused(done.code, done.sentence, cmd_id))), None
        answer = encode(Accepted(cmd_id or ""))
        error = await self.make_durable(done, Answered(*asked, answer) if asked else None)
        if error:
            earlier = await self.earlier_answer(asked) if isinstance(error, Conflict) else None
            return earlier or encode(Refused("busy", error.public, cmd_id)), None
        return self.recent.remember(asked, answer), done

    async def earlier_answer(self, asked: Asked | None) -> bytes | None:
        """Of a repeated command that has been forgotten here. Only a command that is refused now can be one."""
        if not asked:
            return None
        with suppress(StoreError):
            return await self.hall.store.answer(self.id, *asked)
        return None

    async def make_durable(self, done: Done, answered: Answered | None) -> StoreError | None:
        """None once it is committed; otherwise the table has been read again."""
        if not done.entries:
            return None
        due = due_changes(self.table, done.table, self.hall.now())
        summary = summary_of(done.table, done.entries)
        try:
            await self.hall.store.append(Append(self.id, rows_of(done.entries), answered, due, summary))
        except StoreError as error:
            warn("append_failed", error, table=self.id)
            await self.refold(error)
            return error
        return None

    async def refold(self, error: StoreError) -> None:
        """The store is the truth: what it holds is shown, whether the failed commit reached it or not."""
        try:
            rows = await self.hall.store.load(self.id)
            if rows:
                self.table = await self.hall.refold(rows)
        except CroupierError as worse:
            warn("refold_failed", worse, table=self.id)
        self.shown.clear()
        self.stories.clear()
        self.trouble = "" if isinstance(error, Conflict) else error.public
        self.turns.rouse(after=1.0)
        self.tell()

    def follow(self, done: Done) -> None:
        """It is durable and swapped in: tell everybody, and see who is next."""
        self.trouble = ""
        self.hall.heard_of(self.table, done.entries, shown_there=bool(done.beats))
        last = done.entries[-1] if done.entries else None
        self.actor = last.seat if isinstance(last, Acted | Withdrawn) else None
        self.tell(BeatBytes(self.table.game, done.beats) if done.beats else None)
        if done.beats:
            self.watch(done)
        if not all(isinstance(entry, Acted | Withdrawn) for entry in done.entries):
            self.check_seats()
        self.turns.rouse()

    def unread(self) -> int:
        """For how many milliseconds people still watch what has happened."""
        return max(0, round(1000 * (self.quiet_at - asyncio.get_running_loop().time())))

    def watch(self, done: Done) -> None:
        """Bots and timers wait until people have seen this."""
        if self.hall.pace:
            now = asyncio.get_running_loop().time()
            self.quiet_at = max(now, self.quiet_at) + self.hall.pace * reading_ms(self.table, done.beats) / 1000

    # --- viewers --------------------------------------------------------------------------------------------------------

    async def enter(self, wire: Wire, key: str | None) -> Viewer | None:
        """A socket comes in; with the key of a seat it takes that seat, and the older socket of the seat goes.

        None, and the socket closed with a sentence, when there is no room for one more to watch.
        """
        key_hash = hash_key(key) if key else ""
        seat = self.table.seat_of(key_hash) if key_hash else None
        if seat is not None and self.table.seats[seat].stand_in:
            await self.command(Return(seat))
        seat = await self.prepare(key_hash)
        if seat is None and self.audiences[SPECTATOR] >= self.hall.settings.limits.spectators:
            self.turn_away(wire)
            return None
        older = [other for other in self.viewers if seat is not None and other.seat == seat]
        viewer = Viewer(wire, seat, key_hash)
        self.admit(viewer)
        self.welcome(viewer)
        for other in older:
            other.displace("Your seat was opened in another tab or on another device; it can be played in one place only.")
            self.leave(other)
        self.company_changed(viewer)
        self.turns.rouse()
        return viewer

    async def prepare(self, key_hash: str) -> int | None:
        """The seat of this key, once what its welcome tells is at hand."""
        while True:
            seat = self.table.seat_of(key_hash)
            audience = SPECTATOR if seat is None else seat
            story = self.stories.setdefault(audience, Story())
            await self.hall.slices.last(story.catch_up(self.table, audience))
            if seat == self.table.seat_of(key_hash):
                return seat

    def admit(self, viewer: Viewer) -> None:
        """From now on it is told what happens."""
        self.viewers[viewer] = None
        self.audiences[viewer.audience] += 1

    def turn_away(self, wire: Wire) -> None:
        sentence = f"{self.audiences[SPECTATOR]} people watch this table, and there is room for no more; try again later."
        wire.put(encode(Refused("taken", sentence)))
        wire.close(CROWDED, "too many spectators")

    def welcome(self, viewer: Viewer) -> None:
        """Everything until now, as this viewer may know it."""
        audience = viewer.audience
        shown = self.shown.setdefault(audience, self.shown.get(audience) or show(self.table, audience))
        story = self.stories.setdefault(audience, Story())
        viewer.frame = encode(self.frame(self.company_now()))
        events = story.until_now(self.table, audience)
        viewer.wire.put(welcome(viewer.seat, shown, frame=viewer.frame, events=events, now=self.hall.now()))

    def leave(self, viewer: Viewer) -> None:
        """A socket is gone."""
        if viewer in self.viewers:
            del self.viewers[viewer]
            self.audiences[viewer.audience] -= 1
            if not self.audiences[viewer.audience]:
                del self.audiences[viewer.audience]
                self.shown.pop(viewer.audience, None)
                story = self.stories.pop(viewer.audience, None)
                if story and len(story.told) >= LONG_STORY:
                    self.stories[viewer.audience] = story
            self.company_changed(viewer)
        self.hall.idle_soon(self)

    def company_changed(self, viewer: Viewer) -> None:
        """This viewer has come or gone. Many may in one moment, so it is told now and then; what is played is told at once."""
        self.presence.refresh()
        now = asyncio.get_running_loop().time()
        if viewer.seat is not None:
            self.hall.lobby.seen(self.id, now)
        if self.telling:
            return
        wait = self.told_at + self.hall.settings.limits.presence_every - now
        if wait > 0:
            self.telling = asyncio.get_running_loop().call_later(wait, self.tell_company)
        else:
            self.tell_company()

    def tell_company(self) -> None:
        self.telling = None
        self.told_at = asyncio.get_running_loop().time()
        self.tell(company=True)

    def dismiss(self, seat: int, sentence: str) -> None:
        """Whoever shows this seat is told why and closed."""
        for viewer in [viewer for viewer in self.viewers if viewer.seat == seat]:
            viewer.displace(sentence)
            self.leave(viewer)

    def left(self, viewer: Viewer) -> None:
        """Whoever has left the table is shown out; opening it again brings them back."""
        seat = viewer.seat
        if seat is not None and self.table.seat_of(viewer.key_hash) == seat and self.table.seats[seat].left:
            self.dismiss(seat, "You have left the table, and a bot plays for you. Open the table again to take your seat back.")

    def check_seats(self) -> None:
        """Sockets whose key no longer opens their seat."""
        for viewer in [v for v in self.viewers if v.seat is not None and self.table.seat_of(v.key_hash) != v.seat]:
            viewer.displace("You have no seat here any more: you left it, it moved to another device, or the host opened it.")
            self.leave(viewer)
        self.presence.refresh()

    # --- telling --------------------------------------------------------------------------------------------------------

    def company_now(self) -> Company:
        return self.presence.here(), self.audiences[SPECTATOR]

    def frame_to_tell(self, *, company: bool) -> bytes | None:
        """None when nothing is to be told. Who came or went meanwhile is told with what everybody hears anyway, or when its
        time has come, and never because of a choice that others may not know of: the moment would tell it."""
        if not company and encode(self.frame(self.company)) == self.frame_bytes:
            return None
        self.company = self.company_now()
        self.frame_bytes = encode(self.frame(self.company))
        return self.frame_bytes

    def frame(self, company: Company) -> Frame:
        frame = self.table.frame(*company)
        due_at = self.turns.due_at() if frame.due_at else None
        notice = frame.notice or self.hall.trouble or self.trouble or self.warming(frame)
        if due_at != frame.due_at or notice != frame.notice:
            return msgspec.structs.replace(frame, due_at=due_at, notice=notice)
        return frame

    def warming(self, frame: Frame) -> str:
        """A notice while bots that search are not ready; it is looked at again until they are, or never will be."""
        searching = any(seat.stand_in or (seat.level and LEVELS[seat.level].searches) for seat in frame.seats)
        if frame.state != "playing" or not searching or self.hall.bots.is_warm(frame.game):
            return ""
        if self.hall.bots.stays_cold(frame.game):
            return COLD
        self.hall.when_warm(self)
        return WARMING

    def tell(self, beats: BeatBytes | None = None, *, company: bool = False) -> None:
        """Queue what is new for everybody; those for whom nothing is new get nothing. ``company``: tell who is here, too."""
        frame_now = self.frame_to_tell(company=company)
        fresh: dict[int, Shown] = {}
        for viewer in self.viewers:
            audience = viewer.audience
            before = self.shown.get(audience)
            if audience not in fresh:
                fresh[audience] = self.look(audience, before, quiet=not beats)
            news = beats.seen_by(audience) if beats else None
            frame = None if viewer.frame == frame_now else frame_now
            if frame or news or fresh[audience] != before:
                viewer.n += 1
                viewer.frame = frame or viewer.frame
                viewer.wire.put(update(viewer.n, fresh[audience], before, frame=frame, beats=news))
        self.shown.update(fresh)

    def look(self, audience: int, before: Shown | None, *, quiet: bool) -> Shown:
        """What the audience sees now.

        Without beats a view changes only for the seat that has just decided or taken back: nothing that others see changes
        unseen. To know that spares most of the work of a simultaneous decision.
        """
        if quiet and before and before.view and audience != self.actor and self.asked_as_before(audience, before):
            return before
        return show(self.table, audience)

    def asked_as_before(self, audience: int, before: Shown) -> bool:
        if audience == SPECTATOR:
            return True
        return before.decision == self.table.decision(audience) and bool(before.offer) == self.table.is_awaited(audience)

    def resume(self) -> None:
        """The store writes again."""
        self.trouble = ""
        self.tell()
        self.turns.rouse()

    # --- the end --------------------------------------------------------------------------------------------------------

    def is_idle(self) -> bool:
        """Nobody is connected, and nothing will happen by itself."""
        return not self.viewers and not self.lock.locked() and not self.turns.is_busy() and not self.presence.timers

    def stop(self) -> None:
        self.presence.stop()
        self.turns.stop()
        for timer in (self.forgetting, self.telling):
            if timer:
                timer.cancel()
