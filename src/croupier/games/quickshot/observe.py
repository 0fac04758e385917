"""The observation of learners: integers that tell exactly what a seat may know, remembering everything."""

from __future__ import annotations

from typing import Any

from croupier.core.chance import total
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.state import DRAWS, EXITS, NOBODY, SEATS, VALUES, State, hand_size

TABLE = 10
PER_SEAT = 5
OBSERVATION = TABLE + SEATS * PER_SEAT + 3 * VALUES + DRAWS * (2 + EXITS)
"""Table, seats (counted from the observer, clockwise), own hand, discards, the reshuffled pile, draws from it."""


def observe(box: Box, s: State, seat: int, out: Any) -> None:
    observe_table(s, seat, out)
    observe_seats(s, seat, out)
    at = TABLE + SEATS * PER_SEAT
    for value in range(VALUES):
        out[at + value] = s.hands[seat][value]
        out[at + VALUES + value] = s.discards[value]
        out[at + 2 * VALUES + value] = s.reshuffled[value]
    observe_draws(s, seat, out, at + 3 * VALUES)


def relative(s: State, seat: int, other: int) -> int:
    """How many seats clockwise of the observer; NOBODY stays NOBODY."""
    return NOBODY if other == NOBODY else (other - seat + s.seats) % s.seats


def observe_table(s: State, seat: int, out: Any) -> None:
    out[0] = s.seats
    out[1] = s.round
    out[2] = relative(s, seat, s.leader)
    out[3] = s.phase
    out[4] = relative(s, seat, s.current)
    out[5] = s.step
    out[6] = s.inverted
    out[7] = s.choice[seat]
    out[8] = total(s.pile)
    out[9] = relative(s, seat, s.winner)


def observe_seats(s: State, seat: int, out: Any) -> None:
    for i in range(SEATS):
        at = TABLE + i * PER_SEAT
        for j in range(PER_SEAT):
            out[at + j] = 0
        if i < s.seats:
            p = (seat + i) % s.seats
            out[at] = hand_size(s, p)
            out[at + 1] = s.out[p]
            out[at + 2] = s.card[p]
            out[at + 3] = s.up[p]
            out[at + 4] = s.strength[p]


def observe_draws(s: State, seat: int, out: Any, at: int) -> None:
    """Who drew after the reshuffle is public; what was drawn is known to the drawer alone."""
    for i in range(DRAWS):
        row = at + i * (2 + EXITS)
        for j in range(2 + EXITS):
            out[row + j] = 0
        if i < s.draws:
            out[row] = 1 + relative(s, seat, s.drawer[i])
            if s.drawer[i] == seat:
                out[row + 1] = s.drawn[i]
            for j in range(EXITS):
                out[row + 2 + j] = s.exits[i][j]
