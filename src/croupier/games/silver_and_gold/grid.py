"""The grid of a treasure card: 4 columns A to D, 4 rows 1 to 4. A box is a bit, 4 * row + column from the top left."""

from __future__ import annotations

from functools import lru_cache

COLUMNS = "ABCD"
SIDE = 4
BOXES = 16

Cells = frozenset[tuple[int, int]]
"""(row, column) from 0."""


def bits_in(mask: int) -> int:
    """How many boxes a mask has."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


# --- for reading and writing only; these do not compile --------------------------------------------------------------


def boxes_in(mask: int) -> list[int]:
    """The boxes of a mask, row by row from the top left."""
    return [box for box in range(BOXES) if mask >> box & 1]


def format_box(box: int) -> str:
    """0 -> A1, 7 -> D2."""
    return f"{COLUMNS[box % SIDE]}{box // SIDE + 1}"


@lru_cache(8192)
def format_boxes(mask: int) -> str:
    return " ".join(format_box(box) for box in boxes_in(mask))


def parse_box(text: str) -> int | None:
    """A1 -> 0; None where it names no box of the grid."""
    if len(text) != 2 or text[0].upper() not in COLUMNS or text[1] not in "1234":
        return None
    return COLUMNS.index(text[0].upper()) + SIDE * (int(text[1]) - 1)


def mask_of(cells: Cells) -> int:
    return sum(1 << SIDE * row + column for row, column in cells)


def cells_of(mask: int) -> Cells:
    return frozenset((box // SIDE, box % SIDE) for box in boxes_in(mask))


def moved_home(cells: Cells) -> Cells:
    """Moved to the top left corner."""
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def orientations(cells: Cells) -> list[Cells]:
    """The different ones of the four turns and their mirror images, at the top left (3.3)."""
    found: list[Cells] = []
    for mirrored in (False, True):
        turned = frozenset((row, -column) for row, column in cells) if mirrored else cells
        for _ in range(4):
            turned = moved_home(frozenset((column, -row) for row, column in turned))
            if turned not in found:
                found.append(turned)
    return found


def placements(cells: Cells) -> list[int]:
    """Every set of boxes on the grid that the pattern can cover, as masks, each once, rising."""
    masks = set()
    for turned in orientations(cells):
        height, width = 1 + max(row for row, _ in turned), 1 + max(column for _, column in turned)
        for down in range(SIDE - height + 1):
            for right in range(SIDE - width + 1):
                masks.add(mask_of(frozenset((row + down, column + right) for row, column in turned)))
    return sorted(masks)


NAMES = {
    "oo": "domino",
    "ooo": "straight three",
    "oo o.": "corner three",
    "oooo": "straight four",
    "oo oo": "square four",
    "ooo .o.": "T four",
    "ooo o..": "L four",
    ".oo oo.": "S four",
}
"""The names of patterns of up to four boxes, by one of their outlines."""


def read_outline(rows: str) -> Cells:
    """``"oo o."`` -> its cells; any letter but a dot is a box."""
    return frozenset((r, c) for r, row in enumerate(rows.split()) for c, letter in enumerate(row) if letter != ".")


def format_outline(mask: int) -> str:
    cells = cells_of(mask)
    height, width = 1 + max(row for row, _ in cells), 1 + max(column for _, column in cells)
    return " ".join("".join("o" if (r, c) in cells else "." for c in range(width)) for r in range(height))


SHAPES = {min(map(mask_of, orientations(read_outline(outline)))): name for outline, name in NAMES.items()}


@lru_cache(64)
def pattern_name(mask: int) -> str:
    """``T four`` for any turn or mirror image of it; ``pattern of 5`` for larger ones."""
    shape = min(map(mask_of, orientations(cells_of(mask))))
    return SHAPES.get(shape, f"pattern of {bits_in(mask)}")
