"""Is there a new mayor? How a game ends (1.1 to 1.4, 6.8, 6.9)."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.quick_silver.box import Box
from croupier.games.quick_silver.state import (
    CENTRE,
    LAST_ALIVE,
    NOBODY_ALIVE,
    OVER,
    RICHEST,
    TIED,
    WON,
    State,
    living,
    top,
)


def last_alive(s: State) -> None:
    """Paragraphs 1.2 and 1.4: one alone has won; when the blast leaves nobody, the richest of those it killed."""
    alive = living(s)
    if alive == 0:
        win(s, richest(s, latest_dead(s)), NOBODY_ALIVE)
    elif alive & (alive - 1) == 0:
        win(s, alive, LAST_ALIVE)


def latest_dead(s: State) -> int:
    """Mask of those whom the latest blast put out."""
    mask = 0
    for seat in range(s.seats):
        if s.out[seat] == s.blasts:
            mask |= 1 << seat
    return mask


def richest(s: State, places: int) -> int:
    """Mask of those among the places who have the most cash."""
    return top(s.cash, places)


def judge(box: Box, s: State) -> None:
    """Paragraphs 6.8 and 6.9: the richest wins with the target reached, unless somebody is as rich."""
    leaders = richest(s, living(s) | s.sneaky_stranger << CENTRE)
    dollars = cash_of(s, leaders)
    if dollars < box.target:
        return
    if leaders & (leaders - 1) == 0:
        win(s, leaders, RICHEST)
    else:
        emit(s, TIED, 6_09, leaders, dollars)
        beat(s)


def cash_of(s: State, places: int) -> int:
    """What the lowest place of a mask has."""
    place = 0
    while places >> place & 1 == 0:
        place += 1
    return s.cash[place]


def win(s: State, places: int, how: int) -> None:
    s.winners = places
    s.ending = how
    s.phase = OVER


def finish(s: State) -> None:
    """Told after everything else."""
    if s.ending == RICHEST:
        emit(s, WON, 1_01, s.winners, s.ending)
    elif s.ending == LAST_ALIVE:
        emit(s, WON, 1_02, s.winners, s.ending)
    else:
        emit(s, WON, 1_04, s.winners, s.ending)
    beat(s)
