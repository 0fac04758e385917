"""Random walks through games, for the contract tests. Every registered game, seat count and set of options is a case.

A game that goes on for too long (``meta.max_plies``) is truncated, where it may.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import msgspec

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.events import seats_in
from croupier.core.game import SPECTATOR, Game


class Case(NamedTuple):
    """A game, how many seats, and its options by name (as numbers, as the state holds them)."""

    name: str
    seats: int
    options: tuple[tuple[str, int], ...]

    @property
    def game(self) -> Game:
        return games.load(self.name)

    @property
    def box(self) -> Any:
        """The printed box; nobody changes it."""
        return printed_box(self.name)

    @property
    def label(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


@cache
def printed_box(name: str) -> Any:
    return games.load(name).default_box()


def cases() -> list[Case]:
    found = []
    for name in games.NAMES:
        meta = games.meta(name)
        choices = [[(option.name, i) for i in range(len(option.values))] for option in meta.options]
        for seats in range(meta.least_seats, meta.most_seats + 1):
            found += [Case(name, seats, options) for options in product(*choices)]
    return found


CASES = cases()
LABELS = [case.label for case in CASES]


class Ply(NamedTuple):
    """A state, and the decision taken in it: seat and action; seat -1 at the end."""

    state: Any
    seat: int
    action: int


def start(case: Case, seed: int, *, starter: int = 0) -> Any:
    state = case.game.State(seats=case.seats, starter=starter, **dict(case.options))
    seed_chance(state, seed)
    case.game.setup(case.box, state)
    return state


def legal_actions(game: Game, box: Any, state: Any, seat: int) -> list[int]:
    mask = [0] * game.N_ACTIONS
    n = game.legal(box, state, seat, mask)
    actions = [action for action in range(game.N_ACTIONS) if mask[action]]
    assert set(mask) <= {0, 1}
    assert n == len(actions)
    return actions


def known(case: Case, state: Any, viewer: int) -> tuple[bytes, ...]:
    """What somebody may know, byte for byte: the view; of a seat its offer and its observation, too."""
    game = case.game
    parts = [game.view(case.box, state, viewer)]
    if viewer != SPECTATOR:
        observation = [0] * game.OBSERVATION
        game.observe(case.box, state, viewer, observation)
        parts.append(observation)
        if game.to_act(state) >> viewer & 1:
            parts.append(game.offer(case.box, state, viewer))
    return tuple(map(msgspec.json.encode, parts))


def may_be_endless(state: Any) -> bool:
    """Quick Silver in which nobody goes out: random play may never make anybody rich. All other games must end."""
    return bool(getattr(state, "not_quite_dead", 0))


LONG = 120
"""Of the decisions of a game that may be endless so many first ones are looked at, and its end."""


def walk(case: Case, seed: int) -> Iterator[Ply]:
    """One game by random legal actions; the state of each ply is as it was before its decision, and nobody else holds it.

    The last one is the end, or where the game was truncated; what may be endless skips from ply LONG to there.
    """
    luck, state = random.Random(seed), start(case, seed)
    looked_at = LONG if may_be_endless(state) else case.game.meta.max_plies
    for n in range(case.game.meta.max_plies):
        if not case.game.to_act(state):
            break
        before = state.copy() if n < looked_at else state
        seat, action = step(case, state, luck)
        if n < looked_at:
            yield Ply(before, seat, action)
    yield Ply(state, -1, -1)


def step(case: Case, state: Any, luck: random.Random) -> tuple[int, int]:
    """A random legal action of somebody who is to act is taken; returns both."""
    seat = luck.choice(seats_in(case.game.to_act(state)))
    action = luck.choice(legal_actions(case.game, case.box, state, seat))
    case.game.apply(case.box, state, seat, action)
    return seat, action


def play_on(case: Case, state: Any, luck: random.Random) -> None:
    """At random to the end, which must come; where it need not, for a while."""
    for _ in range(LONG // 2 if may_be_endless(state) else case.game.meta.max_plies):
        if not case.game.to_act(state):
            return
        step(case, state, luck)
        state.pack()
    assert may_be_endless(state), "a game must come to an end"
