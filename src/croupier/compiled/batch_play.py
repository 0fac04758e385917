"""Many tables side by side: drivers in plain Python that play any game, run as they stand or compiled (see compiler.py).

``rows`` is what they work on, by table: states, Sitting, Shown, then records of ``numbers``: observation, mask, returns and
policies by seat. (Compiled code counts the references of arrays, but not of what lies in a record.) ``ways``: the most plies
of a game, what leads from one seed of a table to its next, whether a table that ends is dealt anew at once, and whether
inside seats are played through. ``fresh[0]`` is a state as before setup.
"""

from __future__ import annotations

from typing import Any

from croupier.compiled.playout import (
    HEAVIEST,
    PLAYERS,
    UNIFORM,
    choose,
    lowest,
    pick,
    pick_heaviest,
    pick_weighed,
)
from croupier.core.chance import seed_chance
from croupier.core.record import Record, Words, i8, i32, i64

# Slots: the rules of one game, and how a state is kept.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
weigh: Any = None
observe: Any = None
returns: Any = None
keep: Any = None

OUTSIDE = 3
"""Policy of a seat whose actions come from outside the batch; the others are playout's UNIFORM, WEIGHED and HEAVIEST."""
NOBODY = -1
"""Who decides where a game is over."""


class Sitting(Record):
    """What a table needs beside the state: its game's seed, its players' chance, and how far the game is."""

    seed: int = i64
    chance: Words = i64[4]
    plies: int = i32
    count: int = i32
    """How many legal actions the mask marks."""


class Shown(Record):
    """What is shown of a table in one number each."""

    action: int = i64
    """The latest action; of an outside seat, the next one until it is taken."""
    deciding: int = i8
    """The seat whose observation and mask are shown, or NOBODY."""
    ended: int = i8
    truncated: int = i8


def step_tables(box: Any, fresh: Any, rows: Any, weights: Any, first: int, last: int, ways: Any) -> int:
    """One step at the tables first..last-1; returns how many decisions were taken."""
    states, sittings, shown, observations, masks, rewards, policies = rows
    most, stride, auto_reset, through = ways
    decisions = 0
    for t in range(first, last):
        here = shown[t]
        sitting = sittings[t]
        if here.ended or here.truncated:
            if not auto_reset:
                continue
            forget(here, rewards[t].numbers)
        if here.deciding != NOBODY:
            decide(box, states[t], sitting, here, policies[t].numbers, masks[t].numbers, weights)
            decisions += 1
            if through:
                decisions += play_through(box, states[t], sitting, policies[t].numbers, masks[t].numbers, weights, most)
        due = due_now(states[t], sitting, most)
        if due == 0:
            settle(states[t], here, rewards[t].numbers)
            if auto_reset:
                deal(box, fresh, states, t, sitting, stride)
                if through:
                    decisions += play_through(box, states[t], sitting, policies[t].numbers, masks[t].numbers, weights, most)
                due = due_now(states[t], sitting, most)
        show(box, states[t], due, sitting, here, observations[t].numbers, masks[t].numbers)
    return decisions


def deal_tables(box: Any, fresh: Any, rows: Any, weights: Any, first: int, last: int, ways: Any) -> int:
    """Deal the next game at the tables first..last-1; returns how many decisions were taken."""
    states, sittings, shown, observations, masks, rewards, policies = rows
    most, stride, auto_reset, through = ways
    decisions = 0
    for t in range(first, last):
        forget(shown[t], rewards[t].numbers)
        deal(box, fresh, states, t, sittings[t], stride)
        if through:
            decisions += play_through(box, states[t], sittings[t], policies[t].numbers, masks[t].numbers, weights, most)
        due = due_now(states[t], sittings[t], most)
        if due == 0 and not auto_reset:
            settle(states[t], shown[t], rewards[t].numbers)
        show(box, states[t], due, sittings[t], shown[t], observations[t].numbers, masks[t].numbers)
    return decisions


def first_illegal(shown: Any, masks: Any, policies: Any) -> int:
    """The first table where an outside seat's next action is not legal, or -1."""
    for t in range(len(shown)):
        here = shown[t]
        if here.deciding != NOBODY and policies[t].numbers[here.deciding] == OUTSIDE:
            mask = masks[t].numbers
            if here.action < 0 or here.action >= len(mask) or mask[here.action] == 0:
                return t
    return -1


def due_now(s: Any, sitting: Any, most: int) -> int:
    """Mask of the seats that must decide; 0 = the game is over or has lasted too long."""
    return 0 if sitting.plies >= most else to_act(s)


def deal(box: Any, fresh: Any, states: Any, t: int, sitting: Any, stride: int) -> None:
    """The next game of a table, up to its first decision."""
    sitting.seed += stride
    sitting.plies = 0
    seed_chance(sitting, sitting.seed + PLAYERS)
    keep(states, t, fresh[0])
    seed_chance(states[t], sitting.seed)
    setup(box, states[t])


def decide(box: Any, s: Any, sitting: Any, here: Any, policies: Any, mask: Any, weights: Any) -> None:
    """Whoever decides takes an action that the mask marks."""
    seat = here.deciding
    policy = policies[seat]
    if policy == UNIFORM:
        here.action = pick(sitting, mask, sitting.count)
    elif policy != OUTSIDE:
        weigh(box, s, seat, mask, weights)
        here.action = pick_heaviest(sitting, mask, weights) if policy == HEAVIEST else pick_weighed(sitting, mask, weights)
    apply(box, s, seat, here.action)
    sitting.plies += 1


def play_through(box: Any, s: Any, sitting: Any, policies: Any, mask: Any, weights: Any, most: int) -> int:
    """Play until an outside seat decides or the game is over; returns how many decisions were taken."""
    plies = 0
    due = due_now(s, sitting, most)
    while due and policies[lowest(due)] != OUTSIDE:
        seat = lowest(due)
        apply(box, s, seat, choose(box, s, sitting, policies[seat], seat, mask, weights))
        sitting.plies += 1
        plies += 1
        due = due_now(s, sitting, most)
    return plies


def settle(s: Any, here: Any, rewards: Any) -> None:
    """A game is over: by the rules, or nobody's because it has lasted too long."""
    if to_act(s):
        here.truncated = 1
    else:
        here.ended = 1
        returns(s, rewards)


def forget(here: Any, rewards: Any) -> None:
    """What was shown of the game before."""
    here.ended = 0
    here.truncated = 0
    for seat in range(len(rewards)):
        rewards[seat] = 0.0


def show(box: Any, s: Any, due: int, sitting: Any, here: Any, observation: Any, mask: Any) -> None:
    """Who decides, and that seat's observation and mask. Where nobody does, the mask is empty and the observation stays."""
    if due:
        seat = lowest(due)
        here.deciding = seat
        sitting.count = legal(box, s, seat, mask)
        observe(box, s, seat, observation)
    else:
        here.deciding = NOBODY
        for action in range(len(mask)):
            mask[action] = 0
