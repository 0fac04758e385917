"""``croupier play`` before the first card: who starts, a game's options, and the command that brings the same deal."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import games
from croupier.cli.opponents import Opponents
from croupier.cli.options import checked_options
from croupier.cli.pages import same_again
from croupier.cli.play import checked_first_seat
from croupier.cli.sitting import Sitting
from croupier.core.errors import CroupierError, Invalid, Unknown

GAMES = ("quickshot", "silver_and_gold")


def sitting(name: str, **more: Any) -> Sitting:
    game = games.load(name)
    opponents = Opponents(game, ["greenhorn"], exact=True)
    return Sitting(game, game.default_box(), opponents, levels=["greenhorn"] * 4, me=0, seed=5, **more)


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_that_is_named_starts_and_then_the_next_one(game: str) -> None:
    first = sitting(game, starter=checked_first_seat(3, 4))
    assert first.first == 2
    games_after = [first.rematch(1), first.rematch(1).rematch(2), first.rematch(1).rematch(2).rematch(3)]
    assert [after.first for after in games_after] == [3, 0, 1]


@pytest.mark.parametrize("game", GAMES)
def test_after_a_game_that_chance_began_the_next_seat_starts(game: str) -> None:
    first = sitting(game)
    assert first.starter == 0 and first.rematch(9).first == (first.first + 1) % 4


@pytest.mark.parametrize("seat", [0, 5, -1])
def test_nobody_sits_there(seat: int) -> None:
    with pytest.raises(Invalid, match="1 to 4"):
        checked_first_seat(seat, 4)


def test_options_are_typed_by_name() -> None:
    meta = games.meta("silver_and_gold")
    assert checked_options(meta, []) == {"take_from_deck": 0}
    assert checked_options(meta, ["take_from_deck = on"]) == {"take_from_deck": 1}
    assert sitting("silver_and_gold", options={"take_from_deck": 1}).rematch(3).state.take_from_deck == 1


@pytest.mark.parametrize(
    ("game", "text", "kind", "part"),
    [
        ("silver_and_gold", "take_from_deck", Invalid, "take_from_deck=on"),
        ("silver_and_gold", "deck=on", Unknown, "take_from_deck"),
        ("silver_and_gold", "take_from_deck=yes", Unknown, "off and on"),
        ("quickshot", "deck=on", Unknown, "no options"),
    ],
)
def test_an_option_that_is_none(game: str, text: str, kind: type[CroupierError], part: str) -> None:
    with pytest.raises(kind, match=part):
        checked_options(games.meta(game), [text])


def test_the_same_deal_again_names_everything_that_makes_it() -> None:
    game = games.load("silver_and_gold")
    [line] = same_again(game, sitting("silver_and_gold", starter=2, options={"take_from_deck": 1}))
    assert str(line).endswith("--seats 4 --bots greenhorn --seed 5 --first-seat 2 --option take_from_deck=on")
    [line] = same_again(game, sitting("silver_and_gold"))
    assert str(line).endswith("--seats 4 --bots greenhorn --seed 5")
