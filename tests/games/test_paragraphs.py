"""The rules page, the events and the situations of every game name the same paragraphs."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from paragraphs import cited, in_code, page, paragraphs, situations

from croupier import games

every_game = pytest.mark.parametrize("game", games.NAMES)


@every_game
def test_paragraphs_are_numbered_without_gaps(game: str):
    expected = []
    for number, (_, rules) in enumerate(groupby(paragraphs(game), lambda rule: rule.split(".")[0]), 1):
        expected += [f"{number}.{i}" for i, _ in enumerate(rules, 1)]
    assert paragraphs(game) == expected


@every_game
def test_every_paragraph_has_a_situation(game: str):
    assert [rule for rule in paragraphs(game) if rule not in cited(game)] == []


@every_game
def test_situations_name_only_paragraphs_that_exist(game: str):
    assert {rule for rule in cited(game) if rule not in paragraphs(game)} == set()


@every_game
def test_situations_lie_with_their_game(game: str):
    assert [file.name for file in situations(game) if f'\ngame = "{game}"\n' not in file.read_text("utf-8")] == []


@every_game
def test_every_paragraph_in_the_code_exists(game: str):
    assert in_code(game) - set(paragraphs(game)) == set()


def test_every_card_of_quickshot_cites_its_paragraph():
    for card in games.load("quickshot").cards():
        assert re.search(rf"^\*\*{re.escape(card.rule)}\*\* {card.name} \({card.key}\)\.", page("quickshot"), re.MULTILINE)
