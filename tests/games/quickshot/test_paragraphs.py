"""The rules page, the events and the situations name the same paragraphs."""

from __future__ import annotations

import re

from paragraphs import PAGE, cited, in_code, paragraphs

from croupier import games


def test_paragraphs_are_numbered_without_gaps():
    expected = []
    for section in range(1, 9):
        mine = [rule for rule in paragraphs() if rule.startswith(f"{section}.")]
        expected += [f"{section}.{i}" for i in range(1, len(mine) + 1)]
    assert paragraphs() == expected


def test_every_paragraph_has_a_situation():
    assert [rule for rule in paragraphs() if rule not in cited()] == []


def test_situations_name_only_paragraphs_that_exist():
    assert {rule for rule in cited() if rule not in paragraphs()} == set()


def test_every_paragraph_in_the_code_exists():
    assert in_code() - set(paragraphs()) == set()


def test_every_card_cites_its_paragraph():
    page = PAGE.read_text("utf-8")
    for card in games.load("quickshot").cards():
        assert re.search(rf"^\*\*{re.escape(card.rule)}\*\* {card.name} \({card.key}\)\.", page, re.MULTILINE)
