"""Vectorised play: many games of one kind side by side in one array, stepped together in threads without the GIL.

Table t of n plays the games with the seeds first + t, first + t + n, first + t + 2n, ...: no game twice, whatever the number
of threads and however long other tables take. Where all seats are inside, each is the game that ``playout.play`` plays with
that seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from croupier.compiled.batch_play import (
    NOBODY,
    OUTSIDE,
    first_illegal,
    play_through,
    restart_record,
    restart_row,
    step_tables,
    stop_here,
)
from croupier.compiled.compiler import compile_driver, plain_driver, typed
from croupier.compiled.playout import HEAVIEST, PLAYERS, UNIFORM, USUAL, WEIGHED, rows_of, rules_of
from croupier.core.errors import CroupierError, Illegal, Invalid, listed
from croupier.core.game import Game

__all__ = ["HEAVIEST", "NOBODY", "OUTSIDE", "UNIFORM", "WEIGHED", "Batch"]

DTYPES = ("int32", "int64", "float32", "float64")
"""What observations may be written as: types that hold all their numbers. Nobody checks while playing that they fit."""
LEAST_SHARE = 256
"""How many tables a thread is worth: waking one takes some 20 us."""
WAYS = ("most", "stride", "auto_reset")
"""Numbers of a batch that stand in the room of each thread, as batch_play explains them."""
ASKED = ("sittings", "shown", "masks")
"""The rows that are looked at where an outside seat's action may be illegal."""
SMALL_SHOWN = ("deciding", "ended", "truncated")
"""What is shown of a table in one byte each."""


class Compiled:
    """The rows of all tables as structured arrays, and the compiled drivers on them."""

    def __init__(self, game: Game, box: Any, fresh: Any, policies: Any, dtype: str, bindings: dict[str, Any]) -> None:
        self.arrays = arrays_of(game, fresh, policies, dtype)
        self.rows: Any = self.arrays
        self.box, self.fresh = box, fresh
        self.driver = compile_driver(step_tables, bindings | {"restart": restart_row})

    def share(self, first: int, last: int, ways: Mapping[str, int]) -> Callable[[bool], int]:
        """What one thread calls for a step at the tables first..last-1."""
        n_actions = self.arrays["masks"]["numbers"].shape[1]
        kinds: Any = (type(self.box), type(self.fresh))
        room: Any = np.zeros(1, room_of(*kinds, n_actions))
        room["box"], room["state"] = rows_of(self.box), rows_of(self.fresh)
        for name, number in ways.items():
            room[name] = number
        rows = [array[first:last] for array in self.rows.values()]
        return partial(typed(self.driver, room, *rows, False), room, *rows)

    def looker(self) -> Callable[[], int]:
        """What finds the first table whose next action is illegal, or -1."""
        rows = [self.rows[name] for name in ASKED]
        return partial(typed(compile_driver(first_illegal, {}), *rows), *rows)

    def seed(self, seeds: Any) -> None:
        self.arrays["sittings"]["seed"] = seeds

    def collect(self) -> None:
        """Bring what people wrote to where the drivers look for it."""

    def publish(self) -> None:
        """Bring what the drivers wrote to where people look for it."""


