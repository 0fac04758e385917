"""Everybody who can be let play by name: the levels, and two that only studies seat, uniform and greedy."""

from __future__ import annotations

from typing import NamedTuple

from croupier.bots.levels import LEVELS
from croupier.compiled.playout import HEAVIEST, UNIFORM, WEIGHED
from croupier.core.errors import Invalid, unknown
from croupier.core.game import Game

UNIFORM_BOT = "uniform"
"""Any legal action."""
GREEDY_BOT = "greedy"
"""What looks best at first sight: the action that the game's own policy gives the most weight."""
NAMES = (UNIFORM_BOT, GREEDY_BOT, *LEVELS)


class Player(NamedTuple):
    """How somebody plays: searches, or by a policy of playout.py where there is no iteration."""

    iterations: int
    policy: int
    trees: int = 1


def player_called(game: Game, name: str) -> Player:
    """Unknown names those there are; Invalid where the game has no judgement to be greedy by."""
    if name not in NAMES:
        raise unknown("bot", name, NAMES)
    if name == UNIFORM_BOT:
        return Player(0, UNIFORM)
    if name == GREEDY_BOT:
        if not judges(game):
            raise Invalid(f"Nobody can be greedy at {game.meta.title}: nothing says which actions look best at first sight.")
        return Player(0, HEAVIEST)
    level = LEVELS[name]
    return Player(level.budget(game.meta, compiled=True), policy_at_random(game), level.trees)


def policy_at_random(game: Game) -> int:
    """How those play who do not think: as the rulebook's bot where there is one."""
    return WEIGHED if game.meta.rulebook_bot and game.has_policy else UNIFORM


def judges(game: Game) -> bool:
    """Whether the game's policy says how good an action looks, and not how the rulebook's bot plays."""
    return game.has_policy and not game.meta.rulebook_bot
