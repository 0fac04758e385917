"""Dealing with dynamite (section 5): everybody at once, without a question."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.quick_silver.box import DYNAMITE, HAND, REPLACEMENT_PLATE, Box
from croupier.games.quick_silver.state import (
    BLASTED,
    FOUND,
    OUT,
    REPAIRED,
    RESTARTED,
    SEATS,
    STOPPED,
    State,
    is_alive,
)


def blast_all(box: Box, s: State) -> None:
    """All reveal together (5.1), then each is reckoned, and those without a plate are dead together (5.5)."""
    for seat in range(s.seats):
        if is_alive(s, seat):
            reveal(box, s, seat)
    beat(s)
    dead = 0
    for seat in range(s.seats):
        if is_alive(s, seat):
            reckon(box, s, seat)
            if s.showing[seat] == 0:
                dead |= 1 << seat
    beat(s)
    if dead:
        if s.not_quite_dead:
            restart(s, dead)
        else:
            put_out(s, dead)
        beat(s)


def specials_of(box: Box, s: State, seat: int) -> tuple[int, int]:
    """How many Dynamites and Replacement Plates lie in the cart of a living seat."""
    dynamites = 0
    plates = 0
    for slot in range(HAND):
        kind = box.kind[s.cards[seat][slot]]
        if kind == DYNAMITE:
            dynamites += 1
        elif kind == REPLACEMENT_PLATE:
            plates += 1
    return dynamites, plates


def reveal(box: Box, s: State, seat: int) -> None:
    """Paragraph 5.1: Dynamite and Replacement Plates are turned up."""
    for slot in range(HAND):
        if box.kind[s.cards[seat][slot]] >= DYNAMITE:
            turn_up(s, seat, slot)
    dynamites, plates = specials_of(box, s, seat)
    if dynamites + plates > 0:
        emit(s, FOUND, 5_01, seat, dynamites, plates)


def turn_up(s: State, place: int, slot: int) -> None:
    s.up[place][slot] = 1
    s.known[place][slot] = (1 << s.seats) - 1


def reckon(box: Box, s: State, seat: int) -> None:
    """Paragraphs 5.2 to 5.4: stop what can be stopped, flip for the rest, turn back what is left over."""
    dynamites, plates = specials_of(box, s, seat)
    stopped = min(dynamites, plates)
    flips = min(dynamites - stopped, s.showing[seat])
    repairs = min(plates - stopped, s.blasted[seat])
    s.showing[seat] += repairs - flips
    s.blasted[seat] += flips - repairs
    if stopped > 0:
        emit(s, STOPPED, 5_02, seat, stopped)
    if flips > 0:
        emit(s, BLASTED, 5_03, seat, flips, s.showing[seat])
    if repairs > 0:
        emit(s, REPAIRED, 5_04, seat, repairs)


def put_out(s: State, dead: int) -> None:
    """Paragraph 5.5: their carts are emptied, unseen."""
    s.blasts += 1
    for seat in range(SEATS):
        if dead >> seat & 1:
            s.out[seat] = s.blasts
            s.tokens[seat] = 0
            for slot in range(HAND):
                s.deck[s.cards[seat][slot]] += 1
                s.cards[seat][slot] = 0
                s.up[seat][slot] = 0
                s.known[seat][slot] = 0
    emit(s, OUT, 5_05, dead)


def restart(s: State, dead: int) -> None:
    """Paragraph 7.1: blasted tokens turn back, the cash is gone, and this market is missed. The tin keeps what it has."""
    s.blown = dead
    for seat in range(SEATS):
        if dead >> seat & 1:
            s.showing[seat] = s.blasted[seat]
            s.blasted[seat] = 0
            s.cash[seat] = 0
    emit(s, RESTARTED, 7_01, dead)
