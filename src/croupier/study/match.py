"""Bots against each other: whole games in compiled form, on all cores, each deal played once per rotation of the line-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from croupier.bots.contest import contest
from croupier.bots.players import player_called
from croupier.bots.search import copy_row
from croupier.bots.thought import cores, grow_rows, playouts_of, rules
from croupier.compiled.compiler import compile_driver
from croupier.compiled.playout import USUAL, Dice, rows_of, rules_of
from croupier.core.errors import Invalid
from croupier.core.game import Game
from croupier.study.intervals import Estimate, mean_of, share_of_deals
from croupier.study.pairing import Deal, in_order, rotated, rotations, share_in
from croupier.study.ratings import Rating, Ratings

MOST_GAMES = 1_000_000
MOST_SEED = (1 << 28) - 1
MOST_PARTS = 2_000
"""Where nobody thinks; else every deal is a part."""
RATED = 20_000
"""Games that are rated, the first ones; sigma is small long before."""


class Result(msgspec.Struct, frozen=True):
    """How the entrants of one name fared, all together in every seat equally often."""

    level: str
    """Or the name of a bot that only studies seat."""
    entrants: int
    win_rate: Estimate
    """Share of the wins that each of them had, with the half width of its 95 % interval."""
    rating: Rating
    """Among all that played."""
    score: dict[str, Estimate] = {}
    """The points of each of them, line by line; empty where the game keeps none."""


class Report(msgspec.Struct, frozen=True):
    game: str
    seats: int
    games: int
    deals: int
    """Each was played in all rotations of the line-up; intervals count them and not the games."""
    seed: int
    fair: float
    """The share of the wins when all play alike."""
    results: tuple[Result, ...]
    seconds: float = 0.0
    interrupted: bool = False
    """Whether somebody stopped it: then it tells of the games until then."""


def play_match(
    game: Game,
    box: Any,
    levels: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda played: None,
    options: Mapping[str, int] = USUAL,
) -> Report:
    """Levels are the line-up, one per seat; games a multiple of its rotations, as ``rounded`` makes it.

    Calls ``progress`` with the number of games that were just played, and with 0 when everything is compiled. An interrupt
    ends the match: what was played until then is reported, unless that is nothing.
    """
    players = Players(game, box, levels, options)
    deals: list[Deal] = []
    interrupted = False
    try:
        for part in play_parts(players, games // players.rotations, seed, progress):
            deals += part
    except KeyboardInterrupt:
        if not deals:
            raise
        interrupted = True
    results = summed_up(game, levels, deals)
    played = len(deals) * players.rotations
    return Report(game.meta.name, len(levels), played, len(deals), seed, 1 / len(levels), results, interrupted=interrupted)


def rounded(games: int, rotations: int) -> int:
    """The next number of games that seats everybody everywhere equally often."""
    return -(-games // rotations) * rotations


def play_parts(players: Players, deals: int, seed: int, progress: Callable[[int], None]) -> Iterator[list[Deal]]:
    """The deals in their order, in parts that threads play side by side."""
    start = first_deal(seed)
    players.play_deals(range(start, start))
    progress(0)
    size = 1 if players.searches else -(-deals // MOST_PARTS)
    parts = (range(start + at, start + min(at + size, deals)) for at in range(0, deals, size))
    for part in in_order(players.play_deals, parts, cores()):
        progress(len(part) * players.rotations)
        yield part


def first_deal(seed: int) -> int:
    """Runs with different seeds share no deal."""
    return seed << 32


class Players:
    """A line-up at a table. ``play`` may run in several threads at once, without the GIL."""

    def __init__(self, game: Game, box: Any, levels: Sequence[str], options: Mapping[str, int] = USUAL) -> None:
        self.game = game
        self.entrants = [player_called(game, level) for level in levels]
        self.searches = any(player.iterations > 0 for player in self.entrants)
        self.rotations = rotations(levels)
        self.fresh = game.State(seats=len(levels), **options)
        self.box = rows_of(box)[0]
        self.contest = compile_driver(contest, contest_rules(game) | {"copy_state": copy_row})

    def play_deals(self, deals: range) -> list[Deal]:
        """These deals, each in all rotations."""
        games = [self.play(deals.start, len(deals), rotation) for rotation in range(self.rotations)]
        return [list(rows) for rows in zip(*games, strict=True)]

    def play(self, first: int, games: int, rotation: int = 0) -> list[list[list[float]]]:
        """For each game and entrant: the return, then the lines of the score. Games of one number are of one deal; a rotation
        moves each entrant so many seats down, round the table."""
        import numpy as np

        seats = len(self.entrants)
        order = rotated(seats, rotation)
        results = np.zeros((games, seats, 1 + len(self.game.SCORE)))
        tree = grow_rows(self.game, seats, max(player.iterations for player in self.entrants) or 1)
        states, dice, entrants = rows_of(self.fresh, 3), rows_of(Dice()), np.array([self.entrants[e] for e in order])
        how = playouts_of(self.game), self.game.meta.max_plies
        self.contest(self.box, states, dice[0], tree, entrants, *how, first, games, results)
        in_line_up: list[list[list[float]]] = results[:, np.argsort(order)].tolist()
        return in_line_up


def contest_rules(game: Game) -> dict[str, Any]:
    """What a contest binds of a game."""
    return rules(game) | {name: rules_of(game)[name] for name in ("setup", "score")}


def summed_up(game: Game, levels: Sequence[str], deals: Sequence[Deal]) -> tuple[Result, ...]:
    """By level, in the order of the line-up."""
    ratings = Ratings()
    ratings.add(levels, [row for deal in deals[:RATED] for row in deal][:RATED])
    out = []
    for level in dict.fromkeys(levels):
        own = [entrant for entrant, other in enumerate(levels) if other == level]
        score = (mean_of_entrants(deals, own, column) for column in range(1, 1 + len(game.SCORE)))
        lines = dict(zip(game.SCORE, score, strict=True))
        out.append(Result(level, len(own), win_rate_of(deals, own), ratings.of(level), lines))
    return tuple(out)


def win_rate_of(deals: Sequence[Deal], own: Sequence[int]) -> Estimate:
    """Of each of them: their common share of the wins by the number of them, since they win or lose a deal together."""
    share, half = share_of_deals([share_in(deal, own) for deal in deals])
    return share / len(own), half / len(own)


def mean_of_entrants(deals: Sequence[Deal], own: Sequence[int], column: int) -> Estimate:
    """Their mean in each deal is one number: entrants of one game, and games of one deal, are not independent."""
    means = [sum(row[entrant][column] for row in deal for entrant in own) / (len(own) * len(deal)) for deal in deals]
    return mean_of(sum(means), sum(x * x for x in means), len(means))


def check_match(game: Game, levels: Sequence[str], games: int) -> None:
    """Unknown or Invalid, with a sentence, unless this match can be played."""
    meta = game.meta
    for level in levels:
        player_called(game, level)
    if not meta.least_seats <= len(levels) <= meta.most_seats:
        raise Invalid(
            f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats; --bots names {len(levels)}. "
            "Name one bot per seat, with commas between them."
        )
    if not 1 <= games <= MOST_GAMES:
        raise Invalid(f"A match has 1 to {MOST_GAMES:,} games; --games {games} is not possible.")
