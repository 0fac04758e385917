"""Games whose rounds are chapters: what a seat may expect where one begins, and a search that plays no further."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from bots_positions import legal_actions

from croupier import games
from croupier.bots import LEVELS
from croupier.bots.thought import Thought, rules
from croupier.compiled.compiler import compile_driver
from croupier.compiled.playout import rows_of
from croupier.core.chance import seed_chance
from croupier.core.game import Game

OUTLOOKS = [game for game in map(games.load, games.NAMES) if game.has_outlook]
MINE = games.load("quick_silver")
BOX = MINE.default_box()


def begun(game: Game, seats: int, seed: int = 1, **options: int) -> Any:
    s = game.State(seats=seats, **options)
    seed_chance(s, seed)
    game.setup(game.default_box(), s)
    return s


def outlook(s: Any) -> list[float]:
    out = [7.0] * s.seats
    MINE.outlook(BOX, s, out)
    return out


def walk(game: Game, s: Any, seed: int, most: int = 400) -> None:
    """Random actions to the end, or so many."""
    luck = random.Random(seed)
    while (due := game.to_act(s)) and most:
        seat = due.bit_length() - 1
        game.apply(game.default_box(), s, seat, luck.choice(legal_actions(game, game.default_box(), s, seat)))
        most -= 1


@pytest.mark.parametrize("game", OUTLOOKS, ids=lambda game: game.meta.name)
def test_an_outlook_shares_one_win_and_moves_nothing(game: Game):
    for options in game.meta.settings():
        for most in range(0, 200, 20):
            s = begun(game, 4, seed=most, **options)
            walk(game, s, most, most)
            if game.to_act(s):
                before, out = s.digest(), [7.0] * 4
                game.outlook(game.default_box(), s, out)
                assert s.digest() == before
                assert all(0 <= share <= 1 for share in out)
                assert 0 < sum(out) <= 1 + 1e-9


def test_alike_seats_may_expect_alike_and_the_stranger_takes_a_share():
    assert outlook(begun(MINE, 4)) == [0.25] * 4
    assert outlook(begun(MINE, 4, sneaky_stranger=1))[0] < 0.25


def test_cash_and_plates_are_better_and_the_dead_expect_nothing():
    s = begun(MINE, 3)
    s.cash[0], s.out[2] = 40, 1
    rich, poor, dead = outlook(s)
    assert rich > poor > dead == 0
    s = begun(MINE, 3)
    s.showing[0], s.showing[1] = 1, 2
    assert outlook(s) == sorted(outlook(s))


def test_low_cards_and_the_lead_at_last_are_better_and_too_few_cards_are_worse():
    shot = games.load("quickshot")

    def expected(round_: int, leader: int, *hands: tuple[int, ...]) -> list[float]:
        s, out = shot.State(seats=3, round=round_, leader=leader), [7.0] * 3
        for seat, hand in enumerate(hands):
            for value in hand:
                s.hands[seat][value] += 1
        shot.outlook(shot.default_box(), s, out)
        return out

    low, high, short = expected(3, 2, (1, 2), (5, 6), (6,))
    assert low > high > short
    leads, follows, other = expected(4, 0, (5,), (5,), (5,))
    assert leads > follows == other


def with_cash(seats: int) -> Any:
    luck, s = random.Random(seats), begun(MINE, seats, sneaky_stranger=seats % 2)
    s.cash = [luck.randrange(140) for _ in s.cash]
    s.showing = [luck.randint(1, 8) for _ in s.showing]
    return s


def played(game: Game, most: int) -> Any:
    s = begun(game, 5, seed=most)
    walk(game, s, most, most)
    return s


def test_the_outlook_is_the_same_compiled():
    import numpy as np

    shot = games.load("quickshot")
    for game, states in ((MINE, map(with_cash, range(2, 7))), (shot, (played(shot, most) for most in range(15)))):
        compiled = compile_driver(game.outlook, {})
        for s in states:
            shares, plain = np.zeros(s.seats), [7.0] * s.seats
            compiled(rows_of(game.default_box())[0], rows_of(s)[0], shares)
            game.outlook(game.default_box(), s, plain)
            assert shares.tolist() == plain


def test_the_search_plays_to_the_end_of_the_round_and_no_further():
    """Every return that is credited is an outlook at the beginning of the next round: nobody is out in the first."""
    rounds: list[int] = []

    def watched(box: Any, s: Any, out: Any) -> None:
        rounds.append(s.round)
        MINE.outlook(box, s, out)

    s = begun(MINE, 4)
    game: Any = SimpleNamespace(**{**vars(MINE), "outlook": watched})
    Thought(game, BOX, s, s.current, 1, 30, compiled=False).run()
    assert rounds == [2] * 30


def test_a_level_counts_the_decisions_of_a_chapter():
    meta = MINE.meta
    assert 0 < meta.chapter_plies < meta.usual_plies
    for level in (LEVELS["prospector"], LEVELS["sharper"]):
        assert level.budget(meta, compiled=True) == -(-level.iterations * 16 // meta.chapter_plies)


def test_a_game_without_an_outlook_is_played_to_its_end():
    other = rules(games.load("silver_and_gold"))
    assert other["chapter"](None) == 0
    s, out = begun(games.load("silver_and_gold"), 4), [0.0] * 4
    other["outlook"](None, s, out)
    assert out == [0.25] * 4
