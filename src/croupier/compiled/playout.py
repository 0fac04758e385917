"""Random play: drivers in plain Python that play any game, run as they stand or compiled (see compiler.py).

A policy is one number per seat: UNIFORM plays uniformly over the legal actions, WEIGHED by the game's own ``weigh``, HEAVIEST
takes what that gives the most weight.
The players' chance lies apart from the dealer's, so that what they choose never moves a draw.
"""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.core.chance import WORD, below, next32, seed_chance
from croupier.core.game import Game
from croupier.core.record import Record, Words, i8, i64

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Slots: the rules of one game.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
weigh: Any = None
returns: Any = None
tally: Any = None
score: Any = None
restart: Any = None

UNIFORM, WEIGHED, HEAVIEST = range(3)
USUAL: Mapping[str, int] = MappingProxyType({})
"""Options: each as it is where nobody chooses."""
PLAYERS = 1 << 61
"""What is added to a game's seed to give the seed of its players' chance."""


class Dice(Record):
    """The chance of those who play at random, and a trace of all they chose."""

    trace: int = i64
    chance: Words = i64[4]


@functools.cache
def players_of(n_actions: int) -> Any:
    """Dice with a mask of legal actions: Numba counts references of arrays, but not of what lies in a record.

    The mask comes first: a record that began like Dice would be taken for a kind of Dice, with a warning.
    """
    return type("Players", (Record,), {"mask": i8[n_actions], **Dice.kinds})


def lowest(mask: int) -> int:
    """The lowest seat of a mask that is not 0."""
    return ((mask & -mask) - 1).bit_count()


def pick(dice: Any, mask: Any, count: int) -> int:
    """One of the ``count`` marked actions, all equally likely."""
    left = below(dice, count) + 1
    action = -1
    while left > 0:
        action += 1
        left -= mask[action]
    return action


def pick_weighed(dice: Any, mask: Any, weights: Any) -> int:
    """One of the marked actions, as likely as its weight says."""
    whole = 0.0
    last = 0
    for action in range(len(mask)):
        if mask[action]:
            whole += weights[action]
            last = action
    left = whole * next32(dice) / (WORD + 1)
    for action in range(len(mask)):
        if mask[action]:
            left -= weights[action]
            if left < 0.0:
                return action
    return last


def pick_heaviest(dice: Any, mask: Any, weights: Any) -> int:
    """One of the marked actions with the most weight, all of them equally likely.

    The mask is asked only where the weight may count, and nothing is gone through again for a single heaviest: a fifth of the
    time of a greedy game.
    """
    most = -1.0
    equal = 0
    best = -1
    for action in range(len(mask)):
        weight = weights[action]
        if weight >= most and mask[action]:
            if weight > most:
                most = weight
                equal = 0
                best = action
            equal += 1
    left = below(dice, equal)
    while left > 0:
        best += 1
        if mask[best] and weights[best] == most:
            left -= 1
    return best


def choose(box: Any, s: Any, dice: Any, policy: int, seat: int, mask: Any, weights: Any) -> int:
    """A legal action of a seat in to_act."""
    count = legal(box, s, seat, mask)
    if policy == UNIFORM:
        return pick(dice, mask, count)
    weigh(box, s, seat, mask, weights)
    if policy == HEAVIEST:
        return pick_heaviest(dice, mask, weights)
    return pick_weighed(dice, mask, weights)


def play(box: Any, s: Any, players: Any, policies: Any, weights: Any, most: int) -> int:
    """One game of at most ``most`` decisions from its setup; returns how many it took."""
    setup(box, s)
    plies = 0
    due = to_act(s)
    while due and plies < most:
        seat = lowest(due)
        if policies[seat] == UNIFORM:
            action = pick(players, players.mask, legal(box, s, seat, players.mask))
        else:
            action = choose(box, s, players, policies[seat], seat, players.mask, weights)
        players.trace = (players.trace * 31 + action * 8 + seat + 1) & WORD
        apply(box, s, seat, action)
        plies += 1
        due = to_act(s)
    return plies


