"""Who sees it: the ONE exit for information to people. view and tell for what is, and was; offers.py for what may be done."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from croupier.core.events import Event, format_rule, seats_in
from croupier.core.game import OPEN
from croupier.games.quick_silver.box import HAND, Box
from croupier.games.quick_silver.market import weight
from croupier.games.quick_silver.narration import KIND_NAMES, Kind, format_event
from croupier.games.quick_silver.offers import offer
from croupier.games.quick_silver.position import PHASES, Phase
from croupier.games.quick_silver.possible import ENDINGS, Ending
from croupier.games.quick_silver.state import CENTRE, NOWHERE, OVER, State, is_alive, sees

__all__ = ["Told", "View", "offer", "tell", "view"]

CardKind = Literal["copper", "silver", "gold", "dynamite", "replacement_plate"]
CARD_KINDS: tuple[CardKind, ...] = get_args(CardKind)


class QuickSilverCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card is."""

    kind: CardKind
    value: int = 0
    """What is printed on goods; 0 on the others."""


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies in one slot of a cart or of the centre."""

    up: bool = False
    """Face up, for everybody to see."""
    card: QuickSilverCard | None = None
    """What the viewer knows of it, by its face or by memory; absent when the viewer does not know it."""
    known_by: tuple[int, ...] = ()
    """The seats that know a card that lies face down: who was dealt it, gave it or took it in this round."""


class Cart(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's cart and money."""

    slots: tuple[Slot, ...]
    """Empty when the player is out."""
    showing: int
    """Tokens that show a plate."""
    blasted: int = 0
    tin: int = 0
    """Plates given up for the rest of the game."""
    tokens: int = 0
    """Sneak tokens of this round."""
    cash: int = 0
    out: int = 0
    """0 while alive, else the number of the blast that put the seat out."""
    blown: bool = False
    """Blown up this round and starting over (variant Not Quite Dead)."""
    total: int | None = None
    """At the market: cards and sneak tokens added up."""
    group: int = 0
    """At the market: 1 for the highest group, 2, ...; 0 before, and for those who do not sell."""
    gain: int = 0
    """What this market has brought."""


class Centre(msgspec.Struct, frozen=True, omit_defaults=True):
    """The three central cards; with the Sneaky Stranger they sell like a player's."""

    slots: tuple[Slot, ...]
    stranger: bool = False
    cash: int = 0
    total: int | None = None
    group: int = 0
    gain: int = 0


class QuickSilverView(msgspec.Struct, frozen=True, omit_defaults=True, tag="quick_silver", tag_field="game"):
    """What somebody sees of a game of Quick Silver. Seats are 0..n-1."""

    round: int
    phase: Phase
    start: int
    """Who has the first turn of this round."""
    current: int
    """Whose turn it is."""
    white: int
    """How many cards of each hand were dealt face up."""
    die: int
    """What the black die shows: turns left for everybody; 0 when the mine is left."""
    seats: tuple[Cart, ...]
    centre: Centre
    goal: int
    """Dollars that may win."""
    token: int
    """What one sneak token adds to a total."""
    plates: int
    """How many tokens everybody begins with."""
    target: int | None = None
    """The seat that has been named for a swap; -1 stands for the centre."""
    redirected: tuple[int, ...] = ()
    """The seats that have redirected in this turn."""
    winners: tuple[int, ...] = ()
    """The seats that have won; empty while the game runs, and where the Stranger has."""
    stranger_wins: bool = False
    ending: Ending = ""
    total: int | None = None
    """What the viewer's own cart would weigh now, tokens included; absent for spectators and those who are out."""


class QuickSilverEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag="quick_silver", tag_field="game"):
    """What happened. In ``text`` ``{2}`` stands for the name of seat 2; in seats -1 stands for the centre or the Stranger."""

    kind: Kind
    rule: str
    text: str
    seat: int | None = None
    """Whom it is about."""
    other: int | None = None
    """The other side: named, redirected, swapped with."""
    slot: int | None = None
    """Which card was given, counted from 0."""
    other_slot: int | None = None
    """Which card was taken."""
    given: QuickSilverCard | None = None
    """Absent for those who may not know it."""
    taken: QuickSilverCard | None = None
    cards: tuple[QuickSilverCard, ...] = ()
    seats: tuple[int, ...] = ()
    value: int | None = None
    """The number the event is about."""
    more: int | None = None
    """A second number: plates left, cash now, the black die, Replacement Plates, the total of a group."""


View = QuickSilverView
Told = QuickSilverEvent


# --- what is ---------------------------------------------------------------------------------------------------------


