"""What is typed in Silver & Gold: short forms of the notation, and the choices by what they bring at once."""

from __future__ import annotations

import re

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli.screen import Keyed
from croupier.cli.silver_and_gold_drawing import CROSSED, INKS, MARKED, OPEN, SHORT_COLORS
from croupier.core.errors import Illegal, Invalid, listed
from croupier.core.game import Offer, Offered
from croupier.games.silver_and_gold.grid import SIDE, bits_in, boxes_in, format_boxes, mask_of, parse_box
from croupier.games.silver_and_gold.view import SilverAndGoldView, Treasure

NAME = r"(?:gray|green|orange|purple)-\d\d"
BOXES = re.compile(r"(?:mark\s+)?(?:([12])[\s:,]*)?((?:[a-d][1-4][\s,]*)+)")
ISLAND = re.compile(r"(?:mark\s+)?([12])[\s:,]+(.+)")
PAIR = re.compile(r"(?:keep\s+)?([1-4])[\s,]*(?:and\s+)?([1-4])")
NUMBER = re.compile(r"(?:take\s+)?([1-9])")


# --- reading ---------------------------------------------------------------------------------------------------------


def read(answer: str, offer: Offer, view: SilverAndGoldView) -> str:
    if view.dealt:
        return read_pair(answer, view.dealt)
    if view.phase == "replace":
        return f"take {answer}" if re.fullmatch(f"{NAME}|deck", answer) else read_number(answer, view)
    if found := BOXES.fullmatch(answer):
        return read_boxes(found, offer)
    if found := ISLAND.fullmatch(answer):
        return f"mark {island_in(offer, int(found[1]) - 1)} {found[2]}"
    return f"mark {answer}" if re.match(NAME, answer) else answer


def read_pair(answer: str, dealt: tuple[Treasure, ...]) -> str:
    """``1 3`` or ``13``: two of the islands dealt."""
    if found := PAIR.fullmatch(answer):
        first, second = (dealt[int(n) - 1].name for n in found.groups())
        return f"keep {first} {second}"
    if re.fullmatch("[1-4]", answer):
        raise Invalid(f"Two islands are kept: type both numbers, as {answer} {int(answer) % 4 + 1}.")
    return f"keep {answer}" if re.match(NAME, answer) else answer


def read_number(answer: str, view: SilverAndGoldView) -> str:
    """``3``: the third island of the display; the number after the last is the deck's."""
    found = NUMBER.fullmatch(answer)
    if not found:
        return answer
    place = int(found[1]) - 1
    if place == len(view.display):
        return "take deck"
    shown = view.display[place] if place < len(view.display) else None
    if shown is None:
        raise Illegal(f"No island lies in place {place + 1} of the display.")
    return f"take {shown.name}"


def read_boxes(found: re.Match[str], offer: Offer) -> str:
    """``1 a3 b3``: an island by its number, and boxes; of a placement as many as tell it from all others."""
    named = 0
    for word in re.findall("[a-d][1-4]", found[2]):
        named |= 1 << (parse_box(word) or 0)
    slots = [int(found[1]) - 1] if found[1] else sorted({slot_and_boxes(offered)[0] for offered in offer.actions})
    if len(slots) > 1:
        boxes = format_boxes(named)
        raise Invalid(f"Say on which island: 1 {boxes} or 2 {boxes}.")
    return f"mark {island_in(offer, slots[0])} {format_boxes(whole(named, slots[0], offer))}"


def whole(named: int, slot: int, offer: Offer) -> int:
    """The only placement that covers the boxes named; these themselves where they are all of one, a single box, or in none."""
    covering = [boxes for on, boxes in map(slot_and_boxes, offer.actions) if on == slot and boxes & named == named]
    if named in covering or not covering:
        return named
    if len(covering) > 1:
        ways = listed([format_boxes(boxes) for boxes in covering])
        raise Invalid(f"{format_boxes(named)} could be {ways}; name one more box.")
    return covering[0]


def slot_and_boxes(offered: Offered) -> tuple[int, int]:
    """Which of the two islands a marking is on, from 0, and its boxes."""
    slot, boxes = 0, 0
    for touched in offered.touches:
        kind, _, where = touched.partition(":")
        if kind == "island":
            slot = int(where)
        elif kind == "box":
            boxes |= 1 << int(where.split(":")[1])
    return slot, boxes


def island_in(offer: Offer, slot: int) -> str:
    """The name of one of the own islands, as the notation has it."""
    for offered in offer.actions:
        if slot_and_boxes(offered)[0] == slot:
            return offered.action.split()[1]
    raise Illegal(f"No box is open on island {slot + 1}.")


# --- choices ---------------------------------------------------------------------------------------------------------


def keyed(offer: Offer, view: SilverAndGoldView) -> list[Keyed]:
    """Pairs by two numbers, cards by their place, markings by their rank."""
    if view.dealt:
        return [(" ".join(str(int(touched.split(":")[1]) + 1) for touched in one.touches), one) for one in offer.actions]
    if view.phase == "replace":
        return [(str(place_of(offered, len(view.display)) + 1), offered) for offered in offer.actions]
    return [(str(i), offered) for i, offered in enumerate(ranked(offer.actions), 1)]


