"""OpenSpiel's ``leduc_poker`` (Lanctot et al. 2019): its C++ game, driven from Python and by its own C++ rollouts."""

from __future__ import annotations

import random
from importlib.metadata import version
from typing import Any

import pyspiel
from open_spiel.python import rl_environment

from peers.openspiel.exactness import check
from peers.protocol import LENGTH, Played, Variant, serve

CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL


def python() -> Any:
    """A loop over the state; one call says whether it is over, at chance, or whose decision it is."""
    game = pyspiel.load_game("leduc_poker")
    drawn = random.Random(1).random

    def play(decisions: int) -> Played:
        played = games = 0
        while played < decisions:
            state = game.new_initial_state()
            while (player := state.current_player()) != TERMINAL:
                actions = state.legal_actions()
                state.apply_action(actions[int(drawn() * len(actions))])  # all cards are equally likely, too
                played += player != CHANCE
            state.returns()
            games += 1
        return Played(played, games)

    return play


def rollouts() -> Any:
    """``RandomRolloutEvaluator``, which the bots that search use: clone, play to the end and add up returns, all in C++."""
    start = pyspiel.load_game("leduc_poker").new_initial_state()
    seeds = iter(range(1, 1_000_000))

    def play(decisions: int) -> Played:
        games = max(1, round(decisions / LENGTH))
        pyspiel.RandomRolloutEvaluator(games, next(seeds)).evaluate(start)
        return Played(round(games * LENGTH), games)

    return play


def environment() -> Any:
    """``rl_environment``, which its learners use."""
    env = rl_environment.Environment("leduc_poker", include_full_state=False)
    drawn = random.Random(1).random

    def play(decisions: int) -> Played:
        played = games = 0
        while played < decisions:
            now = env.reset()
            while not now.last():
                actions = now.observations["legal_actions"][now.observations["current_player"]]
                now = env.step([actions[int(drawn() * len(actions))]])
                played += 1
            games += 1
        return Played(played, games)

    return play


if __name__ == "__main__":
    variants = [
        Variant("python", "current_player, legal_actions, apply_action from Python", "", python()),
        Variant("rollouts", "RandomRolloutEvaluator.evaluate (C++); decisions from its games' known mean", "", rollouts()),
        Variant("rl_environment", "rl_environment.Environment.step", "list of 30 floats, both players", environment()),
    ]
    serve("OpenSpiel", version("open-spiel"), variants, check)
