"""Random play: drivers in plain Python that play any game, run as they stand or compiled (see compiler.py).

A policy is one number per seat: UNIFORM plays uniformly over the legal actions, WEIGHED by the game's own ``weigh``.
The players' chance is a record of its own, so that what they choose never moves the dealer's draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.core.chance import WORD, below, next32, seed_chance
from croupier.core.game import Game
from croupier.core.record import Record, Words, i64

if TYPE_CHECKING:
    from collections.abc import Sequence

# Slots: the rules of one game.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
weigh: Any = None
returns: Any = None
tally: Any = None
restart: Any = None

UNIFORM, WEIGHED = range(2)
PLAYERS = 1 << 61
"""What is added to a game's seed to give the seed of its players' chance."""


class Dice(Record):
    """Chance of those who play at random."""

    apart: int = i64
    """Always 0. It keeps dice from looking like the beginning of a state: Numba would take one for the other."""
    chance: Words = i64[4]


def lowest(mask: int) -> int:
    """The lowest seat of a mask that is not 0."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


def pick(dice: Any, mask: Any, count: int) -> int:
    """One of the ``count`` marked actions, all equally likely."""
    left = below(dice, count)
    action = 0
    while mask[action] == 0 or left > 0:
        left -= mask[action]
        action += 1
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


def choose(box: Any, s: Any, dice: Any, policy: int, seat: int, mask: Any, weights: Any) -> int:
    """A legal action of a seat in to_act."""
    count = legal(box, s, seat, mask)
    if policy == UNIFORM:
        return pick(dice, mask, count)
    weigh(box, s, seat, mask, weights)
    return pick_weighed(dice, mask, weights)


def play(box: Any, s: Any, dice: Any, policies: Any, most: int, mask: Any, weights: Any, trace: Any) -> int:
    """One game of at most ``most`` decisions from its setup; returns how many it took. trace[0] hashes all actions."""
    setup(box, s)
    plies = 0
    due = to_act(s)
    while due and plies < most:
        seat = lowest(due)
        action = choose(box, s, dice, policies[seat], seat, mask, weights)
        trace[0] = (trace[0] * 31 + action * 8 + seat + 1) & WORD
        apply(box, s, seat, action)
        plies += 1
        due = to_act(s)
    return plies


def batch(box: Any, states: Any, dices: Any, policies: Any, first: int, games: int, most: int, scratch: Any, sums: Any) -> None:
    """Games with the seeds first, first + 1, ... states[0] is as before setup, states[1] is played on.

    scratch: mask, weights, returns, tally, trace. sums[0] and sums[1] add up each game's numbers and their squares: decisions,
    returns by seat, tally. A game that reaches ``most`` decisions counts as nobody's win.
    """
    mask, weights, rewards, counts, trace = scratch
    seats = states[0].seats
    for seed in range(first, first + games):
        restart(states)
        s = states[1]
        seed_chance(s, seed)
        seed_chance(dices[0], seed + PLAYERS)
        plies = play(box, s, dices[0], policies, most, mask, weights, trace)
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

    def __init__(self, game: Game, box: Any, seats: int, policies: Sequence[int] = (), *, compiled: bool) -> None:
        """policies: UNIFORM or WEIGHED per seat; all UNIFORM when left out."""
        self.columns = 1 + seats + len(game.TALLY)
        self.most = game.meta.max_plies
        policies = list(policies) or [UNIFORM] * seats
        fresh = game.State(seats=seats)
        lengths = (game.N_ACTIONS, game.N_ACTIONS, seats, len(game.TALLY), 1)
        if compiled:
            self._use_rows(game, box, fresh, policies, lengths)
        else:
            self._batch = plain_driver(batch, rules_of(game) | {"restart": restart_records})
            self._given = (box, [fresh, fresh.copy()], [Dice()], policies)
            self._scratch: Any = tuple([0] * n for n in lengths)

    def _use_rows(self, game: Game, box: Any, fresh: Any, policies: list[int], lengths: tuple[int, ...]) -> None:
        import numpy as np

        self._batch = compile_driver(batch, rules_of(game) | {"restart": restart_rows})
        states = rows_of(fresh, 2)
        self._given = (rows_of(box)[0], states, rows_of(Dice()), np.array(policies))
        kinds = (np.int8, np.float64, np.float64, np.int64, np.int64)
        self._scratch = tuple(np.zeros(n, kind) for n, kind in zip(lengths, kinds, strict=True))

    def run(self, first: int, games: int) -> tuple[list[float], list[float]]:
        """Play the games with these seeds; the sums of their numbers and of the squares: decisions, returns by seat, tally."""
        if isinstance(self._scratch[0], list):
            sums: Any = [[0.0] * self.columns, [0.0] * self.columns]
            self._batch(*self._given, first, games, self.most, self._scratch, sums)
            return sums[0], sums[1]
        import numpy as np

        sums = np.zeros((2, self.columns))
        self._batch(*self._given, first, games, self.most, self._scratch, sums)
        return sums[0].tolist(), sums[1].tolist()

    @property
    def trace(self) -> int:
        """A hash of all actions until now."""
        return int(self._scratch[4][0])


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
    return rules | {"weigh": game.weigh if game.has_policy else weigh_alike}


def weigh_alike(box: Any, s: Any, seat: int, mask: Any, weights: Any) -> None:
    """For games without a policy of their own: all legal actions weigh the same."""
    for action in range(len(mask)):
        weights[action] = 1.0 * mask[action]
