"""May I? Whose decision it is, and what they may choose."""

from __future__ import annotations

from croupier.core.record import Counts
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.state import (
    DISCARD,
    FOLLOW,
    LEAD,
    PASS,
    REINFORCE,
    VALUES,
    State,
    is_in,
)


def to_act(s: State) -> int:
    """The Leader (3.3), all followers who have not chosen (3.5), or whoever an ability asks (6.4, 6.7)."""
    if s.phase == LEAD:
        return 1 << s.leader
    if s.phase == FOLLOW:
        return undecided(s)
    if s.phase == REINFORCE or s.phase == DISCARD:
        return 1 << s.current
    return 0


def undecided(s: State) -> int:
    """Mask of the followers whose choice is not in."""
    mask = 0
    for seat in range(s.seats):
        if s.choice[seat] == 0 and is_in(s, seat):
            mask |= 1 << seat
    return mask & ~(1 << s.leader)


def legal(box: Box, s: State, seat: int, mask: Counts) -> int:
    """Action v is the card v of the hand; action 0 passes, for Reinforcements only (6.4)."""
    n = legal_card(s, seat, mask)
    mask[PASS] = 0
    if s.phase == REINFORCE:
        mask[PASS] = 1
        n += 1
    return n


def legal_card(s: State, seat: int, mask: Counts) -> int:
    """Every value in the hand; copies are alike."""
    n = 0
    for value in range(1, VALUES):
        mask[value] = 1 if s.hands[seat][value] > 0 else 0
        n += mask[value]
    return n
