"""How Silver & Gold looks in a terminal: two islands large, the display, the others' islands and everybody's score."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.canvas import Fitting
from croupier.cli.silver_and_gold_drawing import (
    BRASS,
    CLOTH,
    INKS,
    SIGNS,
    SOFT,
    Block,
    boxes_row,
    chip,
    columns,
    in_a_line,
    large,
    left,
    nothing,
    piece,
    short_name,
    side_by_side,
    small,
)
from croupier.cli.silver_and_gold_sheet import HEADS, SHORT_HEADS, coin_rows, points, scores, sheet
from croupier.cli.silver_and_gold_spoken import lines, spoken
from croupier.cli.silver_and_gold_typing import choice, described, guide, how, keyed, read
from croupier.core.game import Offer
from croupier.games.silver_and_gold.grid import SIDE
from croupier.games.silver_and_gold.view import Island, SilverAndGoldEvent, SilverAndGoldSeat, SilverAndGoldView

__all__ = [
    "KEYS", "WORDS", "body", "card", "choice", "guide", "hand", "how", "keyed", "lines", "read", "scores", "sheet", "spoken",
    "table",
]  # fmt: skip

WORDS = {rf"{color}-\d\d": f"bold {ink}" for color, ink in INKS.items()}
KEYS = {"s": "scores"}

WIDE, NARROW = 80, 40
"""Columns that everything needs, and that the own islands need."""
INNER = WIDE - 1


def table(view: SilverAndGoldView, names: Sequence[str], me: int, recent: Sequence[SilverAndGoldEvent]) -> RenderableType:
    above, islands = title(view, names), middle(view, me)
    if view.phase == "choose":
        return on_cloth([above, *islands])
    seats = [with_marks(seat, recent) for seat in view.seats]
    spread = [above, Text(), *islands, Text(), *others_large(seats, names, me), Text(), *card_large(view, names, me)]
    dense = [above, *islands, *others_and_scores(view, seats, names, me)]
    narrow = [above, *own(view, me), *score_card(view, names, me, NARROW - 1)]
    return Fitting((WIDE, on_cloth(spread)), (WIDE, on_cloth(dense)), (NARROW, on_cloth(narrow)))


def on_cloth(block: Block) -> RenderableType:
    for line in block:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Padding(Group(*block), (0, 0, 0, 1), style=CLOTH, expand=True)


def title(view: SilverAndGoldView, names: Sequence[str]) -> Text:
    if view.phase == "choose":
        return Text.assemble(("Silver & Gold", f"bold {BRASS}"), " · the islands dealt to you")
    line = Text.assemble((f"Round {view.round}", f"bold {BRASS}"), f" of {view.rounds}, turn {view.turn} of {view.turns}")
    line.append(f" · {names[view.first]} is first")
    to_come = " ".join(in_a_line(expedition) for expedition in view.expeditions if not expedition.seen)
    return line.append(f" · to come {to_come}", SOFT)


# --- the own islands and the display ---------------------------------------------------------------------------------


def middle(view: SilverAndGoldView, me: int) -> Block:
    """7 lines: the own islands, and the display beside them; at the start what was dealt."""
    if view.dealt:
        kept = view.kept or ()
        return side_by_side([(17, large(Island(c), "✓" if i in kept else str(i + 1))) for i, c in enumerate(view.dealt)], 2)
    display = side_by_side([(9, small(one) if one else []) for one in view.display], 1)
    return side_by_side([(36, own(view, me)), (39, display)], 3)


def own(view: SilverAndGoldView, me: int) -> Block:
    islands = [large(one, str(i)) if one else nothing(str(i)) for i, one in enumerate(view.seats[me].islands, 1)]
    return side_by_side([(17, block) for block in islands], 2)


# --- the others and the score ----------------------------------------------------------------------------------------


def with_marks(seat: SilverAndGoldSeat, recent: Sequence[SilverAndGoldEvent]) -> SilverAndGoldSeat:
    """The seat with the boxes that were crossed off just now as its marks."""
    fresh = {event.card: 0 for event in recent}
    for event in recent:
        if event.kind in ("marked", "bonus"):
            fresh[event.card] |= event.boxes
    return replace(
        seat, islands=tuple(one and replace(one, marks=one.crossed & fresh.get(one.card.name, 0)) for one in seat.islands)
    )


def around(seats: Sequence[SilverAndGoldSeat], me: int) -> list[int]:
    """The other seats, clockwise from one's own."""
    return [(me + i) % len(seats) for i in range(1, len(seats))]


