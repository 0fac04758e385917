"""The abilities of the eight cards (section 6), resolved from 1 to 8 (3.8)."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.quickshot.losses import eliminate
from croupier.games.quickshot.scoring import weakest
from croupier.games.quickshot.state import (
    ABILITY,
    ASKS,
    CAMOUFLAGE,
    DISCARD,
    DISCARDS,
    ELIMINATES,
    EXPLOSION,
    INVERTS,
    NOBODY,
    NOTHING,
    PLOY,
    POISON,
    PROTECTED,
    PROTECTS,
    REINFORCE,
    REINFORCEMENTS,
    RESOLVE,
    STRENGTH,
    TARGETING,
    TRAP,
    State,
    face_up_owner,
    hand_size,
    is_in,
)


def resolve_from(s: State, first: int) -> None:
    """Resolve the face-up cards in ascending order until somebody must choose or the game is over."""
    owner = next_owner(s, first)
    while owner != NOBODY and s.phase == RESOLVE:
        s.step = s.card[owner]
        resolve(s, s.step, owner)
        beat(s)
        owner = next_owner(s, s.step + 1)


def next_owner(s: State, first: int) -> int:
    """Who has the lowest face-up card from ``first`` on, or NOBODY."""
    best = NOBODY
    for seat in range(s.seats):
        if s.up[seat] and s.card[seat] >= first and (best == NOBODY or s.card[seat] < s.card[best]):
            best = seat
    return best


def resolve(s: State, value: int, owner: int) -> None:
    if value == CAMOUFLAGE:
        emit(s, ABILITY, 6_01, owner, CAMOUFLAGE, 0, PROTECTS)
    elif value == TRAP:
        resolve_trap(s, owner)
    elif value == PLOY:
        s.inverted = 1
        emit(s, ABILITY, 6_03, owner, PLOY, 0, INVERTS)
    elif value == REINFORCEMENTS:
        resolve_reinforcements(s, owner)
    elif value == EXPLOSION:
        resolve_explosion(s, owner)
    elif value == TARGETING:
        resolve_targeting(s, owner)
    elif value == POISON:
        resolve_poison(s, owner)


def resolve_trap(s: State, owner: int) -> None:
    """Paragraph 6.2: all face-up 4s and 5s are eliminated; whoever hits something has strength 9."""
    prey = 0
    for value in range(REINFORCEMENTS, EXPLOSION + 1):
        seat = face_up_owner(s, value)
        if seat != NOBODY:
            prey |= 1 << seat
    if prey == 0:
        emit(s, ABILITY, 6_02, owner, TRAP, 0, NOTHING)
        return
    emit(s, ABILITY, 6_02, owner, TRAP, prey, ELIMINATES)
    s.strength[owner] = 9
    emit(s, STRENGTH, 6_02, owner, 9)
    eliminate(s, prey, TRAP, 6_02)


def resolve_reinforcements(s: State, owner: int) -> None:
    """Paragraph 6.4: with cards in hand the owner is asked."""
    if hand_size(s, owner) == 0:
        emit(s, ABILITY, 6_04, owner, REINFORCEMENTS, 0, NOTHING)
        return
    emit(s, ABILITY, 6_04, owner, REINFORCEMENTS, 0, ASKS)
    s.phase = REINFORCE
    s.current = owner


def resolve_explosion(s: State, owner: int) -> None:
    """Paragraph 6.5: everybody whose card lies face down is eliminated, all at once."""
    prey = 0
    for seat in range(s.seats):
        if is_in(s, seat) and not s.up[seat]:
            prey |= 1 << seat
    emit(s, ABILITY, 6_05, owner, EXPLOSION, prey, ELIMINATES if prey else NOTHING)
    eliminate(s, prey, EXPLOSION, 6_05)


def resolve_targeting(s: State, owner: int) -> None:
    """Paragraph 6.6: the weakest is eliminated, be it the owner; Camouflage protects (6.1)."""
    seat = weakest(s)
    if s.card[seat] == CAMOUFLAGE:
        emit(s, ABILITY, 6_01, owner, TARGETING, 1 << seat, PROTECTED)
        return
    emit(s, ABILITY, 6_06, owner, TARGETING, 1 << seat, ELIMINATES)
    eliminate(s, 1 << seat, TARGETING, 6_06)


def resolve_poison(s: State, owner: int) -> None:
    """Paragraph 6.7: the weakest chooses a card to discard, or is eliminated without one (4.2); Camouflage protects (6.1)."""
    seat = weakest(s)
    if s.card[seat] == CAMOUFLAGE:
        emit(s, ABILITY, 6_01, owner, POISON, 1 << seat, PROTECTED)
    elif hand_size(s, seat) == 0:
        emit(s, ABILITY, 6_07, owner, POISON, 1 << seat, ELIMINATES)
        eliminate(s, 1 << seat, POISON, 4_02)
    else:
        emit(s, ABILITY, 6_07, owner, POISON, 1 << seat, DISCARDS)
        s.phase = DISCARD
        s.current = seat
