"""Random play: legal, finished, the same plain and compiled, and as likely as it says."""

from __future__ import annotations

import pytest

from croupier import games
from croupier.compiled import playout
from croupier.compiled.compiler import plain_driver
from croupier.compiled.playout import (
    HEAVIEST,
    UNIFORM,
    WEIGHED,
    Dice,
    Playouts,
    lowest,
    pick,
    pick_heaviest,
    pick_weighed,
    rules_of,
)
from croupier.core.chance import seed_chance

METAS = [games.meta(name) for name in games.NAMES]
SEATS = [(meta.name, seats) for meta in METAS for seats in range(meta.least_seats, meta.most_seats + 1)]


@pytest.mark.parametrize(("name", "seats"), SEATS)
@pytest.mark.parametrize("policy", [UNIFORM, WEIGHED, HEAVIEST])
def test_plain_and_compiled_play_the_same_games(name: str, seats: int, policy: int) -> None:
    game = games.load(name)
    plain, compiled = (Playouts(game, game.default_box(), seats, [policy] * seats, compiled=c) for c in (False, True))
    assert plain.run(7, 60) == compiled.run(7, 60)
    assert plain.trace == compiled.trace != 0


def test_policies_play_differently_and_seeds_too() -> None:
    game = games.load("quickshot")
    traces = set()
    for policy, seed in ((UNIFORM, 1), (WEIGHED, 1), (UNIFORM, 2)):
        playouts = Playouts(game, game.default_box(), 5, [policy] * 5, compiled=False)
        playouts.run(seed, 1)
        traces.add(playouts.trace)
    assert len(traces) == 3


def test_numbers_of_one_game_are_those_of_the_game() -> None:
    game = games.load("quickshot")
    numbers, squares = Playouts(game, game.default_box(), 4, compiled=False).run(3, 1)
    s, players = game.State(seats=4), playout.players_of(game.N_ACTIONS)()
    seed_chance(s, 3)
    seed_chance(players, 3 + playout.PLAYERS)
    play = plain_driver(playout.play, rules_of(game))
    plies = play(game.default_box(), s, players, [UNIFORM] * 4, [0.0] * 9, 120)
    gone = sum(out > 0 for out in s.out)
    wins = [float(seat == s.winner) for seat in range(4)]
    assert numbers == [plies, *wins, s.round, gone, float(gone == 3)]
    assert squares == [x * x for x in numbers]


def test_a_game_that_is_cut_short_is_nobodys() -> None:
    game = games.load("quickshot")
    playouts = Playouts(game, game.default_box(), 5, compiled=False)
    playouts.most = 2
    numbers, _ = playouts.run(1, 10)
    assert numbers[0] == 20
    assert numbers[1:6] == [0.0] * 5


def test_every_marked_action_is_picked_alike() -> None:
    dice = Dice()
    seed_chance(dice, 5)
    seen = [0] * 5
    for _ in range(3000):
        seen[pick(dice, [0, 1, 1, 0, 1], 3)] += 1
    assert seen[0] == seen[3] == 0
    assert all(900 < seen[a] < 1100 for a in (1, 2, 4))


def test_weights_are_kept_and_unmarked_actions_never_picked() -> None:
    dice = Dice()
    seed_chance(dice, 6)
    seen = [0] * 4
    for _ in range(4000):
        seen[pick_weighed(dice, [1, 1, 0, 1], [1.0, 3.0, 50.0, 0.0])] += 1
    assert seen[2] == seen[3] == 0
    assert 900 < seen[0] < 1100


def test_the_heaviest_are_picked_alike_and_no_other() -> None:
    dice = Dice()
    seed_chance(dice, 7)
    seen = [0] * 5
    for _ in range(2000):
        seen[pick_heaviest(dice, [1, 1, 0, 1, 1], [1.0, 3.0, 9.0, 3.0, 0.0])] += 1
    assert seen[0] == seen[2] == seen[4] == 0
    assert 900 < seen[1] < 1100


def test_the_lowest_seat() -> None:
    assert [lowest(mask) for mask in (0b1, 0b1100, 0b1000000)] == [0, 2, 6]
