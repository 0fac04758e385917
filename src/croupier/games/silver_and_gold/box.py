"""The box of Silver & Gold: treasure cards, patterns, trophies. A box file is box.toml's shape."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from croupier.core.errors import quoted
from croupier.core.game import CardText
from croupier.core.record import Counts, Grid, Record, i8, i16, i32
from croupier.core.toml import Document
from croupier.games.silver_and_gold.grid import BOXES, SIDE, format_outline, mask_of, pattern_name, placements, read_outline

Color = Literal["gray", "green", "orange", "purple"]
COLORS: tuple[Color, ...] = get_args(Color)
"""In the order of the tie-breaks (1.3); a color is its index here plus 1, and 0 is no color."""
MOST_CARDS = 64
MOST_PATTERNS = 8
MOST_EXPEDITIONS = 12
MOST_PLACES = 48
"""More placements no pattern has: 8 orientations at 6 places."""
MOST_TROPHIES = 12
NOWHERE = 1 << BOXES
"""Fills up a row of placements: never open."""
ROUNDS = 4
SYMBOLS = "oXCP"
MOST_POINTS = 32767
SCORED_BY = {"treasures": "palms", "seals": "seals"}
"""Which line of the score each part of a box file brings."""


class Box(Record):
    """What is printed. Cards are numbered from 0 in the order of the box file; masks of boxes are those of grid.py."""

    n_cards: int = i8
    color: Counts = i8[MOST_CARDS]
    number: Counts = i8[MOST_CARDS]
    """The number in the card's name: 4 for purple-04."""
    value: Counts = i8[MOST_CARDS]
    seal_color: Counts = i8[MOST_CARDS]
    """0 where the card has no seal."""
    seal_points: Counts = i8[MOST_CARDS]
    boxes: Counts = i32[MOST_CARDS]
    xs: Counts = i32[MOST_CARDS]
    coins: Counts = i32[MOST_CARDS]
    palms: Counts = i32[MOST_CARDS]
    n_expeditions: int = i8
    expeditions: Counts = i8[MOST_PATTERNS]
    """How many expedition cards show each pattern."""
    n_patterns: int = i8
    outline: Counts = i32[MOST_PATTERNS]
    """Each pattern as printed, at the top left of the grid."""
    n_places: Counts = i8[MOST_PATTERNS]
    places: Grid = i32[MOST_PATTERNS, MOST_PLACES]
    """All placements of each pattern, rising; NOWHERE behind the last."""
    trophies: Counts = i16[MOST_TROPHIES]
    """The highest first; 0 behind the last."""
    rounds: int = i8


# --- reading ---------------------------------------------------------------------------------------------------------


@cache
def _printed() -> Box:
    return load_box(Path(__file__).with_name("box.toml").read_text("utf-8"), "box.toml")


def default_box() -> Box:
    return _printed().copy()


def load_box(text: str, name: str) -> Box:
    """Invalid, with line and reason, unless every outline, seal, pattern and trophy can be printed."""
    doc = Document(text, name)
    for key in doc.data:
        if key not in ("trophies", "expeditions", "treasures", "seals", "values"):
            known = "trophies, expeditions, [treasures], [seals] and [values]"
            raise doc.wrong(f"{quoted(key)} is unknown; a box of Silver & Gold has {known}.", key)
    box = Box(rounds=ROUNDS)
    read_trophies(doc, box)
    read_expeditions(doc, box)
    names = read_treasures(doc, box)
    read_seals(doc, box, names)
    read_values(doc, box, names)
    check_points(doc, box)
    return box


def read_trophies(doc: Document, box: Box) -> None:
    trophies = doc.data.get("trophies")
    if not isinstance(trophies, list) or len(trophies) > MOST_TROPHIES:
        raise doc.wrong(f"trophies must list up to {MOST_TROPHIES} numbers, highest first: trophies = [6, 5, 4].", "trophies")
    for trophy in trophies:
        if type(trophy) is not int or not 1 <= trophy <= 99:
            raise doc.wrong(f"a trophy is {quoted(trophy)}; it must be a whole number from 1 to 99.", "trophies")
    if trophies != sorted(trophies, reverse=True):
        raise doc.wrong("trophies must stand in order, the highest first.", "trophies")
    box.trophies = [*trophies, *[0] * (MOST_TROPHIES - len(trophies))]


