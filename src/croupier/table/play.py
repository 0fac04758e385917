"""The game inside a table: deal, act, take back. Each works on a copy of a table that nobody else holds yet."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from croupier.core.events import Beat, Recorder
from croupier.core.game import SPECTATOR
from croupier.table.deal import SETUP, chance_words, deal_key

if TYPE_CHECKING:
    from croupier.table.table import Table

BEAT_MS = 700
WORD_MS = 110
MOST_WORDS = 24
"""Of one beat: where the news of several seats come together nobody reads it all, and the board tells it in one sentence."""
NO_CHANCE = (0, 0, 0, 0)

_encoder = msgspec.msgpack.Encoder()
T = TypeVar("T")


class Outcome(NamedTuple):
    """What came of a deal or an action."""

    digest: str
    due_at: int | None
    beats: list[Beat]


def digest_of(table: Table, state: Any) -> str:
    """16 hexadecimal digits that change with the box and with every field of the state."""
    return hashlib.blake2b(state.pack(), digest_size=8, key=table.box_key).hexdigest()


def deal(table: Table, at: int, pace: float, *, show: bool) -> Outcome:
    """Set the game up. ``show``: whether beats with their views are wanted."""
    game, options = table.game, table.opened.options
    table.key = deal_key(bytes.fromhex(table.opened.seed), table.id, [seat.nonce for seat in table.seats])
    state = game.State(seats=len(table.seats), **{o.name: o.values.index(options[o.name]) for o in game.meta.options})
    if table.first_seat is not None and "starter" in state.kinds:
        state.starter = 1 + table.first_seat
    recorder = record(table, state, show)
    state.chance = chance_words(table.key, SETUP)
    game.setup(table.box, state)
    finish(table, state, recorder)
    table.asked = tuple(table.mask >> p & 1 for p in range(len(table.seats)))
    table.open_actions = table.taken_back = (0,) * len(table.seats)
    started = getattr(state, "starter", 0)
    table.first = started - 1 if started else next((p for p, asked in enumerate(table.asked) if asked), None)
    table._due_at = due_from(table, at, pace, recorder.beats)
    return Outcome(digest_of(table, state), table._due_at, recorder.beats)


def act(table: Table, seat: int, action: int, at: int, pace: float, *, show: bool) -> Outcome:
    """Apply a legal action of a seat that is awaited."""
    game, state = table.game, table.state.copy()
    before = table.mask
    recorder = record(table, state, show)
    table.plies += 1
    state.chance = chance_words(table.key, table.plies)
    game.apply(table.box, state, seat, action)
    finish(table, state, recorder)
    ask(table, before, seat)
    note_open(table, before, seat)
    if not table.open_actions[seat]:
        table._due_at = due_from(table, at, pace, recorder.beats)
    return Outcome(digest_of(table, state), table._due_at, recorder.beats)


def take_back(table: Table, seat: int) -> str:
    """Undo the seat's open choices; returns the digest."""
    game, state = table.game, table.state.copy()
    was_awaited, was_complete = table.mask >> seat & 1, not table.goes_on(seat)
    undone = game.withdraw(table.box, state, seat)
    table.state, table.mask = state, game.to_act(state)
    table.plies -= undone
    table.open_actions = replaced(table.open_actions, seat, 0)
    table.asked = replaced(table.asked, seat, table.asked[seat] - undone + (not was_awaited))
    table.taken_back = replaced(table.taken_back, seat, table.taken_back[seat] + 1)
    table.seats = replaced(table.seats, seat, table.seats[seat].undecided(undone, was_complete=was_complete))
    return digest_of(table, state)


def record(table: Table, state: Any, show: bool) -> Recorder:
    game, box = table.game, table.box
    recorder = Recorder((lambda: game.view(box, state, SPECTATOR)) if show else (lambda: None))
    state.recorder = recorder
    return recorder


def finish(table: Table, state: Any, recorder: Recorder) -> None:
    """Close the last beat, remember the events, and leave no chance words behind."""
    recorder.beat()
    state.recorder = None
    state.chance = list(NO_CHANCE)
    table.state, table.mask = state, table.game.to_act(state)
    events = [event for beat in recorder.beats for event in beat.events]
    if events:
        table.history = (*table.history, _encoder.encode(events))


def ask(table: Table, before: int, actor: int) -> None:
    """A seat has a new decision when it is awaited and was not, or has just decided."""
    new = table.mask & (~before | 1 << actor)
    if new:
        table.asked = tuple(id + (new >> p & 1) for p, id in enumerate(table.asked))


def note_open(table: Table, before: int, actor: int) -> None:
    """Once the actor's own choice is not open any more, all have been revealed."""
    alone = before == 1 << actor and not table.mask & before
    if alone or not table.game.withdraw(table.box, table.state.copy(), actor):
        table.open_actions = table.taken_back = (0,) * len(table.seats)
    else:
        table.open_actions = replaced(table.open_actions, actor, table.open_actions[actor] + 1)


def due_from(table: Table, at: int, pace: float, beats: list[Beat]) -> int | None:
    """When the time for the decision that now begins is up; None without a limit or when no person is awaited.

    ``at``: when people begin to watch these beats.
    """
    if not table.limit or not table.waiting_people():
        return None
    return at + table.limit + (round(pace * reading_ms(table, beats)) if pace else 0)


def reading_ms(table: Table, beats: list[Beat]) -> int:
    """How long the beats take to read."""
    words = (sum(len(table.game.tell(event, SPECTATOR).text.split()) for event in beat.events) for beat in beats)
    return sum(BEAT_MS + WORD_MS * min(count, MOST_WORDS) for count in words)


def replaced(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])
