"""How Quick Silver looks in a terminal: everybody's cart and the centre in rows, what lies face down in brackets."""

from __future__ import annotations

from collections.abc import Sequence

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
    WHOLE,
    chip,
    initials,
    is_market,
    knowers,
    plates,
    rank,
    rivals_who_know,
    swapped,
    towards,
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

WIDE, NARROW, LEAST = 80, 60, 44
"""Columns of the sizes that the table is drawn in."""


class Drawing:
    """One drawing of the table: what is asked of every row."""

    def __init__(self, view: QuickSilverView, names: Sequence[str], me: int, recent: Sequence[QuickSilverEvent]) -> None:
        self.view, self.names, self.me = view, names, me
        self.fresh = swapped(recent)
        self.letters = initials(names)
        self.seats: dict[int, Cart | Centre] = {**dict(enumerate(view.seats)), CENTRE: view.centre}
        """In the order of the rows."""

    def called(self, seat: int, *, room: int) -> Text:
        """Whose turn it is stands before a name, who is named for a swap behind it."""
        name = self.names[seat] if seat != CENTRE else "The Stranger" if self.view.centre.stranger else "Centre"
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

    def cell(self, seat: int, slot: int, *, room: int, letters: int) -> Text:
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

    def money(self, seat: int) -> Text:
        if seat == CENTRE and not self.view.centre.stranger:
            return Text()
        return Text(f"${self.seats[seat].cash}", SOFT if self.is_out(seat) else BRASS)

    def plates(self, seat: int) -> Text:
        cart = self.seats[seat]
        return Text(plates(cart) if isinstance(cart, Cart) else "", SOFT)

    def sneaked(self, seat: int) -> Text:
        cart = self.seats[seat]
        tokens = cart.tokens if isinstance(cart, Cart) else 0
        return Text(f"+{tokens * self.view.token}" if tokens else "", BRASS)

    def sold(self, seat: int) -> tuple[Text, Text]:
        """At the market: the total, and the group with what it has earned."""
        cart = self.seats[seat]
        if not cart.group:
            return Text(), Text("blown up" if isinstance(cart, Cart) and cart.blown else "", SOFT)
        gain = f" +${cart.gain}" if cart.gain else ""
        return Text(str(cart.total), "bold"), Text(f"{rank(cart.group)}{gain}", BRASS if cart.gain else SOFT)


# --- sizes -----------------------------------------------------------------------------------------------------------


def table(view: QuickSilverView, names: Sequence[str], me: int, recent: Sequence[QuickSilverEvent]) -> RenderableType:
    drawing = Drawing(view, names, me, recent)
    sizes = [(WIDE, spread(drawing, gap=1)), (WIDE, spread(drawing, gap=0))] if not is_market(view) else []
    dense = [(WIDE, rows(drawing, WIDE)), (NARROW, rows(drawing, NARROW)), (LEAST, rows(drawing, LEAST))]
    return Fitting(*sizes, *dense)


def on_cloth(view: QuickSilverView, body: RenderableType, *, legend: str) -> RenderableType:
    return Panel(body, title=title(view), subtitle=Text(f" {legend} ", SOFT) if legend else None, style=CLOTH,
                 border_style=EDGE, box=box.ROUNDED, padding=0)  # fmt: skip


def title(view: QuickSilverView) -> Text:
    dice = f"black die {view.die}, turns left each · white die {view.white}"
    now = "dynamite and market" if is_market(view) else dice
    return Text.assemble((f" Round {view.round} ", f"bold {BRASS}"), (f"· {now} · ${view.goal} wins ", SOFT))


LEGEND = f"( ) face down, and who else knows it · {WHOLE} plate {BLASTED} blasted {GONE} given up · {FRESH} swapped"


