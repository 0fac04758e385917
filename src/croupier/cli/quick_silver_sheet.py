"""Quick Silver in tables: who knows what lies face down, and the last market after the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli.quick_silver_drawing import CARD, chip, knowers, rank
from croupier.games.quick_silver.view import Cart, Centre, QuickSilverView


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


def sheet(view: QuickSilverView, names: Sequence[str]) -> RenderableType | None:
    """After the end: what everybody had, and what the last market brought."""
    rows = Table.grid(padding=(0, 1))
    for name, cart in places(view, names):
        if name == "Centre":
            continue
        cards = Text(" ").join(chip(slot, CARD) for slot in cart.slots) if cart.slots else Text("out", "dim")
        sold = f"{cart.total}, {rank(cart.group)}" if cart.group else ""
        gain = f"+${cart.gain}" if cart.gain else ""
        rows.add_row(Text(name, "bold"), cards, sold, gain, Text(f"${cart.cash}", "bold"))
    return rows
