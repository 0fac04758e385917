"""Compiled bots: the same choices and the same games as plain Python, and matches that show the levels' strength."""

from __future__ import annotations

import pytest
from bots_positions import BOX, QUICKSHOT, sampled

from croupier.bots import LEVELS, choose
from croupier.bots.choice import think
from croupier.bots.contest import contest
from croupier.bots.players import Player
from croupier.bots.search import FAR, copy_record
from croupier.bots.thought import Thought, grow_records, playouts_of
from croupier.compiled.compiler import plain_driver
from croupier.compiled.playout import Dice
from croupier.core.game import Game
from croupier.study.intervals import share_of
from croupier.study.match import Players, contest_rules, play_match, rounded


def test_plain_and_compiled_choose_alike_for_equal_iterations():
    chosen = set()
    for i, (s, seat) in enumerate(sampled(25, seed=4)):
        for iterations in (40, 120):
            plain = think(QUICKSHOT, BOX, s, seat, i, iterations, compiled=False)
            assert think(QUICKSHOT, BOX, s, seat, i, iterations, compiled=True) == plain
            chosen.add(plain)
    assert len(chosen) > 4


def test_plain_and_compiled_trees_are_equal():
    """Every edge of both, to the last visit, on deep searches, one of them to the end of games; choices could agree by luck."""
    sizes = []
    for i, ((s, seat), iterations) in enumerate(zip(sampled(3, seed=5), (700, FAR, 700), strict=True)):
        plain, compiled = (Thought(QUICKSHOT, BOX, s, seat, i, iterations, compiled=compiled) for compiled in (False, True))
        assert plain.run() == compiled.run()
        assert plain.edges() == compiled.edges()
        sizes.append(len(plain.edges()))
    assert sizes[1] > 1000


def test_levels_search_with_their_whole_budget_when_compiled():
    for i, (s, seat) in enumerate(sampled(6, seed=6)):
        for level in ("prospector", "sharper"):
            expected = think(QUICKSHOT, BOX, s, seat, i, LEVELS[level].iterations, compiled=True)
            assert choose(QUICKSHOT, BOX, s, seat, level, i, compiled=True) == expected


def test_plain_and_compiled_play_the_same_games():
    players = Players(QUICKSHOT, BOX, ["prospector", "greenhorn", "greenhorn"])
    players.entrants[0] = players.entrants[0]._replace(iterations=60)
    assert players.play(7, 6) == plain_games(QUICKSHOT, players.entrants, 7, 6)


def plain_games(game: Game, entrants: list[Player], first: int, games: int) -> list[list[list[float]]]:
    seats = len(entrants)
    fresh = game.State(seats=seats)
    tree = grow_records(game, seats, max(entrant.iterations for entrant in entrants))
    results = [[[0.0] * (1 + len(game.SCORE)) for _ in range(seats)] for _ in range(games)]
    play = plain_driver(contest, contest_rules(game) | {"copy_state": copy_record})
    states = [fresh.copy() for _ in range(3)]
    play(game.default_box(), states, Dice(), tree, entrants, playouts_of(game), game.meta.max_plies, first, games, results)
    return results


def test_every_entrant_has_every_seat_equally_often():
    """Random players, so that only the seat could make a difference: each game brings one win, and rows follow the line-up."""
    results = Players(QUICKSHOT, BOX, ["greenhorn"] * 5).play(1, 500)
    assert [sum(won for (won,) in row) for row in results] == [1.0] * 500
    for entrant in range(5):
        mean, half = share_of(sum(row[entrant][0] for row in results), len(results))
        assert mean - 1.5 * half < 0.2 < mean + 1.5 * half


def test_a_match_is_reproducible_and_the_searching_level_wins_it():
    levels = ["greenhorn", "prospector", "greenhorn"]
    reports = [play_match(QUICKSHOT, BOX, levels, rounded(40, 3), 3) for _ in range(2)]
    assert reports[0] == reports[1]
    assert reports[0].games == 42
    greenhorn, prospector = reports[0].results
    assert (greenhorn.entrants, prospector.entrants) == (2, 1)
    assert prospector.win_rate[0] - prospector.win_rate[1] > 1 / 3
    assert prospector.win_rate[0] + 2 * greenhorn.win_rate[0] == pytest.approx(1.0)
