"""One search with all that it works on, in one of the two executions."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import log
from typing import Any

from croupier.bots.players import judges
from croupier.bots.search import HABITUAL, copy_record, copy_row, draw_key, equal_shares, grow, no_horizon, only_chapter
from croupier.bots.selection import EXPLORATION, evenly, guided
from croupier.bots.tree import NONE, Edge, Node, Tree, desk_of, elected, room_for
from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.compiled.playout import HEAVIEST, WEIGHED, Dice, rows_of, rules_of
from croupier.core.chance import next32, seed_chance
from croupier.core.game import Game


class Thought:
    """A search for a seat in to_act that has a choice. Runs once.

    Several ``trees`` of as many iterations each, with keys of their own, elect the action by all their visits (root
    parallelism; Chaslot, Winands and van den Herik 2008).
    """

    def __init__(
        self, game: Game, box: Any, s: Any, seat: int, key: int, iterations: int, *, compiled: bool, trees: int = 1
    ) -> None:
        self.compiled = compiled
        self.trees: list[Tree] = []
        self.growths: list[Callable[[], None]] = []
        make = self.in_rows if compiled else self.in_records
        for dice in dice_of(key, trees):
            driver, given, tree = make(game, box, s, dice, iterations)
            self.trees.append(tree)
            how = (seat, iterations, playouts_of(game), game.meta.max_plies)
            self.growths.append(functools.partial(driver, *given, tree, *how))

    def in_rows(self, game: Game, box: Any, s: Any, dice: Dice, iterations: int) -> tuple[Any, tuple[Any, ...], Tree]:
        driver = compile_driver(grow, rules(game) | {"copy_state": copy_row})
        return driver, (rows_of(box)[0], rows_of(s, 2), rows_of(dice)[0]), grow_rows(game, s.seats, iterations)

    def in_records(self, game: Game, box: Any, s: Any, dice: Dice, iterations: int) -> tuple[Any, tuple[Any, ...], Tree]:
        driver = plain_driver(grow, rules(game) | {"copy_state": copy_record})
        return driver, (box, [s, s], dice), grow_records(game, s.seats, iterations)

    def run(self, threads: int | None = None) -> int:
        """The action visited most. Trees grow in so many threads of this machine (as many as it has cores when left out), which
        changes nothing but the time that it takes; in plain Python one after the other."""
        threads = min(len(self.growths), threads or cores()) if self.compiled else 1
        if threads > 1:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(lambda grow_one: grow_one(), self.growths))
        else:
            for grow_one in self.growths:
                grow_one()
        visits, totals = zip(*self.votes(), strict=True)
        return elected(visits, totals)

    def votes(self) -> list[tuple[int, int]]:
        """After the run, for each action: visits and sum of returns in 1 / UNIT, of all trees together; plain ints."""
        visits, totals = zip(*(votes_on(tree.desk) for tree in self.trees), strict=True)
        return list(zip(map(sum, zip(*visits, strict=True)), map(sum, zip(*totals, strict=True)), strict=True))

    @property
    def tree(self) -> Tree:
        """The first of the trees."""
        return self.trees[0]

    def edges(self) -> list[tuple[int, ...]]:
        """After the run, of the first tree: action, visits, how often available and sum of returns, by age; plain ints."""
        edges = [as_record(edge, Edge) for edge in self.tree.edges[: as_record(self.tree.edges[NONE], Edge).visits + 1]]
        return [(edge.action, edge.visits, edge.available, edge.total) for edge in edges[1:]]


def votes_on(desk: Any) -> tuple[list[int], list[int]]:
    """Visits and totals, of a record or of a row."""
    return (desk.visits, desk.totals) if hasattr(desk, "visits") else (desk["visits"].tolist(), desk["totals"].tolist())


def as_record(row: Any, kind: Any) -> Any:
    return row if isinstance(row, kind) else kind.from_numpy(row)


def dice_of(key: int, trees: int) -> list[Dice]:
    """The chance of each tree: of the only one from the key itself."""
    first = Dice()
    seed_chance(first, key)
    if trees == 1:
        return [first]
    all_dice = [Dice() for _ in range(trees)]
    for dice in all_dice:
        seed_chance(dice, draw_key(first))
    return all_dice


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def rules(game: Game) -> dict[str, Callable[..., Any]]:
    """What the search binds of a game."""
    names = ("to_act", "legal", "apply", "redeal", "returns", "observe")
    weigh = rules_of(game)["weigh"]
    ways = {"weigh": weigh, "prior": game.habit if game.has_habits else weigh}
    ways |= {"take_edge": guided if game.has_habits or judges(game) else evenly}
    ways |= {
        "chapter": game.chapter if game.has_outlook else only_chapter,
        "horizon": game.horizon if game.has_outlook else no_horizon,
        "outlook": game.outlook if game.has_outlook else equal_shares,
    }
    return {name: getattr(game, name) for name in names} | ways


def playouts_of(game: Game) -> int:
    """How the search plays games on: by habit where the game has any, as looks best where it can judge, else like Greenhorn."""
    if game.has_habits:
        return HABITUAL
    return HEAVIEST if judges(game) else WEIGHED


def grow_records(game: Game, seats: int, iterations: int) -> Tree:
    nodes, edges = room_for(seats, iterations, game.meta.max_plies)
    return Tree([Node() for _ in range(nodes)], [Edge() for _ in range(edges)], explore(iterations), desk(game))


def grow_rows(game: Game, seats: int, iterations: int) -> Tree:
    """For one thread at a time."""
    import numpy as np

    nodes, edges = room_for(seats, iterations, game.meta.max_plies)
    rows = np.zeros(nodes, Node.numpy_dtype()), np.zeros(edges, Edge.numpy_dtype())
    return Tree(*rows, row_of_explore(iterations), rows_of(desk(game))[0])


def desk(game: Game) -> Any:
    kind = desk_of(game.N_ACTIONS, game.OBSERVATION, game.meta.most_seats, len(game.SCORE), game.meta.max_plies)
    return kind(salts=list(salts(game.OBSERVATION)))


@functools.cache
def row_of_explore(n: int) -> Any:
    """The table as an array, which all searches share."""
    import numpy as np

    return np.array(explore(n))


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
