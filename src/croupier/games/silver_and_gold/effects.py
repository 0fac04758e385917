"""What happens: one apply_<phase> per phase, and what follows from it, up to the next decision."""

from __future__ import annotations

from croupier.core.events import beat, emit
from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.legal import to_act, undecided
from croupier.games.silver_and_gold.marks import apply_mark, forget, reveal_marks, take_back
from croupier.games.silver_and_gold.scoring import count_card, total, trophy_points, winners
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    COIN_ROW,
    COMPLETED,
    DEALT_EACH,
    DISPLAYED,
    ISLANDS,
    KEEP,
    KEPT,
    MARK,
    MOST_POINTS,
    NOBODY,
    NOTHING_LEFT,
    OVER,
    PAIRS,
    PLACES,
    REFILLED,
    REPLACE,
    RETURNED,
    ROUND_OVER,
    SCORED,
    SETTLE,
    SHARED,
    TAKE,
    TAKE_TOP,
    TIE_BROKEN,
    TOOK,
    TROPHY,
    WON,
    State,
    code,
    draw,
    fill,
    give_island,
    start_round,
    start_turn,
)


def apply(box: Box, s: State, seat: int, action: int) -> None:
    if s.phase == CHOOSE:
        apply_choose(box, s, seat, action)
    elif s.phase == MARK:
        apply_mark(box, s, seat, action)
    elif s.phase == REPLACE:
        apply_replace(box, s, action)
    while s.phase != OVER and to_act(s) == 0:
        go_on(box, s)


def withdraw(box: Box, s: State, seat: int) -> int:
    """Paragraphs 2.3 and 3.2: open choices may be taken back until the last one is in."""
    return take_back(s, seat)


def go_on(box: Box, s: State) -> None:
    """All have done what they were asked for: the next step of the turn."""
    if s.phase == MARK:
        reveal_marks(box, s)
        beat(s)
        settle(box, s)
        s.phase = SETTLE
    else:
        taker = next_to_take(box, s)
        if taker == NOBODY:
            end_turn(box, s)
        else:
            s.current = taker
            s.phase = REPLACE


# --- the start -------------------------------------------------------------------------------------------------------


def apply_choose(box: Box, s: State, seat: int, action: int) -> None:
    """Paragraph 2.3: the choice stays open until the last one is in."""
    s.choice[seat] = 1 + action
    s.acts[seat] = 1
    if undecided(s) == 0:
        s.phase = SETTLE
        keep_pairs(box, s)
        lay_out(box, s)
        start_round(box, s)
        start_turn(box, s)


def keep_pairs(box: Box, s: State) -> None:
    """Paragraph 2.4: two cards lie open, the other two go back unseen."""
    for seat in range(s.seats):
        first, second = PAIRS[s.choice[seat] - 1 - KEEP]
        for i in range(DEALT_EACH):
            card = s.dealt[seat][i]
            if i in (first, second):
                give_island(box, s, seat, card)
            else:
                s.deck[card - 1] = 1
                s.deck_size += 1
            s.dealt[seat][i] = 0
        forget(s, seat)
        emit(s, KEPT, 2_04, seat, code(box, s.islands[seat][0]), code(box, s.islands[seat][1]))
    emit(s, RETURNED, 2_04, s.seats * (DEALT_EACH - ISLANDS))
    beat(s)


def lay_out(box: Box, s: State) -> None:
    """Paragraph 2.5."""
    for place in range(PLACES):
        fill(box, s, place)
    emit(
        s, DISPLAYED, 2_05, code(box, s.display[0]), code(box, s.display[1]), code(box, s.display[2]), code(box, s.display[3])
    )
    beat(s)


# --- step 3 of a turn ------------------------------------------------------------------------------------------------


def settle(box: Box, s: State) -> None:
    """Paragraphs 3.7, 5.1 and 6.1: trophies, then completed cards, each from the first player clockwise."""
    for i in range(s.seats):
        award_trophies(box, s, (s.first + i) % s.seats)
    beat(s)
    for i in range(s.seats):
        complete(box, s, (s.first + i) % s.seats)
    beat(s)


def award_trophies(box: Box, s: State, seat: int) -> None:
    """Paragraphs 5.1 to 5.3: the highest trophy left for each row completed in this turn.

    At most twelve rows are filled at a table, so a place of ``box.trophies`` is there for each.
    """
    while s.rows[seat] < s.coins[seat] // COIN_ROW:
        trophy = box.trophies[s.trophies_gone]
        if trophy > 0:
            s.trophies_gone += 1
        s.trophies[seat][s.rows[seat]] = trophy
        s.rows[seat] += 1
        emit(s, TROPHY, 5_01 if trophy else 5_03, seat, trophy)


