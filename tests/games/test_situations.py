"""Every situation holds, and the command says which does not, and which cannot be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from paragraphs import situations

from croupier import games
from croupier.cli.situation import situation as command
from croupier.core.errors import Invalid, Unknown
from croupier.study.expectations import judge
from croupier.study.situation import read_situation, template

ALL = [pytest.param(file, id=f"{game}-{file.stem}") for game in games.NAMES for file in situations(game)]


@pytest.mark.parametrize("file", ALL)
def test_holds(file: Path):
    lines, differences = judge(read_situation(file.read_text("utf-8"), file.name))
    assert differences == [], "\n".join(lines)


@pytest.mark.parametrize("game", games.NAMES)
def test_template_holds(game: str):
    assert judge(read_situation(template(game), "template"))[1] == []


def test_template_of_no_game():
    with pytest.raises(Unknown, match="There is no game 'chess'; there are quickshot, silver_and_gold and quick_silver"):
        template("chess")


CHANGES = {
    'out = ["C"]': ('out = ["D"]', "out: expected D, found C"),
    "B = 9": ("B = 2", "strength of B: expected 2, found 9"),
    'leader = "A"\ninverted': ('leader = "B"\ninverted', "leader: expected B, found A"),
    "inverted = true": ("inverted = false", "inverted: expected False, found True"),
    'D = "play 8"': ('D = "play 7"', "an action is refused: 'play 7' is not possible now"),
    'at = "round_end"': ("round = 1", "round: expected 1, found 2"),
    'at = "round_end" ': ('after = 1\nat = "round_end" ', "the moment 'round_end' does not come"),
    "strength = {": ("hands = { A = 3, B = 2 }\nstrength = {", "hands of A: expected 3, found 2"),
    'leader = "A"\ninverted = true': ('varies.leader = ["A", "B"]', "what leader can be: expected A, B, found A."),
}


@pytest.mark.parametrize("old", CHANGES)
def test_does_not_hold(old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    new, sentence = CHANGES[old]
    assert old in template("quickshot")
    file = tmp_path / "changed.toml"
    file.write_text(template("quickshot").replace(old, new), "utf-8")
    assert command(file) == 1
    assert sentence in capsys.readouterr().out


UNREADABLE = {
    'game = "quickshot"': ('game = "chess"', "line 3: game is 'chess'; there is quickshot"),
    'leader = "A"                           #': ('leader = "X"  #', "line 9: leader names 'X'; seats are A, B, C, D"),
    'A = "3 8 8"': ('A = "3 8 9"', "the hand of A has '9'; cards are the strengths 1 to 8"),
    'B = "play 2"': ('X = "play 2"', "line 16: table 2 of actions names 'X'; seats are A, B, C, D"),
    "round = 1": ("rounds = 1", "line 6: A position of Quickshot has no 'rounds'"),
    "inverted = true": ("inverse = true", "line 25: 'inverse' is unknown; [expect] has"),
    '"round_end"': ('"midnight"', "at is 'midnight'; moments are round_end, resolved, final"),
    'title = "A': ('title = A"', "this is not TOML"),
    'out = ["C"]': ('out = "C"', "line 22: out must be a table that names seats, out = { A = ... }, or list them all."),
    "strength = {": ("strength = 9 #", "strength must be a table that names seats"),
    "strength = { A": ("strength = { X", "strength names 'X'; seats are A, B, C, D."),
    'leader = "A"\ninverted': ("after = 3\ninverted", "after is 3; it counts tables of actions, 0 to 2."),
    "[position]": ("[deal]", "'round' is unknown; [deal] has seats, starter."),
    "rules = [": ("# rules = [", "rules must list the paragraphs"),
    "strength = { A = 3": ("score.A = { A = 3", "score of A has 'A'; there is no score in this game."),
    "inverted = true\n": ('varies.weather = ["fine"]\n', "varies has 'weather'; positions have seats, starter"),
    "[expect]": ("[expects]", "'expects' is unknown; a situation has"),
}


@pytest.mark.parametrize("old", UNREADABLE)
def test_cannot_be_read(old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    new, sentence = UNREADABLE[old]
    assert old in template("quickshot")
    file = tmp_path / "changed.toml"
    file.write_text(template("quickshot").replace(old, new), "utf-8")
    assert command(file) == 2
    assert sentence in capsys.readouterr().err


ISLANDS = {
    "palms = { A = 4": ("palms = { A = 3", "palms of A: expected 3, found 4."),
    '["gray-10 C2 D2", "purple-01"]': ('["purple-01", "gray-10 D2 C2"]', "islands of A: expected purple-01, C2 D2 gray-10"),
    'at = "marked" ': ('at = "completed" #', "the moment 'completed' does not come."),
    "[expect]\n": ("[expect]\ndeck = 40\n", "deck: expected 40, found 39."),
    "[expect]": ("[expect]\nscore.A = { palms = 3 }", "palms of A: expected 3, found 4."),
    "palms = {": ('display = ["green-04", "gray-05"]\npalms = {', "display: expected green-04, gray-05, found gray-05"),
    "islands = { A = [\"gray-10 C2 D2\", \"purple-01\"] }": ("islands = []", "islands: expected nobody, found A, B."),
}


@pytest.mark.parametrize("old", ISLANDS)
def test_does_not_hold_of_islands(old: str):
    new, sentence = ISLANDS[old]
    assert old in template("silver_and_gold")
    _, differences = judge(read_situation(template("silver_and_gold").replace(old, new), "template"))
    assert sentence in differences[0]


UNREADABLE_ISLANDS = {
    "[position]": ('[box]\ntreasures = ["gold-01"]\n[position]', "line 6: treasures names 'gold-01', which the"),
    "[position] ": ('[box]\ntreasures = ["gray-01"]\n[position]', "line 6: [seals] names 'gray-02'; [treasures] has"),
    "[position]  ": ("box = 3\n[position]", "line 6: box must be a table: [box]."),
    'rules = ["4.4"]': ('rules = ["4.4"]\nbots = ["A"]', "line 5: bots has names, but the rulebook of Silver"),
    "palms = { A": ("score.A.gold = 3\npalms = { A", "score of A has 'gold'; there is coins, trophies, palms"),
    "[expect]": ("[expect]\nsees = 3", "line 18: sees is 3; it must be a table of viewers, as in { A ="),
}


@pytest.mark.parametrize("old", UNREADABLE_ISLANDS)
def test_cannot_be_read_of_islands(old: str):
    new, sentence = UNREADABLE_ISLANDS[old]
    assert old in template("silver_and_gold")
    with pytest.raises(Invalid, match=re.escape(sentence)):
        judge(read_situation(template("silver_and_gold").replace(old, new), "template"))


CARTS = {
    "totals = { A = 50": ("totals = { A = 51", "totals of A: expected 51, found 50."),
    "groups = { A = 1, B = 2": ("groups = { A = 1, B = 3", "groups of B: expected 3, found 2."),
    "gains = { A = 0, B = 22, C = 5 }": ('gains = ["B", "C"]', "gains: expected B, C, found A, B, C."),
    'at = "market_end" ': ('at = "blasts_end" #', "the moment 'blasts_end' does not come."),
    'at = "market_end"  ': ('at = "rush" #', "totals of A: expected 50, found 0."),
    'C = "sneak"': ('A = "sneak"', "It is not this seat's decision now."),
    "cash = { A = 0, B = 22": ("cash = { A = 0, B = 23", "cash of B: expected 23, found 22."),
}


@pytest.mark.parametrize("old", CARTS)
def test_does_not_hold_of_carts(old: str):
    new, sentence = CARTS[old]
    assert old in template("quick_silver")
    _, differences = judge(read_situation(template("quick_silver").replace(old, new), "template"))
    assert sentence in differences[0]


DEAL = """
title = "A deal"
game = "silver_and_gold"
rules = ["6.4"]
[deal]
seats = ["A", "B"]
{}
[expect]
phase = "choose"
"""


def test_options_of_a_deal():
    assert judge(read_situation(DEAL.format('take_from_deck = "off"'), "deal"))[1] == []
    with pytest.raises(Invalid, match="line 7: take_from_deck is 'maybe'; it must be one of off, on"):
        read_situation(DEAL.format('take_from_deck = "maybe"'), "deal")
    with pytest.raises(Invalid, match=r"line 7: 'take' is unknown; .deal. has seats, starter, take_from_deck"):
        read_situation(DEAL.format('take = "on"'), "deal")


def test_worst_code_wins(tmp_path: Path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(template("quickshot"), "utf-8")
    bad.write_text(template("quickshot").replace("B = 9", "B = 2"), "utf-8")
    assert command(good) == 0
    assert command(good, bad, good) == 1
    assert command(good, bad, tmp_path / "missing.toml") == 2


def test_no_file_named():
    with pytest.raises(Invalid, match="Name a situation file"):
        command()


def test_orders_matter_is_found():
    """A table whose decisions follow one another does not hold in any order."""
    text = template("quickshot").replace('[[actions]]                            # one table', "# one table")
    _, differences = judge(read_situation(text, "template"))
    assert "It is not this seat's decision now." in differences[0]