def read_expeditions(doc: Document, box: Box) -> None:
    rows = doc.data.get("expeditions")
    if not isinstance(rows, list) or not 2 <= len(rows) <= MOST_EXPEDITIONS:
        hint = f'expeditions must list the patterns of 2 to {MOST_EXPEDITIONS} cards: expeditions = ["oo", "oo o."].'
        raise doc.wrong(hint, "expeditions")
    known: list[list[int]] = []
    for outline in rows:
        cells = read_outline(checked_rows(doc, outline, "o.", "expeditions"))
        if len(cells) < 2:
            hint = f"the pattern {quoted(outline)} has fewer than 2 boxes; a single box may always be crossed off."
            raise doc.wrong(hint, "expeditions")
        places = placements(cells)
        if places not in known:
            if len(known) == MOST_PATTERNS:
                raise doc.wrong(f"there are more than {MOST_PATTERNS} different patterns.", "expeditions")
            box.outline[len(known)] = mask_of(cells)
            known.append(places)
        box.expeditions[known.index(places)] += 1
    box.n_expeditions, box.n_patterns = len(rows), len(known)
    for pattern in range(MOST_PATTERNS):
        places = known[pattern] if pattern < len(known) else []
        box.n_places[pattern] = len(places)
        box.places[pattern] = places + [NOWHERE] * (MOST_PLACES - len(places))


def checked_rows(doc: Document, rows: object, letters: str, *path: str) -> str:
    """The outline, when it is one: up to 4 rows of up to 4 letters, at the top left."""
    of = f"{' of '.join([path[-1], *path[-2:-1]])} is {quoted(rows)}"
    if not isinstance(rows, str) or not rows.split():
        raise doc.wrong(f'{of}; an outline is written as rows: "oo o.".', *path)
    split = rows.split()
    for letter in "".join(split):
        if letter not in letters:
            raise doc.wrong(f"{of}, with {quoted(letter)} in it; the letters are {', '.join(letters)}.", *path)
    if len(split) > SIDE or len(split[0]) > SIDE or len({len(row) for row in split}) > 1:
        raise doc.wrong(f"{of}; it needs up to {SIDE} rows of the same length, up to {SIDE}.", *path)
    cells = read_outline(rows)
    if not cells or min(r for r, _ in cells) or (letters == "o." and min(c for _, c in cells)):
        raise doc.wrong(f"{of}; its first row{' and column' if letters == 'o.' else ''} must have a box.", *path)
    return rows


def read_treasures(doc: Document, box: Box) -> list[str]:
    rows = table_of(doc, "treasures")
    if not 1 <= len(rows) <= MOST_CARDS:
        raise doc.wrong(f"[treasures] has {len(rows)} cards; it needs 1 to {MOST_CARDS}.", "treasures")
    for card, (name, outline) in enumerate(rows.items()):
        read_name(doc, box, card, name)
        masks = dict.fromkeys(SYMBOLS, 0)
        for r, row in enumerate(checked_rows(doc, outline, ".oXCP", "treasures", name).split()):
            for c, letter in enumerate(row):
                if letter != ".":
                    masks[letter] |= 1 << SIDE * r + c
        box.boxes[card] = sum(masks.values())
        box.xs[card], box.coins[card], box.palms[card] = masks["X"], masks["C"], masks["P"]
        box.value[card] = box.boxes[card].bit_count()
    box.n_cards = len(rows)
    return list(rows)


def read_name(doc: Document, box: Box, card: int, name: str) -> None:
    match = re.fullmatch(rf"({'|'.join(COLORS)})-([0-9][0-9])", name)
    if not match or match[2] == "00":
        raise doc.wrong(
            f"{quoted(name)} is no name of a card; it is a color ({', '.join(COLORS)}) and a number from 01 to 99: purple-04.",
            "treasures", name,
        )  # fmt: skip
    box.color[card], box.number[card] = 1 + COLORS.index(match[1]), int(match[2])


def table_of(doc: Document, key: str) -> dict[str, Any]:
    rows = doc.data.get(key, {})
    if not isinstance(rows, dict):
        raise doc.wrong(f"{key} must be a table: [{key}].", key)
    return rows


def card_of(doc: Document, names: list[str], key: str, name: str) -> int:
    if name not in names:
        raise doc.wrong(f"[{key}] names {quoted(name)}; [treasures] has no such card.", key, name)
    return names.index(name)


