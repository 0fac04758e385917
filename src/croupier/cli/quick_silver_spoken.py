"""Quick Silver told line by line: for a pipe, a screen reader, and the log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.cli.quick_silver_drawing import CENTRE, is_market, knowers, name_of, plates_in_words
from croupier.games.quick_silver.view import Cart, QuickSilverEvent, QuickSilverView, Slot


def lines(told: Sequence[QuickSilverEvent]) -> list[str]:
    """What a group earns stands in its line, and that somebody lets a swap happen is told by the swap."""
    texts: list[str] = []
    sellers = 0
    for event in told:
        if event.kind == "group":
            sellers = len(event.seats)
        if event.kind == "earned" and texts:
            earns = event.text.replace("The S", "the S") if sellers > 1 else event.text[event.text.index("earns") :]
            texts[-1] = f"{texts[-1].removesuffix('.')}{';' if sellers > 1 else ','} {earns}"
        elif event.kind != "allowed":
            texts.append(event.text)
    return texts


def spoken(view: QuickSilverView, names: Sequence[str], me: int) -> RenderableType:
    """Everything before a turn; in the middle of one both sides of the swap."""
    if view.phase == "exchange":
        return Group(place(view, names, me, me), place(view, names, CENTRE if view.target is None else view.target, me))
    if view.phase == "redirect":
        return Group(place(view, names, me, me), place(view, names, view.current, me))
    if view.redirected:
        return Text(waiting(view, me))
    return Group(now(view, names), *(place(view, names, seat, me) for seat in [*range(len(names)), CENTRE]))


def now(view: QuickSilverView, names: Sequence[str]) -> Text:
    left = "1 turn is left for everybody" if view.die == 1 else f"{view.die} turns are left for everybody"
    return Text(f"Round {view.round}: {left}. {names[view.current]} has the turn. ${view.goal} wins.")


def place(view: QuickSilverView, names: Sequence[str], seat: int, me: int) -> Text:
    """``Belle: 3 plates, 1 blasted, $40. 1: Silver 14, face up; 2: unknown, face down, known to Belle.``"""
    cart = view.centre if seat == CENTRE else view.seats[seat]
    if seat == CENTRE:
        said = f"The centre, the Stranger's with ${cart.cash}." if view.centre.stranger else "The centre."
        return Text(f"{said} {cards(cart.slots, names, me)}")
    name = "You" if seat == me else names[seat]
    assert isinstance(cart, Cart)
    if cart.out:
        return Text(f"{name}: out, ${cart.cash}.")
    sneaked = f", {cart.tokens} sneak token{'' if cart.tokens == 1 else 's'}" if cart.tokens else ""
    weight = f", {view.total} in all" if seat == me and view.total is not None else ""
    return Text(f"{name}: {plates_in_words(cart)}, ${cart.cash}{sneaked}{weight}. {cards(cart.slots, names, me)}")


def cards(slots: Sequence[Slot], names: Sequence[str], me: int | None) -> str:
    return "; ".join(f"{n}: {one_card(slot, names, me)}" for n, slot in enumerate(slots, 1)) + "."


def one_card(slot: Slot, names: Sequence[str], me: int | None) -> str:
    said = name_of(slot.card) if slot.card else "unknown"
    return f"{said}, {knowers(slot, names, me)}"


def waiting(view: QuickSilverView, me: int) -> str:
    cart = view.seats[me]
    if cart.out:
        return "You are out; the others play on."
    if cart.blown:
        return "You are not quite dead yet: you miss this market and are dealt in again."
    if is_market(view):
        return f"You have ${cart.cash}."
    sneaked = f", {cart.tokens * view.token} of it for sneaking" if cart.tokens else ""
    return f"Your cart weighs {view.total}{sneaked}."
