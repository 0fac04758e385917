"""Positions that cannot be are refused, each with a sentence; what cannot matter may be left out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import games
from croupier.core.chance import total
from croupier.core.errors import Invalid
from croupier.games.quick_silver.position import FIELDS

GAME = games.load("quick_silver")
BOX = GAME.default_box()

TURN = """
seats = ["A", "B", "C"]
start = "B"
current = "C"
white = 1
die = 2
hands = { A = "5+ 6 plate", B = "12 silver-14+ dynamite", C = "22+ 24 7" }
centre = "30+ 8 9"
known = { B = [["A", "B"], ["A", "B", "C"], ["B"]], A = [["A", "B", "C"], ["A"], ["A"]] }
showing = { A = 2, B = 3 }
tin = { A = 1 }
blasted = { B = 1 }
sneak_tokens = { B = 1 }
cash = { A = 99, B = 20 }
"""
KNOWN = 'known = { B = [["A", "B"], ["A", "B", "C"], ["B"]], A = [["A", "B", "C"], ["A"], ["A"]] }\n'
FIRST = TURN.replace("die = 2", "die = 3").replace('current = "C"', 'current = "B"').replace("sneak_tokens = { B = 1 }\n", "")
EARLY = TURN.replace("die = 2", "die = 3").replace("sneak_tokens = { B = 1 }\n", "")
FRESH = FIRST.replace(KNOWN, "").replace("12 silver-14+", "silver-14+ 12")
REDIRECT = TURN + 'phase = "redirect"\ntarget = "B"\nredirected = ["A"]\n'
EXCHANGE = TURN + 'phase = "exchange"\ntarget = "centre"\n'
OUT = """
seats = ["A", "B", "C", "D", "E"]
out = { B = 2, D = 1, E = 2 }
tin = { D = 1 }
"""
LITTLE = 'seats = ["A", "B"]\n'
NQD = LITTLE + "not_quite_dead = true\n"
RICHEST = """
seats = ["A", "B", "C"]
phase = "over"
ending = "richest"
winners = ["B"]
sneaky_stranger = true
hands = { A = "30+ 28+ 26+", B = "20+ 18+ 5+", C = "6+ 7+ dynamite+" }
centre = "10+ 10+ 9+"
known = { A = [["A", "B", "C"], ["A", "B", "C"], ["A", "B", "C"]] }
cash = { A = 50, B = 100, C = 20 }
stranger_cash = 21
blasted = { C = 1 }
sneak_tokens = { C = 2 }
totals = { A = 84, B = 43, C = 15 }
groups = { A = 1, B = 2, C = 4 }
gains = { B = 20 }
stranger_total = 29
stranger_group = 3
stranger_gain = 9
"""
LAST = """
seats = ["A", "B", "C"]
phase = "over"
ending = "last_alive"
winners = ["C"]
out = { A = 1, B = 1 }
hands = { C = "plate+ 6 7" }
"""
NOBODY = """
seats = ["A", "B", "C"]
phase = "over"
ending = "nobody_alive"
start = "B"
winners = ["B"]
out = { A = 1, B = 2, C = 2 }
cash = { A = 50, B = 40 }
"""
BLOWN = """
seats = ["A", "B"]
not_quite_dead = true
phase = "over"
ending = "richest"
winners = ["B"]
blown = ["A"]
hands = { A = "dynamite+ 20 5", B = "5+ 6+ 7+" }
cash = { B = 100 }
totals = { B = 18 }
groups = { B = 1 }
"""

POSSIBLE = {
    "turn": TURN, "first": FRESH, "redirect": REDIRECT, "exchange": EXCHANGE, "out": OUT, "little": LITTLE, "nqd": NQD,
    "richest over": RICHEST, "last over": LAST, "nobody over": NOBODY, "blown over": BLOWN,
    "little redirect": LITTLE + 'phase = "redirect"\n',
    "one hand": LITTLE + 'hands = { B = "5+ 6 7+" }\n',
    "starter": LITTLE + 'round = 4\nstarter = "B"\n',
    "tie": LITTLE + "cash = { A = 120, B = 120 }\n",
    "stranger ties": LITTLE + "sneaky_stranger = true\ncash = { A = 120 }\nstranger_cash = 120\n",
    "rich dead over": LAST.replace('"C"]\nout', '"C"]\ncash = { A = 100, B = 100 }\nout'),
}  # fmt: skip

BOTH = [["A", "B"], ["A", "B"], ["B"]]

IMPOSSIBLE = [
    # what can be read
    (TURN, 'start = "B"', 'start = "X"', "start names 'X'; seats are A, B, C."),
    (TURN, "white =", "light =", "A position of Quick Silver has no 'light'; it has seats, starter,"),
    (TURN, '"C"]', '"B"]', "seats must be a list of different names"),
    (LITTLE, '"A", "B"', '"A"', "seats has 1 names; Quick Silver takes 2 to 6."),
    (LITTLE, '"A", "B"', '"A", "centre"', "No seat can be called centre: that is where the central cards lie."),
    (LITTLE, "]", ']\nphase = "market"', "phase is 'market'; it must be one of turn, redirect, exchange, over."),
    (LITTLE, "]", "]\nround = 0", "round is 0; it must be a whole number from 1"),
    (LITTLE, "]", ']\nending = "tie"', "ending is 'tie'; it must be one of richest, last_alive, nobody_alive."),
    (LITTLE, "]", "]\nsneaky_stranger = 1", "sneaky_stranger is 1; it must be true or false."),
    (LITTLE, "]", ']\nredirected = "A"', 'redirected must list seats: redirected = ["A"].'),
    (LITTLE, "]", ']\nhands = ["5 6 7"]', "hands must name seats: hands = { A = ... }."),
    (TURN, '"5+ 6 plate"', '"5+ 6"', "The cards of A are '5+ 6'; write 3 of them:"),
    (TURN, '"30+ 8 9"', "30", "The cards of the centre are 30; write 3 of them:"),
    (TURN, "plate", "11", "The box has no card '11'; it has copper-5, copper-6,"),
    (TURN, '"22+ 24 7" }', '"22+ 22 22" }', "There are more cards gold-22 than the box has: 2."),
    (TURN, '[["A", "B"], ', "[", "known of B must list for each of 3 cards the seats that know it."),
    (TURN, "cash = {", "counted = { swap = 1 }\ncash = {", "counted must be a table with sneaks, swaps, centre_swaps,"),
    (TURN, "B = 20", "B = -1", "cash of B is -1; it must be a whole number from 0"),
    # who is in, and whose turn it is
    (OUT, "B = 2, D = 1, E = 2", "B = 2, D = 2, E = 2", "out has a blast 2 but not every number before it"),
    (OUT, "D = 1, E = 2", "D = 1, E = 2, C = 3", "Only A is left; phase must be over."),
    (NOBODY, 'phase = "over"\nending = "nobody_alive"\nstart = "B"\nwinners = ["B"]\n', "", "Nobody is left; phase must"),
    (OUT, "out =", "not_quite_dead = true\nout =", "B and E cannot be out: with not_quite_dead nobody goes out."),
    (OUT, "out =", 'start = "B"\nout =', "B is out and cannot have started this round."),
    (OUT, "out =", 'current = "B"\nout =', "B is out and has no turns."),
    (LAST, "ending =", 'current = "B"\nending =', "A game ends after a full circle, before the turn of A, who started"),
    (NOBODY, 'start = "B"', 'start = "A"', "A is out and cannot have started this round."),
    (LITTLE, "]", ']\nstarter = "B"\nround = 2\nstart = "B"', "B began the game, so A starts round 2, not B."),
    (TURN, "cash = {", "stranger_cash = 1\ncash = {", "Only the Sneaky Stranger has cash"),
    (LITTLE, "]", ']\nblown = ["A"]', "blown is for not_quite_dead"),
    (NQD, "]", ']\nblown = ["A"]', "Who was blown up is dealt in again when the next round begins"),
    (BLOWN, "B = 100 }", "B = 100, A = 1 }", "A was blown up and starts over; cash and blasted must be 0."),
    (BLOWN, "blown =", "blasted = { A = 1 }\nblown =", "A was blown up and starts over; cash and blasted must be 0."),
    # dice
    (TURN, "white = 1", "white = 4", "white is 4; it must be a whole number from 0 to 3."),
    (TURN, "die = 2", "die = 4", "die is 4; in the mine the black die shows 1 to 3."),
    (TURN, "die = 2", "die = 0", "die is 0; in the mine the black die shows 1 to 3."),
    (LAST, "out =", "die = 1\nout =", "die is 1; when the game is over it is 0."),
    # targets and redirects
    (TURN, "white = 1", 'white = 1\ntarget = "B"', "In phase turn nobody is named yet; target must be left out."),
    (EXCHANGE, 'target = "centre"', "", "target must be the place that C has named: another seat, or centre."),
    (EXCHANGE, 'target = "centre"', 'target = "C"', "target must be the place that C has named: another seat, or centre."),
    (OUT, "out =", 'phase = "exchange"\ntarget = "B"\nout =', "B is out and cannot be the target."),
    (REDIRECT, 'target = "B"', 'target = "A"', "A has redirected in this turn and cannot be named again."),
    (REDIRECT, 'target = "B"', 'target = "centre"', "Nobody asks the centre, whether to redirect; phase must be exchange."),
    (REDIRECT, "B = 3 }", "B = 1 }\n", "B has 4 tokens in all; 1 that show a plate, 1 blasted and 0 in the tin are not."),
    (REDIRECT, "B = 3 }\ntin = { A = 1 }\nblasted = { B = 1 }", "B = 1 }\ntin = { A = 1 }", "B, who has only one plate left,"),
    (REDIRECT, 'redirected = ["A"]', 'redirected = ["C"]', "C cannot have redirected: it is C's turn"),
    (REDIRECT, "tin = { A = 1 }\n", "", "A has redirected, so a plate of A is in the tin; tin says 0."),
    # tokens and money
    (TURN, "showing = { A = 2", "showing = { A = 0", "A is in the game and must have a token that shows a plate."),
    (OUT, "tin =", "showing = { E = 1 }\ntin =", "E is out, so no token shows a plate; showing says 1."),
    (OUT, "tin = { D = 1 }", "tin = { D = 4 }", "D is out by a blast, so a token is blasted; the last plate never goes to"),
    (OUT, "tin =", "sneak_tokens = { B = 1 }\ntin =", "B is out; the sneak tokens are put away."),
    (TURN, "sneak_tokens = { B = 1 }", "sneak_tokens = { C = 2 }", "C has had 1 turn in this round at the most and cannot"),
    (TURN, "sneak_tokens = { B = 1 }", "sneak_tokens = { B = 3 }", "B has had 2 turns in this round at the most and cannot"),
    (TURN, "A = 99", "A = 100", "A is the richest with $100 and has won; phase must be over."),
    # cards, and who knows them
    (OUT, "out =", 'hands = { B = "5 6 7" }\nout =', "B is out and cannot have cards."),
    (OUT, "out =", 'known = { B = [["A"], [], []] }\nout =', "B is out and cannot have cards."),
    (OUT, "out =", 'centre_known = [["B"], [], []]\nout =', "B cannot know the first card of the centre"),
    (TURN, '["A", "B", "C"], ["B"]]', '["A", "B"], ["B"]]', "Everybody knows the second card of B, which lies face up;"),
    (TURN, '["A", "B", "C"], ["B"]]', '["A", "B", "C"], ["A"]]', "B knows the third card of B; everybody knows the own cards."),
    (TURN, "22+ 24 7", "22+ 24+ 7", "white is 1, so of 4 hands, the centre's included, 4 cards lie face up; here 5 do."),
    (TURN, "5+ 6 plate", "5 6 plate", "white is 1, so of 4 hands, the centre's included, 4 cards lie face up; here 3 do."),
    (LITTLE, "]", ']\nhands = { A = "5+ 6+ 7", B = "8 9 10" }\ncentre = "12+ 14 16"\n',
     "A was dealt 2 cards face down and must know them still, wherever they lie; known names 1."),
    (LITTLE, "]", f"]\nhands = {{ A = '5+ 6+ 7+', B = '8 9 10' }}\ncentre = '12 14 16'\nknown = {{ B = {BOTH} }}\n",
     "A and B were dealt 4 cards face down and must know them still, wherever they lie; known names 3."),
    (FIRST, "die = 3", "die = 3", "No swap has happened in this round"),
    (FRESH, '"silver-14+ 12', '"12 silver-14+', "No swap has happened in this round"),
    (EARLY, '["A"], ["A"]]', '["A", "B", "C"], ["A", "C"]]',
     "In this round 1 swap can have happened; what lies face up, and who knows what, takes 2."),
    # the end
    (TURN, "die = 2", 'die = 2\nwinners = ["A"]', "winners and ending are for a game that is over; phase must be over."),
    (TURN, "die = 2", 'die = 2\nending = "richest"', "winners and ending are for a game that is over; phase must be over."),
    (TURN, "die = 2", "die = 2\ntotals = { A = 3 }", "In the mine nothing is sold; totals, groups and gains are"),
    (TURN, "die = 2", "die = 2\nstranger_group = 1", "In the mine nothing is sold; totals, groups and gains are"),
    (LAST, "out =", 'target = "B"\nout =', "The game is over: target and redirected must be left out."),
    (LAST, 'ending = "last_alive"', 'ending = "richest"', "1 player left at the end means that ending is last_alive, not"),
    (NOBODY.replace('start = "B"', 'start = "C"'), "B = 2, C = 2", "B = 1, C = 2",
     "C was the only one left before the last blast, and had won; out cannot be so."),
    (RICHEST, "18+", "18", "At the end the second card of B was revealed; it must lie face up."),
    (RICHEST, '"10+ 10+', '"10+ 10', "At the end the second card of the centre was revealed; it must lie face up."),
    (LAST, "plate+", "plate", "At the end the first card of C was revealed; it must lie face up."),
    (LAST, "out =", "white = 3\nout =", "2 cards cannot lie face down; 0 were dealt so at the most."),
    (BLOWN, "dynamite+", "30", "A cannot have been blown up: no Dynamite there was not stopped."),
    (RICHEST, "blasted = { C = 1 }\n", "", "C was stuck with 1 Dynamite, so blasted is 1 at least, not 0."),
    (LAST, "out =", "gains = { C = 1 }\nout =", "There was no market: totals, groups and gains must be left out."),
    (RICHEST, "B = 43", "B = 44", "The total of B is 44; the cards and tokens say 43."),
    (RICHEST, "C = 4 }", "C = 3 }", "The group of C is 3; the cards and tokens say 4."),
    (RICHEST, "stranger_gain = 9", "stranger_gain = 10", "The gain of the Stranger is 10; the cards and tokens say 9."),
    (RICHEST, "stranger_cash = 21", "stranger_cash = 8", "the Stranger has less cash than this market has brought."),
    (RICHEST, "B = 100", "B = 99", "Nobody alone is the richest with $100 or more, so the game is not over."),
    (RICHEST, "A = 50", "A = 100", "Nobody alone is the richest with $100 or more, so the game is not over."),
    (RICHEST, 'winners = ["B"]', 'winners = ["A"]', "The game was won by B, not by A."),
    (RICHEST, 'winners = ["B"]', "stranger_wins = true", "The game was won by B, not by the Stranger."),
    (NOBODY, 'winners = ["B"]', 'winners = ["A"]', "The game was won by B, not by A."),
    (LAST, 'winners = ["C"]\n', "", "The game was won by C, not by nobody."),
    (RICHEST, "B = 100", "B = 120", "B had won before this round, by cash."),
    (LAST, "out =", "cash = { A = 100, B = 90 }\nout =", "A had won before this round, by cash."),
]  # fmt: skip


@pytest.mark.parametrize("text", POSSIBLE.values(), ids=POSSIBLE)
def test_possible(text: str):
    state = GAME.load_position(BOX, tomllib.loads(text))
    assert total(state.deck) + sum(card > 0 for row in state.cards for card in row) == total(BOX.copies)
    assert GAME.load_position(BOX, GAME.dump_position(BOX, state)) == state
    assert (GAME.to_act(state) == 0) == ("over" in text)


@pytest.mark.parametrize(("text", "old", "new", "sentence"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_impossible(refuses: Callable[..., None], text: str, old: str, new: str, sentence: str):
    refuses(GAME, BOX, text, old, new, sentence)


def test_what_is_left_out_is_dealt_lowest_cards_first():
    """The last circle of the first round, the first seat's turn, and everything face down, as the white die may say."""
    data = GAME.dump_position(BOX, GAME.load_position(BOX, tomllib.loads(LITTLE)))
    five, six, seven = "copper-5 copper-5 copper-5", "copper-6 copper-6 copper-6", "copper-7 copper-7 copper-7"
    assert (data["hands"], data["centre"]) == ({"A": five, "B": six}, seven)
    assert data["known"] == {"A": [["A"]] * 3, "B": [["B"]] * 3}
    assert data["centre_known"] == [[]] * 3
    assert (data["start"], data["current"], data["die"], data["white"]) == ("A", "A", 1, 0)
    assert data["showing"] == {"A": 4, "B": 4}


