"""Elimination (section 4): part of what happens, apart because the abilities need it too."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.quickshot.state import HAND_SHOWN, LAST, NOBODY, OUT, OVER, VALUES, WON, State, hand_size, is_in, leave_hand


def eliminate(s: State, mask: int, cause: int, rule: int) -> None:
    """Paragraphs 4.1 and 4.3: everybody in the mask leaves together; then the last survivor has won (1.1)."""
    if mask == 0:
        return
    s.eliminations += 1
    emit(s, OUT, rule, mask, cause)
    for seat in range(s.seats):
        if mask >> seat & 1:
            s.out[seat] = s.eliminations
            discard_everything(s, seat)
    last = last_survivor(s)
    if last != NOBODY:
        s.phase = OVER
        s.winner = last
        beat(s)
        emit(s, WON, 1_01, last, LAST)
        beat(s)


def discard_everything(s: State, seat: int) -> None:
    """Paragraph 4.1: the card in front and the whole hand go to the discards, face up."""
    show_hand(s, seat)
    if s.card[seat] != 0:
        s.discards[s.card[seat]] += 1
    s.card[seat] = 0
    s.up[seat] = 0
    s.strength[seat] = 0
    for value in range(1, VALUES):
        while s.hands[seat][value] > 0:
            leave_hand(s, seat, value)
            s.discards[value] += 1


def show_hand(s: State, seat: int) -> None:
    if hand_size(s, seat) > 0:
        h = s.hands[seat]
        emit(s, HAND_SHOWN, 4_01, seat, h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8])


def last_survivor(s: State) -> int:
    """The only seat still in the game, or NOBODY when there are several."""
    survivors = 0
    last = NOBODY
    for seat in range(s.seats):
        if is_in(s, seat):
            survivors += 1
            last = seat
    return last if survivors == 1 else NOBODY
