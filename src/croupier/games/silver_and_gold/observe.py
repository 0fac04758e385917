"""The observation of learners: integers that tell exactly what a seat may know, remembering everything."""

from __future__ import annotations

from typing import Any

from croupier.games.silver_and_gold.box import MOST_CARDS, MOST_PATTERNS, Box
from croupier.games.silver_and_gold.state import (
    COIN_ROWS,
    DEALT_EACH,
    ISLANDS,
    NOBODY,
    PLACES,
    REPLACE,
    SEATS,
    State,
)

TABLE = 11
OWN = DEALT_EACH + 3 + ISLANDS
PER_SEAT = 2 * ISLANDS + COIN_ROWS + 4
OBSERVATION = TABLE + MOST_PATTERNS + PLACES + OWN + SEATS * PER_SEAT + MOST_CARDS
"""Table, expedition cards, display, own open choices, seats (counted from the observer, clockwise), completed cards."""


def observe(box: Box, s: State, seat: int, out: Any) -> None:
    observe_table(s, seat, out)
    at = TABLE
    for pattern in range(MOST_PATTERNS):
        out[at + pattern] = s.unseen[pattern]
    at += MOST_PATTERNS
    for place in range(PLACES):
        out[at + place] = s.display[place]
    at += PLACES
    observe_own(s, seat, out, at)
    at += OWN
    for i in range(SEATS):
        observe_seat(s, seat, i, out, at + i * PER_SEAT)
    at += SEATS * PER_SEAT
    for card in range(MOST_CARDS):
        out[at + card] = 0 if s.completed[card] == 0 else 1 + relative(s, seat, s.completed[card] - 1)


def relative(s: State, seat: int, other: int) -> int:
    """How many seats clockwise of the observer."""
    return (other - seat + s.seats) % s.seats


def observe_table(s: State, seat: int, out: Any) -> None:
    out[0] = s.seats
    out[1] = s.round
    out[2] = s.turn
    out[3] = s.phase
    out[4] = relative(s, seat, s.first)
    out[5] = relative(s, seat, s.current) if s.phase == REPLACE else NOBODY
    out[6] = s.pattern
    out[7] = s.trophies_gone
    out[8] = s.deck_size
    out[9] = s.take_from_deck
    out[10] = relative(s, seat, s.starter - 1)


def observe_own(s: State, seat: int, out: Any, at: int) -> None:
    for i in range(DEALT_EACH):
        out[at + i] = s.dealt[seat][i]
    at += DEALT_EACH
    out[at] = s.choice[seat]
    out[at + 1] = s.bonus[seat]
    out[at + 2] = s.acts[seat]
    for slot in range(ISLANDS):
        out[at + 3 + slot] = s.crossed[seat][slot]


def observe_seat(s: State, seat: int, i: int, out: Any, at: int) -> None:
    """The i-th seat clockwise; zeros where nobody sits."""
    for j in range(PER_SEAT):
        out[at + j] = 0
    if i >= s.seats:
        return
    p = (seat + i) % s.seats
    for slot in range(ISLANDS):
        out[at + 2 * slot] = s.islands[p][slot]
        out[at + 2 * slot + 1] = s.open[p][slot]
    at += 2 * ISLANDS
    for row in range(COIN_ROWS):
        out[at + row] = s.trophies[p][row]
    at += COIN_ROWS
    out[at] = s.coins[p]
    out[at + 1] = s.rows[p]
    out[at + 2] = s.palms[p]
    out[at + 3] = s.owed[p]
