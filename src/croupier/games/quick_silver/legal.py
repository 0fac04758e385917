"""May I? Whose decision it is, and what they may choose."""

from __future__ import annotations

from croupier.core.game import NO_WINDOW
from croupier.core.record import Counts
from croupier.games.quick_silver.box import Box
from croupier.games.quick_silver.state import (
    ALLOW,
    CENTRE,
    EXCHANGE,
    GIVE,
    GO_ELSEWHERE,
    N_ACTIONS,
    REDIRECT,
    SNEAK,
    SWAP,
    TURN,
    State,
)


def to_act(s: State) -> int:
    """Whose turn it is, or whoever may redirect the swap (4.4)."""
    if s.phase == TURN or s.phase == EXCHANGE:
        return 1 << s.current
    if s.phase == REDIRECT:
        return 1 << s.target
    return 0


def window(s: State) -> int:
    """Paragraph 8.3: who does not answer lets the swap happen."""
    return ALLOW if s.phase == REDIRECT else NO_WINDOW


def legal(box: Box, s: State, seat: int, mask: Counts) -> int:
    for action in range(N_ACTIONS):
        mask[action] = 0
    if s.phase == TURN:
        return legal_turn(s, mask)
    if s.phase == REDIRECT:
        return legal_redirect(mask)
    return legal_exchange(mask)


def legal_turn(s: State, mask: Counts) -> int:
    """Sneak or swap (4.1); who was redirected must swap, and elsewhere (4.6)."""
    barred = s.redirected | 1 << s.current
    n = 1
    mask[SWAP + CENTRE] = 1
    if s.redirected == 0:
        mask[SNEAK] = 1
        n += 1
    for seat in range(s.seats):
        if s.out[seat] == 0 and barred >> seat & 1 == 0:
            mask[SWAP + seat] = 1
            n += 1
    return n


def legal_redirect(mask: Counts) -> int:
    """Paragraph 4.4: give up a plate, or let the swap happen."""
    mask[ALLOW] = 1
    mask[GO_ELSEWHERE] = 1
    return 2


def legal_exchange(mask: Counts) -> int:
    """Paragraph 4.7: any own card for any card of the other."""
    for action in range(GIVE, N_ACTIONS):
        mask[action] = 1
    return N_ACTIONS - GIVE


def may_redirect(s: State, place: int) -> bool:
    """Paragraphs 4.4 to 4.6: a plate may be given up as long as another one still shows; the centre never redirects."""
    return place != CENTRE and s.showing[place] > 1