def place_of(offered: Offered, deck: int) -> int:
    kind, _, where = offered.touches[0].partition(":")
    return deck if kind == "deck" else int(where)


def ranked(actions: tuple[Offered, ...]) -> list[Offered]:
    """The most at once first: points and boxes, those for an X included, which are points of the island in the end. Then what
    leaves the fewest boxes alone, and the fewest."""
    still_open = [0, 0]
    for offered in actions:
        slot, boxes = slot_and_boxes(offered)
        still_open[slot] |= boxes

    def rank(offered: Offered) -> tuple[int, ...]:
        slot, boxes = slot_and_boxes(offered)
        gains = sum(offered.gains.get(name, 0) for name in ("coins", "palms", "cards", "seals", "rows", "bonus"))
        rest = still_open[slot] & ~boxes
        return -gains - bits_in(boxes), alone(rest), bits_in(rest), -touching(rest), offered.number

    return sorted(actions, key=rank)


def alone(boxes: int) -> int:
    """How many boxes have no neighbour."""
    return sum(not boxes & around(place) for place in boxes_in(boxes))


def touching(boxes: int) -> int:
    """Twice the pairs of neighbours."""
    return sum(bits_in(boxes & around(place)) for place in boxes_in(boxes))


def around(place: int) -> int:
    """The boxes beside one, above and below it."""
    row, column = divmod(place, SIDE)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return mask_of(frozenset((r, c) for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE))


def choice(offered: Offered, view: SilverAndGoldView) -> list[RenderableType]:
    words = offered.action.split()
    if words[0] == "mark":
        slot, _ = slot_and_boxes(offered)
        ink = INKS[words[1].split("-")[0]]
        return [Text.assemble((f" {slot + 1} ", f"bold {ink}"), f" {' '.join(words[2:])}"), Text(gained(offered))]
    if words[1] == "deck":
        return [Text("the deck"), Text("its top card, unseen")]
    place = place_of(offered, len(view.display))
    shown = view.display[place] if words[0] == "take" else None
    return [Text(" ".join(words[1:])), Text(described(shown) if shown else "")]


def gained(offered: Offered) -> str:
    """``+2 coins, +4 palm, an X; 5 left``"""
    gains = offered.gains
    parts = []
    for name, one in (("coins", "coin"), ("palms", "palm"), ("cards", "island"), ("seals", "seals")):
        if n := gains.get(name, 0):
            parts.append(f"+{n} {one}{'s' if name == 'coins' and n > 1 else ''}")
    if gains.get("rows"):
        parts.append("a row of coins")
    if n := gains.get("bonus", 0):
        parts.append("an X" if n == 1 else f"{n} X")
    parts.append("completed" if "cards" in gains else f"{gains.get('left', 0)} left")
    return ", ".join(parts)


def described(card: Treasure) -> str:
    """``14 points, 3 coins, a palm, an X, +2 for every other orange``"""
    parts = [f"{card.value} points"]
    for letter, one, many in (("C", "a coin", "coins"), ("P", "a palm", "palms"), ("X", "an X", "X")):
        if n := card.rows.count(letter):
            parts.append(one if n == 1 else f"{n} {many}")
    if card.seal:
        parts.append(f"seal: +{card.seal.points} for every other {card.seal.color} island")
    return ", ".join(parts)


# --- explaining ------------------------------------------------------------------------------------------------------


def how(offer: Offer, view: SilverAndGoldView) -> str:
    if view.dealt:
        return "two numbers, as 1 3"
    if view.phase == "replace":
        return ""
    return "a number or 1 A3" if view.marked else "a number or 1 A3 B3"


def guide(view: SilverAndGoldView) -> RenderableType:
    rows = Table.grid(padding=(0, 1))
    for typed, means in TYPED:
        rows.add_row(Text(typed, "bold"), Text(means))
    colors = ", ".join(f"{short} {color}" for color, short in SHORT_COLORS.items())
    signs = f"{OPEN} open, {CROSSED} crossed off, {MARKED} crossed off just now. In small: {colors}."
    return Group(rows, Text(), Text(signs), Text(SCORE), Text(TO_COME))


TYPED = (
    ("3", "number 3 of the list, which has the best first; h lists all"),
    ("1 A3 B3 C3 B4", "boxes of island 1: a column, A to D, and a row, 1 to 4"),
    ("1 A3 C3 B4", "enough boxes of the pattern to tell where it goes"),
    ("1 A3", "a single box, instead of the pattern or for an X"),
    ("mark purple-04 A3", "in full; also keep gray-03 purple-02, take green-08, take deck"),
    ("u", "takes back what you have crossed off, while an X is open"),
    ("s, why, log", "points and seals; the rules behind what happened; all of it"),
)
TO_COME = "▀█▀ to come: the patterns of this round; one of them stays unseen."
SCORE = "A completed island scores its number; one that is not completed in the end scores nothing."
