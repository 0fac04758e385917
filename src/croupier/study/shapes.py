"""What kind of value each key of a situation's [expect] and [[seating]] takes; checked once, before anything is played."""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, TypedDict

import msgspec

from croupier.core.errors import quoted
from croupier.study.situation import Situation


class Shape(NamedTuple):
    kind: Any
    """A type as msgspec reads it."""
    words: str


class Row(TypedDict):
    players: int
    bots: int
    may: bool
    why: NotRequired[str]


class Told(TypedDict, total=False):
    says: list[str]
    never: list[str]


TEXTS = Shape(list[str], 'a list of texts, as in ["..."]')
EXPECTED = {
    "at": Shape(str, "a text in quotes"),
    "after": Shape(int, "a whole number"),
    "awaited": TEXTS,
    "events": TEXTS,
    "never": TEXTS,
    "cites": TEXTS,
    "cites_not": TEXTS,
    "standings": Shape(list[list[str]], 'a list of lists of seats, as in [["A"], ["B", "C"]]'),
    "refused": Shape(str, "a text in quotes"),
    "code": Shape(str, "a text in quotes"),
    "offer": Shape(dict[str, list[str] | dict[str, Any]], 'a table of seats and their actions, as in { A = ["..."] }'),
    "weights": Shape(dict[str, dict[str, float]], 'a table of seats and their actions, as in { A = { "..." = 1.0 } }'),
    "told": Shape(dict[str, Told], 'a table of viewers, as in { A = { says = ["..."], never = ["..."] } }'),
    "sees": Shape(dict[str, dict[str, Any]], 'a table of viewers, as in { A = { "..." = "hidden" } }'),
    "notes": Shape(dict[str, str], 'a table of seats, as in { A = "..." }'),
    "score": Shape(dict[str, dict[str, int]], "a table of seats and lines of the score, as in { A = { total = 11 } }"),
    "varies": Shape(dict[str, list[Any]], 'a table of fields, as in { leader = ["A", "B"] }'),
}
PART = str | bool | int | float | list[Any] | dict[str, Any]
"""All that TOML knows but dates, of which no position has any."""
FIELD = Shape(str | bool | int | float | list[Any] | dict[str, PART], "texts, numbers, lists or tables, without dates")
SEATING = Shape(Row, 'written { players = 3, bots = 0, may = true }, with why = "..." where they may not')


def check_shapes(situation: Situation) -> None:
    """Invalid, with the line, when a value is of a kind that nothing could be compared with."""
    for expect in situation.expects:
        for key, value in expect.items():
            shape = EXPECTED.get(key, FIELD)
            if not fits(value, shape):
                raise situation.doc.wrong(f"{key} is {quoted(value)}; it must be {shape.words}.", "expect", key)
    for row in situation.seating:
        if not fits(row, SEATING):
            raise situation.doc.wrong(f"a row of seating is {quoted(row)}; it must be {SEATING.words}.", "seating")


def fits(value: object, shape: Shape) -> bool:
    try:
        msgspec.convert(value, shape.kind)
    except msgspec.ValidationError:
        return False
    return True
