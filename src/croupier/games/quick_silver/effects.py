"""What happens in the mine: one apply_<phase> per phase, and what follows from it, up to the next decision."""

from __future__ import annotations

from croupier.core.events import EVERYBODY, beat, emit, emit_apart
from croupier.games.quick_silver.blasts import blast_all
from croupier.games.quick_silver.box import HAND, Box
from croupier.games.quick_silver.ending import finish, judge, last_alive
from croupier.games.quick_silver.legal import may_redirect
from croupier.games.quick_silver.market import sell, show_card
from croupier.games.quick_silver.state import (
    ALLOW,
    ALLOWED,
    CENTRE,
    CENTRE_SWAPS,
    EXCHANGE,
    GIVE,
    NAMED,
    NOWHERE,
    OVER,
    REDIRECT,
    REDIRECTED,
    REDIRECTS,
    SNEAK,
    SNEAKED,
    SNEAKS,
    SWAP,
    SWAPPED,
    SWAPS,
    TICKED,
    TURN,
    WINDOWS,
    State,
    next_alive,
    start_round,
)


def apply(box: Box, s: State, seat: int, action: int) -> None:
    if s.phase == TURN:
        apply_turn(s, action)
    elif s.phase == REDIRECT:
        apply_redirect(s, action)
    elif s.phase == EXCHANGE:
        apply_exchange(box, s, (action - GIVE) // HAND, (action - GIVE) % HAND)
    if s.die == 0:
        end_round(box, s)


def withdraw(box: Box, s: State, seat: int) -> int:
    """Nobody ever decides together with others, so nothing stays open."""
    return 0


def apply_turn(s: State, action: int) -> None:
    """Paragraph 4.1: sneak, or name whom to swap with."""
    if action == SNEAK:
        s.tokens[s.current] += 1
        s.counted[SNEAKS] += 1
        emit(s, SNEAKED, 4_02, s.current, s.tokens[s.current])
        end_turn(s)
    else:
        name(s, action - SWAP)


def name(s: State, place: int) -> None:
    """Paragraph 4.3; whoever can redirect is asked before any card is chosen (4.4)."""
    s.target = place
    emit(s, NAMED, 4_03, s.current, place)
    s.phase = EXCHANGE
    if may_redirect(s, place):
        s.phase = REDIRECT
        s.counted[WINDOWS] += 1
    beat(s)


def apply_redirect(s: State, action: int) -> None:
    if action == ALLOW:
        emit(s, ALLOWED, 4_04, s.target, s.current)
        s.phase = EXCHANGE
    else:
        give_up_plate(s, s.target)
    beat(s)


def give_up_plate(s: State, seat: int) -> None:
    """Paragraphs 4.4 and 4.6: the price goes to the tin, and the swapper must name somebody else."""
    s.showing[seat] -= 1
    s.tin[seat] += 1
    s.redirected |= 1 << seat
    s.counted[REDIRECTS] += 1
    emit(s, REDIRECTED, 4_04, seat, s.current, s.showing[seat])
    s.target = NOWHERE
    s.phase = TURN


def apply_exchange(box: Box, s: State, own: int, other: int) -> None:
    """Paragraphs 4.7 and 4.8: one card for one; each takes the other's slot, and both sides know what they gave and got."""
    me, place = s.current, s.target
    given, given_up = s.cards[me][own], s.up[me][own]
    taken, taken_up = s.cards[place][other], s.up[place][other]
    knows_given = s.known[me][own]
    knows_taken = s.known[place][other] | 1 << me
    if place == CENTRE:
        s.counted[CENTRE_SWAPS] += 1
    else:
        s.counted[SWAPS] += 1
        knows_given |= 1 << place
    s.cards[me][own], s.up[me][own], s.known[me][own] = taken, taken_up, knows_taken
    s.cards[place][other], s.up[place][other], s.known[place][other] = given, given_up, knows_given
    told = (EVERYBODY if given_up else knows_given, EVERYBODY if taken_up else knows_taken)
    shown = (show_card(box, given), show_card(box, taken))
    emit_apart(s, SWAPPED, 4_07, (me, place, own, other, *shown), (EVERYBODY, EVERYBODY, EVERYBODY, EVERYBODY, *told))
    end_turn(s)


def end_turn(s: State) -> None:
    """Paragraph 4.9: after every full circle the black die goes down by one."""
    s.target = NOWHERE
    s.redirected = 0
    s.phase = TURN
    s.current = next_alive(s, s.current)
    if s.current == s.start:
        beat(s)
        s.die -= 1
        emit(s, TICKED, 4_09, s.die)
    beat(s)


def end_round(box: Box, s: State) -> None:
    """Sections 5 and 6, then the next round or the end of the game."""
    blast_all(box, s)
    last_alive(s)
    if s.phase != OVER:
        sell(box, s)
        judge(box, s)
    if s.phase == OVER:
        finish(s)
    else:
        s.start = next_alive(s, s.start)
        start_round(box, s)
