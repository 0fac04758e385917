"""Games that have chapters: what a seat may expect where one begins, and a search that plays no further than its horizon."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace
from typing import Any

import pytest
from bots_positions import legal_actions
from bots_toy import TOY

from croupier import games
from croupier.bots import LEVELS
from croupier.bots.search import FAR
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
    counts = range(game.meta.least_seats, game.meta.most_seats + 1)
    for options in game.meta.settings():
        for seats, most in zip(itertools.cycle(counts), range(0, 200, 10)):
            s = begun(game, seats, seed=most, **options)
            walk(game, s, most, most)
            if game.to_act(s):
                before, out = s.digest(), [7.0] * seats
                game.outlook(game.default_box(), s, out)
                assert s.digest() == before
                assert all(0 <= share <= 1 for share in out)
                assert sum(out) == pytest.approx(1) or (options.get("sneaky_stranger") and 0 < sum(out) < 1)


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


def played(game: Game, seats: int, most: int) -> Any:
    s = begun(game, seats, seed=most)
    walk(game, s, most, most)
    return s


def test_the_outlook_is_the_same_compiled():
    import numpy as np

    shot, silver = games.load("quickshot"), games.load("silver_and_gold")
    for game, states in (
        (MINE, map(with_cash, range(2, 7))),
        (shot, (played(shot, 5, most) for most in range(15))),
        (silver, (played(silver, 4, most) for most in range(0, 150, 7))),
    ):
        compiled = compile_driver(game.outlook, {})
        for s in states:
            shares, plain = np.zeros(s.seats), [7.0] * s.seats
            compiled(rows_of(game.default_box())[0], rows_of(s)[0], shares)
            game.outlook(game.default_box(), s, plain)
            assert shares.tolist() == plain


@pytest.mark.parametrize("game", OUTLOOKS, ids=lambda game: game.meta.name)
def test_the_search_plays_to_the_horizon_and_no_further(game: Game):
    """Every return that is credited is an outlook at its beginning, but for games that are over before."""
    reached: list[int] = []

    def watched(box: Any, s: Any, out: Any) -> None:
        reached.append(game.chapter(s))
        game.outlook(box, s, out)

    s = begun(game, 4)
    walk(game, s, 3, 6)
    seat = game.to_act(s).bit_length() - 1
    watching: Any = SimpleNamespace(**{**vars(game), "outlook": watched})
    Thought(watching, game.default_box(), s, seat, 1, 30, compiled=False).run()
    assert set(reached) == {game.horizon(game.default_box(), s)}
    assert reached[0] > game.chapter(s)


ONE_TURN_A_ROUND = 'trophies = [6]\nexpeditions = ["oo", "oooo"]\n[treasures]\n' + "\n".join(
    f'{color}-{n:02} = "XCoo oooo oooo oooP"' for color in ("gray", "green", "orange", "purple") for n in range(1, 17)
)
BOXES = [(game, game.default_box()) for game in OUTLOOKS]
BOXES += [(game, game.load_box(ONE_TURN_A_ROUND, "box.toml")) for game in OUTLOOKS if game.meta.name == "silver_and_gold"]


@pytest.mark.parametrize("game, box", BOXES, ids=[*(game.meta.name for game in OUTLOOKS), "one turn a round"])
def test_chapters_never_fall_and_the_horizon_lies_ahead(game: Game, box: Any):
    for seats in (game.meta.least_seats, game.meta.most_seats):
        s, luck, reached = game.State(seats=seats), random.Random(seats), 0
        seed_chance(s, seats)
        game.setup(box, s)
        while due := game.to_act(s):
            assert reached <= game.chapter(s) < game.horizon(box, s)
            reached = game.chapter(s)
            seat = due.bit_length() - 1
            game.apply(box, s, seat, luck.choice(legal_actions(game, box, s, seat)))


@pytest.mark.parametrize("seats", [2, 4])
def test_six_turns_are_played_across_the_rounds_and_the_last_ones_to_the_end(seats: int):
    silver = games.load("silver_and_gold")
    box, s, turns = silver.default_box(), begun(silver, seats), []
    while silver.to_act(s):
        if silver.chapter(s) not in [turn for turn, _ in turns]:
            turns.append((silver.chapter(s), silver.horizon(box, s)))
        walk(silver, s, len(turns), 1)
    first, rest = turns[0], turns[1:]
    assert first[1] == rest[0][1] == rest[6][0]
    assert [until for _, until in rest[:-6]] == [turn for turn, _ in rest[6:]]
    assert all(until > rest[-1][0] for _, until in rest[-6:])


def test_points_symbols_and_seals_are_better_and_open_boxes_are_worse():
    silver = games.load("silver_and_gold")
    box, fresh, out = silver.default_box(), begun(silver, 2), [7.0] * 2
    while fresh.round == 0:
        walk(silver, fresh, 1, 1)
    fresh.islands[1], fresh.open[1] = list(fresh.islands[0]), list(fresh.open[0])

    def expected(change: Any) -> float:
        s = fresh.copy()
        change(s)
        silver.outlook(box, s, out)
        return out[0]

    def cross_off(boxes: int) -> Any:
        return lambda s: s.open[0].__setitem__(0, s.open[0][0] & ~boxes)

    card = fresh.islands[0][0] - 1
    symbols = box.xs[card] | box.coins[card] | box.palms[card]
    assert expected(lambda s: None) == 0.5
    assert expected(lambda s: s.palms.__setitem__(0, 3)) > 0.5
    assert expected(lambda s: s.coins.__setitem__(0, 3)) > expected(lambda s: s.palms.__setitem__(0, 3))
    assert expected(lambda s: s.seal_worth[0].__setitem__(1, 2)) > 0.5
    assert expected(cross_off(box.boxes[card] & ~symbols)) > 0.5
    assert expected(cross_off(0)) == 0.5
    assert 0 < expected(lambda s: s.palms.__setitem__(1, 100)) < 1e-6


def test_only_many_iterations_play_on_to_the_end_and_by_habit():
    shot = games.load("quickshot")
    s, calls = begun(shot, 4), {"outlook": 0, "habit": 0}

    def counted(name: str) -> Any:
        def counts(*given: Any) -> None:
            calls[name] += 1
            getattr(shot, name)(*given)

        return counts

    watched: Any = SimpleNamespace(**{**vars(shot), **{name: counted(name) for name in calls}})
    for iterations, cut in ((FAR - 1, True), (FAR, False)):
        calls["outlook"] = calls["habit"] = 0
        Thought(watched, shot.default_box(), s, s.leader, 1, iterations, compiled=False).run()
        assert (calls["outlook"] > 0) == cut
        assert calls["habit"] > iterations


def test_a_level_counts_the_decisions_up_to_the_horizon():
    meta = MINE.meta
    assert 0 < meta.horizon_plies < meta.usual_plies
    for level in (LEVELS["prospector"], LEVELS["sharper"]):
        assert level.budget(meta, compiled=True) == -(-level.iterations * 16 // meta.horizon_plies)


def test_a_game_without_an_outlook_is_played_to_its_end():
    other = rules(TOY)
    assert other["chapter"](None) < other["horizon"](None, None)
    s, out = TOY.State(seats=4), [0.0] * 4
    other["outlook"](None, s, out)
    assert out == [0.25] * 4
