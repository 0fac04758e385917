"""Positions that cannot be are refused, each with a sentence; what cannot matter may be left out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import games
from croupier.core.events import seats_in
from croupier.games.silver_and_gold.position import FIELDS

GAME = games.load("silver_and_gold")
BOX = GAME.default_box()
NAMES = [GAME.format_action(BOX, GAME.State(islands=[[1 + card, 0]] * 4), 0, 96).split()[1] for card in range(BOX.n_cards)]

CHOOSE = """
seats = ["A", "B", "C"]
phase = "choose"
first = "B"
dealt = { A = ["gray-03", "purple-02", "gray-01", "green-12"], B = ["gray-04", "gray-05", "gray-06", "gray-07"] }
choices = { A = "gray-03 purple-02" }
"""
MARK = """
seats = ["A", "B"]
round = 2
turn = 3
first = "B"
pattern = "T four"
seen = ["domino", "T four", "straight three"]
islands = { A = ["purple-04 A3 B3", "gray-10"], B = ["gray-01", "green-05"] }
display = ["gray-05", "green-04", "orange-05", "purple-02"]
completed = { A = ["orange-08"], B = ["gray-02", "purple-10"] }
coins = { A = 5, B = 8 }
trophies = { A = [5], B = [6, 4] }
palms = { A = 7 }
marks = { B = ["green-05 D2", "green-05 A3"] }
"""
REPLACE = """
seats = ["A", "B", "C"]
phase = "replace"
turn = 2
first = "B"
islands = { A = ["", "gray-10"], B = ["gray-01", "green-05"], C = ["", ""] }
completed = { A = ["orange-08"], C = ["gray-02", "purple-10"] }
"""
LAST = """
seats = ["A", "B"]
round = 4
turn = 7
islands = { A = ["gray-10", "gray-11"] }
"""
OVER = LAST.replace('"gray-11"]', '""], B = ["gray-11"]') + """
phase = "over"
completed = { A = ["purple-01"], B = ["purple-02"] }
"""


def empty(text: str, *spare: str) -> str:
    """The position with all cards completed by A but those that it names or that are spare, so that the deck is empty."""
    rest = ", ".join(f'"{name}"' for name in NAMES if name not in text and name not in spare)
    return f"{text}completed = {{ A = [{rest}], B = [\"gray-02\"] }}\n"


POOR = 'seats = ["A", "B"]\nislands = { A = ["gray-10", "gray-11"], B = ["gray-01"] }\ndisplay = []\n'
NOTHING_LEFT = empty(POOR, "gray-02")
ONE_TO_TAKE = empty(POOR.replace("display = []", 'display = ["", "gray-03"]\nphase = "replace"'), "gray-02")

NO_ISLAND = empty(POOR.replace('["gray-01"]', "[]"), "gray-02")

POSSIBLE = {
    "choose": CHOOSE, "mark": MARK, "replace": REPLACE, "last": LAST, "over": OVER, "nothing left": NOTHING_LEFT,
    "little": 'seats = ["A", "B", "C", "D"]',
    "little replace": 'seats = ["A", "B"]\nphase = "replace"\nowed = { B = 1 }\ncompleted = { B = ["gray-01"] }',
    "exhausted trophies": MARK.replace("B = 8", "B = 12").replace("A = [5]", "A = [1]").replace("B = [6, 4]", "B = [6, 5, 4]")
    .replace("A = 5", "A = 4").replace("A = [1]", "A = [3]"),
}  # fmt: skip

IMPOSSIBLE = [
    # what can be read
    (MARK, 'first = "B"', 'first = "X"', "first names 'X'; seats are A, B."),
    (MARK, "seen =", "saw =", "A position of Silver & Gold has no 'saw'; it has seats, starter,"),
    (MARK, '["A", "B"]', '["A", "A"]', "seats must be a list of different names, clockwise"),
    (MARK, '["A", "B"]', '["A"]', "seats has 1 names; Silver & Gold takes 2 to 4."),
    (MARK, "round = 2", "round = 5", "round is 5; it must be a whole number from 1 to 4."),
    (MARK, "turn = 3", "turn = true", "turn is True; it must be a whole number from 1 to 7."),
    (MARK, "round = 2", "round = 2\ntake_from_deck = 1", "take_from_deck is 1; it must be true or false."),
    (MARK, "round = 2", 'round = 2\nphase = "place"', "phase is 'place'; it must be one of choose, mark,"),
    (MARK, "round = 2", 'round = 2\nphase = "over"', "marks belongs to phase mark; the phase here is over."),
    (OVER, 'phase = "over"', 'phase = "settle"', "phase is 'settle'; it must be one of choose, mark, replace, over."),
    (MARK, '"T four"\n', '"U five"\n', "pattern is 'U five'; this box has domino, straight three,"),
    (MARK, '["domino"', '["U five"', "seen has 'U five'; this box has domino, straight three,"),
    (MARK, '"straight three"]', '"T four"]', "seen names the T four more often than the box has it."),
    (MARK, '["gray-05"', '["gray-55"', "display names 'gray-55'; cards are called gray-01 to purple-12."),
    (MARK, '["gray-05"', '["gray-10"', "gray-10 is named twice: islands of A and display."),
    (MARK, '["gray-05"', '["gray-07", "gray-05"', "it must be a list of up to 4 texts in quotes."),
    (MARK, '"gray-10"]', '"gray-10 D4"]', "gray-10 has no box 'D4'; it has A1 B1 A2 B2 C2 D2 A3 B3."),
    (MARK, '"gray-10"]', '"gray-10", "gray-11"]', "it must be a list of up to 2 texts in quotes."),
    (MARK, "A = 5, B", "A = 13, B", "coins of A is 13; it must be a whole number from 0 to 12."),
    (MARK, "palms = { A = 7 }", "palms = 7", "palms must name seats: palms = { A = ... }."),
    (MARK, "palms = { A = 7 }", "palms = { A = -1 }", "palms of A is -1; it must be a whole number from 0 to 999."),
    (MARK, "A = [5]", "A = 5", "trophies of A must list one for each full row of coins: [6, 3]."),
    (MARK, "A = [5]", 'A = ["5"]', "a trophy of A is '5'; it must be a whole number from 0 to 99."),
    (MARK, "display =", "deck = []\ndisplay =", "No place is named for gray-03, gray-04,"),
    # whose turn it is
    (MARK, 'first = "B"', 'first = "B"\nstarter = "B"', "B began the game, so the first player of this turn is A, not B."),
    (MARK, "round = 2", "round = 0", "round is 0; it must be a whole number from 1 to 4."),
    (MARK, "turn = 3", "turn = 4", "In turn 4 of a round 4 patterns have been revealed; seen names 3."),
    (MARK, '"T four", "straight three"]', '"straight three", "straight three"]', "seen must name the pattern of this turn"),
    (OVER, "turn = 7", "turn = 6", "The game is over only after round 4, turn 7."),
    (OVER, "round = 4", "round = 3", "The game is over only after round 4, turn 7."),
    # before the game
    (CHOOSE, 'first = "B"', 'first = "B"\nround = 1', "In phase choose no turn has begun: round and turn must be 0."),
    (CHOOSE, 'first = "B"', 'first = "B"\nturn = 1', "In phase choose no turn has begun: round and turn must be 0."),
    (CHOOSE, 'first = "B"', 'first = "B"\nstarter = "C"', "C began the game, so the first player of this turn is C, not B."),
    (CHOOSE, 'first = "B"', 'first = "B"\npattern = "domino"', "In phase choose no pattern has been revealed."),
    (CHOOSE, 'first = "B"', 'first = "B"\nseen = ["domino"]', "In phase choose no pattern has been revealed."),
    (CHOOSE, 'first = "B"', 'first = "B"\nmarks = { A = ["gray-03 A1"] }', "marks belongs to phase mark; the phase here"),
    (CHOOSE, 'first = "B"', 'first = "B"\ndisplay = ["gray-11"]', "no card is completed, and none lies on"),
    (CHOOSE, 'first = "B"', 'first = "B"\ncompleted = { C = ["gray-11"] }', "no card is completed, and none lies on"),
    (CHOOSE, 'first = "B"', 'first = "B"\nislands = { C = ["gray-11"] }', "nobody has islands, coins, trophies or palms; C"),
    (CHOOSE, 'first = "B"', 'first = "B"\ncoins = { C = 1 }', "nobody has islands, coins, trophies or palms; C"),
    (CHOOSE, 'first = "B"', 'first = "B"\npalms = { B = 1 }', "nobody has islands, coins, trophies or palms; B has."),
    (CHOOSE, ', "gray-07"]', "]", "B has been dealt 3 cards; everybody is dealt 4."),
    (CHOOSE, '"gray-03 purple-02"', '"gray-03"', "choices says 'gray-03' for A; it names two of gray-01, gray-03,"),
    (CHOOSE, '"gray-03 purple-02"', '"gray-03 gray-03"', "choices says 'gray-03 gray-03' for A; it names two of"),
    (CHOOSE, '"gray-03 purple-02"', '"gray-03 gray-04"', "choices says 'gray-03 gray-04' for A; it names two of"),
    (CHOOSE, '"gray-03 purple-02" }', '"gray-03 purple-02", B = "gray-04 gray-05", C = "gray-02 gray-08" }', "All have chosen"),
    (MARK, "round = 2", 'round = 2\nchoices = { A = "gray-03 gray-04" }', "choices belongs to phase choose; the phase"),
    (MARK, "round = 2", 'round = 2\ndealt = { A = ["gray-03"] }', "dealt belongs to phase choose; the phase here is mark."),
    # cards
    (MARK, ', "purple-02"]', "]", "The display has 3 cards, but the deck has more: gaps are filled at once, up to 4."),
    (MARK, '"gray-10"]', '"gray-10 A1 B1 A2 B2 C2 D2 A3 B3"]', "gray-10 of A has no open box; it is completed"),
    (MARK, ', "gray-10"]', "]", "A has 1 island; everybody has 2 while there are cards to take."),
    (NO_ISLAND, "B = []", "B = []", "B has 0 islands, so at least 2 cards must be completed; 1 named there."),
    (MARK, "round = 2", "round = 2\nowed = { A = 1 }", "owed belongs to phase replace; the phase here is mark."),
    (MARK, "round = 2", 'round = 2\ncurrent = "A"', "current belongs to phase replace; the phase here is mark."),
    (REPLACE, 'first = "B"', 'first = "B"\nowed = { A = 1 }', "C has 0 islands and takes 0 more; together they must be 2."),
    (REPLACE, 'first = "B"', 'first = "B"\nowed = { A = 2, C = 2 }', "A has 1 island and takes 2 more; together"),
    (REPLACE, 'first = "B"', 'first = "B"\nowed = { A = 3 }', "owed of A is 3; it must be a whole number from 0 to 2."),
    (REPLACE, 'first = "B"', 'first = "B"\ncurrent = "A"', "C is the first from B on who owes one."),
    (REPLACE, 'A = ["", "gray-10"], B = ["gray-01", "green-05"], C = ["", ""]', "", "nobody owes one."),
    (REPLACE, ', "purple-10"]', "]", "C has 0 islands, so at least 2 cards must be completed; 1 named there."),
    (REPLACE, "turn = 2", "turn = 7\nround = 4", "In the last turn no card is taken; phase must be mark or over."),
    (ONE_TO_TAKE, "phase", "phase", "There is 1 card to take; where there is no choice nobody is asked."),
    # score cards
    (MARK, "A = [5]", "A = []", "A has 5 coins, 1 full row; trophies names 0, one for each row."),
    (MARK, "A = 5, B", "A = 3, B", "A has 3 coins, 0 full rows; trophies names 1, one for each row."),
    (MARK, "[6, 4]", "[4, 6]", "B took the higher trophy first; trophies says 4 and 6."),
    (MARK, "[6, 4]", "[6, 5]", "Trophies are taken from the highest on: 6, 5 and 4; here 6, 5 and 5 are."),
    (MARK, "[6, 4]", "[6, 0]", "Trophies are taken from the highest on: 6, 5 and 4; here 6, 5 and 0 are."),
    (MARK, "palms = { A = 7 }", "palms = { A = 40, B = 41 }", "The palms have brought 81 points; all of this box bring 80"),
    # open choices
    (MARK, '["green-05 D2",', '["gray-05 A1",', "marks of B names 'gray-05', which is no island of B."),
    (MARK, '["green-05 D2",', '["green-05 D2 C2",', "marks of B begins with 'green-05 D2 C2'; that is neither the pattern nor"),
    (MARK, '["green-05 D2",', '["green-05 A4",', "green-05 has no box 'A4'; it has B1 C1 D1 A2"),
    (MARK, '["green-05 D2",', '["green-05",', "marks of B names no box of green-05: green-05 A1."),
    (MARK, '"green-05 A3"', '"green-05 D2"', "marks of B names a box of green-05 that is crossed off already."),
    (MARK, '"green-05 A3"', '""', "marks of B names '', which is no island of B."),
    (MARK, '"green-05 A3"', '"green-05 B1 C1"', "B has crossed off 2 boxes for an X; the X among the marks give 1."),
    (MARK, '["green-05 D2",', '["green-05 C1",', "B has crossed off 1 box for an X; the X among the marks give 0."),
    (MARK, '"green-05 A3"] }', '"green-05 A3", "gray-01 A1 C1"] }', "B has crossed off 3 boxes for an X"),
    (MARK, '"green-05 A3"] }', '"gray-01 A1"], A = ["gray-10 A1"] }', "Nobody has anything left to mark"),
]


@pytest.mark.parametrize("text", POSSIBLE.values(), ids=POSSIBLE)
def test_possible(text: str):
    state = GAME.load_position(BOX, tomllib.loads(text))
    lying = [*state.display, *(card for row in [*state.islands, *state.dealt] for card in row)]
    assert sum(card > 0 for card in [*lying, *state.completed, *state.deck]) == BOX.n_cards
    assert GAME.load_position(BOX, GAME.dump_position(BOX, state)) == state
    assert (GAME.to_act(state) == 0) == ("over" in text)


@pytest.mark.parametrize(("text", "old", "new", "sentence"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_impossible(refuses: Callable[..., None], text: str, old: str, new: str, sentence: str):
    refuses(GAME, BOX, text, old, new, sentence)


def test_what_is_left_out_is_filled_up():
    """Islands and the display get the first cards that are named nowhere; the rest is the deck."""
    state = GAME.load_position(BOX, tomllib.loads(POSSIBLE["little"]))
    data = GAME.dump_position(BOX, state)
    assert data["islands"] == {seat: NAMES[2 * i : 2 * i + 2] for i, seat in enumerate("ABCD")}
    assert data["display"] == NAMES[8:12]
    assert data["deck"] == NAMES[12:]
    assert (data["round"], data["turn"], data["first"], data["starter"]) == (1, 1, "A", "A")
    assert (data["pattern"], data["seen"]) == ("domino", ["domino"])
    assert GAME.to_act(state) == 0b1111


def test_what_follows_is_worked_out():
    """Who began, the patterns seen before, what is owed and by whom, and the boxes due for X."""
    mark = GAME.load_position(BOX, tomllib.loads(MARK))
    assert mark.starter == 1 + (1 - 9) % 2
    assert (mark.choice[1], mark.bonus[1], mark.acts[1]) == (1 + 96 + 16 + 7, 1, 2)
    assert GAME.offer(BOX, mark, 1).question == "Cross off one more box"
    replace = GAME.load_position(BOX, tomllib.loads(REPLACE))
    assert (replace.current, replace.owed[:3]) == (2, [1, 0, 2])
    assert seats_in(GAME.to_act(replace)) == [2]
    last = GAME.load_position(BOX, tomllib.loads(LAST.replace("turn = 7", 'turn = 7\npattern = "square four"')))
    assert BOX.n_expeditions - sum(last.unseen) == 7
    assert last.unseen[5] == 0


def test_every_field_is_documented():
    page = (Path(__file__).resolve().parents[3] / "docs" / "positions.md").read_text("utf-8")
    page = page[page.index("## Positions of Silver & Gold") :]
    page = page[: page.index("\n## ", 1)]
    for name in FIELDS:
        assert f"| `{name}` |" in page or f"`{name}`, " in page or f", `{name}`" in page, name
