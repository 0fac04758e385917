"""What a playout is made of: drivers that do its parts one after another, on states of real games."""

from __future__ import annotations

from typing import Any

from croupier.compiled.playout import PLAYERS, add, add_score, lowest, pick
from croupier.core.chance import WORD, seed_chance

# Slots: the rules of one game, and how a state is copied.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
returns: Any = None
tally: Any = None
score: Any = None
copy_state: Any = None

LOOK, TO_ACT, LEGAL, PICK, COPY, APPLY = range(6)
"""What ``decide`` does, up to which part. From COPY on it works on a copy of the state, which ``apply`` changes."""
BEGIN, SEED, SETUP = range(3)
"""The same for ``begin``."""
END, COUNT = range(2)
"""And for ``end``."""
WORK = 0
"""The row that is worked on; the others are kept."""


def collect(box: Any, rows: Any, ends: Any, fresh: Any, players: Any, first: int) -> int:
    """Play from the seed ``first`` on: the states at decisions fill all rows but WORK, and those of ended games ``ends``, as
    many as there are room for; returns how many ends there are."""
    n, found, seed = 1, 0, first
    while n < len(rows):
        copy_state(rows, WORK, fresh, 0)
        s = rows[WORK]
        start(s, players, seed)
        setup(box, s)
        seed += 1
        while n < len(rows) and to_act(s):
            copy_state(rows, n, rows, WORK)
            n += 1
            seat = lowest(to_act(s))
            apply(box, s, seat, pick(players, players.mask, legal(box, s, seat, players.mask)))
        if to_act(s) == 0 and found < len(ends) - 1:
            found += 1
            copy_state(ends, found, rows, WORK)
    return found


def start(s: Any, players: Any, seed: int) -> None:
    seed_chance(s, seed)
    seed_chance(players, seed + PLAYERS)


def decide(part: int, box: Any, rows: Any, players: Any, times: int) -> int:
    """So many times, at every row, the parts of a decision up to this one; returns a number that depends on all of them."""
    found = 0
    for _ in range(times):
        for n in range(1, len(rows)):
            if part >= COPY:
                copy_state(rows, WORK, rows, n)
            s = rows[WORK if part >= COPY else n]
            players.mask[0] = s.seats  # so that every row is looked at, and one after another
            if part >= TO_ACT:
                seat = lowest(to_act(s))
                found += seat
            if part >= LEGAL:
                count = legal(box, s, seat, players.mask)
                found += count
                if part >= PICK:
                    action = pick(players, players.mask, count)
                    players.trace = (players.trace * 31 + action * 8 + seat + 1) & WORD
                    if part >= APPLY:
                        apply(box, s, seat, action)
    return found


def begin(part: int, box: Any, rows: Any, fresh: Any, players: Any, times: int) -> int:
    """So many times the beginning of a game, up to this part."""
    found = 0
    for seed in range(times):
        copy_state(rows, WORK, fresh, 0)
        s = rows[WORK]
        if part >= SEED:
            start(s, players, seed)
        if part >= SETUP:
            setup(box, s)
        found += s.seats
    return found


def end(part: int, ends: Any, n: int, scratch: Any, sums: Any, times: int) -> int:
    """So many times, at each of the first n ends, a look at the state, or all that ``playout.batch`` does with it."""
    rewards, counts, lines = scratch
    found = 0
    for _ in range(times):
        for i in range(1, n + 1):
            s = ends[i]
            seats = s.seats
            found += seats
            if part >= COUNT:
                for seat in range(seats):
                    rewards[seat] = 0.0
                if to_act(s) == 0:
                    returns(s, rewards)
                tally(s, counts)
                add(sums, 0, i)
                for seat in range(seats):
                    add(sums, 1 + seat, rewards[seat])
                for j in range(len(counts)):
                    add(sums, 1 + seats + j, counts[j])
                add_score(s, lines, sums, 1 + seats + len(counts))
    return found


def copy_row(rows: Any, n: int, others: Any, m: int) -> None:
    """For arrays of records."""
    rows[n] = others[m]
