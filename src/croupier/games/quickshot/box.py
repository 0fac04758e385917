"""The box of Quickshot: how many copies of each card, and how many are dealt. A box file is box.toml's shape."""

from __future__ import annotations

from pathlib import Path

from croupier.core.chance import total
from croupier.core.errors import quoted
from croupier.core.game import CardText
from croupier.core.record import Counts, Record, i8
from croupier.core.toml import Document

CARDS = ("Camouflage", "Trap", "Ploy", "Reinforcements", "Explosion", "Targeting", "Poison", "Assault")
"""CARDS[v - 1] is the name of the card with strength v."""
TEXTS = (
    "Targeting and Poison cannot touch you this round.",
    "All face-up 4s and 5s are out. If that hits anybody, your strength is 9.",
    "The order turns round: the lowest strength is the strongest.",
    "You may discard a card from your hand and add its strength to this one.",
    "Everybody whose card lies face down is out.",
    "The weakest player is out. That may be you.",
    "The weakest player discards a card from their hand. That may be you.",
    "No ability, only strength.",
)
MOST_COPIES = 20
MOST_IN_HAND = 7
BOXED = 4
ROUNDS = 4


class Box(Record):
    """What is printed."""

    copies: Counts = i8[9]
    """copies[v] of the card with strength v; copies[0] is 0."""
    hand_size: int = i8
    boxed: int = i8
    """How many cards are put back unseen."""
    rounds: int = i8


def default_box() -> Box:
    return load_box(Path(__file__).with_name("box.toml").read_text(), "box.toml")


def load_box(text: str, name: str) -> Box:
    """Invalid, with line and reason, unless every card has its number of copies and the hand size its range."""
    doc = Document(text, name)
    for key in doc.data:
        if key not in ("hand_size", "copies"):
            raise doc.wrong(f"{quoted(key)} is unknown; a box of Quickshot has hand_size and [copies].", key)
    copies = doc.data.get("copies")
    if not isinstance(copies, dict):
        raise doc.wrong(f"[copies] is missing; it says how many there are of {', '.join(CARDS)}.", "copies")
    for key in copies:
        if key not in CARDS:
            raise doc.wrong(f"there is no card {quoted(key)}; there are {', '.join(CARDS)}.", "copies", key)
    hand_size = doc.whole(doc.data.get("hand_size"), 1, MOST_IN_HAND, "hand_size")
    counts = [doc.whole(copies.get(card), 0, MOST_COPIES, "copies", card) for card in CARDS]
    box = Box(copies=[0, *counts], hand_size=hand_size, boxed=BOXED, rounds=ROUNDS)
    if check_box(box, 3):
        raise doc.wrong(check_box(box, 3), "copies")
    return box


def dump_box(box: Box) -> str:
    lines = [f"{card} = {n}" for card, n in zip(CARDS, box.copies[1:], strict=True)]
    return "\n".join([f"hand_size = {box.hand_size}", "", "[copies]", *lines, ""])


def check_box(box: Box, seats: int) -> str:
    """One card at least must be left to draw when all are dealt."""
    cards = total(box.copies)
    needed = seats * box.hand_size + box.boxed + 1
    if cards >= needed:
        return ""
    plural = "" if box.hand_size == 1 else "s"
    return (
        f"{seats} seats with {box.hand_size} card{plural} each, {box.boxed} put back and one to draw need {needed} cards;"
        f" this box has {cards}."
    )


def cards() -> tuple[CardText, ...]:
    """What the eight cards do, in our words."""
    return tuple(CardText(str(v), CARDS[v - 1], TEXTS[v - 1], f"6.{v}") for v in range(1, 9))
