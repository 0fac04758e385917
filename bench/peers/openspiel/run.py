"""OpenSpiel's ``leduc_poker`` (Lanctot et al. 2019): its C++ game, driven from Python and by its own C++ rollouts."""

from __future__ import annotations

import itertools
import random
from importlib.metadata import version
from typing import Any

import pyspiel
from open_spiel.python import rl_environment

from peers.openspiel.exactness import all_deals, check, rolled
from peers.protocol import LENGTH, Played, Variant, serve

CARDS_LEFT = 4
"""When one is turned up; nobody ever has as many actions."""


def python() -> Any:
    """The fewest calls that play: at the end there are no legal actions, and all cards that can be dealt are equally likely."""
    game = pyspiel.load_game("leduc_poker")
    drawn = random.Random(1).random

    def play(decisions: int) -> Played:
        played = games = 0
        while played < decisions:
            state = game.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[int(drawn() * len(actions))])
                played += len(actions) < CARDS_LEFT
            state.returns()
            games += 1
        return Played(played, games)

    return play


def documented() -> Any:
    """The loop of its examples, but with Python's own generator: NumPy's choice takes ten times as long."""
    game = pyspiel.load_game("leduc_poker")
    drawn = random.Random(1)

    def play(decisions: int) -> Played:
        played = games = 0
        while played < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(drawn.choices(cards, probabilities)[0])
                else:
                    state.apply_action(drawn.choice(state.legal_actions()))
                    played += 1
            state.returns()
            games += 1
        return Played(played, games)

    return play


def rollouts() -> Any:
    """Random play in C++, as the search plays it: clone, play to the end, add up returns; from each first decision in turn.

    How many decisions they take cannot be asked, but they play our games with our values (exactness), so in the mean as long.
    """
    deals = all_deals(pyspiel.load_game("leduc_poker"))

    def play(decisions: int) -> Played:
        games = max(1, round(decisions / LENGTH / len(deals)))
        for state in deals:
            rolled(state, games)
        return Played(round(games * len(deals) * LENGTH), games * len(deals))

    return play


def bots() -> Any:
    """``evaluate_bots``: one game of its uniformly random bots in C++, one call."""
    game = pyspiel.load_game("leduc_poker")
    players = [pyspiel.make_uniform_random_bot(seat, seat) for seat in (0, 1)]
    seeds = itertools.count()

    def play(decisions: int) -> Played:
        games = max(1, round(decisions / LENGTH))
        for seed in itertools.islice(seeds, games):
            pyspiel.evaluate_bots(game.new_initial_state(), players, seed)
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
        Variant("python", "state.legal_actions, state.apply_action", "", python()),
        Variant("documented", "the loop of its examples, chance_outcomes and all", "", documented()),
        Variant("rollouts", "RandomRolloutEvaluator in C++, through MCTSBot; decisions are reckoned", "", rollouts()),
        Variant("bots", "evaluate_bots of uniformly random bots in C++; decisions are reckoned", "", bots()),
        Variant("rl_environment", "rl_environment.Environment.step", "list of 30 floats, both players", environment()),
    ]
    serve("OpenSpiel", version("open-spiel"), variants, check)
