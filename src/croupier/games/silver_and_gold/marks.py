"""Step 2 of a turn: open choices are written down apart, and all are revealed and booked together (3.2, 3.6, section 4)."""

from __future__ import annotations

from croupier.core.events import emit
from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.grid import bits_in
from croupier.games.silver_and_gold.state import (
    BONUS,
    CHOOSE,
    COIN,
    COIN_ROW,
    COIN_ROWS,
    ISLANDS,
    LOST,
    MARK,
    MARKED,
    PALM,
    PLACES,
    PLACES_EACH,
    SINGLE,
    SINGLES_EACH,
    State,
    code,
    has_open_box,
)


def slot_of(action: int) -> int:
    """Which of the two islands a marking action is on."""
    if action >= SINGLE:
        return (action - SINGLE) // SINGLES_EACH
    return action // PLACES_EACH


def boxes_of(box: Box, pattern: int, action: int) -> int:
    """The boxes that a marking action crosses off."""
    if action >= SINGLE:
        return 1 << (action - SINGLE) % SINGLES_EACH
    return box.places[pattern][action % PLACES_EACH]


def apply_mark(box: Box, s: State, seat: int, action: int) -> None:
    """An open choice: the first marking of the turn, or a box for an X (4.1, 4.2)."""
    slot = slot_of(action)
    boxes = boxes_of(box, s.pattern, action)
    if s.choice[seat] == 0:
        s.choice[seat] = 1 + action
    else:
        s.bonus[seat] -= 1
    s.crossed[seat][slot] |= boxes
    s.acts[seat] += 1
    s.bonus[seat] += bits_in(boxes & box.xs[s.islands[seat][slot] - 1])
    if s.bonus[seat] > 0 and not has_open_box(s, seat):
        s.bonus[seat] = 0


def take_back(s: State, seat: int) -> int:
    """Forget the seat's open choices; returns how many actions they were."""
    if s.phase != CHOOSE and s.phase != MARK:
        return 0
    undone = s.acts[seat]
    forget(s, seat)
    return undone


def forget(s: State, seat: int) -> None:
    s.choice[seat] = 0
    s.bonus[seat] = 0
    s.acts[seat] = 0
    for slot in range(ISLANDS):
        s.crossed[seat][slot] = 0


# --- all at once -----------------------------------------------------------------------------------------------------


def reveal_marks(box: Box, s: State) -> None:
    """Paragraph 3.6. Palms are counted on the display of the whole step (4.5)."""
    shown = palms_shown(box, s)
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if s.choice[seat] != 0:
            cross_off(s, seat)
            tell_marks(box, s, seat)
            book(box, s, seat, shown)
            forget(s, seat)


def cross_off(s: State, seat: int) -> None:
    """The open choices become marks like all others."""
    for slot in range(ISLANDS):
        s.open[seat][slot] &= ~s.crossed[seat][slot]


def palms_shown(box: Box, s: State) -> int:
    """Paragraph 4.4: the palms on the display."""
    n = 0
    for place in range(PLACES):
        card = s.display[place]
        if card != 0:
            n += bits_in(box.palms[card - 1])
    return n


def tell_marks(box: Box, s: State, seat: int) -> None:
    emit(
        s, MARKED, 3_04 if s.choice[seat] > SINGLE else 3_03, seat, code(box, s.islands[seat][slot_of(s.choice[seat] - 1)]),
        boxes_of(box, s.pattern, s.choice[seat] - 1), 0 if s.choice[seat] > SINGLE else 1,
    )  # fmt: skip
    if s.acts[seat] > 1:
        for slot in range(ISLANDS):
            boxes = bonus_boxes(box, s, seat, slot)
            if boxes != 0:
                emit(s, BONUS, 4_01, seat, code(box, s.islands[seat][slot]), boxes)


def bonus_boxes(box: Box, s: State, seat: int, slot: int) -> int:
    """Those of the seat's open choices that an X gave."""
    first = s.choice[seat] - 1
    if slot_of(first) != slot:
        return s.crossed[seat][slot]
    return s.crossed[seat][slot] & ~boxes_of(box, s.pattern, first)


def book(box: Box, s: State, seat: int, shown: int) -> None:
    """Coins and palms of the boxes crossed off."""
    coins = 0
    palms = 0
    xs = 0
    for slot in range(ISLANDS):
        crossed = s.crossed[seat][slot]
        if crossed != 0:
            card = s.islands[seat][slot] - 1
            coins += bits_in(crossed & box.coins[card])
            palms += bits_in(crossed & box.palms[card])
            xs += bits_in(crossed & box.xs[card])
    if xs > s.acts[seat] - 1:
        emit(s, LOST, 4_02, seat, xs - s.acts[seat] + 1)
    if coins > 0:
        book_coins(s, seat, coins)
    for _ in range(palms):
        s.palms[seat] += shown + 1
        emit(s, PALM, 4_04, seat, shown + 1, shown)


def book_coins(s: State, seat: int, coins: int) -> None:
    """Paragraph 4.3: from the top left; nothing where all are marked."""
    marked = min(coins, COIN_ROWS * COIN_ROW - s.coins[seat])
    s.coins[seat] += marked
    emit(s, COIN, 4_03, seat, marked, s.coins[seat])