def others_and_scores(view: SilverAndGoldView, seats: Sequence[SilverAndGoldSeat], names: Sequence[str], me: int) -> Block:
    """6 lines: small islands, and the score card beside them."""
    others = [(9, other(seats[seat], names[seat], 1)) for seat in around(seats, me)]
    islands = side_by_side(others, 2)
    room = INNER - 11 * len(others) - 1
    return side_by_side([(11 * len(others), islands), (room, score_card(view, names, me, room))], 1)


def others_large(seats: Sequence[SilverAndGoldSeat], names: Sequence[str], me: int) -> Block:
    return side_by_side([(19, other(seats[seat], names[seat], 2)) for seat in around(seats, me)], 3)


def other(seat: SilverAndGoldSeat, name: str, wide: int) -> Block:
    """Somebody's name and islands, a box 1 or 2 columns wide."""
    width = 4 if wide == 1 else 9
    return [Text(name, "bold"), *side_by_side([(width, tiny(one, wide)) for one in seat.islands], 1)]


def tiny(island: Island | None, wide: int) -> Block:
    if island is None:
        return [Text("none"[: 4 * wide], SOFT)]
    head = short_name(island.card) if wide == 1 else chip(island.card)
    tail = [Text(f"{left(island)} left", SOFT)] if wide > 1 else []
    return [head, *(boxes_row(island, row, wide) for row in range(SIDE)), *tail]


def score_card(view: SilverAndGoldView, names: Sequence[str], me: int, room: int) -> Block:
    """Everybody's points line by line, and what is still to be had."""
    cell = 9 if room > 66 else 7 if room > 52 else 6 if room > 42 else 5
    rows: list[list[str | Text]] = [["", *(Text(head, SOFT) for head in (HEADS if cell > 8 else SHORT_HEADS))]]
    for seat, row in enumerate(view.seats):
        rows.append([called(names[seat], room - 6 * cell, mine=seat == me), *map(str, points(row.score))])
    return [*columns(rows, [room - 6 * cell, *[cell] * 6]), to_be_had(view)]


def called(name: str, room: int, *, mine: bool) -> Text:
    said = f"{name} (you)" if mine and len(name) + 6 <= room else name
    return Text(said, f"bold {BRASS}" if mine else "")


def card_large(view: SilverAndGoldView, names: Sequence[str], me: int) -> Block:
    """The score card with the rows of coins drawn."""
    rows: list[list[str | Text]] = [["", Text("rows of coins", SOFT), *(Text(head, SOFT) for head in SHORT_HEADS)]]
    for seat, row in enumerate(view.seats):
        rows.append([called(names[seat], 20, mine=seat == me), coin_rows(row.coins), *map(str, points(row.score))])
    return [*columns(rows, [20, 15, *[7] * 6]), to_be_had(view)]


def to_be_had(view: SilverAndGoldView) -> Text:
    trophies = " ".join(map(str, view.trophies[view.trophies_gone :])) or "none"
    return Text(f"{SIGNS['P']} now {1 + view.palms} · deck {view.deck} · trophies {trophies}", SOFT)


# --- under the question ----------------------------------------------------------------------------------------------


def hand(view: SilverAndGoldView, me: int) -> RenderableType:
    if view.pattern is None or view.phase == "over":
        return Text()
    return Text(f"The pattern of this turn: {view.pattern.name} {in_a_line(view.pattern)}")


def body(offer: Offer, view: SilverAndGoldView, listing: RenderableType) -> RenderableType:
    """At the start what was dealt, in words; while marking the pattern beside the best choices."""
    if view.dealt:
        rows = Table.grid(padding=(0, 1))
        for i, dealt in enumerate(view.dealt, 1):
            rows.add_row(Text(f"{i:>3}", "bold"), chip(dealt), Text(described(dealt)))
        return rows
    if view.phase != "mark" or view.marked or view.pattern is None:
        return listing
    beside = Table.grid(padding=(0, 2))
    beside.add_row(Padding(Group(*piece(view.pattern)), (0, 0, 0, 1)), listing)
    return beside


def card(key: str) -> Text:
    """A sign by its letter in an outline."""
    return Text(f" {SIGNS.get(key, '+2')} ", f"bold {INKS['orange']}")
