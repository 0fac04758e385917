"""Random games of the C program, each played again by our rules: every row, mask and result must be equal."""

from __future__ import annotations

from typing import Any

from peers.leduc.effects import apply
from peers.leduc.legal import legal, to_act
from peers.leduc.observe import OBSERVATION, observe
from peers.leduc.state import N_ACTIONS, State
from peers.leduc.tree import BOX, chips, dealt, seat_of
from peers.pufferlib.environment import Leduc

TABLES, GAMES = 256, 20_000
SEAT, CARD, BOARD = 0, 2, 3
Step = tuple[list[int], int]
"""A row and the action taken on it."""


def check() -> list[str]:
    env = Leduc(TABLES, seed=1)
    env.reset()
    running: list[list[Step]] = [[] for _ in range(TABLES)]
    ended: set[Any] = set()
    games = 0
    while games < GAMES:
        rows, actions = env.observations.tolist(), env.choose().tolist()
        _, rewards, terminals, _, _ = env.step(actions)
        for table, steps in enumerate(running):
            steps.append((rows[table], actions[table]))
            if terminals[table]:
                ended.add(replayed(steps, int(rewards[table])))
                steps.clear()
                games += 1
    return [f"PufferLib's Leduc in C and ours: {games:,} random games ({len(ended):,} different), equal row by row."]


def replayed(steps: list[Step], reward: int) -> tuple[int, ...]:
    """A key of the game. Both seats decide at least once, so both cards are seen; a card is turned up before a decision."""
    hand = {row[SEAT]: row[CARD] for row, _ in steps}
    s = dealt(hand[0] - 1, hand[1] - 1)
    for row, action in steps:
        if s.round:
            s.board = row[BOARD]
        if row != row_of(s) or s.board in s.hand:
            raise ValueError(f"A row should be {row_of(s)}; it is {row}.")
        apply(BOX, s, seat_of(s), action)
    if to_act(s) or chips(s) != reward:
        raise ValueError(f"A game should end with {chips(s)} chips for seat 0; it ended with {reward}.")
    return (*s.hand, s.board, *(action for _, action in steps))


def row_of(s: State) -> list[int]:
    row, mask = [0] * OBSERVATION, [0] * N_ACTIONS
    observe(BOX, s, seat_of(s), row)
    legal(BOX, s, seat_of(s), mask)
    return row + mask
