"""How Quickshot looks in a terminal: the seats on their cloth, cards in their inks, the discards by strength."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.core.game import Offered
from croupier.games.quickshot.box import CARDS, TEXTS
from croupier.games.quickshot.view import QuickshotEvent, QuickshotView, SeatView

CLOTH = "#fcf5e9 on #561f1b"
SOFT = "#ecd3c6"
EDGE = "#a4594b"
BRASS = "#f7cd78"
COVERED = "#ecd3c6 on #2f0f0e"
INKS = (
    "#0d1606 on #688f63",
    "#12222e on #a9c4d6",
    "#f7eedd on #4a2d82",
    "#ffffff on #2f77c4",
    "#2b1402 on #f28a1f",
    "#fdeee4 on #a8122f",
    "#23240a on #f0ea7a",
    "#f7eedd on #4a423d",
)
"""INKS[v - 1]: ink and paper of the card with strength v, as in the browser; Assault's is lighter, for black terminals."""

WORDS = {card: f"bold {ink}" for card, ink in zip(CARDS, INKS, strict=True)}
"""Words of the sentences that are shown in a style of their own."""
KEYS = {"d": "discards"}


def chip(value: int, width: int = 14) -> Text:
    """A card: its strength and its name in at least this width."""
    return Text(f" {value} {CARDS[value - 1]:{width}} ", f"bold {INKS[value - 1]}", no_wrap=True)


def table(view: QuickshotView, names: Sequence[str], me: int, recent: Sequence[QuickshotEvent]) -> RenderableType:
    rows = Table(box=None, expand=True, padding=(0, 1), style=CLOTH, header_style=SOFT)
    rows.add_column("", width=1)
    rows.add_column("Seat", ratio=3, no_wrap=True)
    rows.add_column("Hand", width=9, no_wrap=True)
    rows.add_column("On the table", width=18, no_wrap=True)
    rows.add_column("Strength", width=8, justify="right")
    rows.add_column("", ratio=3, no_wrap=True)
    for seat, name in enumerate(names):
        rows.add_row(*seat_row(view, seat, name, mine=seat == me))
    return Panel(rows, title=title(view), subtitle=piles(view), style=CLOTH, border_style=EDGE, box=box.ROUNDED, padding=0)


def title(view: QuickshotView) -> Text:
    order = "lowest is strongest" if view.inverted else "highest is strongest"
    now = f" Round {view.round} of {view.rounds} · "
    return Text.assemble((" Quickshot ", f"bold {BRASS}"), (now, SOFT), (f"{order} ", BRASS if view.inverted else SOFT))


def piles(view: QuickshotView) -> Text:
    return Text(f" Draw pile {view.pile} · Discards {sum(view.discards)} ", SOFT)


def seat_row(view: QuickshotView, seat: int, name: str, *, mine: bool) -> list[RenderableType]:
    row = view.seats[seat]
    star = Text("★" if seat == view.leader and not row.out else "", f"bold {BRASS}")
    shown = Text.assemble((f"{name} (you)" if mine else name, "strike" if row.out else "bold" if mine else ""))
    strength = Text("" if row.strength is None else str(row.strength), f"bold {BRASS}")
    chosen = view.choice if mine else None
    return [star, shown, held(row), front(row, chosen), strength, note(view, seat)]


def held(row: SeatView) -> Text:
    """A hand by its size; at the end by its cards."""
    if row.out:
        return Text()
    if row.cards is not None:
        return Text(" ".join(map(str, row.cards)) or "none", SOFT)
    return Text(f"{'▮' * row.hand} {row.hand}" if row.hand else "none", SOFT)


def front(row: SeatView, chosen: int | None) -> Text:
    """The card on the table; ``chosen`` is one's own that the others do not see yet."""
    if chosen:
        return Text(f" {chosen} {CARDS[chosen - 1]:14} ", COVERED)
    if row.card is None:
        return Text()
    if row.card.up:
        return chip(row.card.value)
    return Text(f" {row.card.value} {'face down':14} ", COVERED)


def note(view: QuickshotView, seat: int) -> Text:
    row = view.seats[seat]
    if view.winner == seat:
        return Text("wins the game", f"bold {BRASS}")
    if row.out:
        return Text("eliminated", SOFT)
    if view.asked == seat:
        return Text("◂ must choose" if view.phase == "discard" else "◂ may reinforce", BRASS)
    if row.safe:
        return Text("protected", SOFT)
    if view.step and row.card and row.card.up and row.card.value == view.step:
        return Text("◂ its ability", BRASS)
    if seat == view.leader:
        return Text("Leader", SOFT)
    return Text()


def hand(view: QuickshotView, me: int) -> RenderableType:
    """The own hand, for when nothing is asked."""
    if view.seats[me].out:
        return Text("You have been eliminated; the others play on.", "dim")
    if not view.hand:
        return Text("Your hand is empty.", "dim")
    return Columns([Text("Your hand"), *(chip(value, 0) for value in view.hand)], padding=(0, 1))


def choice(offered: Offered, view: QuickshotView) -> list[RenderableType]:
    """A legal action: the card, what it would do, and how often it is held."""
    if not offered.number:
        return [Text(), Text(), Text(f"{offered.label}: strength {offered.gains['strength']}")]
    copies = (view.hand or ()).count(offered.number)
    said = TEXTS[offered.number - 1] if view.phase in ("lead", "follow") else offered.label
    return [chip(offered.number), Text(f"×{copies}" if copies > 1 else "  ", "dim"), Text(said)]


def discards(view: QuickshotView, names: Sequence[str]) -> RenderableType:
    """The discard pile by strength; it may always be looked through."""
    rows = Table(box=None, padding=(0, 1), show_header=False)
    for value, copies in enumerate(view.discards, 1):
        rows.add_row(chip(value), Text("▮" * copies + (f" {copies}" if copies else "none")))
    return Group(Text(f"{sum(view.discards)} cards have been discarded:"), Text(), rows)


def card(key: str) -> Text:
    """A card by its key, for the page that explains all of them."""
    return chip(int(key))