def view(box: Box, s: State, viewer: int) -> QuickSilverView:
    over = s.phase == OVER
    return QuickSilverView(
        round=s.round,
        phase=PHASES[s.phase],
        start=s.start,
        current=s.current,
        white=s.white,
        die=s.die,
        seats=tuple(view_cart(box, s, seat, viewer) for seat in range(s.seats)),
        centre=view_centre(box, s, viewer),
        goal=box.target,
        token=box.token,
        plates=box.plates,
        target=None if s.target == NOWHERE else place(s.target),
        redirected=tuple(seats_in(s.redirected)),
        winners=tuple(seats_in(s.winners & ~(1 << CENTRE))) if over else (),
        stranger_wins=over and bool(s.winners >> CENTRE & 1),
        ending=ENDINGS[s.ending] if over else "",
        total=weight(box, s, viewer) if 0 <= viewer < s.seats and is_alive(s, viewer) else None,
    )


def view_cart(box: Box, s: State, seat: int, viewer: int) -> Cart:
    return Cart(
        slots=view_slots(box, s, seat, viewer),
        showing=s.showing[seat],
        blasted=s.blasted[seat],
        tin=s.tin[seat],
        tokens=s.tokens[seat],
        cash=s.cash[seat],
        out=s.out[seat],
        blown=bool(s.blown >> seat & 1),
        total=s.total[seat] if s.group[seat] else None,
        group=s.group[seat],
        gain=s.gain[seat],
    )


def view_centre(box: Box, s: State, viewer: int) -> Centre:
    return Centre(
        slots=view_slots(box, s, CENTRE, viewer),
        stranger=bool(s.sneaky_stranger),
        cash=s.cash[CENTRE],
        total=s.total[CENTRE] if s.group[CENTRE] else None,
        group=s.group[CENTRE],
        gain=s.gain[CENTRE],
    )


def view_slots(box: Box, s: State, place: int, viewer: int) -> tuple[Slot, ...]:
    return tuple(view_slot(box, s, place, slot, viewer) for slot in range(HAND) if s.cards[place][slot])


def view_slot(box: Box, s: State, place: int, slot: int, viewer: int) -> Slot:
    up = bool(s.up[place][slot])
    known = viewer == OPEN or sees(s, viewer, place, slot)
    return Slot(
        up=up,
        card=view_card(box, s.cards[place][slot]) if known else None,
        known_by=() if up else tuple(seats_in(s.known[place][slot])),
    )


def view_card(box: Box, code: int) -> QuickSilverCard:
    return QuickSilverCard(CARD_KINDS[box.kind[code] - 1], box.value[code])


# --- what was --------------------------------------------------------------------------------------------------------


def tell(event: Event, viewer: int) -> QuickSilverEvent:
    """Only blanks by mask: a secret argument that the viewer may not see is left out."""
    a = [arg if viewer == OPEN or event.may_see(i, viewer) else None for i, arg in enumerate(event.args)]
    kind = KIND_NAMES[event.kind]
    text = format_event(event.kind, a)
    rule = format_rule(event.rule)
    match kind:
        case "swapped":
            given, taken = (None if shown is None else told_card(shown) for shown in a[4:])
            return QuickSilverEvent(kind, rule, text, a[0], place(a[1]), a[2], a[3], given, taken)
        case "shown":
            cards = tuple(told_card(shown) for shown in event.args[1:4])
            return QuickSilverEvent(kind, rule, text, place(a[0]), cards=cards, value=a[4])
        case "group":
            return QuickSilverEvent(kind, rule, text, seats=seats(a[2]), value=a[0], more=a[1])
        case "out" | "restarted" | "tied" | "won":
            return QuickSilverEvent(kind, rule, text, seats=seats(a[0]), value=a[1] if len(a) > 1 else None)
        case "named" | "allowed":
            return QuickSilverEvent(kind, rule, text, a[0], place(a[1]))
        case "redirected":
            return QuickSilverEvent(kind, rule, text, a[0], place(a[1]), more=a[2])
        case "round":
            return QuickSilverEvent(kind, rule, text, a[1], value=a[0])
        case "rolled":
            return QuickSilverEvent(kind, rule, text, value=a[0], more=a[1])
        case "ticked":
            return QuickSilverEvent(kind, rule, text, value=a[0])
    return QuickSilverEvent(kind, rule, text, place(a[0]), value=a[1], more=a[2] if len(a) > 2 else None)


def told_card(shown: int) -> QuickSilverCard:
    """A card as events carry it (market.show_card)."""
    return QuickSilverCard(CARD_KINDS[shown // 100 - 1], shown % 100)


def place(seat: int | None) -> int | None:
    return -1 if seat == CENTRE else seat


def seats(mask: int | None) -> tuple[int, ...]:
    return tuple(-1 if p == CENTRE else p for p in seats_in(mask or 0))
