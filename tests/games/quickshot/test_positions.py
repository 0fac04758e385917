"""Positions that cannot be are refused, each with a sentence; what cannot matter may be left out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import games
from croupier.core.chance import total
from croupier.games.quickshot.position import FIELDS
from croupier.study.expectations import known_keys
from croupier.study.situation import KEYS

GAME = games.load("quickshot")
BOX = GAME.default_box()

LEAD = """
seats = ["A", "B", "C"]
round = 2
leader = "A"
hands = { A = "1 2 3", B = "4 5", C = "6 7" }
"""
FOLLOW = LEAD.replace('"1 2 3"', '"2 3"') + 'phase = "follow"\ntable = { A = "1" }\n'
REINFORCE = LEAD + 'phase = "reinforce"\ncurrent = "B"\ntable = { A = "3", B = "4", C = "8" }\ninverted = true\n'
DISCARD = LEAD + 'phase = "discard"\ncurrent = "C"\ntable = { A = "7", B = "8", C = "2" }\n'
DOWN = LEAD + 'phase = "discard"\ncurrent = "C"\ntable = { A = "8 down", B = "8 down", C = "7" }\n'
OVER = LEAD.replace("round = 2", "round = 4") + 'phase = "over"\nwinner = "A"\n'
RESHUFFLED = LEAD.replace('"1 2 3"', '"2 3"') + """
pile = "1 8"
reshuffled = "1 3 8"
draws = [{ seat = "A", card = 3, left = "" }]
"""

POSSIBLE = {
    "lead": LEAD, "follow": FOLLOW, "reinforce": REINFORCE, "discard": DISCARD, "down": DOWN, "over": OVER, "draws": RESHUFFLED,
}
HANDS = 'hands = { A = "1 2 3", B = "4 5", C = "6 7" }'

IMPOSSIBLE = [
    (LEAD, 'leader = "A"', 'leader = "X"', "leader names 'X'; seats are A, B, C."),
    (LEAD, 'leader = "A"', 'lead = "A"', "A position of Quickshot has no 'lead'"),
    (LEAD, '"C"]', '"B"]', "seats must be a list of different names"),
    (LEAD, '"B", "C"]', '"B"]', "seats has 2 names; Quickshot takes 3 to 7."),
    (LEAD, "round = 2", "round = 5", "round is 5; it must be a whole number from 1 to 4."),
    (LEAD, "round = 2", "round = true", "round is True; it must be a whole number from 1 to 4."),
    (LEAD, "round = 2", 'round = 2\nphase = "begin"', "phase is 'begin'; it must be one of lead, follow,"),
    (LEAD, "round = 2", 'round = 2\nphase = "resolve"', "phase resolve is never a decision"),
    (LEAD, "round = 2", "round = 2\ninverted = 1", "inverted is 1; it must be true or false."),
    (LEAD, "round = 2", "round = 2\ninverted = true", "No ability has been resolved yet"),
    (LEAD, "round = 2", "round = 2\nstep = 3", "No ability has been resolved yet"),
    (LEAD, "round = 2", 'round = 2\nwinner = "B"', "B has won; phase must be over."),
    (LEAD, '"1 2 3"', '"1 2 9"', "the hand of A has '9'; cards are the strengths 1 to 8."),
    (LEAD, '"1 2 3"', "123", "the hand of A is 123; cards are written as strengths"),
    (LEAD, '"1 2 3"', '""', "A leads and must have a card in hand."),
    (LEAD, '"1 2 3"', '"1 2 3 4 5 6 7"', "A holds 7 cards; here 6 are the most."),
    (LEAD, '"4 5"', '"1 2 3 4 5 6"', "B holds 6 cards; here 5 are the most."),
    (LEAD, 'hands = {', 'pile = "1 1 1 1 1"\nhands = {', "There are 6 cards 1; the box has 5."),
    (LEAD, 'hands = {', 'boxed = "1 2"\nhands = {', "boxed has 2 cards; 4 are put back before the game."),
    (LEAD, 'hands = {', 'pile = ""\ndiscards = ""\nhands = {', "Nobody and nothing holds"),
    (LEAD, 'hands = {', 'table = { A = "1" }\nhands = {', "Before the Leader plays, no card lies on the table."),
    (LEAD, 'hands = {', 'out = ["A"]\nhands = {', "A is out and cannot have cards."),
    (LEAD, 'hands = { A = "1 2 3", ', 'out = ["A"]\nhands = { ', "A is out and cannot lead."),
    (LEAD, HANDS, 'out = ["B", "C"]\nhands = { A = "1" }', "Only A is left; phase must be over."),
    (LEAD, HANDS, 'out = ["A", "B", "C"]', "Everybody is out; somebody always survives."),
    (LEAD, ', C = "6 7" }', ' }\nout = { C = 2 }', "not every number before it"),
    (LEAD, ', C = "6 7" }', ' }\nout = { C = 0 }', "out says 0 for C; it is the number of the elimination"),
    (LEAD, ', C = "6 7" }', ' }\nout = "C"', "out must name seats"),
    (LEAD, "round = 2", 'round = 2\nchoices = { B = 4 }', "Open choices exist only while the followers choose"),
    (FOLLOW, '{ A = "1" }', '{ A = "1 down" }', "The 1 of A has no twin; it must lie face up."),
    (FOLLOW, '{ A = "1" }', '{ A = "1 up" }', "table says '1 up' for A"),
    (FOLLOW, '{ A = "1" }', '{ B = "1" }', "the card of A is the only one on the table"),
    (FOLLOW, '{ A = "1" }', '{ A = "1", B = "3" }', "the card of A is the only one on the table"),
    (FOLLOW, 'B = "4 5"', 'B = ""', "B has no card to play and would be out."),
    (FOLLOW, "round = 2", "round = 2\nchoices = { B = 6 }", "choices says 6 for B, which is not in that hand."),
    (FOLLOW, "round = 2", "round = 2\nchoices = { A = 2 }", "A leads with an open card and has nothing to choose."),
    (FOLLOW, "round = 2", "round = 2\nchoices = { B = 4, C = 6 }", "All followers have chosen"),
    (FOLLOW, "round = 2", "round = 2\nstrength = { A = 5 }", "The strength of A is 5; here it can be 1."),
    (FOLLOW, "round = 2", 'round = 2\nstrength = { A = "1" }', "strength is '1' for A; it is a whole number."),
    (REINFORCE, 'current = "B"', 'current = "C"', "C is asked by Reinforcements and must have a 4 face up."),
    (REINFORCE, "inverted = true", "inverted = false", "inverted is true exactly when a Ploy lies face up."),
    (REINFORCE, "inverted = true", "inverted = true\nstep = 5", "step is 5; here it is 4."),
    (REINFORCE, "inverted = true", "inverted = true\nstrength = { B = 9 }", "The strength of B is 9; here it can be 4."),
    (REINFORCE, ', C = "8" }', " }", "every player who is in has a card on the table"),
    (REINFORCE, 'B = "4 5"', 'B = ""', "B is asked and must be in the game with a card in hand."),
    (DISCARD, 'current = "C"', 'current = "A"', "Poison asks the weakest, C, unless Camouflage protects; it cannot ask A."),
    (DISCARD, 'C = "2" }', 'C = "1" }', "Poison asks the weakest, C, unless Camouflage protects; it cannot ask C."),
    (DISCARD, 'A = "7"', 'A = "6"', "a Poison must lie face up"),
    (DISCARD, 'B = "8"', 'B = "7"', "A and B played 7 together; those cards must all lie face down."),
    (DISCARD, 'phase =', "all_down = true\nphase =", "all_down is true, but then nobody could be asked"),
    (DISCARD, 'phase =', "strength = { C = 8 }\nphase =", "The strength of C is 8; here it can be 2 or 9."),
    (DOWN, 'B = "8 down"', 'B = "6"', "The 8 of A has no twin; it must lie face up."),
    (DOWN, 'phase =', "strength = { A = 8 }\nphase =", "The strength of A is 8; here it can be 0."),
    (OVER, 'winner = "A"', "", "The game is over; winner must name somebody who is still in."),
    (OVER, 'winner = "A"', 'winner = "B"', "the game ends after round 4 and the Leader wins"),
    (OVER, "round = 4", "round = 3", "the game ends after round 4 and the Leader wins"),
    (RESHUFFLED, 'reshuffled = "1 3 8"', "", "draws are remembered only after a reshuffle"),
    (RESHUFFLED, 'reshuffled = "1 3 8"', 'reshuffled = "1 3"', "A reshuffle happens from round 2 on, of 3 cards at least"),
    (RESHUFFLED, "round = 2", "round = 1", "A reshuffle happens from round 2 on"),
    (RESHUFFLED, 'pile = "1 8"', 'pile = "1"', "The reshuffled pile had 1 cards 8; 0 drawn and 0 left do not agree."),
    (RESHUFFLED, 'seat = "A"', 'seat = "B"', "A leads, so the last card was drawn by A."),
    (RESHUFFLED, 'A = "2 3"', 'A = "2 2"', "A drew a 3; it must be in the hand or have left it."),
    (RESHUFFLED, "card = 3", "card = 9", "Every row of draws has a card from 1 to 8"),
    (RESHUFFLED, "[{", "[3, {", "draws must be a list of at most 4 tables"),
]


@pytest.mark.parametrize("text", POSSIBLE.values(), ids=POSSIBLE)
def test_possible(text: str):
    state = GAME.load_position(BOX, tomllib.loads(text))
    zones = [*state.hands, state.pile, state.discards, state.boxed]
    assert sum(map(total, zones)) + sum(card > 0 for card in state.card) == 40
    assert GAME.load_position(BOX, GAME.dump_position(BOX, state)) == state
    assert (GAME.to_act(state) == 0) == ("over" in text)


@pytest.mark.parametrize(("text", "old", "new", "sentence"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_impossible(refuses: Callable[..., None], text: str, old: str, new: str, sentence: str):
    refuses(GAME, BOX, text, old, new, sentence)


def test_what_is_left_out_lies_where_it_cannot_matter():
    state = GAME.load_position(BOX, tomllib.loads(LEAD))
    assert (total(state.boxed), total(state.pile), total(state.discards)) == (4, 29, 0)
    state = GAME.load_position(BOX, tomllib.loads(LEAD + 'pile = "8 8"\n'))
    assert (total(state.boxed), total(state.pile), total(state.discards)) == (4, 2, 27)


def test_every_field_and_key_is_documented():
    page = (Path(__file__).resolve().parents[3] / "docs" / "positions.md").read_text("utf-8")
    for name in [*FIELDS, *KEYS, *known_keys()]:
        assert f"`{name}`" in page or f"[{name}]" in page or f"`{name} = " in page, name