def batch(
    box: Any, states: Any, players: Any, policies: Any, first: int, games: int, most: int, scratch: Any, sums: Any
) -> None:
    """Games with the seeds first, first + 1, ... states[0] is as before setup, states[1] is played on; one record of players.

    scratch: weights, returns, tally, score. sums[0] and sums[1] add up each game's numbers and their squares: decisions,
    returns by seat, tally, score per player. A game that reaches ``most`` decisions counts as nobody's win.
    """
    weights, rewards, counts, lines = scratch
    seats = states[0].seats
    for seed in range(first, first + games):
        restart(states)
        s = states[1]
        seed_chance(s, seed)
        seed_chance(players[0], seed + PLAYERS)
        plies = play(box, s, players[0], policies, weights, most)
        for seat in range(seats):
            rewards[seat] = 0.0
        if to_act(s) == 0:
            returns(s, rewards)
        tally(s, counts)
        add(sums, 0, plies)
        for seat in range(seats):
            add(sums, 1 + seat, rewards[seat])
        for i in range(len(counts)):
            add(sums, 1 + seats + i, counts[i])
        add_score(s, lines, sums, 1 + seats + len(counts))


def add_score(s: Any, lines: Any, sums: Any, column: int) -> None:
    """The mean of all seats, line by line."""
    for i in range(len(lines)):
        points = 0
        for seat in range(s.seats):
            score(s, seat, lines)
            points += lines[i]
        add(sums, column + i, points / s.seats)


def add(sums: Any, column: int, number: float) -> None:
    sums[0][column] += number
    sums[1][column] += number * number


def restart_rows(states: Any) -> None:
    """For arrays of records."""
    states[1] = states[0]


def restart_records(states: Any) -> None:
    states[1] = states[0].copy()


class Playouts:
    """Games of one game, box and number of seats, played at random. Not for two threads at once."""

    def __init__(
        self,
        game: Game,
        box: Any,
        seats: int,
        policies: Sequence[int] = (),
        options: Mapping[str, int] = USUAL,
        *,
        compiled: bool,
    ) -> None:
        """policies: UNIFORM, WEIGHED or HEAVIEST per seat; all UNIFORM when left out. options: index of the value, by name."""
        self.columns = 1 + seats + len(game.TALLY) + len(game.SCORE)
        self.most = game.meta.max_plies
        self.compiled = compiled
        self._given: Any
        self._scratch: Any
        fresh = game.State(seats=seats, **options)
        players = players_of(game.N_ACTIONS)()
        policies = list(policies) or [UNIFORM] * seats
        lengths = (game.N_ACTIONS, seats, len(game.TALLY), len(game.SCORE))
        if compiled:
            import numpy as np

            self._batch = compile_driver(batch, rules_of(game) | {"restart": restart_rows})
            self._given = (rows_of(box)[0], rows_of(fresh, 2), rows_of(players), np.array(policies))
            self._scratch = (np.zeros(lengths[0]), np.zeros(lengths[1]), *(np.zeros(n, np.int64) for n in lengths[2:]))
        else:
            self._batch = plain_driver(batch, rules_of(game) | {"restart": restart_records})
            self._given = (box, [fresh, fresh.copy()], [players], policies)
            self._scratch = ([0.0] * lengths[0], [0.0] * lengths[1], *([0] * n for n in lengths[2:]))

    def run(self, first: int, games: int) -> tuple[list[float], list[float]]:
        """Play the games with these seeds; the sums of their numbers and of the squares, as ``batch`` has them."""
        sums: Any = [[0.0] * self.columns, [0.0] * self.columns]
        if self.compiled:
            import numpy as np

            sums = np.array(sums)
        self._batch(*self._given, first, games, self.most, self._scratch, sums)
        return [float(x) for x in sums[0]], [float(x) for x in sums[1]]

    @property
    def trace(self) -> int:
        """A hash of all actions until now."""
        players = self._given[2][0]
        return int(players["trace"] if self.compiled else players.trace)


def rows_of(record: Record, n: int = 1) -> Any:
    """An array of n equal records, as compiled code takes them."""
    import numpy as np

    rows = np.zeros(n, record.numpy_dtype())
    for row in rows:
        record.to_numpy(row)
    return rows


def rules_of(game: Game) -> dict[str, Any]:
    """The rules that play binds."""
    rules = {name: getattr(game, name) for name in ("setup", "to_act", "legal", "apply", "returns", "tally")}
    rules["weigh"] = game.weigh if game.has_policy else weigh_alike
    rules["score"] = game.score if game.SCORE else no_score
    return rules


def weigh_alike(box: Any, s: Any, seat: int, mask: Any, weights: Any) -> None:
    """For games without a policy of their own: all legal actions weigh the same."""
    for action in range(len(mask)):
        weights[action] = 1.0 * mask[action]


def no_score(s: Any, seat: int, out: Any) -> None:
    """For games that keep no points."""
