"""One choice of a bot: the level's way to play, on a state dealt again, with chance from a key alone."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from math import log
from typing import Any

from croupier.bots import search
from croupier.bots.levels import level_called
from croupier.compiled import playout
from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.compiled.playout import WEIGHED, Dice, rows_of, rules_of
from croupier.core.chance import next32, seed_chance
from croupier.core.game import Game

PLAYOUTS = WEIGHED
"""How the search plays games to their end: by the game's own policy where it has one."""


def choose(game: Game, box: Any, s: Any, seat: int, level: str, key: int, *, compiled: bool = False) -> int:
    """An action number for a seat in to_act; key is 0..2**62-1. The state stays as it is.

    Only what the seat knows and the key have any influence: in all states that agree for the seat the same key gives the same
    action. So s may be any of them; callers give a redealt one all the same. Unknown names the levels there are.
    ``compiled`` searches with the level's whole budget and takes a while at the first call of a process.
    """
    chosen = level_called(level)
    if not chosen.iterations or has_no_choice(game, box, s, seat):
        return choose_at_random(game, box, s, seat, key)
    return think(game, box, s, seat, key, chosen.iterations if compiled else chosen.plain_iterations, compiled=compiled)


def has_no_choice(game: Game, box: Any, s: Any, seat: int) -> bool:
    return game.legal(box, s, seat, [0] * game.N_ACTIONS) == 1


def choose_at_random(game: Game, box: Any, s: Any, seat: int, key: int) -> int:
    """By the game's own policy where it has one, else uniformly."""
    dealt = s.copy()
    game.redeal(box, dealt, seat, key)
    dice = Dice()
    seed_chance(dice, key)
    pick_action = plain_driver(playout.choose, rules_of(game))
    return int(pick_action(box, dealt, dice, WEIGHED, seat, [0] * game.N_ACTIONS, [0.0] * game.N_ACTIONS))


def think(game: Game, box: Any, s: Any, seat: int, key: int, iterations: int, *, compiled: bool) -> int:
    """The action that a search of this many iterations visits most; the same one plain and compiled."""
    dice = Dice()
    seed_chance(dice, key)
    tree = grow_rows(game, s.seats, iterations) if compiled else grow_records(game, s.seats, iterations)
    given: tuple[Any, ...] = (box, [s, s], [dice], tree)
    if compiled:
        given = (rows_of(box)[0], rows_of(s, 2), rows_of(dice), tree)
    box, states, dices, tree = given
    run = searcher(game, compiled=compiled)
    return int(run(box, states, dices[0], tree, seat, iterations, PLAYOUTS, game.meta.max_plies))


def searcher(game: Game, *, compiled: bool) -> Any:
    """The search with the rules of the game in its slots."""
    names = ("to_act", "legal", "apply", "redeal", "returns", "observe")
    rules = {name: getattr(game, name) for name in names} | {"weigh": rules_of(game)["weigh"]}
    if compiled:
        return compile_driver(search.search, rules | {"copy_state": search.copy_row})
    return plain_driver(search.search, rules | {"copy_state": search.copy_record})


# --- what a search works on ------------------------------------------------------------------------------------------


def sizes(seats: int, iterations: int, max_plies: int) -> tuple[int, int]:
    """How many nodes and edges: an iteration adds an edge for each seat at most, where no seat decides twice at one time."""
    edges = iterations * seats + 1
    return 1 << (edges + max_plies).bit_length(), edges


def grow_records(game: Game, seats: int, iterations: int) -> search.Tree:
    nodes, edges = sizes(seats, iterations, game.meta.max_plies)
    return search.Tree(
        nodes=[search.Node() for _ in range(nodes)],
        edges=[search.Edge() for _ in range(edges)],
        path=[search.Step() for _ in range(game.meta.max_plies)],
        seen=[0] * game.OBSERVATION,
        salts=salts(game.OBSERVATION),
        mask=[0] * game.N_ACTIONS,
        weights=[0.0] * game.N_ACTIONS,
        gains=[0.0] * seats,
        explore=explore(iterations),
    )


def grow_rows(game: Game, seats: int, iterations: int) -> search.Tree:
    import numpy as np

    nodes, edges = sizes(seats, iterations, game.meta.max_plies)
    return search.Tree(
        nodes=np.zeros(nodes, search.Node.numpy_dtype()),
        edges=np.zeros(edges, search.Edge.numpy_dtype()),
        path=np.zeros(game.meta.max_plies, search.Step.numpy_dtype()),
        seen=np.zeros(game.OBSERVATION, np.int64),
        salts=np.array(salts(game.OBSERVATION)),
        mask=np.zeros(game.N_ACTIONS, np.int8),
        weights=np.zeros(game.N_ACTIONS),
        gains=np.zeros(seats),
        explore=np.array(explore(iterations)),
    )


@functools.cache
def salts(n: int) -> Sequence[int]:
    """n odd numbers of 62 bits, the same in every process."""
    dice = Dice()
    seed_chance(dice, n)
    return [(next32(dice) << 30 | next32(dice)) | 1 for _ in range(n)]


@functools.cache
def explore(n: int) -> Sequence[float]:
    """Enough for an action that is available n times."""
    return [0.0, *(search.EXPLORATION**2 * log(i) for i in range(1, n + 1))]