def complete(box: Box, s: State, seat: int) -> None:
    """Paragraphs 6.1 and 6.6: a card without an open box scores; but for the last turn a new one takes its place."""
    for slot in range(ISLANDS):
        card = s.islands[seat][slot]
        if card != 0 and s.open[seat][slot] == 0:
            s.islands[seat][slot] = 0
            count_card(box, s, seat, card - 1)
            emit(s, COMPLETED, 6_01, seat, code(box, card), box.value[card - 1])
            if not is_last_turn(box, s):
                s.owed[seat] += 1


def is_last_turn(box: Box, s: State) -> bool:
    return s.round == box.rounds and is_round_over(box, s)


def is_round_over(box: Box, s: State) -> bool:
    """Paragraph 3.9: all expedition cards but one have been revealed."""
    return s.turn == box.n_expeditions - 1


def next_to_take(box: Box, s: State) -> int:
    """Who chooses a card next (6.2), or NOBODY. What leaves no choice is done at once (6.5, 6.7)."""
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        while s.owed[seat] > 0:
            choices = cards_to_take(s)
            if choices > 1:
                return seat
            if choices == 1:
                take_card(box, s, seat, only_card(s), 1)
            else:
                s.owed[seat] = 0
                emit(s, NOTHING_LEFT, 6_05, seat)
                beat(s)
    return NOBODY


def cards_to_take(s: State) -> int:
    n = 1 if s.take_from_deck and s.deck_size > 0 else 0
    for place in range(PLACES):
        if s.display[place] != 0:
            n += 1
    return n


def only_card(s: State) -> int:
    """The action that takes the one card there is. It lies on the display, which is full while the deck has cards."""
    place = 0
    while s.display[place] == 0:
        place += 1
    return TAKE + place


def apply_replace(box: Box, s: State, action: int) -> None:
    seat = s.current
    s.current = 0
    s.phase = SETTLE
    take_card(box, s, seat, action, 0)


def take_card(box: Box, s: State, seat: int, action: int, forced: int) -> None:
    """Paragraphs 6.2 (from the display, refilled at once), 6.4 (the top card of the deck) and 6.7 (the only one)."""
    s.owed[seat] -= 1
    if action == TAKE_TOP:
        card = draw(s)
        give_island(box, s, seat, card)
        emit(s, TOOK, 6_04, seat, code(box, card), NOBODY, forced)
    else:
        place = action - TAKE
        card = s.display[place]
        give_island(box, s, seat, card)
        fill(box, s, place)
        emit(s, TOOK, 6_07 if forced else 6_02, seat, code(box, card), place, forced)
        if s.display[place] != 0:
            emit(s, REFILLED, 6_02, code(box, s.display[place]), place)
    beat(s)


# --- the end of a turn -----------------------------------------------------------------------------------------------


def end_turn(box: Box, s: State) -> None:
    """Paragraphs 3.8 and 3.9: the next player reveals the next pattern; a round may be over, or the game."""
    if is_last_turn(box, s):
        end_game(s)
        return
    s.first = (s.first + 1) % s.seats
    if is_round_over(box, s):
        emit(s, ROUND_OVER, 3_09, s.round)
        start_round(box, s)
    start_turn(box, s)


def end_game(s: State) -> None:
    """Paragraphs 1.1, 1.3, 1.4 and section 7."""
    s.phase = OVER
    for seat in range(s.seats):
        emit(s, SCORED, 7_01, seat, s.coins[seat], trophy_points(s, seat), s.palms[seat], s.cards[seat], s.seals[seat])
    beat(s)
    mask = winners(s)
    how = how_won(s, mask)
    emit(s, WON, 1_04 if how == SHARED else 1_03 if how == TIE_BROKEN else 1_01, mask, how)
    beat(s)


def how_won(s: State, mask: int) -> int:
    """SHARED, TIE_BROKEN where others have as many points, else MOST_POINTS."""
    if mask & (mask - 1):
        return SHARED
    best = 0
    for seat in range(s.seats):
        if mask >> seat & 1:
            best = total(s, seat)
    for seat in range(s.seats):
        if not mask >> seat & 1 and total(s, seat) == best:
            return TIE_BROKEN
    return MOST_POINTS
