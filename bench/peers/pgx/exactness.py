"""Random games of Pgx, each played again by our rules: who acts, what is legal and the result must be equal."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from peers.leduc.effects import apply
from peers.leduc.state import State
from peers.leduc.tree import BOX, chips, dealt, legal_actions, seat_of
from peers.pgx.batch import by_rank, deal, step

TABLES, STEPS = 512, 80
Step = tuple[list[int], int, int, list[bool], int]
"""Ranks of both hands and of the card to turn up, who began, who acts, mask, action; as Pgx numbers them."""


def check() -> list[str]:
    running: list[list[Step]] = [[] for _ in range(TABLES)]
    games = 0
    for before, action, after in steps():
        rows = zip(
            before._cards.tolist(), before._first_player.tolist(), before.current_player.tolist(),
            before.legal_action_mask.tolist(), action.tolist(), strict=True,
        )  # fmt: skip
        for table, row in enumerate(rows):
            running[table].append(row)
            if after.terminated[table]:
                compare(running[table], after.rewards[table].tolist())
                running[table] = []
                games += 1
    return [f"Pgx's Leduc and ours: {games:,} random games, equal in who acts, what is legal and what is won."]


def steps() -> Any:
    """(state before, actions, state after) of each step, as arrays of NumPy."""
    first, *keys = jax.random.split(jax.random.key(7), 1 + STEPS)
    state = deal(first, TABLES)
    once = jax.jit(step, static_argnums=0)
    for key in keys:
        after, action = once(by_rank, state, key)
        yield jax.tree.map(np.asarray, state), np.asarray(action), jax.tree.map(np.asarray, after)
        state = after


def compare(played: list[Step], rewards: list[float]) -> None:
    """Their first player is our seat 0; call, raise, fold are theirs 0, 1, 2 and ours 1, 2, 0."""
    (ranks, first, *_), *_ = played
    cards = suited([ranks[first], ranks[1 - first], ranks[2]])
    s = dealt(cards[0], cards[1])
    for _, _, player, mask, action in played:
        if s.round:
            s.board = 1 + cards[2]
        theirs = (player + first) % 2, sorted((a + 1) % 3 for a in range(3) if mask[a])
        if theirs != (ours := (seat_of(s), legal_actions(s))):
            raise ValueError(f"Seat and legal actions should be {ours}; Pgx has {theirs}.")
        apply(BOX, s, seat_of(s), (action + 1) % 3)
    end(s, rewards[first])


def end(s: State, reward: float) -> None:
    if seat_of(s) >= 0 or chips(s) != reward:
        raise ValueError(f"A game should end with {chips(s)} chips for seat 0; with Pgx it ended with {reward}.")


def suited(ranks: list[int]) -> list[int]:
    """Cards of these ranks, of which Pgx knows no suits: the first of a rank gets the first suit."""
    return [2 * rank + (rank in ranks[:i]) for i, rank in enumerate(ranks)]
