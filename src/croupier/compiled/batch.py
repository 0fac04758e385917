"""Vectorised play: many games of one kind side by side in one array, stepped together in threads without the GIL.

Table t of n plays the games with the seeds first + t, first + t + n, first + t + 2n, ...: no game twice, whatever the number
of threads and however long other tables take. Where all seats are inside, each is the game that ``playout.play`` plays with
that seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from croupier.compiled import batch_play
from croupier.compiled.batch_play import NOBODY, OUTSIDE, Shown, Sitting
from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.compiled.lockstep import keep_record, keep_row
from croupier.compiled.playout import HEAVIEST, PLAYERS, UNIFORM, USUAL, WEIGHED, rows_of, rules_of
from croupier.core.errors import CroupierError, Illegal, Invalid, listed, unknown
from croupier.core.game import Game

__all__ = ["HEAVIEST", "NOBODY", "OUTSIDE", "UNIFORM", "WEIGHED", "Batch"]

DTYPES = ("int8", "int16", "int32", "int64", "float32")
"""What observations may be written as. Nobody checks while playing that the numbers fit."""
LEAST_SHARE = 256
"""How many tables a thread is worth: waking one takes some 20 us."""
NUMBERS = ("observations", "masks", "returns", "policies")
"""Rows that are records of ``numbers``."""


class Compiled:
    """Rows as structured arrays, and the compiled drivers on them."""

    def __init__(self, game: Game, box: Any, fresh: Any, policies: Any, dtype: str) -> None:
        self.arrays = arrays_of(game, fresh, policies, dtype)
        self.rows: Any = (rows_of(fresh, len(policies)), *self.arrays.values())
        self.given: Any = (rows_of(box)[0], rows_of(fresh), self.rows)
        bindings = bindings_of(game) | {"keep": keep_row}
        self.step, self.deal = (compile_driver(entry, bindings) for entry in (batch_play.step_tables, batch_play.deal_tables))
        self.first_illegal = compile_driver(batch_play.first_illegal, {})

    def seed(self, first: int) -> None:
        """The next game of table 0 has this seed, that of table 1 the next, and so on."""
        self.arrays["sittings"]["seed"] = seeds_before(first, len(self.arrays["sittings"]))

    def weights(self) -> Any:
        """Room for one thread to weigh in."""
        return np.zeros(self.arrays["masks"]["numbers"].shape[1])

    def collect(self) -> None:
        """What people wrote is where the drivers look for it."""

    def publish(self) -> None:
        """What the drivers wrote is where people look for it."""


class Plain:
    """Rows as records, the drivers as they stand, and arrays that people see instead of the records."""

    def __init__(self, game: Game, box: Any, fresh: Any, policies: Any, dtype: str) -> None:
        self.arrays = arrays_of(game, fresh, policies, dtype)
        tables = range(len(policies))
        numbers = ([SimpleNamespace(numbers=row.tolist()) for row in self.arrays[name]["numbers"]] for name in NUMBERS)
        self.rows: Any = ([fresh.copy() for _ in tables], [Sitting() for _ in tables], [Shown() for _ in tables], *numbers)
        self.given: Any = (box, [fresh], self.rows)
        bindings = bindings_of(game) | {"keep": keep_record}
        self.step, self.deal = (plain_driver(entry, bindings) for entry in (batch_play.step_tables, batch_play.deal_tables))
        self.first_illegal = plain_driver(batch_play.first_illegal, {})

    def seed(self, first: int) -> None:
        for sitting, seed in zip(self.rows[1], seeds_before(first, len(self.rows[1])).tolist(), strict=True):
            sitting.seed = seed

    def weights(self) -> Any:
        return [0.0] * self.arrays["masks"]["numbers"].shape[1]

    def collect(self) -> None:
        for here, action in zip(self.rows[2], self.arrays["shown"]["action"].tolist(), strict=True):
            here.action = action

    def publish(self) -> None:
        for name, rows in zip(self.arrays, self.rows[1:], strict=True):
            for field in self.arrays[name].dtype.names:
                self.arrays[name][field] = [getattr(row, field) for row in rows]


def arrays_of(game: Game, fresh: Any, policies: Any, dtype: str) -> dict[str, Any]:
    """By table and all zeros but the policies, in the order of the drivers' rows."""
    tables = len(policies)
    arrays = {"sittings": np.zeros(tables, Sitting.numpy_dtype()), "shown": np.zeros(tables, Shown.numpy_dtype())}
    arrays["observations"] = numbered(np.zeros((tables, game.OBSERVATION), dtype))
    arrays["masks"] = numbered(np.zeros((tables, game.N_ACTIONS), np.int8))
    arrays["returns"] = numbered(np.zeros((tables, fresh.seats)))
    arrays["policies"] = numbered(policies)
    return arrays


