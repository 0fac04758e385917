"""Actions as text: ``keep gray-03 purple-02``, ``mark purple-04 A3 B3 C3 B4``, ``mark gray-05 A1``, ``take green-08``,
``take deck``."""

from __future__ import annotations

from croupier.core.errors import Illegal, Invalid, listed, quoted
from croupier.games.silver_and_gold.box import Box, card_name
from croupier.games.silver_and_gold.grid import format_boxes, parse_box, pattern_name
from croupier.games.silver_and_gold.legal import legal, to_act
from croupier.games.silver_and_gold.marks import boxes_of, slot_of
from croupier.games.silver_and_gold.position import dump_position
from croupier.games.silver_and_gold.reading import load_position
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    ISLANDS,
    KEEP,
    MARK,
    N_ACTIONS,
    PAIRS,
    PLACES,
    REPLACE,
    SINGLE,
    TAKE,
    TAKE_TOP,
    State,
    left_open,
)

__all__ = ["dump_position", "format_action", "load_position", "parse_action"]

WORDS = {"keep": "keep gray-03 purple-02", "mark": "mark purple-04 A3 B3 C3", "take": "take green-08"}


def format_action(box: Box, s: State, seat: int, action: int) -> str:
    if action >= KEEP:
        first, second = PAIRS[action - KEEP]
        return f"keep {name(box, s.dealt[seat][first])} {name(box, s.dealt[seat][second])}"
    if action == TAKE_TOP:
        return "take deck"
    if action >= TAKE:
        return f"take {name(box, s.display[action - TAKE])}"
    return f"mark {name(box, s.islands[seat][slot_of(action)])} {format_boxes(boxes_of(box, s.pattern, action))}"


def name(box: Box, card: int) -> str:
    """The name of a card of the state."""
    return card_name(box, card - 1)


def parse_action(box: Box, s: State, seat: int, text: str) -> int:
    words = text.split()
    if not words or words[0] not in WORDS:
        examples = listed([repr(example) for example in WORDS.values()])
        raise Invalid(f"{quoted(text)} is no action; write for example {examples}.")
    if not to_act(s) >> seat & 1:
        raise Illegal(f"{{{seat}}} has nothing to decide now.")
    parse = {"keep": parse_keep, "mark": parse_mark, "take": parse_take}[words[0]]
    action = parse(box, s, seat, words[1:])
    mask = [0] * N_ACTIONS
    legal(box, s, seat, mask)
    if not mask[action]:
        raise Illegal(why_not(box, s, seat, action))
    return action


def parse_keep(box: Box, s: State, seat: int, words: list[str]) -> int:
    if len(words) != 2:
        raise Invalid(f"Two islands are kept: {WORDS['keep']}.")
    if s.phase != CHOOSE:
        raise Illegal("Islands are chosen only at the start.")
    dealt = [name(box, card) for card in s.dealt[seat]]
    for word in words:
        if word not in dealt:
            raise Illegal(f"{word} is not among the islands dealt to {{{seat}}}: {listed(dealt)}.")
    if words[0] == words[1]:
        raise Illegal("Two different islands are kept.")
    first, second = sorted(dealt.index(word) for word in words)
    return KEEP + PAIRS.index((first, second))


def parse_mark(box: Box, s: State, seat: int, words: list[str]) -> int:
    if len(words) < 2:
        raise Invalid(f"Name an island and the boxes on it: {WORDS['mark']}.")
    boxes = 0
    for word in words[1:]:
        place = parse_box(word)
        if place is None:
            raise Invalid(f"{quoted(word)} is no box; boxes are called A1 to D4: a column, then a row.")
        if boxes >> place & 1:
            raise Invalid(f"{word} is named twice.")
        boxes |= 1 << place
    if s.phase != MARK:
        raise Illegal("Boxes are crossed off only in the second step of a turn.")
    slots = [slot for slot in range(ISLANDS) if s.islands[seat][slot] and name(box, s.islands[seat][slot]) == words[0]]
    if not slots:
        own = [name(box, card) for card in s.islands[seat] if card]
        raise Illegal(f"{words[0]} is no island of {{{seat}}}: {listed(own)}.")
    for action in range(TAKE):
        if slot_of(action) == slots[0] and boxes_of(box, s.pattern, action) == boxes:
            return action
    raise Illegal(not_the_pattern(box, s, seat, boxes.bit_count()))


def not_the_pattern(box: Box, s: State, seat: int, boxes: int) -> str:
    if s.choice[seat]:
        return f"An X gives a single box; {boxes} are named."
    size = box.outline[s.pattern].bit_count()
    shape = f"the {pattern_name(box.outline[s.pattern])}"
    if boxes == size:
        return f"These boxes do not make {shape}, however it is turned or mirrored."
    return f"{boxes} boxes are named; cross off {shape}, {size} boxes, or a single box."


def parse_take(box: Box, s: State, seat: int, words: list[str]) -> int:
    if len(words) != 1:
        raise Invalid(f"One island is taken: {WORDS['take']}.")
    if s.phase != REPLACE:
        raise Illegal("Nothing can be taken now; an island is taken by who has completed one.")
    if words[0] == "deck":
        return TAKE_TOP
    shown = [name(box, card) for card in s.display if card]
    if words[0] not in shown:
        raise Illegal(f"{words[0]} is not on the display: {listed(shown)}.")
    return TAKE + next(i for i in range(PLACES) if s.display[i] and name(box, s.display[i]) == words[0])


def why_not(box: Box, s: State, seat: int, action: int) -> str:
    """Why an action that can be read is not legal now."""
    if action == TAKE_TOP:
        return "The deck is empty." if s.take_from_deck else "At this table islands are taken from the display only."
    slot, boxes = slot_of(action), boxes_of(box, s.pattern, action)
    card = s.islands[seat][slot] - 1
    if s.choice[seat] and action < SINGLE:
        return f"An X gives a single box; {boxes.bit_count()} are named."
    outside = boxes & ~box.boxes[card]
    if outside:
        return f"{card_name(box, card)} has no box {listed(format_boxes(outside).split())}."
    crossed = boxes & ~left_open(s, seat, slot)
    return f"{listed(format_boxes(crossed).split())} on {card_name(box, card)} is crossed off already."
