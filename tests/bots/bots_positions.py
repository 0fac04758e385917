"""States for the tests of bots: midgame positions by random play, and positions whose best action was derived by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.events import seats_in

QUICKSHOT = games.load("quickshot")
BOX = QUICKSHOT.default_box()


class Asked(NamedTuple):
    """A state and a seat that must decide in it, between two actions at least."""

    state: Any
    seat: int


def legal_actions(game: Any, box: Any, s: Any, seat: int) -> list[int]:
    mask = [0] * game.N_ACTIONS
    game.legal(box, s, seat, mask)
    return [action for action, legal in enumerate(mask) if legal]


def decisions(seats: int, seed: int) -> Iterator[Asked]:
    """Every decision with a choice in one game by random actions, seats deciding in any order."""
    luck = random.Random(seed)
    s = QUICKSHOT.State(seats=seats)
    seed_chance(s, seed)
    QUICKSHOT.setup(BOX, s)
    while due := QUICKSHOT.to_act(s):
        seat = luck.choice(seats_in(due))
        actions = legal_actions(QUICKSHOT, BOX, s, seat)
        if len(actions) > 1:
            yield Asked(s.copy(), seat)
        QUICKSHOT.apply(BOX, s, seat, luck.choice(actions))


def sampled(n: int, seed: int = 1) -> list[Asked]:
    """n decisions out of many games of all seat counts."""
    luck = random.Random(seed)
    found: list[Asked] = []
    while len(found) < n:
        found += luck.sample(list(decisions(luck.randint(3, 7), luck.getrandbits(30))), 2)
    return found[:n]


def duel(phase: str, *, led: int, mine: str, front: int = 0) -> Asked:
    """The last round between A, who leads with a card and holds no other, and B, who is asked. C is out."""
    data: dict[str, Any] = {
        "seats": ["A", "B", "C"], "round": 4, "leader": "A", "phase": phase, "hands": {"B": mine},
        "table": {"A": led} | ({"B": front} if front else {}), "out": ["C"],
    }  # fmt: skip
    if phase == "reinforce":
        data["current"] = "B"
    return Asked(QUICKSHOT.load_position(BOX, data), 1)
