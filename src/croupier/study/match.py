"""Bots against each other: whole games in compiled form, on all cores, every entrant in every seat equally often."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import msgspec

from croupier.bots.contest import contest
from croupier.bots.levels import level_called
from croupier.bots.search import copy_row
from croupier.bots.thought import PLAYOUTS, grow_rows, rules
from croupier.compiled.compiler import compile_driver
from croupier.compiled.playout import Dice, rows_of
from croupier.core.errors import Invalid
from croupier.core.game import Game, Meta
from croupier.study.intervals import mean_of

MOST_GAMES = 1_000_000
MOST_SEED = (1 << 28) - 1
MOST_PARTS = 2_000


class Result(msgspec.Struct, frozen=True):
    """How the entrants of one level fared, each of them in every seat equally often."""

    level: str
    entrants: int
    win_rate: tuple[float, float]
    """Share of the wins that each of them had: [mean, half width of the 95 % interval]."""


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
    game: Game, box: Any, levels: Sequence[str], games: int, seed: int, progress: Callable[[int], None] = lambda played: None
) -> Report:
    """Levels are the line-up, one per seat; games a multiple of the seats, as ``rounded`` makes it.

    Calls ``progress`` with the number of games that were just played, and with 0 when everything is compiled.
    """
    results = [row for part in play_parts(game, box, levels, games, seed, progress) for row in part]
    return Report(game.meta.name, len(levels), games, seed, 1 / len(levels), summed_up(levels, results))


def rounded(games: int, seats: int) -> int:
    """The next number of games that seats everybody everywhere equally often."""
    return -(-games // seats) * seats


def play_parts(
    game: Game, box: Any, levels: Sequence[str], games: int, seed: int, progress: Callable[[int], None]
) -> list[list[list[float]]]:
    """The return of every entrant in every game, in the order of the games, in parts that threads play side by side."""
    players = Players(game, box, levels)
    start = seed << 32  # so that runs with different seeds share no game
    players.play(start, 0)
    progress(0)
    size = len(levels) * -(-games // (len(levels) * MOST_PARTS))
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

    def __init__(self, game: Game, box: Any, levels: Sequence[str]) -> None:
        self.game = game
        self.budgets = [level_called(level).iterations for level in levels]
        self.fresh = game.State(seats=len(levels))
        self.box = rows_of(box)[0]
        self.contest = compile_driver(contest, rules(game) | {"setup": game.setup, "copy_state": copy_row})

    def play(self, first: int, games: int) -> list[list[float]]:
        import numpy as np

        seats = len(self.budgets)
        results = np.zeros((games, seats))
        tree = grow_rows(self.game, seats, max(self.budgets) or 1)
        states, dice, budgets = rows_of(self.fresh, 3), rows_of(Dice()), np.array(self.budgets)
        self.contest(self.box, states, dice[0], tree, budgets, PLAYOUTS, self.game.meta.max_plies, first, games, results)
        return results.tolist()


def summed_up(levels: Sequence[str], results: Sequence[Sequence[float]]) -> tuple[Result, ...]:
    """By level, in the order of the line-up."""
    out = []
    for level in dict.fromkeys(levels):
        own = [entrant for entrant, other in enumerate(levels) if other == level]
        shares = [sum(row[entrant] for entrant in own) / len(own) for row in results]
        out.append(Result(level, len(own), mean_of(sum(shares), sum(x * x for x in shares), len(shares))))
    return tuple(out)


def check_match(meta: Meta, levels: Sequence[str], games: int) -> None:
    """Unknown or Invalid, with a sentence, unless this match can be played."""
    for level in levels:
        level_called(level)
    if not meta.least_seats <= len(levels) <= meta.most_seats:
        raise Invalid(
            f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats; --seats names {len(levels)}. "
            "Name one level per seat, with commas between them."
        )
    if not 1 <= games <= MOST_GAMES:
        raise Invalid(f"A match has 1 to {MOST_GAMES:,} games; --games {games} is not possible.")
