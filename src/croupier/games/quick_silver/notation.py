"""Text of actions and positions; parse and format, load and dump are inverse. docs/positions.md describes positions.

Seats are called A, B, C, ... in actions: A is seat 0.
"""

from __future__ import annotations

import re

from croupier.core.errors import Illegal, Invalid, quoted
from croupier.games.quick_silver.box import HAND, Box
from croupier.games.quick_silver.legal import legal, to_act
from croupier.games.quick_silver.position import DEFAULT_NAMES, dump_position, load_position
from croupier.games.quick_silver.state import ALLOW, CENTRE, GIVE, GO_ELSEWHERE, N_ACTIONS, SNEAK, SWAP, State

__all__ = ["dump_position", "format_action", "load_position", "parse_action"]

FORMS = "sneak, swap B (a seat) or swap centre, allow, redirect, and give 1 take 3 (which card of each, from the left)"
WORDS = {SNEAK: "sneak", SWAP + CENTRE: "swap centre", ALLOW: "allow", GO_ELSEWHERE: "redirect"}
ACTIONS = {word: action for action, word in WORDS.items()}


def format_action(box: Box, s: State, seat: int, action: int) -> str:
    if action in WORDS:
        return WORDS[action]
    if action < ALLOW:
        return f"swap {DEFAULT_NAMES[action - SWAP]}"
    own, other = divmod(action - GIVE, HAND)
    return f"give {own + 1} take {other + 1}"


def parse_action(box: Box, s: State, seat: int, text: str) -> int:
    action = read_action(text)
    if not to_act(s) >> seat & 1:
        raise Illegal("It is not this seat's decision now.")
    mask = [0] * N_ACTIONS
    legal(box, s, seat, mask)
    if not mask[action]:
        possible = ", ".join(format_action(box, s, seat, a) for a in range(N_ACTIONS) if mask[a])
        raise Illegal(f"{quoted(text)} is not possible now; possible: {possible}.")
    return action


def read_action(text: str) -> int:
    words = " ".join(text.split())
    if words in ACTIONS:
        return ACTIONS[words]
    if found := re.fullmatch(r"swap ([A-F])", words):
        return SWAP + DEFAULT_NAMES.index(found[1])
    if found := re.fullmatch(r"give ([1-3]) take ([1-3])", words):
        return GIVE + (int(found[1]) - 1) * HAND + int(found[2]) - 1
    raise Invalid(f"{quoted(text)} is no action; actions are: {FORMS}.")
