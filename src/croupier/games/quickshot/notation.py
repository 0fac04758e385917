"""Text of actions and positions; parse and format, load and dump are inverse. docs/positions.md describes positions."""

from __future__ import annotations

from croupier.core.errors import Illegal, Invalid, quoted
from croupier.games.quickshot.box import CARDS, Box
from croupier.games.quickshot.legal import legal, to_act
from croupier.games.quickshot.position import dump_position, load_position
from croupier.games.quickshot.state import DISCARD, N_ACTIONS, PASS, REINFORCE, State

__all__ = ["dump_position", "format_action", "load_position", "parse_action"]

FORMS = "play V, reinforce V, pass, or discard V, with V the strength 1 to 8 of a card"


def verb(s: State) -> str:
    return "reinforce" if s.phase == REINFORCE else "discard" if s.phase == DISCARD else "play"


def format_action(box: Box, s: State, seat: int, action: int) -> str:
    return "pass" if action == PASS else f"{verb(s)} {action}"


def parse_action(box: Box, s: State, seat: int, text: str) -> int:
    word, value = read_action(text)
    if not to_act(s) >> seat & 1:
        raise Illegal("It is not this seat's decision now.")
    mask = [0] * N_ACTIONS
    legal(box, s, seat, mask)
    offered = [format_action(box, s, seat, a) for a in range(N_ACTIONS) if mask[a]]
    if (word == "pass") != (value == PASS) or f"{word} {value}".removesuffix(" 0") not in offered:
        raise Illegal(f"{quoted(text)} is not possible now; possible: {', '.join(offered)}.")
    return value


def read_action(text: str) -> tuple[str, int]:
    """The verb and the card; 0 for none. Card names are read too: ``play Ploy``."""
    words = text.split()
    if words == ["pass"]:
        return "pass", PASS
    if len(words) != 2 or words[0] not in ("play", "reinforce", "discard"):
        raise Invalid(f"{quoted(text)} is no action; actions are: {FORMS}.")
    return words[0], read_card(words[1], text)


def read_card(word: str, text: str) -> int:
    if word in ("1", "2", "3", "4", "5", "6", "7", "8"):
        return int(word)
    for value, name in enumerate(CARDS, 1):
        if word.lower() == name.lower():
            return value
    raise Invalid(f"There is no card {quoted(word)} in {quoted(text)}; cards are 1 to 8, or {', '.join(CARDS)}.")
