"""One level against another until one of them is seen to be better, or the time is over."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from croupier.bots.thought import cores
from croupier.core.errors import Invalid
from croupier.core.game import Game, Meta
from croupier.study.match import Players, first_deal
from croupier.study.pairing import Deal, in_order, share_in
from croupier.study.ratings import Ratings
from croupier.study.sequential import FAIR, Evidence


class Duel(msgspec.Struct, frozen=True):
    """How it ended. Half of the seats were the upper level's, every second one."""

    upper: str
    lower: str
    deals: int
    """Each was played twice, with exchanged seats."""
    games: int
    share: float | None
    """The upper level's share of all wins; 1/2 is fair. None where no deal was finished."""
    interval: tuple[float, float]
    """Where the true share lies, with 95 %, however often one has looked."""
    verdict: str
    seconds: float
    interrupted: bool = False


Heard = Callable[[Evidence], None]
"""Hears of the evidence after every deal."""


def play_duel(
    game: Game, box: Any, upper: str, lower: str, *, seats: int, seed: int, seconds: float, ratings: Ratings, heard: Heard
) -> Duel:
    """Seats must be even. All games are added to the ratings. An interrupt ends the duel like time does, and is noted."""
    line_up = [upper, lower] * (seats // 2)
    players = Players(game, box, line_up)
    players.play(0, 0)
    evidence, began, interrupted = Evidence(), time.monotonic(), False
    try:
        for deal in played(players, first_deal(seed), seconds):
            evidence.add(share_in(deal, range(0, seats, 2)))
            ratings.add(line_up, deal)
            heard(evidence)
            if evidence.rules_out(FAIR):
                break
    except KeyboardInterrupt:
        interrupted = True
    took = round(time.monotonic() - began, 1)
    share = round(evidence.mean, 4) if evidence.deals else None
    low, high = evidence.interval()
    counts = evidence.deals, evidence.deals * players.rotations
    return Duel(upper, lower, *counts, share, (round(low, 4), round(high, 4)), evidence.verdict(), took, interrupted)


def played(players: Players, first: int, seconds: float) -> Iterator[Deal]:
    """Deal after deal, for so many seconds; single games on all cores, so that little is left behind at the end."""
    games = ((deal, rotation) for deal in itertools.count(first) for rotation in range(players.rotations))
    rows = in_order(lambda game: players.play(game[0], 1, game[1])[0], games, cores(), seconds)
    while len(deal := list(itertools.islice(rows, players.rotations))) == players.rotations:
        yield deal


def even_seats(meta: Meta, seats: int | None) -> int:
    """As many as asked for, else about the usual number; Invalid unless two levels can share them."""
    if seats is None:
        seats = max(meta.usual_seats, meta.least_seats + 1) // 2 * 2
    if seats % 2 or not meta.least_seats <= seats <= meta.most_seats:
        allowed = f"{meta.least_seats} to {meta.most_seats}"
        raise Invalid(f"{meta.title} has {allowed} seats, and two levels share an even number of them.")
    return seats