def numbered(array: Any) -> Any:
    """The same array, C-contiguous with two axes, as one of records of ``numbers``."""
    return array.view(np.dtype([("numbers", array.dtype, array.shape[1:])], align=True)).reshape(len(array))


def seeds_before(first: int, tables: int) -> Any:
    """From these the drivers go on to first, first + 1, ..."""
    return np.arange(first - tables, first)


def bindings_of(game: Game) -> dict[str, Any]:
    rules = rules_of(game)
    return {name: rules[name] for name in ("setup", "to_act", "legal", "apply", "weigh", "returns")} | {"observe": game.observe}


def check(game: Game, seats: int, tables: int, threads: int, dtype: str) -> None:
    """CroupierError where there can be no such batch."""
    least, most = game.meta.least_seats, game.meta.most_seats
    if not least <= seats <= most:
        raise CroupierError(f"{game.meta.title} has {least} to {most} seats, not {seats}.")
    for what, number in (("table", tables), ("thread", threads)):
        if number < 1:
            raise CroupierError(f"A batch needs at least one {what}, not {number}.")
    if dtype not in DTYPES:
        raise unknown("dtype of observations", dtype, DTYPES)


def policies_of(policies: Any, tables: int, seats: int) -> Any:
    """One int8 per table and seat."""
    given = np.asarray(policies if len(policies) else [UNIFORM] * seats)
    if given.shape not in ((seats,), (tables, seats)):
        raise CroupierError(f"Policies are one per seat, {seats}, or of shape ({tables}, {seats}), not {given.shape}.")
    if not np.isin(given, (UNIFORM, WEIGHED, HEAVIEST, OUTSIDE)).all():
        raise CroupierError("A policy is one of UNIFORM, WEIGHED, HEAVIEST and OUTSIDE.")
    return np.ascontiguousarray(np.broadcast_to(given, (tables, seats)), np.int8)


