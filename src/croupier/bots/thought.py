"""One search with all that it works on, in one of the two executions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from math import log
from typing import Any

from croupier.bots.players import judges
from croupier.bots.search import copy_record, copy_row, equal_shares, only_chapter, search
from croupier.bots.selection import EXPLORATION, evenly, guided
from croupier.bots.tree import NONE, Edge, Node, Step, Tree
from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.compiled.playout import HEAVIEST, WEIGHED, Dice, rows_of, rules_of
from croupier.core.chance import next32, seed_chance
from croupier.core.game import Game


class Thought:
    """A search for a seat in to_act that has a choice. Runs once."""

    def __init__(self, game: Game, box: Any, s: Any, seat: int, key: int, iterations: int, *, compiled: bool) -> None:
        dice = Dice()
        seed_chance(dice, key)
        if compiled:
            driver = compile_driver(search, rules(game) | {"copy_state": copy_row})
            given: tuple[Any, ...] = (rows_of(box)[0], rows_of(s, 2), rows_of(dice)[0])
            self.tree = grow_rows(game, s.seats, iterations)
        else:
            driver = plain_driver(search, rules(game) | {"copy_state": copy_record})
            given = (box, [s, s], dice)
            self.tree = grow_records(game, s.seats, iterations)
        given += (self.tree, seat, iterations, playouts_of(game), game.meta.max_plies)
        self.search: Callable[[], int] = functools.partial(driver, *given)

    def run(self) -> int:
        """The action visited most."""
        return int(self.search())

    def edges(self) -> list[tuple[int, ...]]:
        """After the run: action, visits, how often available and sum of returns, by age; plain ints."""
        edges = [edge if isinstance(edge, Edge) else Edge.from_numpy(edge) for edge in self.tree.edges]
        return [(edge.action, edge.visits, edge.available, edge.total) for edge in edges[1 : edges[NONE].visits + 1]]


def rules(game: Game) -> dict[str, Callable[..., Any]]:
    """What the search binds of a game."""
    names = ("to_act", "legal", "apply", "redeal", "returns", "observe")
    ways = {"weigh": rules_of(game)["weigh"], "take_edge": guided if judges(game) else evenly}
    ways |= {
        "chapter": game.chapter if game.has_outlook else only_chapter,
        "outlook": game.outlook if game.has_outlook else equal_shares,
    }
    return {name: getattr(game, name) for name in names} | ways


def playouts_of(game: Game) -> int:
    """How the search plays games to their end: as looks best where the game can judge, else as a Greenhorn would."""
    return HEAVIEST if judges(game) else WEIGHED


def sizes(seats: int, iterations: int, max_plies: int) -> tuple[int, int]:
    """How many nodes and edges: an iteration adds an edge for each seat at most, where no seat decides twice at one time."""
    edges = iterations * seats + 1
    return 1 << (edges + max_plies).bit_length(), edges


def grow_records(game: Game, seats: int, iterations: int) -> Tree:
    nodes, edges = sizes(seats, iterations, game.meta.max_plies)
    return Tree(
        nodes=[Node() for _ in range(nodes)],
        edges=[Edge() for _ in range(edges)],
        path=[Step() for _ in range(game.meta.max_plies)],
        seen=[0] * game.OBSERVATION,
        salts=salts(game.OBSERVATION),
        mask=[0] * game.N_ACTIONS,
        weights=[0.0] * game.N_ACTIONS,
        gains=[0.0] * seats,
        lines=[0] * len(game.SCORE),
        explore=explore(iterations),
    )


def grow_rows(game: Game, seats: int, iterations: int) -> Tree:
    import numpy as np

    nodes, edges = sizes(seats, iterations, game.meta.max_plies)
    return Tree(
        nodes=np.zeros(nodes, Node.numpy_dtype()),
        edges=np.zeros(edges, Edge.numpy_dtype()),
        path=np.zeros(game.meta.max_plies, Step.numpy_dtype()),
        seen=np.zeros(game.OBSERVATION, np.int64),
        salts=np.array(salts(game.OBSERVATION)),
        mask=np.zeros(game.N_ACTIONS, np.int8),
        weights=np.zeros(game.N_ACTIONS),
        gains=np.zeros(seats),
        lines=np.zeros(len(game.SCORE), np.int64),
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
    return [0.0, *(EXPLORATION**2 * log(i) for i in range(1, n + 1))]
