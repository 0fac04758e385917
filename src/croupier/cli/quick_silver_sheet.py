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
    rows = Table.grid(padding=(0, 2, 0, 0))
    sellers = places(view, names) if view.centre.stranger else places(view, names)[:-1]
    if any(cart.group for _, cart in sellers):
        rows.add_row("", "", *(Text(head, "dim") for head in ("Total", "Group", "Earns", "Cash")))
    for seat, (name, cart) in enumerate(sellers):
        wins = seat in view.winners or (seat == len(names) and view.stranger_wins)
        cards = Text(" ").join(chip(slot, room) for slot in cart.slots) if cart.slots else Text("out", "dim")
        group, gain = rank(cart.group) if cart.group else "", f"+${cart.gain}" if cart.gain else ""
        total = "" if cart.total is None else str(cart.total)
        cash = Text(f"${cart.cash}{' wins' if wins else ''}", "bold" if wins else "")
        rows.add_row(Text(name, "bold"), cards, total, group, gain, cash)
    return rows
