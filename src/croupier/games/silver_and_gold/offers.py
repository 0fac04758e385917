"""What may be done, as people are offered it: what each legal action touches and surely gains."""

from __future__ import annotations

from croupier.core.game import Offer, Offered
from croupier.games.silver_and_gold.box import Box, card_name
from croupier.games.silver_and_gold.grid import bits_in, boxes_in, format_boxes, pattern_name
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
    actions = tuple(offered(box, s, seat, action) for action in range(N_ACTIONS) if mask[action])
    return Offer(question, why, rule, actions, together=s.phase != REPLACE)


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


def offered(box: Box, s: State, seat: int, action: int) -> Offered:
    text = format_action(box, s, seat, action)
    if action >= KEEP:
        first, second = PAIRS[action - KEEP]
        return Offered(action, text, f"Keep {' and '.join(text.split()[1:])}", (f"dealt:{first}", f"dealt:{second}"))
    if action == TAKE_TOP:
        return Offered(action, text, "Take the top card of the deck", ("deck",))
    if action >= TAKE:
        return Offered(action, text, f"Take {text.split()[1]}", (f"display:{action - TAKE}",))
    slot, boxes = slot_of(action), boxes_of(box, s.pattern, action)
    label = f"{format_boxes(boxes).replace(' ', ', ')} on {card_name(box, s.islands[seat][slot] - 1)}"
    touches = (f"island:{slot}", *(f"box:{slot}:{place}" for place in boxes_in(boxes)))
    return Offered(action, text, f"Cross off {label}", touches, gains_of(box, s, seat, slot, boxes))


def gains_of(box: Box, s: State, seat: int, slot: int, boxes: int) -> dict[str, int]:
    """``coins`` and ``palms`` in points, ``rows`` of coins filled, ``bonus`` boxes for X, ``cards`` and ``seals`` in points
    where the island is completed, ``left``: its boxes open afterwards. What is 0 is left out, but for ``left``."""
    card = s.islands[seat][slot] - 1
    coins, rows = coins_gained(box, s, seat, bits_in(boxes & box.coins[card]))
    left = left_open(s, seat, slot) & ~boxes
    elsewhere = left_open(s, seat, 1 - slot)
    xs = bits_in(boxes & box.xs[card]) if left | elsewhere else 0
    gains = {
        "coins": coins,
        "rows": rows,
        "palms": bits_in(boxes & box.palms[card]) * (1 + palms_shown(box, s)),
        "bonus": min(xs, bits_in(left) + bits_in(elsewhere)),
        "cards": 0 if left else box.value[card],
        "seals": 0 if left else seal_gain(box, s, seat, card),
    }
    return {name: points for name, points in gains.items() if points} | {"left": bits_in(left)}


def coins_gained(box: Box, s: State, seat: int, coins: int) -> tuple[int, int]:
    """(points, rows filled), after the coins of the seat's own open choices."""
    before = s.coins[seat]
    for slot in range(ISLANDS):
        if s.islands[seat][slot]:
            before += bits_in(s.crossed[seat][slot] & box.coins[s.islands[seat][slot] - 1])
    before = min(before, COIN_ROWS * COIN_ROW)
    after = min(before + coins, COIN_ROWS * COIN_ROW)
    return after - before, after // COIN_ROW - before // COIN_ROW
