"""PettingZoo's ``leduc_holdem_v4`` (Terry et al. 2021): agents act in turn, each loop as its documentation writes it.

Below it plays RLCard, with that game's blinds and folds: 2.5679 decisions a random game where ours has 4.0625. The steps by
which both agents take note that the game is over are no decisions: timed, but not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from peers.protocol import Played, Variant, serve
from pettingzoo.classic import leduc_holdem_v4

LENGTH = 208 / 81
"""Decisions of a random game: RLCard's."""


def loop(env: Any) -> Callable[[int], Played]:
    """The documented loop: ``agent_iter``, ``last``, a sample of the action space under the mask, ``step``."""

    def play(decisions: int) -> Played:
        played = games = 0
        while played < decisions:
            env.reset()
            for agent in env.agent_iter():
                observation, _, is_terminated, is_truncated, _ = env.last()
                if is_terminated or is_truncated:
                    action = None
                else:
                    action = env.action_space(agent).sample(observation["action_mask"])
                    played += 1
                env.step(action)
            games += 1
        return Played(played, games)

    return play


if __name__ == "__main__":
    shape = "float32[36]+mask[4]"
    variants = [
        Variant("env", "env(): last and step, wrapped as its users get it", shape, loop(leduc_holdem_v4.env()), LENGTH),
        Variant("raw", "raw_env(): the same loop without the wrappers", shape, loop(leduc_holdem_v4.raw_env()), LENGTH),
    ]
    serve("PettingZoo", version("pettingzoo"), variants)
