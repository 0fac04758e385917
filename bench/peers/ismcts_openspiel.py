"""OpenSpiel's side of ismcts.py, in its own environment: answers each line of stdin (histories, iterations) with seconds."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version

import pyspiel

UCT = 13.0
"""As ours: half of the distance between the best and the worst return, which are 13 chips and -13."""


def main() -> None:
    game = pyspiel.load_game("leduc_poker")
    print(json.dumps({"version": version("open_spiel")}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        states = [state_after(game, history) for history in asked["histories"]]
        bot = pyspiel.ISMCTSBot(
            1, pyspiel.RandomRolloutEvaluator(1, 1), UCT, asked["iterations"], -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        )
        began = time.process_time()
        actions = [bot.step(state) for state in states]
        print(json.dumps({"seconds": time.process_time() - began, "actions": actions}), flush=True)


def state_after(game: pyspiel.Game, history: list[int]) -> pyspiel.State:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


main()
