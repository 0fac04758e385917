"""Bots against each other: whole games in compiled form, on all cores, every entrant in every seat equally often."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import msgspec

from croupier.bots.contest import contest
from croupier.bots.players import player_called
from croupier.bots.search import copy_row
from croupier.bots.thought import grow_rows, playouts_of, rules
from croupier.compiled.compiler import compile_driver
from croupier.compiled.playout import USUAL, Dice, rows_of, rules_of
from croupier.core.errors import Invalid
from croupier.core.game import Game
from croupier.study.intervals import Estimate, mean_of, share_of

MOST_GAMES = 1_000_000
MOST_SEED = (1 << 28) - 1
MOST_PARTS = 2_000


class Result(msgspec.Struct, frozen=True):
    """How the entrants of one name fared, each of them in every seat equally often."""

    level: str
    """Or the name of a bot that only studies seat."""
    entrants: int
    win_rate: Estimate
    """Share of the wins that each of them had, with the half width of its 95 % interval."""
    score: dict[str, Estimate] = {}
    """The points of each of them, line by line; empty where the game keeps none."""


class Report(msgspec.Struct, frozen=True):
    game: str
    seats: int
    games: int
    seed: int
    fair: float
    """The share of the wins when all play alike."""
    results: tuple[Result, ...]
    seconds: float = 0.0


def play_match(
    game: Game,
    box: Any,
    levels: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda played: None,
    options: Mapping[str, int] = USUAL,
) -> Report:
    """Levels are the line-up, one per seat; games a multiple of the seats, as ``rounded`` makes it.

    Calls ``progress`` with the number of games that were just played, and with 0 when everything is compiled.
    """
    players = Players(game, box, levels, options)
    results = [row for part in play_parts(players, games, seed, progress) for row in part]
    return Report(game.meta.name, len(levels), games, seed, 1 / len(levels), summed_up(game, levels, results))


def rounded(games: int, seats: int) -> int:
    """The next number of games that seats everybody everywhere equally often."""
    return -(-games // seats) * seats


def play_parts(players: Players, games: int, seed: int, progress: Callable[[int], None]) -> list[list[list[list[float]]]]:
    """What every entrant had at the end of every game, in the order of the games, in parts that threads play side by side."""
    start = seed << 32  # so that runs with different seeds share no game
    players.play(start, 0)
    progress(0)
    seats = len(players.entrants)
    size = seats * -(-games // (seats * MOST_PARTS))
    with ThreadPoolExecutor(cores()) as pool:
        parts = [pool.submit(players.play, start + at, min(size, games - at)) for at in range(0, games, size)]
        try:
            for part in as_completed(parts):
                progress(len(part.result()))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [part.result() for part in parts]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Players:
    """A line-up at a table. ``play`` may run in several threads at once, without the GIL."""

    def __init__(self, game: Game, box: Any, levels: Sequence[str], options: Mapping[str, int] = USUAL) -> None:
        self.game = game
        self.entrants = [player_called(game, level) for level in levels]
        self.fresh = game.State(seats=len(levels), **options)
        self.box = rows_of(box)[0]
        self.contest = compile_driver(contest, contest_rules(game) | {"copy_state": copy_row})

    def play(self, first: int, games: int) -> list[list[list[float]]]:
        """For each game and entrant: the return, then the lines of the score."""
        import numpy as np

        seats = len(self.entrants)
        results = np.zeros((games, seats, 1 + len(self.game.SCORE)))
        tree = grow_rows(self.game, seats, max(player.iterations for player in self.entrants) or 1)
        states, dice, entrants = rows_of(self.fresh, 3), rows_of(Dice()), np.array(self.entrants)
        how = playouts_of(self.game), self.game.meta.max_plies
        self.contest(self.box, states, dice[0], tree, entrants, *how, first, games, results)
        return results.tolist()


def contest_rules(game: Game) -> dict[str, Any]:
    """What a contest binds of a game."""
    return rules(game) | {name: rules_of(game)[name] for name in ("setup", "score")}


def summed_up(game: Game, levels: Sequence[str], results: Sequence[Sequence[Sequence[float]]]) -> tuple[Result, ...]:
    """By level, in the order of the line-up."""
    out = []
    for level in dict.fromkeys(levels):
        own = [entrant for entrant, other in enumerate(levels) if other == level]
        score = (mean_of_entrants(results, own, column) for column in range(1, 1 + len(game.SCORE)))
        out.append(Result(level, len(own), win_rate_of(results, own), dict(zip(game.SCORE, score, strict=True))))
    return tuple(out)


def win_rate_of(results: Sequence[Sequence[Sequence[float]]], own: Sequence[int]) -> Estimate:
    """Of each of them: their common share of the wins by the number of them, since they win or lose a game together."""
    share, half = share_of(sum(row[entrant][0] for row in results for entrant in own), len(results))
    return share / len(own), half / len(own)


def mean_of_entrants(results: Sequence[Sequence[Sequence[float]]], own: Sequence[int], column: int) -> Estimate:
    """Their mean in each game is one number: entrants of one game are not independent."""
    means = [sum(row[entrant][column] for entrant in own) / len(own) for row in results]
    return mean_of(sum(means), sum(x * x for x in means), len(means))


def check_match(game: Game, levels: Sequence[str], games: int) -> None:
    """Unknown or Invalid, with a sentence, unless this match can be played."""
    meta = game.meta
    for level in levels:
        player_called(game, level)
    if not meta.least_seats <= len(levels) <= meta.most_seats:
        raise Invalid(
            f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats; --seats names {len(levels)}. "
            "Name one level per seat, with commas between them."
        )
    if not 1 <= games <= MOST_GAMES:
        raise Invalid(f"A match has 1 to {MOST_GAMES:,} games; --games {games} is not possible.")
