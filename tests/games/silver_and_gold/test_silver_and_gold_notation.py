"""Actions as text: read in every order in which people may write them, and refused with a sentence that says what would do."""

from __future__ import annotations

import tomllib
from itertools import permutations
from typing import Any

import pytest

from croupier import games
from croupier.core.errors import CroupierError, Illegal, Invalid

GAME = games.load("silver_and_gold")
BOX = GAME.default_box()


def position(text: str) -> Any:
    return GAME.load_position(BOX, tomllib.loads(text))


START = position("""
seats = ["A", "B"]
phase = "choose"
dealt = { A = ["gray-01", "gray-03", "purple-02", "green-12"], B = ["gray-04", "gray-05", "gray-06", "gray-07"] }
choices = { B = "gray-04 gray-05" }
""")
TURN = position("""
seats = ["A", "B"]
pattern = "L four"
islands = { A = ["purple-04 A3 B3", "gray-08"], B = ["gray-01", "green-05"] }
marks = { B = ["gray-01 A1"] }
""")
CHAIN = position("""
seats = ["A", "B"]
islands = { A = ["purple-04 A3 B3", "gray-08"], B = ["gray-01", "green-05"] }
marks = { A = ["gray-08 D2"] }
""")
TAKING = """
seats = ["A", "B"]
phase = "replace"
islands = { A = ["gray-01", ""] }
completed = { A = ["gray-02"] }
display = ["gray-05", "green-04", "orange-05", "purple-02"]
"""
DISPLAY, DECK = position(TAKING), position(TAKING + "take_from_deck = true\n")


def read(state: Any, text: str, seat: int = 0) -> str:
    """The notation of what the text is read as."""
    return GAME.format_action(BOX, state, seat, GAME.parse_action(BOX, state, seat, text))


def test_boxes_in_any_order_and_letters_of_any_size():
    for order in permutations(["A1", "A2", "C1", "B1"]):
        text = f"mark gray-01 {' '.join(order)}"
        with pytest.raises(Illegal):
            read(TURN, text)
    for order in permutations(["B4", "C4", "D4", "D3"]):
        assert read(TURN, f"mark purple-04 {' '.join(order)}") == "mark purple-04 D3 B4 C4 D4"
    assert read(TURN, "  mark   purple-04 b1 ") == "mark purple-04 B1"
    assert read(START, "keep purple-02 gray-01") == read(START, "keep gray-01 purple-02") == "keep gray-01 purple-02"
    assert read(CHAIN, "mark purple-04 C1") == "mark purple-04 C1"
    assert read(DISPLAY, "take green-04") == "take green-04"
    assert read(DECK, "take deck") == "take deck"


