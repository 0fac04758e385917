"""Who sees it: the ONE exit for information to people. view and tell for what is, and was; offers.py for what may be done."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from croupier.core.events import Event, format_rule, seats_in
from croupier.games.silver_and_gold.box import COLORS, Box, Color, card_name, card_rows, name_of_code
from croupier.games.silver_and_gold.grid import pattern_name
from croupier.games.silver_and_gold.marks import palms_shown
from croupier.games.silver_and_gold.narration import KIND_NAMES, Kind, format_event
from croupier.games.silver_and_gold.offers import offer
from croupier.games.silver_and_gold.position import PHASES, Phase
from croupier.games.silver_and_gold.scoring import total, trophy_points, winners
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    ISLANDS,
    KEEP,
    MARK,
    NOBODY,
    OVER,
    PAIRS,
    REPLACE,
    State,
)

__all__ = ["Told", "View", "offer", "tell", "view"]



class Seal(msgspec.Struct, frozen=True):
    color: Color
    points: int
    """For every other completed card of this color."""


class Treasure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A treasure card as printed."""

    name: str
    """Its notation: ``purple-04``."""
    color: Color
    value: int
    rows: str
    """Its outline: ``".Co. Pooo oooo CooX"``; . no box, o plain, X, C coin, P palm."""
    seal: Seal | None = None


class Island(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that a player is working on. Sets of boxes are bit masks: bit 4 * row + column, from the top left."""

    card: Treasure
    crossed: int = 0
    marks: int = 0
    """Crossed off in this turn and not yet shown to the others: only in the own view."""


class Completed(msgspec.Struct, frozen=True, omit_defaults=True):
    card: Treasure
    matching: int = 0
    """How many other completed cards the seal pays for now."""


class Score(msgspec.Struct, frozen=True):
    """The points as they stand, line by line."""

    coins: int
    trophies: int
    palms: int
    cards: int
    seals: int
    total: int


class SilverAndGoldSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    islands: tuple[Island | None, ...]
    """Two places; null where no card lies."""
    score: Score
    coins: int = 0
    """Coins marked, out of three rows of four."""
    trophies: tuple[int, ...] = ()
    """The trophy of each coin row that is full; 0 where none was left."""
    completed: tuple[Completed, ...] = ()
    owed: int = 0
    """How many new cards the seat is still to take in this turn."""


class Expedition(msgspec.Struct, frozen=True, omit_defaults=True):
    """An expedition card of the box."""

    name: str
    boxes: int
    """Its pattern at the top left of the grid, as a mask."""
    seen: bool = False
    """Revealed in this round."""


class SilverAndGoldView(msgspec.Struct, frozen=True, omit_defaults=True, tag="silver_and_gold", tag_field="game"):
    """What somebody sees of a game of Silver & Gold. Seats are 0..n-1."""

    round: int
    rounds: int
    turn: int
    turns: int
    """In a round."""
    first: int
    """The first player of this turn."""
    phase: Phase
    seats: tuple[SilverAndGoldSeat, ...]
    expeditions: tuple[Expedition, ...]
    display: tuple[Treasure | None, ...]
    """Four places; null where no card is left."""
    palms: int
    """Palms on the display."""
    deck: int
    """Cards in the deck."""
    trophies: tuple[int, ...]
    """All of the box, the highest first."""
    trophies_gone: int = 0
    pattern: Expedition | None = None
    """The pattern of this turn."""
    taker: int | None = None
    """Who takes a card now."""
    winners: tuple[int, ...] = ()
    dealt: tuple[Treasure, ...] | None = None
    """The viewer's own cards to choose from."""
    kept: tuple[int, ...] | None = None
    """Which of them the viewer has chosen; an open choice."""
    marked: bool = False
    """Whether the viewer has marked in this turn; an open choice."""
    bonus: int = 0
    """Boxes that the viewer still crosses off for an X."""


class SilverAndGoldEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag="silver_and_gold", tag_field="game"):
    """What happened. In ``text`` ``{2}`` stands for the name of seat 2."""

    kind: Kind
    rule: str
    text: str
    seat: int | None = None
    card: str | None = None
    """A card's notation."""
    boxes: int = 0
    """A set of boxes on it."""
    value: int | None = None
    """Points, or the number the event is about."""
    place: int | None = None
    """A place of the display; absent where a card comes from the deck."""
    seats: tuple[int, ...] = ()


View = SilverAndGoldView
Told = SilverAndGoldEvent