def test_what_follows_is_worked_out():
    """How many lie face up, from the hand that is written; one kind of tokens from the others; who starts; who is asked."""
    written = GAME.dump_position(BOX, GAME.load_position(BOX, tomllib.loads(POSSIBLE["one hand"])))
    hands = (written["hands"]["A"], written["centre"])
    assert (written["white"], *hands) == (2, "copper-5+ copper-5+ copper-6", "copper-6+ copper-7+ copper-7")
    assert GAME.load_position(BOX, tomllib.loads(POSSIBLE["starter"])).start == 0
    out = GAME.load_position(BOX, tomllib.loads(OUT))
    assert (out.blasts, out.blasted[:5], out.showing[:5]) == (2, [0, 4, 0, 3, 4], [4, 0, 4, 0, 0])
    assert GAME.load_position(BOX, tomllib.loads(POSSIBLE["little redirect"])).target == 1


def test_a_value_that_two_kinds_have_must_be_named():
    box = GAME.load_box(GAME.dump_box(BOX).replace("[silver]", "[silver]\n5 = 1"), "box.toml")
    with pytest.raises(Invalid, match=r"'5' can be copper-5 or silver-5; write which\."):
        GAME.load_position(box, tomllib.loads(LITTLE + 'centre = "5 6 7"\n'))
    state = GAME.load_position(box, tomllib.loads(LITTLE + 'centre = "silver-5 6 7"\n'))
    assert GAME.dump_position(box, state)["centre"] == "silver-5 copper-6 copper-7"


def test_a_white_die_that_always_shows_something_is_respected():
    box = GAME.load_box(GAME.dump_box(BOX).replace("white_die = [0, 1, 1, 2, 2, 3]", "white_die = [2, 3]"), "box.toml")
    assert GAME.load_position(box, tomllib.loads(LITTLE)).white == 2
    with pytest.raises(Invalid, match=r"white is 1; the white die has 2 and 3\."):
        GAME.load_position(box, tomllib.loads(LITTLE + "white = 1\n"))


def test_every_field_is_documented():
    page = (Path(__file__).resolve().parents[3] / "docs" / "positions.md").read_text("utf-8")
    page = page[page.index("## Positions of Quick Silver") :]
    page = page[: page.index("\n## ", 1)]
    for name in FIELDS:
        assert f"| `{name}` |" in page or f"`{name}`, " in page or f", `{name}`" in page, name