INVALID, ILLEGAL = Invalid, Illegal
REFUSED = [
    (TURN, "", INVALID, "'' is no action; write for example 'keep gray-03 purple-02', 'mark purple-04 A3 B3 C3' and"),
    (TURN, "place gray-08 A1", INVALID, "'place gray-08 A1' is no action;"),
    (TURN, "mark", INVALID, "Name an island and the boxes on it: mark purple-04 A3 B3 C3."),
    (TURN, "mark gray-08", INVALID, "Name an island and the boxes on it:"),
    (TURN, "mark gray-08 E1", INVALID, "'E1' is no box; boxes are called A1 to D4: a column, then a row."),
    (TURN, "mark gray-08 A5", INVALID, "'A5' is no box;"),
    (TURN, "mark gray-08 A1 purple-04 C1", INVALID, "'purple-04' is no box;"),
    (TURN, "mark gray-08 B2 B2", INVALID, "B2 is named twice."),
    (TURN, "mark gray-01 A1", ILLEGAL, "gray-01 is no island of {0}: purple-04 and gray-08."),
    (TURN, "mark purple-04 A3", ILLEGAL, "A3 on purple-04 is crossed off already."),
    (TURN, "mark purple-04 A2 A3 A4 B4", ILLEGAL, "A3 on purple-04 is crossed off already."),
    (TURN, "mark purple-04 A1", ILLEGAL, "purple-04 has no box A1."),
    (TURN, "mark purple-04 A1 A2 A3 B3", ILLEGAL, "purple-04 has no box A1."),
    (TURN, "mark purple-04 C2 D2", ILLEGAL, "2 boxes are named; cross off the L four, 4 boxes, or a single box."),
    (TURN, "mark purple-04 B1 C1 B2 C2", ILLEGAL, "These boxes do not make the L four, however it is turned or mirrored."),
    (TURN, "take green-08", ILLEGAL, "Nothing can be taken now; an island is taken by who has completed one."),
    (TURN, "keep gray-01 gray-02", ILLEGAL, "Islands are chosen only at the start."),
    (CHAIN, "mark purple-04 C2 D2", ILLEGAL, "An X gives a single box; 2 are named."),
    (CHAIN, "mark purple-04 D1 D2 D3 C3", ILLEGAL, "An X gives a single box; 4 are named."),
    (CHAIN, "mark gray-08 D2", ILLEGAL, "D2 on gray-08 is crossed off already."),
    (START, "keep gray-01", INVALID, "Two islands are kept: keep gray-03 purple-02."),
    (START, "keep gray-01 gray-04", ILLEGAL, "gray-04 is not among the islands dealt to {0}: gray-01, gray-03,"),
    (START, "keep gray-01 gray-01", ILLEGAL, "Two different islands are kept."),
    (START, "mark gray-01 A1", ILLEGAL, "Boxes are crossed off only in the second step of a turn."),
    (DISPLAY, "take", INVALID, "One island is taken: take green-08."),
    (DISPLAY, "take gray-05 green-04", INVALID, "One island is taken: take green-08."),
    (DISPLAY, "take gray-07", ILLEGAL, "gray-07 is not on the display: gray-05, green-04, orange-05 and purple-02."),
    (DISPLAY, "take deck", ILLEGAL, "At this table islands are taken from the display only."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "text", "kind", "sentence"), REFUSED, ids=[text or "nothing" for _, text, _, _ in REFUSED])
def test_refusals(state: Any, text: str, kind: type[CroupierError], sentence: str):
    before = state.pack()
    with pytest.raises(kind) as refused:
        GAME.parse_action(BOX, state, 0, text)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")
    assert state.pack() == before


def test_who_is_not_awaited_is_told_so():
    for state, text in ((START, "keep gray-04 gray-06"), (TURN, "mark gray-01 C1"), (DISPLAY, "take green-04")):
        with pytest.raises(Illegal, match=r"^\{1\} has nothing to decide now\.$"):
            GAME.parse_action(BOX, state, 1, text)


def test_an_offer_says_what_is_asked():
    states = {"start": START, "turn": TURN, "more": CHAIN, "take": DECK}
    offers = {name: GAME.offer(BOX, state, 0) for name, state in states.items()}
    assert {name: (offer.question, offer.rule, offer.together) for name, offer in offers.items()} == {
        "start": ("Keep two islands", "2.3", True),
        "turn": ("Place the L four", "3.3", True),
        "more": ("Cross off one more box", "4.1", True),
        "take": ("Take a new island", "6.2", False),
    }
    assert [offered.touches for offered in offers["take"].actions] == [*((f"display:{i}",) for i in range(4)), ("deck",)]
    keep = offers["start"].actions[2]
    assert (keep.label, keep.touches, keep.gains) == ("Keep gray-01 and purple-02", ("dealt:0", "dealt:3"), {})
    mark = next(offered for offered in offers["turn"].actions if offered.action == "mark gray-08 A2 B2 C2 A3")
    assert mark.touches == ("island:1", "box:1:4", "box:1:5", "box:1:6", "box:1:8")
    assert mark.label == "Cross off A2, B2, C2, A3 on gray-08"
    assert mark.gains == {"coins": 1, "left": 4}
