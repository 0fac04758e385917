"""Quick Silver in tables: who knows what lies face down, and the last market after the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli.canvas import Fitting
from croupier.cli.quick_silver_drawing import CARD, SHORT_CARD, chip, knowers, rank
from croupier.games.quick_silver.view import Cart, Centre, QuickSilverView

WIDE = 80
"""Columns from which cards stand in words."""


def places(view: QuickSilverView, names: Sequence[str]) -> list[tuple[str, Cart | Centre]]:
    centre = "The Stranger" if view.centre.stranger else "Centre"
    return [*zip(names, view.seats, strict=True), (centre, view.centre)]


def knowledge(view: QuickSilverView, names: Sequence[str]) -> RenderableType:
    """The page of who knows which card."""
    rows = Table.grid(padding=(0, 1))
    for name, cart in places(view, names):
        for n, slot in enumerate(cart.slots, 1):
            rows.add_row(Text(name if n == 1 else "", "bold"), str(n), chip(slot, CARD), knowers(slot, names))
    return Group(Text("Who was dealt a card, gave it or took it knows it for this round, wherever it goes."), Text(), rows)


def sheet(view: QuickSilverView, names: Sequence[str]) -> RenderableType:
    """After the end: what everybody had, what the last market brought, and who has won."""
    return Fitting((WIDE, ends(view, names, CARD)), (1, ends(view, names, SHORT_CARD)))


def ends(view: QuickSilverView, names: Sequence[str], room: int) -> RenderableType:
    wide = room == CARD
    rows = Table.grid(padding=(0, 2 if wide else 1, 0, 0))
    rows.add_column(no_wrap=True, max_width=20 if wide else 8, overflow="ellipsis")
    sellers = places(view, names) if view.centre.stranger else places(view, names)[:-1]
    if wide and any(cart.group for _, cart in sellers):
        rows.add_row("", "", *(Text(head, "dim") for head in ("Total", "Group", "Earns", "Cash")))
    for seat, (name, cart) in enumerate(sellers):
        wins = seat in view.winners or (seat == len(names) and view.stranger_wins)
        cash = Text(f"${cart.cash}{' wins' if wins and wide else ''}", "bold" if wins else "")
        rows.add_row(Text(name, "bold"), held(cart, room), *sold(cart), cash)
    return rows


def held(cart: Cart | Centre, room: int) -> Text:
    return Text(" ").join(chip(slot, room) for slot in cart.slots) if cart.slots else Text("out", "dim")


def sold(cart: Cart | Centre) -> tuple[str, str, str]:
    """The total, the group and what it has earned; whoever missed the market has none."""
    if not cart.group:
        return "", "blown up" if isinstance(cart, Cart) and cart.blown else "", ""
    return str(cart.total), rank(cart.group), f"+${cart.gain}" if cart.gain else ""
