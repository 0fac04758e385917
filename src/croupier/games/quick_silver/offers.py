"""What may be done, as people are offered it: what each legal action touches and surely gains."""

from __future__ import annotations

from croupier.core.game import Offer, Offered
from croupier.games.quick_silver.box import HAND, POSITIONS, Box, card_name
from croupier.games.quick_silver.legal import legal, window
from croupier.games.quick_silver.notation import format_action
from croupier.games.quick_silver.state import (
    ALLOW,
    CENTRE,
    GIVE,
    GO_ELSEWHERE,
    N_ACTIONS,
    REDIRECT,
    SNEAK,
    SWAP,
    TURN,
    State,
    sees,
)


def offer(box: Box, s: State, seat: int) -> Offer:
    question, why, rule = question_of(s)
    mask = [0] * N_ACTIONS
    legal(box, s, seat, mask)
    actions = tuple(offered(box, s, seat, action) for action in range(N_ACTIONS) if mask[action])
    default = window(s)
    return Offer(question, why, rule, actions, unanswered=format_action(box, s, seat, default) if default >= 0 else "")


def question_of(s: State) -> tuple[str, str, str]:
    if s.phase == REDIRECT:
        return f"{{{s.current}}} wants to swap with you", "Give up a plate, and they must go elsewhere.", "4.4"
    if s.phase == TURN and s.redirected:
        return "Swap with somebody else", "You have been redirected: you must swap, and elsewhere.", "4.6"
    if s.phase == TURN:
        return "Swap a card, or sneak", "Swap with a player or with the centre, or sneak towards the exit.", "4.1"
    whom = "the centre" if s.target == CENTRE else f"{{{s.target}}}"
    return f"Swap a card with {whom}", "One of your cards goes over, and the card that you choose comes to you.", "4.7"


def offered(box: Box, s: State, seat: int, action: int) -> Offered:
    text = format_action(box, s, seat, action)
    if action == SNEAK:
        return Offered(action, text, "Sneak towards the exit", gains={"total": box.token})
    if action == SWAP + CENTRE:
        return Offered(action, text, "Swap with the centre", ("centre",))
    if action < ALLOW:
        return Offered(action, text, f"Swap with {{{action - SWAP}}}", (f"seat:{action - SWAP}",))
    if action == ALLOW:
        return Offered(action, text, f"Let {{{s.current}}} swap", (f"seat:{s.current}",))
    if action == GO_ELSEWHERE:
        return Offered(action, text, "Give up a plate", (f"seat:{s.current}",), {"plates": -1})
    return exchange(box, s, seat, action, text)


def exchange(box: Box, s: State, seat: int, action: int, text: str) -> Offered:
    """Own slot for the other's; the change of the own total where both cards are known."""
    own, other = divmod(action - GIVE, HAND)
    given = s.cards[seat][own]
    touches = (f"slot:{seat}:{own}", f"slot:{'centre' if s.target == CENTRE else s.target}:{other}")
    gives = f"Give {card_name(box.kind[given], box.value[given])}"
    if not sees(s, seat, s.target, other):
        return Offered(action, text, f"{gives}, take the {POSITIONS[other]} card unseen", touches)
    taken = s.cards[s.target][other]
    gains = {"total": box.value[taken] - box.value[given]}
    return Offered(action, text, f"{gives}, take {card_name(box.kind[taken], box.value[taken])}", touches, gains)
