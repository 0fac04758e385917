"""Count tests: how many placements each pattern has on each island, against brute force that knows nothing of grid.py.

Brute force takes every set of as many boxes as the pattern has, and asks whether one of the eight maps of the square, followed
by a shift, turns the pattern into it. The referee goes the other way: from all placements on the grid to those that fit.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from croupier import games
from croupier.games.silver_and_gold import box as box_module
from croupier.games.silver_and_gold.state import MARK, PLACES_EACH, SINGLE, SINGLES_EACH

GAME = games.load("silver_and_gold")
BOX = GAME.default_box()
FILE = tomllib.loads(Path(box_module.__file__).with_name("box.toml").read_text("utf-8"))

Point = tuple[int, int]

PER_PATTERN = {"oo": 632, "ooo": 329, "oo o.": 749, "ooo .o.": 388, "ooo o..": 752, "oo oo": 152}
"""All placements of a pattern on the 47 fresh islands of the printed box."""
NEVER = {
    "oo oo": {"gray-01", "gray-02", "gray-03", "green-01", "orange-01"},
    "ooo .o.": {"gray-03", "green-01", "orange-01"},
}
"""Islands on which a pattern never fits, not even fresh."""

# The eight maps of the square: (x, y) -> (a x + b y, c x + d y).
MAPS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0))


def points(outline: str) -> list[Point]:
    return [(x, y) for y, row in enumerate(outline.split()) for x, letter in enumerate(row) if letter != "."]


def shape(cells: list[Point] | tuple[Point, ...]) -> frozenset[Point]:
    """The cells as seen from their own corner."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)


def shapes(outline: str) -> set[frozenset[Point]]:
    return {shape([(a * x + b * y, c * x + d * y) for x, y in points(outline)]) for a, b, c, d in MAPS}


def brute_force(open_boxes: list[Point], outline: str) -> set[int]:
    """Every set of open boxes that the pattern covers, as a mask of 4 * row + column."""
    wanted = shapes(outline)
    size = len(points(outline))
    return {sum(1 << 4 * y + x for x, y in cells) for cells in combinations(open_boxes, size) if shape(cells) in wanted}


def legal(card: str, crossed: int, pattern: int) -> tuple[list[int], list[int]]:
    """What the referee lets a seat cross off on this island: the boxes of all placements, and all single boxes."""
    number = list(FILE["treasures"]).index(card)
    state = GAME.State(seats=2, phase=MARK, pattern=pattern)
    state.islands[0][1] = 1 + number
    state.open[0][1] = BOX.boxes[number] & ~crossed
    mask = [0] * GAME.N_ACTIONS
    GAME.legal(BOX, state, 0, mask)
    placed = [BOX.places[pattern][i] for i in range(PLACES_EACH) if mask[PLACES_EACH + i]]
    singles = [1 << i for i in range(SINGLES_EACH) if mask[SINGLE + SINGLES_EACH + i]]
    assert len(placed) + len(singles) == sum(mask), "nothing on the other place, and nothing else"
    return placed, singles


OUTLINES = list(dict.fromkeys(FILE["expeditions"]))
"""The different patterns, in the order in which the box numbers them."""


@pytest.mark.parametrize("outline", OUTLINES)
def test_placements_on_fresh_islands(outline: str):
    pattern, found = OUTLINES.index(outline), {}
    for card, rows in FILE["treasures"].items():
        placed, singles = legal(card, 0, pattern)
        assert len(placed) == len(set(placed))
        assert set(placed) == brute_force(points(rows), outline), card
        assert sorted(singles) == sorted(1 << 4 * y + x for x, y in points(rows))
        found[card] = len(placed)
    assert sum(found.values()) == PER_PATTERN[outline]
    assert {card for card, n in found.items() if n == 0} == NEVER.get(outline, set())


def test_placements_in_all():
    assert sum(PER_PATTERN.values()) == 3002
    assert set(PER_PATTERN) == set(OUTLINES)


def test_placements_on_crossed_islands():
    """Random boxes crossed off, on every card and with every pattern."""
    luck, seen = random.Random(1), Counter[str]()
    for card, rows in FILE["treasures"].items():
        for outline in OUTLINES:
            cells = points(rows)
            left = luck.sample(cells, luck.randint(1, len(cells) - 1))
            crossed = sum(1 << 4 * y + x for x, y in cells if (x, y) not in left)
            placed, singles = legal(card, crossed, OUTLINES.index(outline))
            assert set(placed) == brute_force(left, outline)
            assert len(singles) == len(left)
            seen[outline] += len(placed)
    assert min(seen.values()) > 10


@pytest.mark.parametrize(("outline", "orientations"), [
    ("oo", 2), ("ooo", 2), ("oo o.", 4), ("ooo .o.", 4), ("ooo o..", 8), ("oo oo", 1), ("oo. .oo", 4), ("oooo o...", 8),
    ("o..o", 2), ("oo. .oo ..o", 4), ("oooo o..o o..o oooo", 1),
])  # fmt: skip
def test_all_eight_orientations(outline: str, orientations: int):
    """Four turns and their mirror images, on a grid of open boxes; those that look alike count once."""
    text = f'trophies = [1]\nexpeditions = ["{outline}", "{outline}"]\n[treasures]\ngray-01 = "oooo oooo oooo oooo"\n'
    box = GAME.load_box(text, "one.toml")
    placed = set(box.places[0][: box.n_places[0]])
    assert placed == brute_force(points("oooo oooo oooo oooo"), outline)
    assert len({shape([(i % 4, i // 4) for i in range(16) if mask >> i & 1]) for mask in placed}) == orientations
    assert placed <= set(range(1, 1 << 16))