class Plain:
    """The rows as records, the drivers as they stand, and the same arrays for people, copied."""

    def __init__(self, game: Game, box: Any, fresh: Any, policies: Any, dtype: str, bindings: dict[str, Any]) -> None:
        self.arrays = arrays_of(game, fresh, policies, dtype)
        self.rows: Any = {name: [records_of(row) for row in array] for name, array in self.arrays.items()}
        self.box, self.fresh = box, fresh
        self.driver = plain_driver(step_tables, bindings | {"restart": restart_record})

    def share(self, first: int, last: int, ways: Mapping[str, int]) -> Callable[[bool], int]:
        """As Compiled's."""
        weights = [0.0] * self.arrays["masks"]["numbers"].shape[1]
        room = SimpleNamespace(box=self.box, state=self.fresh, weights=weights, **ways)
        return partial(self.driver, [room], *(rows[first:last] for rows in self.rows.values()))

    def looker(self) -> Callable[[], int]:
        """As Compiled's."""
        return partial(plain_driver(first_illegal, {}), *(self.rows[name] for name in ASKED))

    def seed(self, seeds: Any) -> None:
        for sitting, seed in zip(self.rows["sittings"], seeds.tolist(), strict=True):
            sitting.seed = seed

    def collect(self) -> None:
        for here, action in zip(self.rows["shown"], self.arrays["shown"]["action"].tolist(), strict=True):
            here.action = action

    def publish(self) -> None:
        for name, rows in self.rows.items():
            for field in self.arrays[name].dtype.names:
                if field != "state":
                    self.arrays[name][field] = [getattr(row, field) for row in rows]
        for row, sitting in zip(self.arrays["sittings"]["state"], self.rows["sittings"], strict=True):
            sitting.state.to_numpy(row)


def arrays_of(game: Game, fresh: Any, policies: Any, dtype: str) -> dict[str, Any]:
    """The drivers' rows, in their order; nothing is dealt. There is room for the most seats: one compilation serves all."""
    dtypes = dtypes_of(game.State, game.meta.most_seats, game.OBSERVATION, game.N_ACTIONS, dtype)
    arrays: dict[str, Any] = {name: np.zeros(len(policies), of_one) for name, of_one in dtypes.items()}
    arrays["sittings"]["policies"][:, : policies.shape[1]] = policies
    return arrays


@cache
def dtypes_of(state: Any, seats: int, observation: int, n_actions: int, dtype: str) -> dict[str, Any]:
    """Of the rows, by name. The same objects for all batches: Numba compares those that are equal in depth."""
    sitting: list[Any] = [("state", state.numpy_dtype()), ("policies", np.int8, seats), ("plies", np.int32)]
    sitting += [("count", np.int32), ("chance", np.int64, 4), ("seed", np.int64)]
    shown: list[Any] = [("action", np.int64), ("returns", np.float64, seats), *((name, np.int8) for name in SMALL_SHOWN)]
    fields: dict[str, list[Any]] = {
        "sittings": sitting,
        "shown": shown,
        "observations": [("numbers", dtype, observation)],
        "masks": [("numbers", np.int8, n_actions)],
    }
    return {name: np.dtype(of_one, align=True) for name, of_one in fields.items()}


@cache
def room_of(box: Any, state: Any, n_actions: int) -> Any:
    """The dtype of what a thread works in."""
    fields: list[Any] = [("box", box.numpy_dtype()), ("state", state.numpy_dtype()), ("weights", np.float64, n_actions)]
    return np.dtype(fields + [(name, np.int64) for name in WAYS], align=True)


def records_of(row: Any) -> SimpleNamespace:
    """A record of a structured array as plain Python has it; its ``state`` comes with the deal."""
    return SimpleNamespace(**{name: row[name].tolist() for name in row.dtype.names})


def bindings_of(game: Game, *, through: bool) -> dict[str, Any]:
    rules = rules_of(game)
    used = {name: rules[name] for name in ("setup", "to_act", "legal", "apply", "weigh", "returns")}
    return used | {"observe": game.observe, "go_on": play_through if through else stop_here}