def rows(drawing: Drawing, width: int) -> RenderableType:
    """One line each. The last columns are the sneak tokens, and at the market what came of it."""
    market = is_market(drawing.view)
    letters = 0 if market or width < WIDE else 2
    room = SHORT_CARD if width < NARROW else CARD
    name = {WIDE: 14, NARROW: 9, LEAST: 9}[width]
    grid = Table(box=None, padding=(0, 1, 0, 0), collapse_padding=False, style=CLOTH, header_style=SOFT, pad_edge=False)
    heads = ["", "Plates" if width == WIDE else "", "Cash" if width == WIDE else "", *(f" card {n}" for n in (1, 2, 3))]
    widths = [name, 6 if width == WIDE else 4, 4, *[room + 1 + letters] * 3]
    heads, widths = (
        (heads + ["", ""], widths + [3, 8])
        if market
        else (heads + ["Sneak"[: 5 if width == WIDE else 3]], widths + [5 if width == WIDE else 3])
    )
    for head, columns in zip(heads, widths, strict=True):
        grid.add_column(head, width=columns, no_wrap=True)
    for seat in drawing.seats:
        cells = [drawing.cell(seat, slot, room=room, letters=letters) for slot in range(3)]
        last = drawing.sold(seat) if market else (drawing.sneaked(seat),)
        grid.add_row(drawing.called(seat, room=name), drawing.plates(seat), drawing.money(seat), *cells, *last)
    return on_cloth(drawing.view, grid, legend=LEGEND if width == WIDE and not market else "")


# --- larger ----------------------------------------------------------------------------------------------------------

LARGE = 24
"""Columns of a card with words below it."""


def spread(drawing: Drawing, *, gap: int) -> RenderableType:
    """Three lines each: who, the cards, and in words who knows them."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(width=LARGE, no_wrap=True)
    for seat, cart in drawing.seats.items():
        grid.add_row(*head(drawing, seat))
        if not cart.slots:
            grid.add_row(Text("   out", SOFT))
        for line in (0, 1) if cart.slots else ():
            grid.add_row(*(large(drawing, seat, slot, n)[line] for n, slot in enumerate(cart.slots)))
        if gap:
            grid.add_row()
    return on_cloth(drawing.view, grid, legend=f"{WHOLE} plate {BLASTED} blasted {GONE} given up · {FRESH} swapped just now")


def head(drawing: Drawing, seat: int) -> tuple[Text, Text, Text]:
    cart = drawing.seats[seat]
    name = drawing.called(seat, room=LARGE)
    if not isinstance(cart, Cart):
        return name, Text(), cash(drawing, seat) if cart.stranger else Text()
    sneaked = f"{cart.tokens} sneak token{'s' if cart.tokens > 1 else ''}, " if cart.tokens else ""
    tokens = Text(f"{sneaked}+{cart.tokens * drawing.view.token}" if cart.tokens else "", BRASS)
    return name, Text.assemble(f"{plates(cart)}  ", tokens), cash(drawing, seat)


def cash(drawing: Drawing, seat: int) -> Text:
    dollars = drawing.seats[seat].cash
    return Text.assemble(towards(dollars, drawing.view.goal, 16), (f" ${dollars}", BRASS))


def large(drawing: Drawing, seat: int, slot: Slot, number: int) -> tuple[Text, Text]:
    """A card with its number, and who knows it."""
    fresh = FRESH if (seat, number) in drawing.fresh else " "
    card = Text.assemble((f"{fresh}{number + 1} ", BRASS)).append_text(chip(slot, LARGE - 3))
    who = Text(f"   {knowers(slot, drawing.names, drawing.me)}", SOFT)
    who.truncate(LARGE, overflow="ellipsis")
    return card, who


# --- under the table -------------------------------------------------------------------------------------------------


def hand(view: QuickSilverView, me: int) -> RenderableType:
    """What the own cart weighs, for when nothing is asked."""
    return Text(waiting(view, me), "dim")


def card(key: str) -> RenderableType:
    """A kind of card, for the page that explains them."""
    return Text(f" {NEW_PLATE if key == 'replacement_plate' else key:{CARD - 2}} ", f"bold {INKS[key]}")
