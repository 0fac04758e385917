"""May I? Whose decision it is, and what they may choose."""

from __future__ import annotations

from croupier.core.record import Counts
from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    ISLANDS,
    KEEP,
    MARK,
    N_ACTIONS,
    PLACE,
    PLACES,
    PLACES_EACH,
    REPLACE,
    SINGLE,
    SINGLES_EACH,
    TAKE,
    TAKE_TOP,
    State,
    has_open_box,
    left_open,
)


def to_act(s: State) -> int:
    """All who have not chosen their two cards (2.3), all who have not done marking (3.2), or whoever takes a card (6.2)."""
    if s.phase == MARK or s.phase == CHOOSE:
        return undecided(s)
    if s.phase == REPLACE:
        return 1 << s.current
    return 0


def undecided(s: State) -> int:
    """Mask of the seats whose open choices are not complete."""
    mask = 0
    for seat in range(s.seats):
        if s.bonus[seat] > 0 or (s.choice[seat] == 0 and (s.phase == CHOOSE or has_open_box(s, seat))):
            mask |= 1 << seat
    return mask


def legal(box: Box, s: State, seat: int, mask: Counts) -> int:
    for action in range(N_ACTIONS):
        mask[action] = 0
    if s.phase == MARK:
        return legal_mark(box, s, seat, mask)
    if s.phase == CHOOSE:
        return legal_choose(mask)
    return legal_replace(s, mask)


def legal_choose(mask: Counts) -> int:
    """Paragraph 2.3: any two of the four."""
    for action in range(KEEP, N_ACTIONS):
        mask[action] = 1
    return N_ACTIONS - KEEP


def legal_mark(box: Box, s: State, seat: int, mask: Counts) -> int:
    """Paragraphs 3.3 and 3.4; 4.1 for the box that an X gives."""
    n = 0
    for slot in range(ISLANDS):
        left = left_open(s, seat, slot)
        if left != 0:
            if s.choice[seat] == 0:
                n += legal_places(box, s.pattern, left, PLACE + slot * PLACES_EACH, mask)
            n += legal_singles(left, SINGLE + slot * SINGLES_EACH, mask)
    return n


def legal_places(box: Box, pattern: int, left: int, at: int, mask: Counts) -> int:
    """Paragraph 3.3: the whole pattern, on open boxes only."""
    n = 0
    shut = ~left
    places = box.places[pattern]
    for i in range(box.n_places[pattern]):
        fits = 0 if places[i] & shut else 1  # a number, no branch: compiled play gains half
        mask[at + i] = fits
        n += fits
    return n


def legal_singles(left: int, at: int, mask: Counts) -> int:
    """Paragraph 3.4: any open box."""
    n = 0
    for i in range(SINGLES_EACH):
        mask[at + i] = left >> i & 1
        n += left >> i & 1
    return n


def legal_replace(s: State, mask: Counts) -> int:
    """Paragraphs 6.2 and 6.4."""
    n = 0
    for place in range(PLACES):
        if s.display[place] != 0:
            mask[TAKE + place] = 1
            n += 1
    if s.take_from_deck and s.deck_size > 0:
        mask[TAKE_TOP] = 1
        n += 1
    return n
