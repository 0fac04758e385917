"""Lockstep: the same games played plain and compiled, compared field by field after every decision.

One driver plays and writes everything down on a tape. It runs twice, as it stands and compiled, and the tapes must be equal.
Beside the play it tries what does not happen in it: redeal, observe, weigh, and taking open choices back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.compiled.compiler import compile_driver, plain_driver
from croupier.compiled.playout import PLAYERS, USUAL, lowest, pick, players_of, restart_records, restart_rows, rows_of, rules_of
from croupier.core.chance import WORD, below, next32, seed_chance
from croupier.core.game import Game

# Slots: the rules of one game, and how a state is kept.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
withdraw: Any = None
redeal: Any = None
observe: Any = None
weigh: Any = None
returns: Any = None
tally: Any = None
score: Any = None
restart: Any = None
keep: Any = None

NOTES = 3
"""Numbers noted with each kept state: the seat, the action (or what was tried), and a hash of what was computed."""
REDEALT, WITHDRAWN, FINISHED = -1, -2, -3
ASIDE = 4
"""Every so many decisions something else is tried."""
REGRET = 8
"""One in so many actions is taken back where it can be."""


class Differs(AssertionError):
    """Plain and compiled went apart; the text says where."""


def record(box: Any, states: Any, players: Any, seed: int, most: int, scratch: Any, rows: Any, notes: Any) -> int:
    """Play one game from its seed onto the tape (rows and notes); returns how many rows. players: one record of players_of."""
    restart(states)
    s = states[1]
    seed_chance(s, seed)
    seed_chance(players[0], seed + PLAYERS)
    setup(box, s)
    n = 0
    plies = 0
    due = to_act(s)
    while due and plies < most:
        n = decide(box, s, players[0], due, rows, notes, n)
        plies += 1
        if plies % ASIDE == 0:
            n = try_aside(box, s, players[0], scratch, rows, notes, n)
        due = to_act(s)
    return finish(s, scratch, rows, notes, n)


def decide(box: Any, s: Any, players: Any, due: int, rows: Any, notes: Any, n: int) -> int:
    """Any seat of those due chooses, and sometimes regrets it."""
    seat = one_of(players, due)
    count = legal(box, s, seat, players.mask)
    action = pick(players, players.mask, count)
    found = 0
    for i in range(len(players.mask)):
        found = mixed(found, players.mask[i])
    apply(box, s, seat, action)
    n = write(rows, notes, n, s, seat, action, mixed(found, count))
    if to_act(s) and below(players, REGRET) == 0:
        undone = withdraw(box, s, seat)
        n = write(rows, notes, n, s, seat, WITHDRAWN, undone)
    return n


def try_aside(box: Any, s: Any, players: Any, scratch: Any, rows: Any, notes: Any, n: int) -> int:
    """What a seat observes and how it would weigh, then what it redeals, on a state put aside."""
    aside, out, weights = scratch[:3]
    viewer = below(players, s.seats)
    observe(box, s, viewer, out)
    found = 0
    for i in range(len(out)):
        found = mixed(found, out[i])
    due = to_act(s)
    if due:
        seat = lowest(due)
        legal(box, s, seat, players.mask)
        weigh(box, s, seat, players.mask, weights)
        for i in range(len(weights)):
            found = mixed(found, int(1000.0 * weights[i]))
    keep(aside, 0, s)
    redeal(box, aside[0], viewer, next32(players))
    return write(rows, notes, n, aside[0], viewer, REDEALT, found)


def finish(s: Any, scratch: Any, rows: Any, notes: Any, n: int) -> int:
    """The end: returns, tally and score."""
    rewards, counts, lines = scratch[3:]
    found = 0
    if to_act(s) == 0:
        returns(s, rewards)
        for i in range(s.seats):
            found = mixed(found, int(1000.0 * rewards[i]))
    tally(s, counts)
    for i in range(len(counts)):
        found = mixed(found, counts[i])
    for seat in range(s.seats):
        score(s, seat, lines)
        for i in range(len(lines)):
            found = mixed(found, lines[i])
    return write(rows, notes, n, s, 0, FINISHED, found)


def one_of(players: Any, mask: int) -> int:
    """Any seat of the mask."""
    seat = lowest(mask)
    rest = mask & (mask - 1)
    while rest and below(players, 2):
        seat = lowest(rest)
        rest &= rest - 1
    return seat


def mixed(found: int, number: int) -> int:
    return (found * 31 + number + 1) & WORD


def write(rows: Any, notes: Any, n: int, s: Any, seat: int, what: int, found: int) -> int:
    keep(rows, n, s)
    notes[n][0] = seat
    notes[n][1] = what
    notes[n][2] = found
    return n + 1


def keep_row(rows: Any, i: int, s: Any) -> None:
    rows[i] = s


def keep_record(rows: Any, i: int, s: Any) -> None:
    rows[i] = s.copy()


class Lockstep:
    """Plain beside compiled, for one game, box, number of seats and options (index of the value, by name)."""

    def __init__(self, game: Game, box: Any, seats: int, options: Mapping[str, int] = USUAL) -> None:
        import numpy as np

        self.game, self.seats, self.options, self.most = game, seats, options, game.meta.max_plies
        rules = rules_of(game) | {name: getattr(game, name) for name in ("withdraw", "redeal", "observe")}
        self.plain = plain_driver(record, rules | {"restart": restart_records, "keep": keep_record})
        self.compiled = compile_driver(record, rules | {"restart": restart_rows, "keep": keep_row})
        fresh, players = game.State(seats=seats, **options), players_of(game.N_ACTIONS)()
        room = 3 * self.most + 1
        self.rows, self.notes = rows_of(fresh, room), np.zeros((room, NOTES), np.int64)
        out, counts, lines = (np.zeros(n, np.int64) for n in (game.OBSERVATION, len(game.TALLY), len(game.SCORE)))
        arrays = (out, np.zeros(game.N_ACTIONS), np.zeros(seats), counts, lines)
        self.plain_given: Any = (box, [fresh, fresh.copy()], [players]), ([fresh.copy()], *(part.tolist() for part in arrays))
        self.compiled_given: Any = (rows_of(box)[0], rows_of(fresh, 2), rows_of(players)), (rows_of(fresh), *arrays)
        self.packed = np.dtype([(name, self.rows.dtype[name]) for name in self.rows.dtype.names])

    def run(self, seed: int) -> int:
        """Play the game with this seed both ways; returns its decisions. Differs, or OverflowError where a range is left."""
        given, scratch = self.compiled_given
        n: int = self.compiled(*given, seed, self.most, scratch, self.rows, self.notes)
        rows: list[Any] = [None] * len(self.rows)
        notes = [[0] * NOTES for _ in rows]
        given, scratch = self.plain_given
        m: int = self.plain(*given, seed, self.most, scratch, rows, notes)
        states = b"".join(row.pack() for row in rows[:m])
        if (n, states, notes[:m]) != (m, self.rows[:n].astype(self.packed).tobytes(), self.notes[:n].tolist()):
            raise Differs(self.difference(seed, rows[:m], notes[:m], n))
        return sum(action >= 0 for _, action, _ in notes[:m])

    def difference(self, seed: int, rows: list[Any], notes: list[list[int]], n: int) -> str:
        """A sentence about the first difference."""
        chosen = "".join(f", {name} {value}" for name, value in self.options.items())
        where = f"{self.game.meta.name}, {self.seats} seats{chosen}, seed {seed}"
        for i in range(min(n, len(rows))):
            other = self.game.State.from_numpy(self.rows[i])
            fields = [name for name, value in rows[i].fields().items() if value != getattr(other, name)]
            if fields or notes[i] != self.notes[i].tolist():
                name = fields[0] if fields else "note"
                plain, compiled = getattr(rows[i], name, notes[i]), getattr(other, name, self.notes[i].tolist())
                what = f"row {i} (seat {notes[i][0]}, action {notes[i][1]})"
                return f"{where}, {what}: {name} is {plain} plain, {compiled} compiled."
        return f"{where}: {len(rows)} rows plain, {n} compiled."

