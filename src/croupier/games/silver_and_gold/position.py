"""A position as TOML-able data; reading.py reads it back. Part of the notation; docs/positions.md describes the fields."""

from __future__ import annotations

from typing import Any, Literal, get_args

from croupier.games.silver_and_gold.box import Box, card_name, pattern_names
from croupier.games.silver_and_gold.grid import format_boxes, format_outline
from croupier.games.silver_and_gold.marks import boxes_of, slot_of
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    ISLANDS,
    KEEP,
    MARK,
    NOBODY,
    PAIRS,
    REPLACE,
    State,
)

Phase = Literal["choose", "mark", "settle", "replace", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
DEFAULT_NAMES = "ABCD"
FIELDS = (
    "seats", "starter", "take_from_deck", "round", "turn", "phase", "first", "current", "pattern", "seen", "islands", "display",
    "deck", "completed", "coins", "trophies", "palms", "owed", "dealt", "choices", "marks",
)  # fmt: skip


def dump_position(box: Box, s: State) -> dict[str, Any]:
    names = DEFAULT_NAMES[: s.seats]
    seats = range(s.seats)
    data: dict[str, Any] = {
        "seats": list(names),
        "starter": names[s.starter - 1] if s.starter else "",
        "take_from_deck": bool(s.take_from_deck),
        "round": s.round,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "first": names[s.first],
        "islands": {names[p]: [format_island(box, s, p, i) for i in range(ISLANDS)] for p in seats if s.phase != CHOOSE},
        "display": [name_of(box, card) for card in s.display],
        "deck": [card_name(box, card) for card in range(box.n_cards) if s.deck[card]],
        "completed": {names[p]: done for p in seats if (done := completed_by(box, s, p))},
        "coins": {names[p]: s.coins[p] for p in seats if s.coins[p]},
        "trophies": {names[p]: s.trophies[p][: s.rows[p]] for p in seats if s.rows[p]},
        "palms": {names[p]: s.palms[p] for p in seats if s.palms[p]},
        "owed": {names[p]: s.owed[p] for p in seats if s.owed[p]},
    }
    if s.pattern != NOBODY:
        words = pattern_words(box)
        data["pattern"] = words[s.pattern]
        data["seen"] = [words[p] for p in range(box.n_patterns) for _ in range(box.expeditions[p] - s.unseen[p])]
    if s.phase == REPLACE:
        data["current"] = names[s.current]
    if s.phase == CHOOSE:
        data["dealt"] = {names[p]: [name_of(box, card) for card in s.dealt[p]] for p in seats}
        data["choices"] = {names[p]: format_choice(box, s, p) for p in seats if s.choice[p]}
    if s.phase == MARK:
        data["marks"] = {names[p]: format_marks(box, s, p) for p in seats if s.choice[p]}
    return data


def pattern_words(box: Box) -> list[str]:
    """The name of each pattern; its outline where two have the same name."""
    names = pattern_names(box)
    return [name if names.count(name) == 1 else format_outline(box.outline[p]) for p, name in enumerate(names)]


def name_of(box: Box, card: int) -> str:
    """The name of a card of the state; "" for none."""
    return card_name(box, card - 1) if card else ""


def format_island(box: Box, s: State, seat: int, slot: int) -> str:
    """``purple-04 A1 B2``: the card and its crossed boxes."""
    card = s.islands[seat][slot]
    if not card:
        return ""
    return " ".join([name_of(box, card), *format_boxes(box.boxes[card - 1] & ~s.open[seat][slot]).split()])


def completed_by(box: Box, s: State, seat: int) -> list[str]:
    return [card_name(box, card) for card in range(box.n_cards) if s.completed[card] == 1 + seat]


def format_choice(box: Box, s: State, seat: int) -> str:
    first, second = PAIRS[s.choice[seat] - 1 - KEEP]
    return f"{name_of(box, s.dealt[seat][first])} {name_of(box, s.dealt[seat][second])}"


def format_marks(box: Box, s: State, seat: int) -> list[str]:
    """The first marking, then one line for each island with boxes for an X."""
    action = s.choice[seat] - 1
    first = boxes_of(box, s.pattern, action)
    lines = [f"{name_of(box, s.islands[seat][slot_of(action)])} {format_boxes(first)}"]
    for slot in range(ISLANDS):
        more = s.crossed[seat][slot] & ~(first if slot == slot_of(action) else 0)
        if more:
            lines.append(f"{name_of(box, s.islands[seat][slot])} {format_boxes(more)}")
    return lines
