"""What a command is about to do to a table: entries, one after the other, each taken in at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from croupier.core.events import Beat
from croupier.table import caps, play
from croupier.table import entries as e
from croupier.table.fold import fold, put, stop

if TYPE_CHECKING:
    from croupier.table.table import Done, Table


class Draft:
    """Works on its own copy of the table; what it was made from stays as it was."""

    def __init__(self, table: Table, now: int, pace: float = 0.0, unread: int = 0) -> None:
        self.table = table.copy()
        self.now = now
        self.pace = pace
        self.seen_at = now + unread
        """When people have watched all beats but those that come now."""
        self.entries: list[e.Entry] = []
        self.beats: list[Beat] = []

    def write(self, kind: Any, **fields: Any) -> None:
        """Write an entry that needs no digest."""
        entry = kind(self.table.seq, self.now, **fields)
        fold(self.table, entry)
        self.entries.append(entry)

    def deal(self) -> None:
        outcome = play.deal(self.table, self.seen_at, self.pace, show=True)
        self._keep(e.Dealt(self.table.seq, self.now, outcome.digest, outcome.due_at), outcome.beats)

    def act(self, seat: int, by: Literal["person", "bot", "time"], action: int) -> None:
        """A legal action of a seat that is awaited; with the last one the seed is revealed."""
        text = self.table.game.format_action(self.table.box, self.table.state, seat, action)
        outcome = play.act(self.table, seat, action, self.seen_at, self.pace, show=True)
        put(self.table, seat, self.table.seats[seat].decided(by, goes_on=self.table.goes_on(seat)))
        self._keep(e.Acted(self.table.seq, self.now, seat, by, text, outcome.digest, outcome.due_at), outcome.beats)
        if self.table.is_over:
            self.write(e.Ended, seed=self.table.opened.seed)
        if endless := caps.without_end(self.table):
            self.table = stop(self.table, endless)

    def take_back(self, seat: int) -> None:
        digest = play.take_back(self.table, seat)
        self._keep(e.Withdrawn(self.table.seq, self.now, seat, digest), [])

    def done(self) -> Done:
        from croupier.table.table import Done

        return Done(tuple(self.entries), self.table, self.beats)

    def _keep(self, entry: e.Entry, beats: list[Beat]) -> None:
        self.table.seq += 1
        self.entries.append(entry)
        self.beats += beats