def check(game: Game, seats: int, tables: int, threads: int, dtype: str) -> None:
    """CroupierError where there can be no such batch."""
    least, most = game.meta.least_seats, game.meta.most_seats
    if not least <= seats <= most:
        raise CroupierError(f"{game.meta.title} has {least} to {most} seats, not {seats}.")
    for what, number in (("table", tables), ("thread", threads)):
        if number < 1:
            raise CroupierError(f"A batch needs at least one {what}, not {number}.")
    if dtype not in DTYPES:
        raise CroupierError(f"Observations can be {listed(DTYPES)}, which hold all of their numbers exactly, but not {dtype}.")


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

    - ``observations`` (tables, OBSERVATION), of the dtype that was asked for, one of DTYPES, and ``masks`` (tables,
      N_ACTIONS), int8: of the seat that decides next. Where nobody does the mask is empty and the observation means nothing.
    - ``deciding``, int8: that seat, or NOBODY where the game is over. In a simultaneous decision the lowest seat still due.
    - ``actions``, int64: the latest action; where an outside seat decides, what step is to take.
    - ``ended`` and ``truncated``, bool: the game ended with this step; it reached ``game.meta.max_plies`` without an end.
    - ``returns`` (tables, seats), float64: of the game that ended, and 0.0 everywhere else.
    - ``seeds``, int64, and ``plies``, int32: the seed of the running game and how many decisions it has had.
    - ``states``, of ``game.State.numpy_dtype()``: the truth of every table, for those who may know it.

    With auto_reset a table whose game is over shows the first decision of its next game at once. In lockstep
    (auto_reset=False) it stands still, its flags and returns stay, until ``reset`` deals at all tables. With ``through`` a
    step goes on, at each table, until an outside seat decides or the game is over; nobody is shown the inside seats'
    decisions. Should a new game be over before an outside seat decides, nobody decides there, and the next step reports it.

    The arrays are views of what compiled code works on: read them, and write into ``actions``. The plain batch plays the same
    games in the same way, without Numba and some hundred times slower.
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
        chosen = policies_of(policies, tables, seats)
        fresh = game.State(seats=seats, **options)
        bindings = bindings_of(game, through=through)
        self._hall = (Compiled if compiled else Plain)(game, box, fresh, chosen, dtype, bindings)
        ways = {"most": game.meta.max_plies, "stride": tables, "auto_reset": int(auto_reset)}
        self._shares = [self._hall.share(*span, ways) for span in spans(tables, threads)]
        self._pool = ThreadPoolExecutor(len(self._shares) - 1, "batch") if len(self._shares) > 1 else None
        self._first_illegal = self._hall.looker() if (chosen == OUTSIDE).any() else None
        arrays = self._hall.arrays
        sittings, shown = arrays["sittings"], arrays["shown"]
        self.observations, self.masks = arrays["observations"]["numbers"], arrays["masks"]["numbers"]
        self.deciding, self.actions, self.returns = shown["deciding"], shown["action"], shown["returns"][:, :seats]
        self.ended, self.truncated = shown["ended"].view(bool), shown["truncated"].view(bool)
        self.seeds, self.plies, self.states = sittings["seed"], sittings["plies"], sittings["state"]
        self.reset(first)

    def reset(self, first: int | None = None) -> int:
        """Deal every table's next game, or those with the seeds first, first + 1, ...; returns the decisions taken, as step."""
        if first is not None:
            if not 0 <= first < PLAYERS:
                raise CroupierError(f"The first seed must be at least 0 and below 2**61, not {first}.")
            self._hall.seed(np.arange(first - len(self.seeds), first))
        return self._everywhere(anew=True)

    def step(self, actions: Any = None) -> int:
        """One step at every table that is not over; returns how many decisions were taken.

        actions: one integer per table, looked at where an outside seat decides; those in ``self.actions`` when left out.
        Illegal when one of them is not legal, Invalid when they are not one integer per table; then no table has changed.
        """
        if actions is not None:
            self._take(actions)
        if self._first_illegal:
            self._hall.collect()
            t = self._first_illegal()
            if t >= 0:
                raise Illegal(self._refusal(t))
        return self._everywhere(anew=False)

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

    def _everywhere(self, *, anew: bool) -> int:
        """Run the driver at all tables, each thread at its share; returns the sum of what it returns."""
        others = [self._pool.submit(step, anew) for step in self._shares[1:]] if self._pool else ()
        decisions: int = self._shares[0](anew)
        for other in others:
            decisions += other.result()
        self._hall.publish()
        return decisions
