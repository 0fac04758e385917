"""How Quick Silver looks in a terminal: everybody's cart and the centre in rows, what lies face down in brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.cli.canvas import Fitting
from croupier.cli.quick_silver_drawing import (
    BLASTED,
    BRASS,
    CARD,
    CENTRE,
    CLOTH,
    EDGE,
    FRESH,
    GONE,
    INKS,
    NEW_PLATE,
    SHORT_CARD,
    SOFT,
    chip,
    initials,
    is_market,
    plates,
    rank,
    rivals_who_know,
    swapped,
    towards,
    who_else,
)
from croupier.cli.quick_silver_sheet import knowledge, sheet
from croupier.cli.quick_silver_spoken import lines, spoken, waiting
from croupier.cli.quick_silver_typing import body, choice, guide, how, keyed, read
from croupier.games.quick_silver.view import Cart, Centre, QuickSilverEvent, QuickSilverView, Slot

__all__ = [
    "KEYS", "WORDS", "body", "card", "choice", "guide", "hand", "how", "keyed", "knowledge", "lines", "read", "sheet", "spoken",
    "table",
]  # fmt: skip

WORDS = {rf"{kind.capitalize()} \d+": f"bold {INKS[kind]}" for kind in ("copper", "silver", "gold")}
WORDS |= {"Dynamites?": f"bold {INKS['dynamite']}", "Replacement Plates?": f"bold {INKS['replacement_plate']}"}
KEYS = {"k": "knowledge"}

WIDE, NARROW, LEAST = 80, 60, 45
"""Columns of the sizes that the table is drawn in."""
FRAME = 6
"""Columns that the corners take of what stands in the frame."""


class Drawing:
    """One drawing of the table: what is asked of every row."""

    def __init__(self, view: QuickSilverView, names: Sequence[str], me: int, recent: Sequence[QuickSilverEvent]) -> None:
        self.view, self.names, self.me = view, names, me
        self.fresh = set() if is_market(view) else swapped(recent)
        self.letters = initials(names)
        self.seats: dict[int, Cart | Centre] = {**dict(enumerate(view.seats)), CENTRE: view.centre}
        """In the order of the rows."""

    def called(self, seat: int, *, room: int) -> Text:
        """Whose turn it is stands before a name, who is named for a swap behind it."""
        name = self.names[seat] if seat != CENTRE else "Stranger" if self.view.centre.stranger else "Centre"
        said = f"{name} (you)" if seat == self.me and len(name) + 8 <= room else name
        style = f"bold {BRASS}" if seat == self.me else "strike" if self.is_out(seat) else "bold"
        line = Text.assemble(("▸" if seat == self.turn else " ", BRASS), (said, style))
        line.truncate(room - 1, overflow="ellipsis")
        return line.append("◂" if seat == self.view.target else "", BRASS)

    @property
    def turn(self) -> int | None:
        return None if is_market(self.view) else self.view.current

    def is_out(self, seat: int) -> bool:
        cart = self.seats[seat]
        return isinstance(cart, Cart) and bool(cart.out)

    def cell(self, seat: int, *, slot: int, room: int, letters: int) -> Text:
        """A card, whether it was swapped just now, and who else knows it."""
        cart = self.seats[seat]
        if slot >= len(cart.slots):
            return Text(" out" if slot == 0 else "", SOFT)
        shown = cart.slots[slot]
        line = Text.assemble((FRESH if (seat, slot) in self.fresh else " ", BRASS)).append_text(chip(shown, room))
        return line.append(self.who_knows(shown, seat, letters), BRASS) if letters else line

    def who_knows(self, slot: Slot, seat: int, room: int) -> str:
        """Their initials; ``+`` where more know it than there is room for."""
        who = "".join(self.letters[rival] for rival in rivals_who_know(slot, seat, self.me))
        return who if len(who) <= room else f"{who[: room - 1]}+"

    def known_elsewhere(self) -> list[int]:
        """The rivals who know cards of others that lie face down."""
        found = [rivals_who_know(slot, seat, self.me) for seat, cart in self.seats.items() for slot in cart.slots]
        return [seat for seats in found for seat in seats]

    def money(self, seat: int) -> Text:
        if seat == CENTRE and not self.view.centre.stranger:
            return Text()
        return Text(f"${self.seats[seat].cash}", SOFT if self.is_out(seat) else BRASS)

    def plates(self, seat: int) -> Text:
        cart = self.seats[seat]
        return Text(plates(cart) if isinstance(cart, Cart) else "", SOFT)

    def sneaked(self, seat: int) -> Text:
        """What the sneak tokens weigh."""
        cart = self.seats[seat]
        tokens = cart.tokens if isinstance(cart, Cart) else 0
        return Text(f"+{tokens * self.view.token}" if tokens else "", BRASS)

    def total(self, seat: int) -> Text:
        total = self.seats[seat].total
        return Text("" if total is None else f" {total}", "bold")

    def sold(self, seat: int) -> Text:
        """At the market: the group with what it has earned."""
        cart = self.seats[seat]
        if not cart.group:
            return Text("blown up" if isinstance(cart, Cart) and cart.blown else "", SOFT)
        gain = f" +${cart.gain}" if cart.gain else ""
        return Text(f"{rank(cart.group)}{gain}", BRASS if cart.gain else SOFT)


# --- sizes -----------------------------------------------------------------------------------------------------------


class Size(NamedTuple):
    """What a drawing of one line each needs, and the columns of its parts; a part without any is left out."""

    needs: int
    name: int
    plates: int
    cash: int
    card: int
    letters: int = 0
    tokens: int = 0
    total: int = 0
    group: int = 0


IN_THE_MINE = (
    Size(WIDE, 15, 7, 6, CARD, letters=3, tokens=5),
    Size(NARROW, 9, 5, 5, CARD, tokens=3),
    Size(LEAST, 9, 5, 5, SHORT_CARD, tokens=3),
)
AT_THE_MARKET = (
    Size(WIDE, 14, 7, 6, CARD, total=6, group=9),
    Size(NARROW, 12, 5, 5, SHORT_CARD, total=6, group=9),
    Size(LEAST, 9, 0, 5, SHORT_CARD, group=8),
)


def table(view: QuickSilverView, names: Sequence[str], me: int, recent: Sequence[QuickSilverEvent]) -> RenderableType:
    drawing = Drawing(view, names, me, recent)
    if is_market(view):
        return Fitting(*((size.needs, rows(drawing, size)) for size in AT_THE_MARKET))
    return Fitting((WIDE, spread(drawing)), *((size.needs, rows(drawing, size)) for size in IN_THE_MINE))


def rows(drawing: Drawing, size: Size) -> RenderableType:
    grid = Table(box=None, padding=0, style=CLOTH, header_style=SOFT, pad_edge=False)
    columns = [column for column in columns_of(drawing, size) if column[1]]
    for head, width, _ in columns:
        grid.add_column(head if len(head) <= width else "", width=width, no_wrap=True)
    for seat in drawing.seats:
        grid.add_row(*(cell(seat) for _, _, cell in columns))
    return on_cloth(drawing, grid, size.needs, letters=size.letters > 0)


def columns_of(drawing: Drawing, size: Size) -> list[tuple[str, int, Callable[[int], Text]]]:
    """Head, width, and what stands there for a seat."""
    letters = max(size.letters - 1, 0)
    cards = [partial(drawing.cell, slot=slot, room=size.card, letters=letters) for slot in range(3)]
    return [
        ("", size.name, partial(drawing.called, room=size.name - 1)),
        ("Plates", size.plates, drawing.plates),
        ("Cash", size.cash, drawing.money),
        *((f" card {n}", size.card + 1 + size.letters, cell) for n, cell in enumerate(cards, 1)),
        ("Sneak", size.tokens, drawing.sneaked),
        (" Total", size.total, drawing.total),
        ("Group", size.group, drawing.sold),
    ]


def on_cloth(drawing: Drawing, body: RenderableType, width: int, *, letters: bool) -> RenderableType:
    above, below = title(drawing.view, width - FRAME), legend(drawing, width - FRAME, letters=letters)
    return Panel(body, title=above, subtitle=Text(f" {below} " if below else "", SOFT), style=CLOTH, border_style=EDGE,
                 box=box.ROUNDED, padding=0)  # fmt: skip


def title(view: QuickSilverView, room: int) -> Text:
    """The round and the dice, as far as there is room."""
    black, white = f"black die {view.die}", f"white die {view.white}"
    ways = [f"{black}: turns left · {white}: face up", f"{black}: turns left", black]
    fitting = (way for way in ways if len(f"Round {view.round} · {way} · ${view.goal} wins") <= room)
    now = "dynamite and market" if is_market(view) else next(fitting, black)
    return Text.assemble((f" Round {view.round} ", f"bold {BRASS}"), (f"· {now} · ${view.goal} wins ", SOFT))


def legend(drawing: Drawing, room: int, *, letters: bool) -> str:
    """What the signs mean, of those that there are and as far as there is room."""
    carts, slots = drawing.view.seats, [slot for cart in drawing.seats.values() for slot in cart.slots]
    said = ["( ) face down"] * any(not slot.up for slot in slots)
    if letters and (known := drawing.known_elsewhere()):
        said.append(f"{drawing.letters[known[0]]}: {drawing.names[known[0]]} knows it")
    said += [f"{FRESH} just swapped"] * bool(drawing.fresh)
    said += [f"{BLASTED} blasted"] * any(cart.blasted for cart in carts)
    said += [f"{GONE} given up"] * any(cart.tin for cart in carts)
    while len(" · ".join(said)) > room:
        said.pop()
    return " · ".join(said)


# --- larger ----------------------------------------------------------------------------------------------------------

LARGE = 25
"""Columns of a card with words below it."""


def spread(drawing: Drawing) -> RenderableType:
    """Three lines each: who, the cards, and in words who knows them."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(width=LARGE, no_wrap=True)
    for seat, cart in drawing.seats.items():
        grid.add_row(*head(drawing, seat))
        blocks = [large(drawing, seat, slot, n) for n, slot in enumerate(cart.slots)]
        for line in zip(*blocks, strict=True):
            grid.add_row(*line)
    return on_cloth(drawing, grid, WIDE, letters=False)


