"""Many tables side by side: drivers in plain Python that play any game, run as they stand or compiled (see compiler.py).

They work on four rows of equal length, one record a table:

- ``sittings``: ``seed`` of the running game, ``chance`` of its players, ``plies`` so far, ``count`` of legal actions of the
  seat that decides, ``policies`` by seat, and the ``state``.
- ``shown``: the latest ``action`` (where an outside seat decides, the next one), ``returns`` by seat, the seat that is
  ``deciding`` or NOBODY, ``ended``, ``truncated``.
- ``observations`` and ``masks`` of the seat that is deciding: records of ``numbers``. Compiled code counts the references of
  arrays, at each use, but not of what lies in a record. (Nor does it know ``zip(strict=True)``.)

Besides, in a list of one, the room of a thread: ``box``, ``state``, as before setup, ``weights`` to work in, and ``most`` plies
of a game, ``stride`` from one seed of a table to its next, ``auto_reset``, 1 where a table whose game is over is dealt anew at
once. It is one record, since each array that is given takes 0.1 us of a call.
"""

from __future__ import annotations

from typing import Any

from croupier.compiled.playout import HEAVIEST, PLAYERS, UNIFORM, choose, lowest, pick, pick_heaviest, pick_weighed
from croupier.core.chance import seed_chance

# Slots: the rules of one game, how a sitting gets a state as before setup, and stop_here or play_through.
setup: Any = None
to_act: Any = None
legal: Any = None
apply: Any = None
weigh: Any = None
observe: Any = None
returns: Any = None
restart: Any = None
go_on: Any = None

OUTSIDE = 3
"""Policy of a seat whose actions come from outside the batch; the others are playout's UNIFORM, WEIGHED and HEAVIEST."""
NOBODY = -1
"""Who decides where a game is over."""


def step_tables(rooms: Any, sittings: Any, shown: Any, observations: Any, masks: Any, anew: bool) -> int:
    """One step at every table that is not over, or, ``anew``, the next deal at every table; returns the decisions taken."""
    room = rooms[0]
    box, most, stride, auto_reset = room.box, room.most, room.stride, room.auto_reset
    decisions = 0
    for sitting, here, observation, mask in zip(sittings, shown, observations, masks):  # noqa: B905
        if auto_reset or anew:
            forget(here)  # always: whether there is something to forget is hard for a processor to guess
        elif here.ended or here.truncated:
            continue
        due = 0
        if not anew:
            if here.deciding != NOBODY:
                decide(box, sitting, here, mask.numbers, room.weights)
                decisions += 1 + go_on(box, sitting, mask.numbers, room.weights, most)
            due = due_now(sitting, most)
            if due == 0:
                settle(sitting.state, here)
        if due == 0 and (auto_reset or anew):
            deal(box, room, sitting, stride)
            decisions += go_on(box, sitting, mask.numbers, room.weights, most)
            due = due_now(sitting, most)
        show(box, sitting, due, here, observation.numbers, mask.numbers)
    return decisions


def first_illegal(sittings: Any, shown: Any, masks: Any) -> int:
    """The first table where an outside seat's next action is not legal, or -1."""
    for t, (sitting, here, mask) in enumerate(zip(sittings, shown, masks)):  # noqa: B905
        seat, action = here.deciding, here.action
        asked = seat != NOBODY and sitting.policies[seat] == OUTSIDE
        if asked and (action < 0 or action >= len(mask.numbers) or mask.numbers[action] == 0):
            return t
    return -1


def due_now(sitting: Any, most: int) -> int:
    """Mask of the seats that must decide; 0 = the game is over or has lasted too long."""
    due: int = to_act(sitting.state)
    if due and sitting.plies >= most:
        return 0
    return due


def deal(box: Any, room: Any, sitting: Any, stride: int) -> None:
    """The next game of a table, up to its first decision."""
    sitting.seed += stride
    sitting.plies = 0
    seed_chance(sitting, sitting.seed + PLAYERS)
    restart(sitting, room)
    seed_chance(sitting.state, sitting.seed)
    setup(box, sitting.state)


def decide(box: Any, sitting: Any, here: Any, mask: Any, weights: Any) -> None:
    """Whoever decides takes an action that the mask marks."""
    seat = here.deciding
    policy = sitting.policies[seat]
    if policy == UNIFORM:
        action = pick(sitting, mask, sitting.count)
    elif policy == OUTSIDE:
        action = here.action
    else:
        action = judged(box, sitting, policy, seat, mask, weights)
    here.action = action
    sitting.plies += 1
    apply(box, sitting.state, seat, action)


def judged(box: Any, sitting: Any, policy: int, seat: int, mask: Any, weights: Any) -> int:
    """What an inside seat that weighs chooses."""
    weigh(box, sitting.state, seat, mask, weights)
    return pick_heaviest(sitting, mask, weights) if policy == HEAVIEST else pick_weighed(sitting, mask, weights)


def stop_here(box: Any, sitting: Any, mask: Any, weights: Any, most: int) -> int:
    """Where every decision is shown."""
    return 0


def play_through(box: Any, sitting: Any, mask: Any, weights: Any, most: int) -> int:
    """Play until an outside seat decides or the game is over; returns how many decisions were taken."""
    plies = 0
    due = due_now(sitting, most)
    while due and sitting.policies[lowest(due)] != OUTSIDE:
        seat = lowest(due)
        action = choose(box, sitting.state, sitting, sitting.policies[seat], seat, mask, weights)
        apply(box, sitting.state, seat, action)
        sitting.plies += 1
        plies += 1
        due = due_now(sitting, most)
    return plies


def settle(s: Any, here: Any) -> None:
    """A game is over: by the rules, or nobody's because it has lasted too long."""
    if to_act(s):
        here.truncated = 1
    else:
        here.ended = 1
        returns(s, here.returns)


def forget(here: Any) -> None:
    """What was shown of the game before."""
    here.ended = 0
    here.truncated = 0
    for seat in range(len(here.returns)):
        here.returns[seat] = 0.0


def show(box: Any, sitting: Any, due: int, here: Any, observation: Any, mask: Any) -> None:
    """Who decides, and that seat's observation and mask. Where nobody does, the mask is empty and the observation stays."""
    if due:
        seat = lowest(due)
        here.deciding = seat
        sitting.count = legal(box, sitting.state, seat, mask)
        observe(box, sitting.state, seat, observation)
    else:
        here.deciding = NOBODY
        for action in range(len(mask)):
            mask[action] = 0


def restart_row(sitting: Any, room: Any) -> None:
    """For arrays of records."""
    sitting.state = room.state


def restart_record(sitting: Any, room: Any) -> None:
    sitting.state = room.state.copy()
