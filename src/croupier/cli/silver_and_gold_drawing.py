"""Islands, patterns and blocks of lines for the terminal. Every sign can be read without color."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from croupier.games.silver_and_gold.grid import COLUMNS, SIDE, cells_of, pattern_name
from croupier.games.silver_and_gold.view import Expedition, Island, Treasure

CLOTH = "#d9ecef on #123e4d"
SOFT = "#a8ced5"
BRASS = "#f7cd78"
INKS = {
    "gray": "#1b1f23 on #a3a9ae",
    "green": "#ffffff on #17704c",
    "orange": "#2b1602 on #f39a2d",
    "purple": "#ffffff on #5f2f96",
}
"""Ink and paper of the cards, as in the browser."""
GONE = "#5f98a6 on #0b2a35"
FRESH = "#2b1602 on #f7e08c"

OPEN, CROSSED, MARKED = "□", "■", "▣"
SIGNS = {"o": OPEN, "X": "X", "C": "●", "P": "♣"}
"""What stands for a box by its letter in the outline; CROSSED and MARKED stand for any box that is no longer open."""

Block = list[Text]
"""Lines of one thing that stands beside others."""


def chip(card: Treasure) -> Text:
    return Text(card.name, f"bold {INKS[card.color]}")


def sign(island: Island, place: int) -> tuple[str, str] | None:
    """What a box shows and its style; None for the sea."""
    rows = island.card.rows.split()
    row, column = divmod(place, SIDE)
    letter = rows[row][column] if row < len(rows) and column < len(rows[row]) else "."
    if letter == ".":
        return None
    if island.marks >> place & 1:
        return MARKED, FRESH
    if island.crossed >> place & 1:
        return CROSSED, GONE
    return SIGNS[letter], f"bold {INKS[island.card.color]}"


def boxes_row(island: Island, row: int, wide: int) -> Text:
    """One row of an island; a box is 1, 2 or, with a gap behind it, 3 columns wide."""
    line = Text()
    for column in range(SIDE):
        shown = sign(island, SIDE * row + column)
        text, style = shown or (" ", "")
        line.append(f" {text} " if wide == 3 else text.ljust(wide), style)
        if wide == 3 and column < SIDE - 1:
            line.append(" ")
    return line


def large(island: Island, key: str) -> Block:
    """17 columns, 7 lines: name and value, letters, four rows with their numbers, what is left."""
    card = island.card
    head = Text.assemble((f"{key} ", f"bold {BRASS}"), chip(card), (f" {card.value:>3}", "bold"))
    letters = Text("   " + "   ".join(COLUMNS), SOFT)
    rows = [Text.assemble((f"{row + 1} ", SOFT), boxes_row(island, row, 3)) for row in range(SIDE)]
    return [head, letters, *rows, Text(f"{left(island)} left {seal(card)}".rstrip(), SOFT)]


def nothing(key: str) -> Block:
    """A place of one's own without an island."""
    return [Text.assemble((f"{key} ", f"bold {BRASS}"), ("no island", SOFT))]


def small(card: Treasure) -> Block:
    """A card of the display: 9 columns, 7 lines."""
    rows = [boxes_row(Island(card), row, 2) for row in range(SIDE)]
    return [chip(card), Text(f"{card.value} points", SOFT), *rows, Text(seal(card), SOFT)]


def seal(card: Treasure) -> str:
    return f"+{card.seal.points} {card.seal.color}" if card.seal else ""


def left(island: Island) -> int:
    """Its open boxes."""
    boxes = sum(letter != "." for letter in island.card.rows.replace(" ", ""))
    return boxes - (island.crossed | island.marks).bit_count()


SHORT_COLORS = {"gray": "gy", "green": "gn", "orange": "or", "purple": "pu"}


def short_name(card: Treasure) -> Text:
    """Color and value in 4 columns: ``pu14``."""
    return Text(f"{SHORT_COLORS[card.color]}{card.value:>2}", INKS[card.color])


# --- patterns --------------------------------------------------------------------------------------------------------


def piece(pattern: Expedition) -> Block:
    """A pattern as printed, a box 3 columns wide."""
    cells = cells_of(pattern.boxes)
    height, width = 1 + max(row for row, _ in cells), 1 + max(column for _, column in cells)
    return [
        Text(" ").join(Text(f" {CROSSED} ", FRESH) if (r, c) in cells else Text("   ") for c in range(width))
        for r in range(height)
    ]


def in_a_line(pattern: Expedition) -> str:
    """A pattern of two rows in half blocks, on one line; a larger one by its name."""
    cells = cells_of(pattern.boxes)
    if max(row for row, _ in cells) > 1:
        cells = frozenset((column, row) for row, column in cells)
    if max(row for row, _ in cells) > 1:
        return pattern_name(pattern.boxes)
    width = 1 + max(column for _, column in cells)
    return "".join(" ▀▄█"[((0, c) in cells) + 2 * ((1, c) in cells)] for c in range(width))


# --- blocks ----------------------------------------------------------------------------------------------------------


def side_by_side(blocks: Sequence[tuple[int, Block]], gap: int) -> Block:
    """Blocks with their widths become lines."""
    height = max((len(block) for _, block in blocks), default=0)
    lines = []
    for i in range(height):
        line = Text(no_wrap=True)
        for n, (width, block) in enumerate(blocks):
            part = block[i].copy() if i < len(block) else Text()
            part.truncate(width, overflow="ellipsis", pad=True)
            line.append(" " * gap if n else "").append_text(part)
        lines.append(line)
    return lines


def columns(rows: Sequence[Sequence[str | Text]], widths: Sequence[int]) -> Block:
    """A table: the first column from the left, the others from the right."""
    lines = []
    for row in rows:
        line = Text(no_wrap=True)
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            text = cell.copy() if isinstance(cell, Text) else Text(cell)
            text.truncate(width, overflow="ellipsis")
            text.pad_right(width - text.cell_len) if i == 0 else text.pad_left(width - text.cell_len)
            line.append_text(text)
        lines.append(line)
    return lines