def head(drawing: Drawing, seat: int) -> tuple[Text, Text, Text]:
    """Who, plates and sneak tokens, cash."""
    cart = drawing.seats[seat]
    name = drawing.called(seat, room=LARGE)
    if not isinstance(cart, Cart):
        return name, Text(), cash(drawing, seat) if cart.stranger else Text()
    sneaked = drawing.sneaked(seat)
    state = Text("out") if cart.out else Text(f"{plates(cart)}  ").append_text(sneaked)
    return name, state.append(" for sneaking" if sneaked else "", SOFT), cash(drawing, seat)


def cash(drawing: Drawing, seat: int) -> Text:
    dollars = drawing.seats[seat].cash
    return Text.assemble(towards(dollars, drawing.view.goal, 16), (f" ${dollars}", BRASS))


def large(drawing: Drawing, seat: int, slot: Slot, number: int) -> tuple[Text, Text]:
    """A card with its number, and who knows it."""
    fresh = FRESH if (seat, number) in drawing.fresh else " "
    shown = Text.assemble((f"{fresh}{number + 1} ", BRASS)).append_text(chip(slot, LARGE - 3))
    who = Text(f"  {who_else(slot, seat, drawing.names, drawing.me)}", SOFT)
    who.truncate(LARGE, overflow="ellipsis")
    return shown, who


# --- under the table -------------------------------------------------------------------------------------------------


def hand(view: QuickSilverView, me: int) -> RenderableType:
    """What the own cart weighs, for when nothing is asked."""
    return Text(waiting(view, me), "dim")


def card(key: str) -> RenderableType:
    """A kind of card, for the page that explains them."""
    return Text(f" {NEW_PLATE if key == 'replacement_plate' else key:{CARD - 2}} ", f"bold {INKS[key]}")
