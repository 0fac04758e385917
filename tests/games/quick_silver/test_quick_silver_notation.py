"""Actions as people write them, and what each of them touches and gains."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import games
from croupier.core.errors import Illegal, Invalid
from croupier.core.game import NO_WINDOW

GAME = games.load("quick_silver")
BOX = GAME.default_box()
BEFORE = {
    "seats": ["A", "B", "C"],
    "white": 1,
    "die": 2,
    "hands": {"A": "5+ 6 plate", "B": "24+ 12 dynamite", "C": "7+ 8 9"},
    "centre": "10+ 14 16",
    "known": {"C": [["A", "B", "C"], ["A", "C"], ["C"]]},
}


def state(**fields: Any) -> Any:
    return GAME.load_position(BOX, BEFORE | fields)


TURN = state()
AGAIN = state(redirected=["B"], tin={"B": 1})
REDIRECT = state(phase="redirect", target="C")
EXCHANGE = state(phase="exchange", target="C")
CENTRE = state(phase="exchange", target="centre")
EXCHANGES = [f"give {own} take {other}" for own in (1, 2, 3) for other in (1, 2, 3)]


def texts(s: Any, seat: int = 0) -> list[str]:
    return [offered.action for offered in GAME.offer(BOX, s, seat).actions]


def test_what_is_possible_is_written_so():
    assert texts(TURN) == ["sneak", "swap B", "swap C", "swap centre"]
    assert texts(AGAIN) == ["swap C", "swap centre"]
    assert texts(REDIRECT, 2) == ["allow", "redirect"]
    assert texts(EXCHANGE) == texts(CENTRE) == EXCHANGES


def test_spaces_are_no_matter():
    assert GAME.parse_action(BOX, TURN, 0, "  swap   B ") == GAME.parse_action(BOX, TURN, 0, "swap B")


@pytest.mark.parametrize("text", ["", "swap", "swap G", "swap b", "swap A B", "give 4 take 1", "give 1", "sneak B", "pass"])
def test_what_cannot_be_read_is_invalid(text: str):
    with pytest.raises(Invalid, match=r"is no action; actions are: sneak, swap B \(a seat\) or swap centre, allow,"):
        GAME.parse_action(BOX, TURN, 0, text)


@pytest.mark.parametrize(
    ("s", "seat", "text", "sentence"),
    [
        (TURN, 1, "sneak", "It is not this seat's decision now."),
        (REDIRECT, 0, "sneak", "It is not this seat's decision now."),
        (TURN, 0, "swap A", "'swap A' is not possible now; possible: sneak, swap B, swap C, swap centre."),
        (TURN, 0, "swap D", "'swap D' is not possible now; possible: sneak, swap B, swap C, swap centre."),
        (TURN, 0, "give 1 take 1", "'give 1 take 1' is not possible now; possible: sneak, swap B,"),
        (AGAIN, 0, "sneak", "'sneak' is not possible now; possible: swap C, swap centre."),
        (AGAIN, 0, "swap B", "'swap B' is not possible now; possible: swap C, swap centre."),
        (REDIRECT, 2, "swap B", "'swap B' is not possible now; possible: allow, redirect."),
        (EXCHANGE, 0, "allow", "'allow' is not possible now; possible: give 1 take 1, give 1 take 2,"),
    ],
)
def test_what_the_rules_forbid_is_illegal(s: Any, seat: int, text: str, sentence: str):
    with pytest.raises(Illegal) as refused:
        GAME.parse_action(BOX, s, seat, text)
    assert str(refused.value).startswith(sentence)


def test_only_a_redirect_is_a_window():
    """And the swap happens when nobody answers (8.3)."""
    assert [GAME.window(s) for s in (TURN, AGAIN, EXCHANGE, CENTRE)] == [NO_WINDOW] * 4
    assert GAME.format_action(BOX, REDIRECT, 2, GAME.window(REDIRECT)) == "allow"
    assert GAME.offer(BOX, REDIRECT, 2).unanswered == "allow"
    assert GAME.offer(BOX, TURN, 0).unanswered == ""


def test_offers_say_what_is_asked_touched_and_gained():
    offers = [GAME.offer(BOX, s, seat) for s, seat in ((TURN, 0), (AGAIN, 0), (REDIRECT, 2), (EXCHANGE, 0), (CENTRE, 0))]
    assert [offer.rule for offer in offers] == ["4.1", "4.6", "4.4", "4.7", "4.7"]
    assert [offer.touches for offer in offers[0].actions] == [(), ("seat:1",), ("seat:2",), ("centre",)]
    assert [offer.gains for offer in offers[2].actions] == [{}, {"plates": -1}]
    gains = {offered.action: offered.gains.get("total") for offered in offers[3].actions}
    known, unknown = {"1": 7, "2": 8}, "3"
    assert gains == {
        f"give {own} take {other}": None if other == unknown else known[other] - value
        for own, value in (("1", 5), ("2", 6), ("3", 0))
        for other in ("1", "2", "3")
    }
    assert offers[3].actions[5].touches == ("slot:0:1", "slot:2:2")
    assert offers[4].actions[5].touches == ("slot:0:1", "slot:centre:2")


def test_an_offer_gives_no_unknown_card_away():
    """Whatever lies there that the seat cannot know, the offer is the same."""
    for s, seat in ((TURN, 0), (REDIRECT, 2), (EXCHANGE, 0), (CENTRE, 0)):
        for key in range(50):
            twin = s.copy()
            GAME.redeal(BOX, twin, seat, key)
            assert GAME.offer(BOX, twin, seat) == GAME.offer(BOX, s, seat)