def read_seals(doc: Document, box: Box, names: list[str]) -> None:
    for name, seal in table_of(doc, "seals").items():
        card = card_of(doc, names, "seals", name)
        match = re.fullmatch(rf"({'|'.join(COLORS)}) ([1-9])", seal) if isinstance(seal, str) else None
        if not match:
            hint = f'the seal of {name} is {quoted(seal)}; it is a color and 1 to 9 points: "purple 2".'
            raise doc.wrong(hint, "seals", name)
        box.seal_color[card], box.seal_points[card] = 1 + COLORS.index(match[1]), int(match[2])


def read_values(doc: Document, box: Box, names: list[str]) -> None:
    for name, value in table_of(doc, "values").items():
        if type(value) is not int or not 0 <= value <= 99:
            raise doc.wrong(f"the value of {name} is {quoted(value)}; it must be a whole number from 0 to 99.", "values", name)
        box.value[card_of(doc, names, "values", name)] = value


def check_points(doc: Document, box: Box) -> None:
    """All points for palms, and all for seals, must fit a field of the state, even if one seat had every card of the box."""
    palms = sorted((mask.bit_count() for mask in box.palms), reverse=True)
    seals = zip(box.seal_color, box.seal_points, strict=True)
    points = {
        "treasures": sum(palms) * (1 + sum(palms[:4])),
        "seals": sum(worth * box.color.count(color) for color, worth in seals if color),
    }
    for key, most in points.items():
        if most > MOST_POINTS:
            raise doc.wrong(f"{most} points are possible for {SCORED_BY[key]}; {MOST_POINTS} are the most.", key)


# --- writing ---------------------------------------------------------------------------------------------------------


def dump_box(box: Box) -> str:
    cards = range(box.n_cards)
    outlines = [f'"{format_outline(box.outline[p])}"' for p in range(box.n_patterns) for _ in range(box.expeditions[p])]
    trophies = [trophy for trophy in box.trophies if trophy]
    lines = [f"trophies = {trophies}", f"expeditions = [{', '.join(outlines)}]", "", "[treasures]"]
    lines += [f'{card_name(box, card)} = "{card_rows(box, card)}"' for card in cards]
    lines += ["", "[seals]"]
    lines += [
        f'{card_name(box, card)} = "{COLORS[box.seal_color[card] - 1]} {box.seal_points[card]}"'
        for card in cards if box.seal_color[card]
    ]  # fmt: skip
    odd = [card for card in cards if box.value[card] != box.boxes[card].bit_count()]
    if odd:
        lines += ["", "[values]", *(f"{card_name(box, card)} = {box.value[card]}" for card in odd)]
    return "\n".join([*lines, ""])


def card_rows(box: Box, card: int) -> str:
    """The outline with its symbols: ``".Co. Pooo oooo CooX"``."""
    return rows_of(box.boxes[card], box.xs[card], box.coins[card], box.palms[card])


@lru_cache(256)
def rows_of(boxes: int, xs: int, coins: int, palms: int) -> str:
    letters = []
    for place in range(BOXES):
        masks = (("X", xs), ("C", coins), ("P", palms), ("o", boxes))
        letters.append(next((letter for letter, mask in masks if mask >> place & 1), "."))
    rows = ["".join(letters[at : at + SIDE]) for at in range(0, BOXES, SIDE)]
    while rows[-1] == "." * SIDE:
        rows.pop()
    return " ".join(rows)


# --- names -----------------------------------------------------------------------------------------------------------


def card_code(box: Box, card: int) -> int:
    """How events name a card: 100 * color + number."""
    return 100 * box.color[card] + box.number[card]


def name_of_code(code: int) -> str:
    """404 -> purple-04."""
    return f"{COLORS[code // 100 - 1]}-{code % 100:02}"


def card_name(box: Box, card: int) -> str:
    return name_of_code(card_code(box, card))


def check_box(box: Box, seats: int) -> str:
    """Four cards for each seat (2.3); what goes back fills the display."""
    needed = 4 * seats
    return "" if box.n_cards >= needed else f"{seats} seats are dealt {needed} cards; this box has {box.n_cards}."


def cards() -> tuple[CardText, ...]:
    """The symbols of the boxes and the seals, in our words."""
    return (
        CardText("X", "X", "Cross off one more box at once, on either of your islands.", "4.1"),
        CardText("C", "Coin", "Mark the next coin on your score card: 1 point, and a trophy for a full row.", "4.3"),
        CardText("P", "Palm", "Points: the palms on the display now, and 1 for this one.", "4.4"),
        CardText("seal", "Seal", "At the end: points for every other completed island of the seal's color.", "7.6"),
    )


def pattern_names(box: Box) -> list[str]:
    return [pattern_name(box.outline[p]) for p in range(box.n_patterns)]
