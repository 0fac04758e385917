"""How good an action looks at first sight: what it surely gains, and how it leaves the islands. No rule, a judgement.

Gains are counted in sixteenths of a point. Each point more doubles the weight twice. The constants were found by
hill-climbing: they make greedy players score most (docs/decisions/search.md).
"""

from __future__ import annotations

from typing import Any

from croupier.core.record import Counts
from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.grid import bits_in
from croupier.games.silver_and_gold.marks import palms_shown
from croupier.games.silver_and_gold.scoring import next_trophy, seal_gain
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    COIN_ROW,
    COIN_ROWS,
    ISLANDS,
    KEEP,
    MARK,
    N_ACTIONS,
    PAIRS,
    PLACE,
    PLACES,
    PLACES_EACH,
    SINGLE,
    SINGLES_EACH,
    TAKE,
    TAKE_TOP,
    State,
    left_open,
)

NOT_A, NOT_D = 0xEEEE, 0x7777
"""All boxes but those of a column: what is moved by a column must not come in at the other end."""
POINT = 16
SHARPNESS = 2
"""How often a point more doubles the weight."""
AVERAGE = 10 * POINT
"""A gain of so much less than nothing still counts for something."""
MOST = 900
PARTS = tuple(2.0 ** (i / 16) for i in range(16))

TURN = 44
"""What a turn is worth that an island still needs."""
LATE = 42
"""What each turn too many takes from an island that can hardly be completed any more."""
SPARE = 24
"""Of 16 turns needed, this many may be left: two islands share the turns, but patterns cross off more than a box."""
BOX_NEEDS = 7
"""Turns, in sixteenths, for each open box."""
ALONE_NEEDS = 7
"""And for one without an open neighbour, which only a single box reaches."""
COIN = 14
BONUS = 9
"""The box that an X gives. Its own gain comes when it is crossed off."""
DONE = 13
"""A place for a new island."""

# What a new island promises, for each of its symbols, and for seals that go with what its player has.
PROMISED_X = 22
PROMISED_PALM = 24
PROMISED_COIN = 18
PROMISED_SEAL = 17
OWN_SEALS = 10
PAIR_SEAL = 16
SIZE = -3
UNSEEN = 24
"""What any card promises on average: the top card of the deck."""


def weigh(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    for action in range(N_ACTIONS):
        weights[action] = 0.0
    if s.phase == MARK:
        weigh_marks(box, s, seat, mask, weights)
    elif s.phase == CHOOSE:
        weigh_pairs(box, s, seat, weights)
    else:
        weigh_cards(box, s, seat, mask, weights)


def weight_of(gain: int) -> float:
    """2 to the power of SHARPNESS * points, with whole numbers and a table: the same in both executions."""
    doublings = max(0, min(MOST, SHARPNESS * gain + AVERAGE))
    return float(PARTS[doublings & 15] * (1 << (doublings >> 4)))


def turns_left(box: Box, s: State) -> int:
    """After this one."""
    turns = box.n_expeditions - 1
    return (box.rounds - s.round) * turns + turns - s.turn


# --- marking ---------------------------------------------------------------------------------------------------------


def weigh_marks(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    shown = palms_shown(box, s)
    turns = turns_left(box, s)
    for slot in range(ISLANDS):
        left = left_open(s, seat, slot)
        if left != 0:
            card = s.islands[seat][slot] - 1
            before = worth(box, card, left, turns + 1)
            at = PLACE + slot * PLACES_EACH
            for i in range(box.n_places[s.pattern]):
                if mask[at + i]:
                    gain = gain_of(box, s, seat, card, left, box.places[s.pattern][i], shown, turns)
                    weights[at + i] = weight_of(gain - before)
            at = SINGLE + slot * SINGLES_EACH
            for i in range(SINGLES_EACH):
                if mask[at + i]:
                    weights[at + i] = weight_of(gain_of(box, s, seat, card, left, 1 << i, shown, turns) - before)


def gain_of(box: Box, s: State, seat: int, card: int, left: int, boxes: int, shown: int, turns: int) -> int:
    """Of crossing off boxes of an island, and what it is worth afterwards."""
    gain = POINT * (1 + shown) * bits_in(boxes & box.palms[card]) + BONUS * bits_in(boxes & box.xs[card])
    gain += gain_of_coins(box, s, seat, bits_in(boxes & box.coins[card]))
    left &= ~boxes
    if left == 0:
        return gain + POINT * (box.value[card] + seal_gain(box, s, seat, card)) + DONE
    return gain + worth(box, card, left, turns)


def gain_of_coins(box: Box, s: State, seat: int, coins: int) -> int:
    """Those crossed off earlier in this turn aside."""
    if coins == 0:
        return 0
    before = s.coins[seat]
    after = min(before + coins, COIN_ROWS * COIN_ROW)
    trophy = next_trophy(box, s)
    return COIN * (after - before) + POINT * trophy * (after // COIN_ROW - before // COIN_ROW)


def worth(box: Box, card: int, left: int, turns: int) -> int:
    """What an island with these boxes open is worth: its value less the turns that it needs, as far as there are any."""
    need = turns_needed(left)
    late = max(0, need - SPARE * turns)
    return max(0, POINT * box.value[card] - (TURN * need + LATE * late) // 16)


def turns_needed(left: int) -> int:
    """In sixteenths."""
    near = left << 4 | left >> 4 | (left << 1 & NOT_A) | (left >> 1 & NOT_D)
    return BOX_NEEDS * bits_in(left) + ALONE_NEEDS * bits_in(left & ~near)


# --- cards -----------------------------------------------------------------------------------------------------------


def weigh_pairs(box: Box, s: State, seat: int, weights: Any) -> None:
    turns = turns_left(box, s)
    for pair in range(len(PAIRS)):
        gain = -2 * UNSEEN
        for i in range(ISLANDS):
            card = s.dealt[seat][PAIRS[pair][i]] - 1
            other = s.dealt[seat][PAIRS[pair][1 - i]] - 1
            gain += promise(box, s, seat, card, turns)
            if box.seal_color[card] == box.color[other]:
                gain += PAIR_SEAL * box.seal_points[card]
        weights[KEEP + pair] = weight_of(gain)


def weigh_cards(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    turns = turns_left(box, s)
    for place in range(PLACES):
        if mask[TAKE + place]:
            weights[TAKE + place] = weight_of(promise(box, s, seat, s.display[place] - 1, turns) - UNSEEN)
    if mask[TAKE_TOP]:
        weights[TAKE_TOP] = weight_of(0)


def promise(box: Box, s: State, seat: int, card: int, turns: int) -> int:
    """What a new island may bring its player."""
    gain = PROMISED_X * bits_in(box.xs[card]) + PROMISED_PALM * bits_in(box.palms[card])
    gain += PROMISED_COIN * bits_in(box.coins[card]) + SIZE * box.value[card]
    gain += OWN_SEALS * s.seal_worth[seat][box.color[card]]
    gain += PROMISED_SEAL * box.seal_points[card] * (1 + s.done[seat][box.seal_color[card]])
    return gain + worth(box, card, box.boxes[card], turns)
