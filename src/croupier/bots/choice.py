"""One choice of a bot: the level's way to play, on a state dealt again, with chance from a key alone."""

from __future__ import annotations

from typing import Any

from croupier.bots.levels import level_called
from croupier.bots.players import policy_at_random
from croupier.bots.search import HABITUAL
from croupier.bots.thought import Thought
from croupier.compiled import playout
from croupier.compiled.compiler import plain_driver
from croupier.compiled.playout import WEIGHED, Dice, rules_of
from croupier.core.chance import seed_chance
from croupier.core.game import Game


def choose(game: Game, box: Any, s: Any, seat: int, level: str, key: int, *, compiled: bool = False) -> int:
    """An action number for a seat in to_act; key is 0..2**62-1. The state stays as it is.

    Only what the seat knows and the key have any influence: in all states that agree for the seat the same key gives the same
    action. So s may be any of them; callers give a redealt one all the same. Unknown names the levels there are.
    ``compiled`` searches with the level's whole budget and takes a while at the first call of a process.
    """
    called = level_called(level)
    iterations = called.budget(game.meta, compiled=compiled)
    if not iterations or has_no_choice(game, box, s, seat):
        return choose_by(policy_at_random(game), game, box, s, seat, key)
    return think(game, box, s, seat, key, iterations, compiled=compiled, trees=called.trees)


def has_no_choice(game: Game, box: Any, s: Any, seat: int) -> bool:
    return game.legal(box, s, seat, [0] * game.N_ACTIONS) == 1


def choose_by(policy: int, game: Game, box: Any, s: Any, seat: int, key: int) -> int:
    """Without thinking, by a policy of playout.py or, where the game has habits, HABITUAL."""
    bound = rules_of(game)
    if policy == HABITUAL:
        policy, bound = WEIGHED, bound | {"weigh": game.habit}
    dealt = s.copy()
    game.redeal(box, dealt, seat, key)
    dice = Dice()
    seed_chance(dice, key)
    pick_action = plain_driver(playout.choose, bound)
    return int(pick_action(box, dealt, dice, policy, seat, [0] * game.N_ACTIONS, [0.0] * game.N_ACTIONS))


def think(game: Game, box: Any, s: Any, seat: int, key: int, iterations: int, *, compiled: bool, trees: int = 1) -> int:
    """The action that a search by trees of this many iterations each visits most; the same one plain and compiled."""
    return Thought(game, box, s, seat, key, iterations, compiled=compiled, trees=trees).run()
