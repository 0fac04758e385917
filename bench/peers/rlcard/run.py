"""RLCard's Leduc hold'em (Zha et al. 2019), a Python object a table, as its examples play it.

Its game is a cousin of ours: the players post 1 and 2 in place of equal antes and who posted less begins, so that the first
decision already faces a bet; and to fold is always possible, also where one could check. Raises (2, then 4, twice a round) and
showdown are the same. Random games are shorter, 208/81 = 2.5679 decisions and not 4.0625: a larger share of its time are deals.
Who never folds before a raise plays the same tree of bets as ours; ``step-same`` does, and shows what the difference is worth.
"""

from __future__ import annotations

import random
from fractions import Fraction
from importlib.metadata import version
from typing import Any

import rlcard
from peers.protocol import Played, Variant, serve
from rlcard.agents import RandomAgent

LENGTH = Fraction(208, 81)
"""Decisions of a uniformly random game."""
LENGTH_SAME = Fraction(65, 16)
"""Of one that never folds before a raise: the length of ours."""
FOLD = 2


def run() -> Any:
    """``env.run`` of the examples: random agents of RLCard's own, and the trajectories that it keeps for learning."""
    env = rlcard.make("leduc-holdem")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(decisions: int) -> Played:
        began = env.timestep
        games = 0
        while env.timestep - began < decisions:
            env.run(is_training=True)
            games += 1
        return Played(env.timestep - began, games)

    return play


def step(*, is_same: bool) -> Any:
    """``env.step`` in a loop of one's own: the observation is built, nothing is kept, a faster choice."""
    env = rlcard.make("leduc-holdem")
    choose = random.Random(1).choice

    def play(decisions: int) -> Played:
        began = env.timestep
        games = 0
        while env.timestep - began < decisions:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                if is_same and not env.game.round.have_raised:
                    legal.remove(FOLD)
                state, _ = env.step(choose(legal))
            env.get_payoffs()
            games += 1
        return Played(env.timestep - began, games)

    return play


def bare() -> Any:
    """The game below the environment, which extracts no observation."""
    game = rlcard.make("leduc-holdem").game
    choose = random.Random(1).choice

    def play(decisions: int) -> Played:
        played = games = 0
        while played < decisions:
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(choose(state["legal_actions"]))
                played += 1
            game.get_payoffs()
            games += 1
        return Played(played, games)

    return play


def check() -> list[str]:
    """The mean length of a random game over RLCard's whole tree of bets, on which the cards do not bear."""
    game = rlcard.make("leduc-holdem").game
    found = length(game, [], is_same=False), length(game, [], is_same=True)
    if found != (LENGTH, LENGTH_SAME):
        raise ValueError(f"A random game should take {LENGTH} decisions, {LENGTH_SAME} without early folds; it takes {found}.")
    return [f"RLCard: {float(LENGTH):.4f} decisions a random game, {float(LENGTH_SAME)} without folds before a raise; exactly."]


def length(game: Any, actions: list[str], *, is_same: bool) -> Fraction:
    """Decisions still to come in the mean after these actions."""
    game.init_game()
    for action in actions:
        game.step(action)
    if game.is_over():
        return Fraction(0)
    legal = list(game.get_legal_actions())
    if is_same and not game.round.have_raised:
        legal.remove("fold")
    return 1 + sum((length(game, [*actions, action], is_same=is_same) for action in legal), Fraction(0)) / len(legal)


if __name__ == "__main__":
    variants = [
        Variant("run", "env.run with its RandomAgent, trajectories kept", "float64[36]", run(), float(LENGTH)),
        Variant("step", "env.step, random.choice of the legal actions", "float64[36]", step(is_same=False), float(LENGTH)),
        Variant("step-same", "as step, but folding only after a raise: our tree of bets", "float64[36]", step(is_same=True)),
        Variant("game", "game.step below the environment, random.choice", "", bare(), float(LENGTH)),
    ]
    serve("RLCard", version("rlcard"), variants, check)
