"""What may be done, as people are offered it: what each legal action touches and surely gains.

A table makes an offer for every seat after every move, so what depends on the boxes alone is kept (``Words``), and what is the
same for all actions of an offer is worked out once (``Basis``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from croupier.core.game import Offer, Offered
from croupier.games.silver_and_gold.box import Box, card_name
from croupier.games.silver_and_gold.grid import boxes_in, format_boxes, pattern_name
from croupier.games.silver_and_gold.legal import legal
from croupier.games.silver_and_gold.marks import boxes_of, palms_shown, slot_of
from croupier.games.silver_and_gold.notation import format_action
from croupier.games.silver_and_gold.scoring import seal_gain
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    COIN_ROW,
    COIN_ROWS,
    ISLANDS,
    KEEP,
    MARK,
    N_ACTIONS,
    PAIRS,
    REPLACE,
    TAKE,
    TAKE_TOP,
    State,
    left_open,
)


def offer(box: Box, s: State, seat: int) -> Offer:
    question, why, rule = question_of(box, s, seat)
    mask = [0] * N_ACTIONS
    legal(box, s, seat, mask)
    actions = [action for action in range(N_ACTIONS) if mask[action]]
    if s.phase == MARK:
        basis = basis_of(box, s, seat)
        offered = tuple(marking(box, s, seat, action, basis) for action in actions)
    else:
        offered = tuple(keeping_or_taking(box, s, seat, action) for action in actions)
    return Offer(question, why, rule, offered, together=s.phase != REPLACE)


def question_of(box: Box, s: State, seat: int) -> tuple[str, str, str]:
    if s.phase == CHOOSE:
        return "Keep two islands", "The other two go back into the deck unseen.", "2.3"
    if s.phase == REPLACE:
        return "Take a new island", "You have completed one. The display is filled up at once.", "6.2"
    if s.choice[seat]:
        more = "one more box" if s.bonus[seat] == 1 else f"{s.bonus[seat]} more boxes"
        return f"Cross off {more}", "An X gives you another box on either island.", "4.1"
    shape = pattern_name(box.outline[s.pattern])
    return f"Place the {shape}", "Turn and mirror it as you like, or cross off a single box instead.", "3.3"


def keeping_or_taking(box: Box, s: State, seat: int, action: int) -> Offered:
    text = format_action(box, s, seat, action)
    if action >= KEEP:
        first, second = PAIRS[action - KEEP]
        return Offered(action, text, f"Keep {' and '.join(text.split()[1:])}", (f"dealt:{first}", f"dealt:{second}"))
    if action == TAKE_TOP:
        return Offered(action, text, "Take the top card of the deck", ("deck",))
    return Offered(action, text, f"Take {text.split()[1]}", (f"display:{action - TAKE}",))


# --- marking ---------------------------------------------------------------------------------------------------------


class Island(NamedTuple):
    """What can be gained on one of the seat's islands."""

    name: str
    left: int
    """The boxes that are open, after the seat's own open choices."""
    xs: int
    coins: int
    palms: int
    value: int
    seals: int
    """Points for seals when it is completed now."""


class Basis(NamedTuple):
    """What the gains of all actions of an offer depend on."""

    islands: list[Island]
    coins: int
    """Coins marked, after the seat's own open choices."""
    palm: int
    """What a palm scores in this turn."""
    bonus: int
    """Boxes that are due for an X apart from the one that is now crossed off."""


class Words(NamedTuple):
    """How boxes of one island are written."""

    label: str
    touches: tuple[str, ...]


@lru_cache(8192)
def words_of(slot: int, boxes: int) -> Words:
    touches = (f"island:{slot}", *(f"box:{slot}:{place}" for place in boxes_in(boxes)))
    return Words(format_boxes(boxes).replace(" ", ", "), touches)


def basis_of(box: Box, s: State, seat: int) -> Basis:
    coins = s.coins[seat]
    for slot in range(ISLANDS):
        if s.islands[seat][slot]:
            coins += (s.crossed[seat][slot] & box.coins[s.islands[seat][slot] - 1]).bit_count()
    still_open = left_open(s, seat, 0).bit_count() + left_open(s, seat, 1).bit_count()
    return Basis(
        [island_of(box, s, seat, slot) for slot in range(ISLANDS)],
        min(coins, COIN_ROWS * COIN_ROW),
        1 + palms_shown(box, s),
        min(s.bonus[seat], still_open) - 1 if s.choice[seat] else 0,
    )


def island_of(box: Box, s: State, seat: int, slot: int) -> Island:
    card = s.islands[seat][slot] - 1
    if card < 0:
        return Island("", 0, 0, 0, 0, 0, 0)
    return Island(
        card_name(box, card), left_open(s, seat, slot), box.xs[card], box.coins[card], box.palms[card], box.value[card],
        seal_gain(box, s, seat, card) + seals_between(box, s, seat, slot),
    )  # fmt: skip


def seals_between(box: Box, s: State, seat: int, slot: int) -> int:
    """What the seals of both islands gain by each other, where open choices have completed the other one."""
    card, other = s.islands[seat][slot] - 1, s.islands[seat][1 - slot] - 1
    if other < 0 or left_open(s, seat, 1 - slot):
        return 0
    gain = box.seal_points[card] if box.seal_color[card] == box.color[other] else 0
    return gain + (box.seal_points[other] if box.seal_color[other] == box.color[card] else 0)


def marking(box: Box, s: State, seat: int, action: int, basis: Basis) -> Offered:
    slot, boxes = slot_of(action), boxes_of(box, s.pattern, action)
    words, text = words_of(slot, boxes), format_action(box, s, seat, action)
    label = f"Cross off {words.label} on {basis.islands[slot].name}"
    return Offered(action, text, label, words.touches, gains_of(basis, slot, boxes))


def gains_of(basis: Basis, slot: int, boxes: int) -> dict[str, int]:
    """``coins`` and ``palms`` in points, ``rows`` of coins filled, ``bonus`` boxes for X; ``cards`` and ``seals`` in points,
    where this completes the island; ``left``: its boxes open afterwards. What is 0 is left out, but for ``left``.

    All of one seat and turn together are what the reveal books, and one box of ``bonus`` for each further action.
    """
    island = basis.islands[slot]
    left = island.left & ~boxes
    gains = {}
    if found := (boxes & island.coins).bit_count():
        coins = min(basis.coins + found, COIN_ROWS * COIN_ROW)
        gains = {"coins": coins - basis.coins, "rows": coins // COIN_ROW - basis.coins // COIN_ROW}
    gains["palms"] = (boxes & island.palms).bit_count() * basis.palm
    if xs := (boxes & island.xs).bit_count():
        still_open = left.bit_count() + basis.islands[1 - slot].left.bit_count()
        gains["bonus"] = min(basis.bonus + xs, still_open) - basis.bonus
    if not left:
        gains |= {"cards": island.value, "seals": island.seals}
    return {name: points for name, points in gains.items() if points} | {"left": left.bit_count()}
