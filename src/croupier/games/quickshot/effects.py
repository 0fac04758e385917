"""What happens: one apply_<phase> per phase, and what follows from it, up to the next decision."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.quickshot.abilities import resolve_from
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.legal import undecided
from croupier.games.quickshot.losses import eliminate
from croupier.games.quickshot.scoring import strongest
from croupier.games.quickshot.state import (
    CAMOUFLAGE,
    CLEARED,
    COVERED,
    DECLINED,
    DISCARD,
    FOLLOW,
    INHERITED,
    KEPT,
    KEPT_UNSEEN,
    LEAD,
    LEADER,
    LED,
    LED_LAST_ROUND,
    NOBODY,
    OVER,
    PASS,
    POISON,
    REINFORCE,
    REINFORCEMENTS,
    RESOLVE,
    REVEALED,
    SPENT,
    STRENGTH,
    TOOK,
    VALUES,
    WON,
    State,
    hand_size,
    is_in,
    leave_hand,
    left_of,
    start_round,
)


def apply(box: Box, s: State, seat: int, action: int) -> None:
    if s.phase == LEAD:
        apply_lead(s, action)
    elif s.phase == FOLLOW:
        apply_follow(s, seat, action)
    elif s.phase == REINFORCE:
        apply_reinforce(s, action)
    elif s.phase == DISCARD:
        apply_discard(s, action)
    if s.phase == RESOLVE:
        end_round(box, s)


def withdraw(box: Box, s: State, seat: int) -> int:
    """Paragraph 3.5: an open choice may be taken back until the last one is in."""
    if s.phase != FOLLOW or s.choice[seat] == 0:
        return 0
    s.choice[seat] = 0
    return 1


def apply_lead(s: State, value: int) -> None:
    """Paragraph 3.3, then 3.4."""
    leave_hand(s, s.leader, value)
    s.card[s.leader] = value
    s.up[s.leader] = 1
    s.strength[s.leader] = value
    emit(s, LED, 3_03, s.leader, value)
    beat(s)
    s.phase = FOLLOW
    eliminate_stranded(s)


def eliminate_stranded(s: State) -> None:
    """Paragraph 3.4: followers without a card are out, all together, before anybody chooses."""
    stranded = 0
    for seat in range(s.seats):
        if is_in(s, seat) and seat != s.leader and hand_size(s, seat) == 0:
            stranded |= 1 << seat
    eliminate(s, stranded, 0, 3_04)
    beat(s)


def apply_follow(s: State, seat: int, value: int) -> None:
    """Paragraph 3.5: the choice stays open until the last one is in."""
    s.choice[seat] = value
    if undecided(s) == 0:
        reveal(s)
        cover_identical(s)
        s.phase = RESOLVE
        resolve_from(s, CAMOUFLAGE)


def reveal(s: State) -> None:
    """Paragraph 3.6: all chosen cards are turned up together."""
    shown = 0
    for seat in range(s.seats):
        value = s.choice[seat]
        if value != 0:
            leave_hand(s, seat, value)
            s.choice[seat] = 0
            s.card[seat] = value
            s.up[seat] = 1
            s.strength[seat] = value
            shown |= 1 << seat
    emit(s, REVEALED, 3_06, shown)
    beat(s)


def cover_identical(s: State) -> None:
    """Paragraph 3.7: identical cards are turned face down, the Leader's included. Done once, here."""
    once = 0
    twice = 0
    for seat in range(s.seats):
        if s.card[seat] != 0:
            bit = 1 << s.card[seat]
            twice |= once & bit
            once |= bit
    s.all_down = 1 if once == twice else 0
    for value in range(1, VALUES):
        if twice >> value & 1:
            alike = owners(s, value)
            cover(s, alike)
            emit(s, COVERED, 3_07, value, alike)
    beat(s)


def owners(s: State, value: int) -> int:
    """Mask of the seats with this card in front of them."""
    mask = 0
    for seat in range(s.seats):
        if s.card[seat] == value:
            mask |= 1 << seat
    return mask


def cover(s: State, mask: int) -> None:
    """Paragraph 5.4: face down is without strength and ability."""
    for seat in range(s.seats):
        if mask >> seat & 1:
            s.up[seat] = 0
            s.strength[seat] = 0


def apply_reinforce(s: State, value: int) -> None:
    """Paragraph 6.4: one card of the hand may be added; its printed strength counts, its ability does not."""
    owner = s.current
    if value == PASS:
        emit(s, DECLINED, 6_04, owner)
    else:
        leave_hand(s, owner, value)
        s.discards[value] += 1
        s.strength[owner] += value
        emit(s, SPENT, 6_04, owner, value, REINFORCEMENTS)
        emit(s, STRENGTH, 6_04, owner, s.strength[owner])
    s.phase = RESOLVE
    beat(s)
    resolve_from(s, REINFORCEMENTS + 1)


def apply_discard(s: State, value: int) -> None:
    """Paragraph 6.7: the poisoned player's own choice."""
    leave_hand(s, s.current, value)
    s.discards[value] += 1
    emit(s, SPENT, 6_07, s.current, value, POISON)
    s.phase = RESOLVE
    beat(s)
    resolve_from(s, POISON + 1)


def end_round(box: Box, s: State) -> None:
    """Paragraphs 3.9 to 3.12: who leads, clear the table, go on or end."""
    s.step = 0
    pass_leader_card(box, s)
    if s.phase == OVER:
        return
    clear(s)
    if s.round == box.rounds:
        s.phase = OVER
        s.winner = s.leader
        emit(s, WON, 1_02, s.leader, LED_LAST_ROUND)
        beat(s)
    else:
        start_round(s)


def pass_leader_card(box: Box, s: State) -> None:
    """Paragraphs 3.9 (the strongest), 3.10 (all cards face down) and 3.11 (no face-up card is left)."""
    best = strongest(s)
    if best != NOBODY:
        give_leader_card(s, best, KEPT if best == s.leader else TOOK, 3_09)
    elif s.all_down:
        keep_unseen(box, s)
    elif is_in(s, s.leader):
        give_leader_card(s, s.leader, KEPT, 3_11)
    else:
        give_leader_card(s, left_of(s, s.leader), INHERITED, 3_11)
    beat(s)


def keep_unseen(box: Box, s: State) -> None:
    """Paragraph 3.10: the Leader keeps the card, unless a round follows that they cannot play."""
    give_leader_card(s, s.leader, KEPT_UNSEEN, 3_10)
    if s.round < box.rounds and hand_size(s, s.leader) == 0:
        old = s.leader
        eliminate(s, 1 << old, 0, 3_10)
        if s.phase != OVER:
            give_leader_card(s, left_of(s, old), INHERITED, 3_10)


def give_leader_card(s: State, seat: int, how: int, rule: int) -> None:
    s.leader = seat
    emit(s, LEADER, rule, seat, how)


def clear(s: State) -> None:
    """Paragraph 3.12: the cards in front of the players are discarded."""
    for seat in range(s.seats):
        if s.card[seat] != 0:
            s.discards[s.card[seat]] += 1
        s.card[seat] = 0
        s.up[seat] = 0
        s.strength[seat] = 0
    emit(s, CLEARED, 3_12, s.round)
    beat(s)
