"""Situations whose values are of the wrong kind, or that would take minutes, are refused in a sentence."""

from __future__ import annotations

import re

import pytest

from croupier.core.errors import LONGEST, Invalid
from croupier.study.expectations import judge, known_keys, position_fields
from croupier.study.situation import read_situation, template

START = template("quickshot").partition("[expect]")[0]
ODD = ("3", "nan", "true", "1979-05-27", '""', '"x"', "[3]", "[[3]]", "[{}]", "{ A = 3 }", "{ A = {} }", "{ A = [3] }",
    "{ A = { says = 3 } }", "{ A = { never = [3] } }", "{ A = { x = [3] } }", "{ A = 1979-05-27 }",
    '{ A = { "seats.x" = 3, "seats.²" = 3 } }', "{ hands = 3 }", "[true, \"x\"]")  # fmt: skip


@pytest.mark.parametrize("key", [*known_keys(), *position_fields("quickshot")])
@pytest.mark.parametrize("odd", ODD)
def test_any_value_of_any_key_is_compared_or_refused(key: str, odd: str) -> None:
    try:
        judge(read_situation(f"{START}[expect]\n{key} = {odd}\n", "odd.toml"))
    except Invalid as error:
        assert len(str(error)) <= LONGEST and re.match(r"odd\.toml, line \d+: ", str(error))


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ("[[seating]]\nplayers = {}\nbots = 0\nmay = true", "it must be written { players = 3"),
        ("[[seating]]\nplayers = 3\nbots = 0\nmay = true\nwhy = 3", "it must be written { players = 3"),
        ("[box]\ncopies = [{}]", "copies names {}"),
        ("[expect]\nevents = [3]", "events is [3]; it must be a list of texts"),
        ("[expect]\nout = 1979-05-27", "it must be texts, numbers, lists or tables"),
    ],
)  # fmt: skip
def test_what_is_of_the_wrong_kind_is_named(odd: str, said: str) -> None:
    with pytest.raises(Invalid, match=re.escape(said)):
        judge(read_situation(f"{START}{odd}\n", "odd.toml"))


@pytest.mark.parametrize(
    "more",
    [
        "[[expect]]\nnever = []\n" * 2000,
        '[[expect]]\nnever = ["' + '", "'.join(map(str, range(7000))) + '"]\n',
        '[[actions]]\nA = "take back"\n' * 1500 + "[expect]\n",
    ],
)
def test_what_would_take_minutes_is_refused(more: str) -> None:
    with pytest.raises(Invalid, match=r"line 1: seeds is 1000; with as many lines, orders and bots as here \d+ is the most\.$"):
        read_situation(f"seeds = 1000\n{START}{more}", "odd.toml")


def test_bots_that_play_to_the_end_count_too() -> None:
    seats = list("ABCDEFG")
    dealt = f'title = "x"\ngame = "quickshot"\nrules = ["1"]\nbots = {seats}\n[deal]\nseats = {seats}\n[expect]\n'
    assert judge(read_situation(f"seeds = 3\n{dealt}", "few.toml"))[1] == []
    with pytest.raises(Invalid, match="seeds is 1000"):
        read_situation(f"seeds = 1000\n{dealt}", "many.toml")
