"""Cards, plates and money of Quick Silver for the terminal. Every sign can be read without color."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from croupier.core.errors import listed
from croupier.games.quick_silver.view import Cart, QuickSilverCard, QuickSilverEvent, QuickSilverView, Slot

CLOTH = "#fcf5e9 on #2c2a38"
SOFT = "#d8d3de"
EDGE = "#6b677d"
BRASS = "#f7cd78"
INKS = {
    "copper": "#260e03 on #c46a3c",
    "silver": "#171c21 on #c9d1d8",
    "gold": "#2a1d00 on #f2c230",
    "dynamite": "#ffffff on #a8122f",
    "replacement_plate": "#ffffff on #4a6a86",
}
"""Ink and paper of the cards that lie face up, as in the browser."""
COVERED = {
    "copper": "#f0a77f on #14131b",
    "silver": "#dfe6ec on #14131b",
    "gold": "#f2c230 on #14131b",
    "dynamite": "#ff8d9c on #14131b",
    "replacement_plate": "#a9cdea on #14131b",
}
"""The same of those that lie face down."""
UNSEEN = "#b4aec2 on #14131b"

WHOLE, BLASTED, GONE = "◆", "✗", "–"
FRESH = "↔"
NEW_PLATE = "new plate"
NAMES = {"replacement_plate": "Replacement Plate"}
CENTRE = -1
"""Its seat in views and events."""
CARD, SHORT_CARD = 11, 6
"""Columns of a card with its brackets, and of one that is cut down to letters."""


# --- cards -----------------------------------------------------------------------------------------------------------


def name_of(card: QuickSilverCard) -> str:
    """``Silver 14``, as in the sentences."""
    name = NAMES.get(card.kind, card.kind.capitalize())
    return f"{name} {card.value}" if is_goods(card) else name


def is_goods(card: QuickSilverCard) -> bool:
    return card.kind in ("copper", "silver", "gold")


def in_room(card: QuickSilverCard, room: int) -> str:
    """``silver 14``, ``dynamite``, ``new plate``; ``Si14``, ``Dyn``, ``Pla`` where a card has SHORT_CARD columns."""
    if room > CARD:
        return name_of(card)
    if room < CARD:
        return f"{card.kind[:2].capitalize()}{card.value}" if is_goods(card) else card.kind.split("_")[-1][:3].capitalize()
    return f"{card.kind} {card.value}" if is_goods(card) else NEW_PLATE if card.kind == "replacement_plate" else card.kind


def chip(slot: Slot, room: int) -> Text:
    """A card: in brackets when it lies face down, with ``?`` when the viewer does not know it."""
    if slot.card is None:
        return Text(f"({'?':^{room - 2}})", UNSEEN)
    said = in_room(slot.card, room)
    if slot.up:
        return Text(f" {said:{room - 2}} ", f"bold {INKS[slot.card.kind]}")
    return Text(f"{f'({said})':{room}}", COVERED[slot.card.kind])


# --- who knows it ----------------------------------------------------------------------------------------------------


def initials(names: Sequence[str]) -> list[str]:
    """Of each name as many letters as tell it from all others."""
    return [
        next((name[:n] for n in range(1, len(name)) if is_alone(name[:n], names)), name)
        for name in names
    ]  # fmt: skip


def is_alone(start: str, names: Sequence[str]) -> bool:
    return sum(name.startswith(start) for name in names) == 1


def rivals_who_know(slot: Slot, owner: int, me: int) -> list[int]:
    """Who knows a card that lies face down, besides its owner and the person: the others' gain."""
    return [seat for seat in slot.known_by if seat not in (owner, me)]


def knowers(slot: Slot, names: Sequence[str], me: int | None = None) -> str:
    """``face up``, ``face down, known to you and Belle``; ``me`` is called you."""
    if slot.up:
        return "face up"
    who = ["you"] * (me in slot.known_by) + [names[seat] for seat in slot.known_by if seat != me]
    return f"face down, known to {listed(who) if who else 'nobody'}"


def who_else(slot: Slot, owner: int, names: Sequence[str], me: int) -> str:
    """In short, besides the owner: ``Belle knows it``, ``you and Belle know it``; ``face down`` where nobody else does."""
    if slot.up:
        return "face up"
    rivals = rivals_who_know(slot, owner, me)
    who = ["you"] * (me in slot.known_by and owner != me)
    who += [names[seat] for seat in rivals] if len(rivals) < 3 else [f"{len(rivals)} others"]
    if not who:
        return "only you know it" if owner == me else "nobody knows it" if owner == CENTRE else "face down"
    if len(who) > 1 or rivals == []:
        return f"{listed(who)} know it"
    return f"{who[0]} know{'s' * (len(rivals) == 1)} it{' too' * (owner == me)}"


# --- what a player has -----------------------------------------------------------------------------------------------


def plates(cart: Cart) -> str:
    """``◆◆✗–``: a sign for each token; counted where there are many."""
    signs = ((WHOLE, cart.showing), (BLASTED, cart.blasted), (GONE, cart.tin))
    if sum(n for _, n in signs) > 6:
        return "".join(f"{n}{sign}" for sign, n in signs if n)
    return "".join(sign * n for sign, n in signs)


def plates_in_words(cart: Cart) -> str:
    """``2 plates, 1 blasted, 1 given up``"""
    said = [f"{cart.showing} plate{'' if cart.showing == 1 else 's'}"]
    said += [f"{cart.blasted} blasted"] * bool(cart.blasted) + [f"{cart.tin} given up"] * bool(cart.tin)
    return ", ".join(said)


def towards(cash: int, goal: int, room: int) -> Text:
    """A bar that is full at the goal."""
    done = min(cash * room // goal, room) if goal else room
    return Text.assemble(("█" * done, BRASS), ("░" * (room - done), EDGE))


def rank(group: int) -> str:
    """``2nd``: the group at the market."""
    return ("", "1st", "2nd", "3rd")[group] if group < 4 else f"{group}th"


# --- what has changed ------------------------------------------------------------------------------------------------


def swapped(recent: Sequence[QuickSilverEvent]) -> set[tuple[int, int]]:
    """Seat and slot of what was swapped lately in this round."""
    fresh: set[tuple[int, int]] = set()
    for event in recent:
        if event.kind == "round":
            fresh.clear()
        elif event.kind == "swapped":
            fresh |= {(event.seat or 0, event.slot or 0), (event.other or 0, event.other_slot or 0)}
    return fresh


def is_market(view: QuickSilverView) -> bool:
    """Whether the mine is left: dynamite, the market, or the end."""
    return view.die == 0