def spans(tables: int, threads: int) -> list[tuple[int, int]]:
    """Contiguous shares of the tables, for as many threads as are worth waking."""
    shares = min(threads, max(1, tables // LEAST_SHARE))
    return list(pairwise(tables * k // shares for k in range(shares + 1)))


class Batch:
    """``tables`` games of one game, box and number of seats. A batch is driven by one thread, and works in ``threads``.

    ``step`` takes one decision at every table, by the seat that ``deciding`` names: an inside seat's by its policy, an outside
    seat's by ``actions``. It writes in place, by table:

    - ``observations`` (tables, OBSERVATION), of the dtype that was asked for, and ``masks`` (tables, N_ACTIONS), int8: of the
      seat that decides next. Where nobody does the mask is empty and the observation means nothing.
    - ``deciding``, int8: that seat, or NOBODY where the game is over. In a simultaneous decision the lowest seat still due.
    - ``actions``, int64: the latest action; where an outside seat decides, what step is to take.
    - ``ended`` and ``truncated``, bool: the game ended with this step; it reached ``game.meta.max_plies`` without an end.
    - ``returns`` (tables, seats), float64: of the game that ended, and 0.0 everywhere else.
    - ``seeds``, int64, and ``plies``, int32: the seed of the running game and how many decisions it has had.

    With auto_reset a table whose game is over shows the first decision of its next game at once. In lockstep
    (auto_reset=False) it stands still, its flags and returns stay, until ``reset`` deals at all tables. With ``through`` a
    step goes on, at each table, until an outside seat decides or the game is over; nobody is shown the inside seats'
    decisions. Should a new game be over before an outside seat decides, nobody decides there, and the next step reports it.

    The arrays are views of what compiled code works on: write into ``actions``, never assign them. ``states`` are the truth of
    the tables: a structured array of ``game.State.numpy_dtype()``, a list of states in plain Python. The plain batch plays the
    same games in the same way, without Numba and some hundred times slower.
    """

    def __init__(
        self,
        game: Game,
        box: Any,
        seats: int,
        tables: int,
        policies: Sequence[Any] = (),
        options: Mapping[str, int] = USUAL,
        *,
        first: int = 0,
        threads: int = 1,
        auto_reset: bool = True,
        through: bool = False,
        dtype: str = "int32",
        compiled: bool = True,
    ) -> None:
        """Deals at all tables. policies: UNIFORM, WEIGHED, HEAVIEST or OUTSIDE, one per seat or (tables, seats); all UNIFORM
        when left out. options: index of the value, by name. first: the seed of table 0's first game. Errors: CroupierError."""
        check(game, seats, tables, threads, dtype)
        fresh = game.State(seats=seats, **options)
        chosen = policies_of(policies, tables, seats)
        self._hall = (Compiled if compiled else Plain)(game, box, fresh, chosen, dtype)
        self._ways = (game.meta.max_plies, tables, auto_reset, through)
        self._spans = spans(tables, threads)
        self._pool = ThreadPoolExecutor(len(self._spans) - 1, "batch") if len(self._spans) > 1 else None
        self._scratch = [self._hall.weights() for _ in self._spans]
        self._asks = bool((chosen == OUTSIDE).any())
        arrays = self._hall.arrays
        self.states = self._hall.rows[0]
        self.observations, self.masks, self.returns = (arrays[name]["numbers"] for name in ("observations", "masks", "returns"))
        self.deciding, self.actions = arrays["shown"]["deciding"], arrays["shown"]["action"]
        self.ended, self.truncated = (arrays["shown"][name].view(bool) for name in ("ended", "truncated"))
        self.seeds, self.plies = arrays["sittings"]["seed"], arrays["sittings"]["plies"]
        self.reset(first)

    def reset(self, first: int | None = None) -> int:
        """Deal every table's next game, or those with the seeds first, first + 1, ...; returns the decisions taken, as step."""
        if first is not None:
            if not 0 <= first < PLAYERS:
                raise CroupierError(f"The first seed must be at least 0 and below 2**61, not {first}.")
            self._hall.seed(first)
        return self._everywhere(self._hall.deal)

    def step(self, actions: Any = None) -> int:
        """One step at every table that is not over; returns how many decisions were taken.

        actions: one number per table, looked at where an outside seat decides; those in ``self.actions`` when left out. Illegal
        when one of them is not legal, Invalid when they are not one integer per table; then nothing has changed at any table.
        """
        if actions is not None:
            self._take(actions)
        if self._asks:
            self._hall.collect()
            t = self._hall.first_illegal(*(self._hall.rows[i] for i in (2, 4, 6)))
            if t >= 0:
                raise Illegal(self._refusal(t))
        return self._everywhere(self._hall.step)

    def _take(self, actions: Any) -> None:
        given = np.asarray(actions)
        if given.shape != self.actions.shape or given.dtype.kind not in "iu":
            right = f"an array of integers of shape {self.actions.shape}"
            raise Invalid(f"Actions are one per table, {right}, not {given.dtype} of shape {given.shape}.")
        self.actions[:] = given

    def _refusal(self, t: int) -> str:
        legal = [str(action) for action in np.flatnonzero(self.masks[t])]
        are = "is" if len(legal) == 1 else "are"
        return f"Table {t}, seat {self.deciding[t]}: action {self.actions[t]} is not legal; legal {are} {listed(legal)}."

    def _everywhere(self, drive: Any) -> int:
        """Run this driver at all tables, each thread at its share; returns the sum of what it returns."""
        shares = [(*self._hall.given, self._scratch[k], *span, self._ways) for k, span in enumerate(self._spans)]
        others = [self._pool.submit(drive, *share) for share in shares[1:]] if self._pool else []
        done = drive(*shares[0]) + sum(other.result() for other in others)
        self._hall.publish()
        return int(done)
