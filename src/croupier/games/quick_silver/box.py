"""The box of Quick Silver: cards with kind, value and copies, two dice, plates. A box file is box.toml's shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.core.chance import total
from croupier.core.errors import quoted
from croupier.core.game import CardText
from croupier.core.record import Counts, Record, i8, i32
from croupier.core.toml import Document

COPPER, SILVER, GOLD, DYNAMITE, REPLACEMENT_PLATE = range(1, 6)
GOODS = ("copper", "silver", "gold")
SPECIALS = ("dynamite", "replacement_plate")
KINDS = ("", *GOODS, *SPECIALS)
NAMES = ("", "Copper", "Silver", "Gold", "Dynamite", "Replacement Plate")
TEXTS = (
    ("Goods: the number is what it weighs, and what it may earn.", "6.1"),
    ("Goods: the number is what it weighs, and what it may earn.", "6.1"),
    ("Goods: the number is what it weighs, and what it may earn.", "6.1"),
    ("Blasts one of your plates when the round in the mine is over. It weighs nothing.", "5.3"),
    ("Stops one of your Dynamites; without one it turns a blasted plate back. It weighs nothing.", "5.2"),
)
HAND = 3
"""Cards of a hand, and in the centre."""
POSITIONS = ("first", "second", "third")
"""The slots in words, from the left."""
CODES = 49
"""Different cards are numbered 1..48; 0 is "no card"."""
FACES = 12
MOST_VALUE = 99
CARD_VALUES = frozenset(map(str, range(MOST_VALUE + 1)))
MOST_COPIES = 40
MOST_TURNS = 9
MOST_PLATES = 8
MOST_TARGET = 9999
KEYS = ("white_die", "black_die", "plates", "sneak_token", "target", *GOODS, "specials")


class Box(Record):
    """What is printed. Cards are numbered by kind and value, rising."""

    kind: Counts = i8[CODES]
    value: Counts = i8[CODES]
    copies: Counts = i8[CODES]
    codes: int = i8
    """How many different cards there are, and one more: cards are 1..codes - 1."""
    white: Counts = i8[FACES]
    white_faces: int = i8
    black: Counts = i8[FACES]
    black_faces: int = i8
    plates: int = i8
    token: int = i8
    """What a sneak token adds to a total."""
    target: int = i32


def is_goods(box: Box, code: int) -> bool:
    """Whether the card has a number."""
    return box.kind[code] <= GOLD


def card_name(kind: int, value: int) -> str:
    """Silver 14, or Dynamite."""
    return f"{NAMES[kind]} {value}" if kind <= GOLD else NAMES[kind]


def default_box() -> Box:
    return load_box(Path(__file__).with_name("box.toml").read_text(), "box.toml")


# --- box files -------------------------------------------------------------------------------------------------------


def load_box(text: str, name: str) -> Box:
    """Invalid, with line and reason, unless all cards, dice and numbers can be played with by two at least."""
    doc = Document(text, name)
    for key in doc.data:
        if key not in KEYS:
            raise doc.wrong(f"{quoted(key)} is unknown; a box of Quick Silver has {', '.join(KEYS)}.", key)
    box = Box(
        plates=doc.whole(doc.data.get("plates"), 1, MOST_PLATES, "plates"),
        token=doc.whole(doc.data.get("sneak_token"), 0, MOST_VALUE, "sneak_token"),
        target=doc.whole(doc.data.get("target"), 1, MOST_TARGET, "target"),
    )
    box.white, box.white_faces = read_die(doc, "white_die", 0, HAND)
    box.black, box.black_faces = read_die(doc, "black_die", 1, MOST_TURNS)
    rows = [row for kind in GOODS for row in read_goods(doc, kind)] + read_specials(doc)
    if len(rows) >= CODES:
        raise doc.wrong(f"there are {len(rows)} different cards; {CODES - 1} are the most.")
    for code, (kind, value, copies) in enumerate(rows, 1):
        box.kind[code], box.value[code], box.copies[code] = kind, value, copies
    box.codes = len(rows) + 1
    if reason := check_box(box, 2):
        raise doc.wrong(reason)
    return box


def read_die(doc: Document, key: str, least: int, most: int) -> tuple[Counts, int]:
    faces = doc.data.get(key)
    if not isinstance(faces, list) or not 1 <= len(faces) <= FACES:
        raise doc.wrong(f"{key} must be a list of 1 to {FACES} faces: {key} = [1, 1, 2, 2, 3, 3].", key)
    for face in faces:
        if type(face) is not int or not least <= face <= most:
            raise doc.wrong(f"{key} has a face {quoted(face)}; its faces are whole numbers from {least} to {most}.", key)
    return faces + [0] * (FACES - len(faces)), len(faces)


def read_table(doc: Document, key: str) -> dict[str, Any]:
    table = doc.data.get(key, {})
    if not isinstance(table, dict):
        raise doc.wrong(f"{key} must be a table [{key}].", key)
    return table


def read_goods(doc: Document, kind: str) -> list[tuple[int, int, int]]:
    """Rows of kind, value, copies by rising value; a value with 0 copies is left out."""
    rows = []
    for key, copies in read_table(doc, kind).items():
        if key not in CARD_VALUES:
            raise doc.wrong(
                f"{kind} has a card {quoted(key)}; cards are worth 0 to {MOST_VALUE}: 12 = 3 means three cards of 12.",
                kind, key,
            )  # fmt: skip
        if doc.whole(copies, 0, MOST_COPIES, kind, key):
            rows.append((KINDS.index(kind), int(key), copies))
    return sorted(rows)


def read_specials(doc: Document) -> list[tuple[int, int, int]]:
    table = read_table(doc, "specials")
    for key in table:
        if key not in SPECIALS:
            raise doc.wrong(f"there is no special card {quoted(key)}; there are {' and '.join(SPECIALS)}.", "specials", key)
    counts = {key: doc.whole(table.get(key, 0), 0, MOST_COPIES, "specials", key) for key in SPECIALS}
    return [(KINDS.index(key), 0, copies) for key, copies in counts.items() if copies]


def dump_box(box: Box) -> str:
    lines = [
        f"white_die = {box.white[: box.white_faces]}",
        f"black_die = {box.black[: box.black_faces]}",
        f"plates = {box.plates}",
        f"sneak_token = {box.token}",
        f"target = {box.target}",
    ]
    for kind in range(COPPER, GOLD + 1):
        cards = [f"{box.value[c]} = {box.copies[c]}" for c in range(1, box.codes) if box.kind[c] == kind]
        lines += ["", f"[{KINDS[kind]}]", *cards] if cards else []
    specials = [f"{KINDS[box.kind[c]]} = {box.copies[c]}" for c in range(1, box.codes) if not is_goods(box, c)]
    lines += ["", "[specials]", *specials] if specials else []
    return "\n".join([*lines, ""])


def check_box(box: Box, seats: int) -> str:
    """Every hand and the centre must be dealt out of one deck."""
    cards, needed = total(box.copies), HAND * (seats + 1)
    if cards >= needed:
        return ""
    return f"{seats} seats and the centre need {needed} cards; this box has {cards}."


def cards() -> tuple[CardText, ...]:
    """The five kinds, in our words."""
    return tuple(CardText(KINDS[kind], NAMES[kind], *TEXTS[kind - 1]) for kind in range(COPPER, REPLACEMENT_PLATE + 1))