def view(box: Box, s: State, viewer: int) -> SilverAndGoldView:
    own = 0 <= viewer < s.seats
    return SilverAndGoldView(
        round=s.round,
        rounds=box.rounds,
        turn=s.turn,
        turns=box.n_expeditions - 1,
        first=s.first,
        phase=PHASES[s.phase],
        seats=tuple(view_seat(box, s, seat, own=seat == viewer) for seat in range(s.seats)),
        expeditions=tuple(
            expedition(box, p, seen=s.pattern != NOBODY and i < box.expeditions[p] - s.unseen[p])
            for p in range(box.n_patterns) for i in range(box.expeditions[p])
        ),
        display=tuple(treasure(box, card) for card in s.display),
        palms=palms_shown(box, s),
        deck=s.deck_size,
        trophies=tuple(trophy for trophy in box.trophies if trophy),
        trophies_gone=s.trophies_gone,
        pattern=None if s.pattern == NOBODY else expedition(box, s.pattern, seen=True),
        taker=s.current if s.phase == REPLACE else None,
        winners=tuple(seats_in(winners(s))) if s.phase == OVER else (),
        dealt=dealt_to(box, s, viewer) if own and s.phase == CHOOSE else None,
        kept=PAIRS[s.choice[viewer] - 1 - KEEP] if own and s.phase == CHOOSE and s.choice[viewer] else None,
        marked=own and s.phase == MARK and s.choice[viewer] > 0,
        bonus=s.bonus[viewer] if own else 0,
    )


def view_seat(box: Box, s: State, seat: int, *, own: bool) -> SilverAndGoldSeat:
    return SilverAndGoldSeat(
        islands=tuple(island(box, s, seat, slot, own=own) for slot in range(ISLANDS)),
        score=Score(
            s.coins[seat], trophy_points(s, seat), s.palms[seat], s.cards[seat], s.seals[seat], total(s, seat)
        ),
        coins=s.coins[seat],
        trophies=tuple(s.trophies[seat][: s.rows[seat]]),
        completed=tuple(completed(box, s, seat, card) for card, whose in enumerate(s.completed) if whose == 1 + seat),
        owed=s.owed[seat],
    )  # fmt: skip


def island(box: Box, s: State, seat: int, slot: int, *, own: bool) -> Island | None:
    card = s.islands[seat][slot]
    if card == 0:
        return None
    crossed = box.boxes[card - 1] & ~s.open[seat][slot]
    return Island(printed(box, card - 1), crossed, s.crossed[seat][slot] if own else 0)


def completed(box: Box, s: State, seat: int, card: int) -> Completed:
    seal = box.seal_color[card]
    return Completed(printed(box, card), s.done[seat][seal] - (seal == box.color[card]) if seal else 0)


def dealt_to(box: Box, s: State, seat: int) -> tuple[Treasure, ...]:
    return tuple(printed(box, card - 1) for card in s.dealt[seat])


def treasure(box: Box, card: int) -> Treasure | None:
    return printed(box, card - 1) if card else None


def printed(box: Box, card: int) -> Treasure:
    seal = box.seal_color[card], box.seal_points[card]
    return drawn(card_name(box, card), box.color[card], box.value[card], card_rows(box, card), *seal)


@lru_cache(256)
def drawn(name: str, color: int, value: int, rows: str, seal: int, points: int) -> Treasure:
    """Cards never change, so that all views may share them."""
    return Treasure(name, color_name(color), value, rows, Seal(color_name(seal), points) if seal else None)


def color_name(color: int) -> Color:
    return COLORS[color - 1]


def expedition(box: Box, pattern: int, *, seen: bool) -> Expedition:
    return Expedition(pattern_name(box.outline[pattern]), box.outline[pattern], seen)


# --- what happened ---------------------------------------------------------------------------------------------------

SHAPES: dict[Kind, tuple[str, ...]] = {
    "dealt": ("value",),
    "kept": ("seat",),
    "returned": ("value",),
    "displayed": (),
    "first": ("seat",),
    "revealed": ("", "", "seat", "boxes"),
    "marked": ("seat", "card", "boxes"),
    "bonus": ("seat", "card", "boxes"),
    "lost": ("seat", "value"),
    "coin": ("seat", "value"),
    "palm": ("seat", "value"),
    "trophy": ("seat", "value"),
    "completed": ("seat", "card", "value"),
    "took": ("seat", "card", "place"),
    "refilled": ("card", "place"),
    "nothing": ("seat",),
    "round": ("value",),
    "scored": ("seat",),
    "won": ("seats",),
}
"""Which part of the told event each argument is."""


def tell(event: Event, viewer: int) -> SilverAndGoldEvent:
    """No event of this game has a secret: what is hidden is told only when it is revealed."""
    kind = KIND_NAMES[event.kind]
    parts = {name: arg for name, arg in zip(SHAPES[kind], event.args, strict=False) if name}
    return SilverAndGoldEvent(
        kind,
        format_rule(event.rule),
        format_event(event.kind, event.args),
        seat=parts.get("seat"),
        card=name_of_code(parts["card"]) if "card" in parts else None,
        boxes=parts.get("boxes", 0),
        value=parts.get("value"),
        place=None if parts.get("place") == NOBODY else parts.get("place"),
        seats=tuple(seats_in(parts.get("seats", 0))),
    )
