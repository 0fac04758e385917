"""The observation of learners: integers that tell exactly what a seat may know, remembering everything."""

from __future__ import annotations

from typing import Any

from croupier.games.quick_silver.box import HAND, Box
from croupier.games.quick_silver.state import CENTRE, NOWHERE, OVER, SEATS, State, sees

TABLE = 13
PER_SEAT = 10
PER_SLOT = 3
CENTRE_ROW = 3
OBSERVATION = TABLE + CENTRE_ROW + SEATS * PER_SEAT + (SEATS + 1) * HAND * PER_SLOT
"""Table, centre, seats (counted from the observer, clockwise), then what lies where: the seats, and the centre at last."""


def observe(box: Box, s: State, seat: int, out: Any) -> None:
    observe_table(box, s, seat, out)
    for i in range(SEATS):
        observe_seat(s, seat, i, out, TABLE + CENTRE_ROW + i * PER_SEAT)
    at = TABLE + CENTRE_ROW + SEATS * PER_SEAT
    for i in range(SEATS):
        observe_cards(s, seat, (seat + i) % s.seats if i < s.seats else SEATS - 1, out, at + i * HAND * PER_SLOT)
    observe_cards(s, seat, CENTRE, out, at + SEATS * HAND * PER_SLOT)


def relative(s: State, seat: int, place: int) -> int:
    """How many seats clockwise of the observer; the centre and NOWHERE stay what they are."""
    return place if place in (CENTRE, NOWHERE) else (place - seat + s.seats) % s.seats


def relative_mask(s: State, seat: int, mask: int) -> int:
    """The same for a mask of seats; the centre's bit stays."""
    turned = mask & 1 << CENTRE
    for other in range(s.seats):
        if mask >> other & 1:
            turned |= 1 << (other - seat + s.seats) % s.seats
    return turned


def observe_table(box: Box, s: State, seat: int, out: Any) -> None:
    out[0] = s.seats
    out[1] = s.not_quite_dead
    out[2] = s.sneaky_stranger
    out[3] = s.phase
    out[4] = s.round
    out[5] = relative(s, seat, s.start)
    out[6] = relative(s, seat, s.current)
    out[7] = relative(s, seat, s.target)
    out[8] = relative_mask(s, seat, s.redirected)
    out[9] = s.white
    out[10] = s.die
    out[11] = relative_mask(s, seat, s.winners)
    out[12] = s.ending if s.phase == OVER else 0
    out[TABLE] = s.cash[CENTRE]
    out[TABLE + 1] = s.group[CENTRE]
    out[TABLE + 2] = s.total[CENTRE]


def observe_seat(s: State, seat: int, i: int, out: Any, at: int) -> None:
    for j in range(PER_SEAT):
        out[at + j] = 0
    if i >= s.seats:
        return
    p = (seat + i) % s.seats
    out[at] = 1
    out[at + 1] = s.showing[p]
    out[at + 2] = s.blasted[p]
    out[at + 3] = s.tin[p]
    out[at + 4] = s.tokens[p]
    out[at + 5] = s.cash[p]
    out[at + 6] = s.out[p]
    out[at + 7] = s.blown >> p & 1
    out[at + 8] = s.group[p]
    out[at + 9] = s.total[p]


def observe_cards(s: State, seat: int, place: int, out: Any, at: int) -> None:
    """The card where the observer knows it, whether it lies face up, and who knows it."""
    for slot in range(HAND):
        row = at + slot * PER_SLOT
        out[row] = s.cards[place][slot] if sees(s, seat, place, slot) else 0
        out[row + 1] = s.up[place][slot]
        out[row + 2] = relative_mask(s, seat, s.known[place][slot])
