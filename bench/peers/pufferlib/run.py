"""PufferLib's Ocean (Suarez 2024) with Leduc in C: all tables stepped at once over shared NumPy buffers.

Ocean has no Leduc, so the game is ours (``leduc.h``); how it is called is PufferLib's: its binding, and a PufferEnv whose
``step`` copies the actions in and steps all tables. A row holds the observation and, in its last three columns, the mask, as
PufferLib keeps none apart. The least that choosing can cost is a loop in C beside the binding; where NumPy chooses from the
masks instead, as a script of its users would, the variant says so.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
from peers.protocol import TABLES, Played, Variant, serve
from peers.pufferlib.environment import MASK, Leduc
from peers.pufferlib.exactness import check

Choose = Callable[[], Any]


def in_numpy(env: Leduc) -> Choose:
    """Uniformly among the legal actions: how many of the borders between them a random place has passed."""
    draw = np.random.default_rng(1).random

    def choose() -> Any:
        fold, call, may_raise = env.observations[:, MASK:].T
        place = draw(env.num_agents, dtype=np.float32) * (fold + call + may_raise)
        return (place >= fold).astype(np.int32) + (place >= fold + call)

    return choose


def in_c(env: Leduc) -> Choose:
    return env.choose


def loop(tables: int, chooser: Callable[[Leduc], Choose]) -> Callable[[int], Played]:
    env = Leduc(tables)
    env.reset()
    choose = chooser(env)

    def play(decisions: int) -> Played:
        steps = -(-decisions // tables)
        infos = []
        for _ in range(steps):
            infos += env.step(choose())[-1]
        infos.append(env.log())
        return Played(steps * tables, round(sum(info.get("n", 0.0) for info in infos)))

    return play


def variants() -> list[Variant]:
    found = []
    for tables in TABLES:
        for name, measures, chooser in (("", "C", in_c), (" numpy", "NumPy", in_numpy)):
            measures = f"PufferEnv.step of {tables:,} in C, {measures} chooses from the masks"
            found.append(Variant(f"tables={tables}{name}", measures, "int32[12]+mask[3]", loop(tables, chooser)))
    return found


if __name__ == "__main__":
    serve("PufferLib Ocean", version("pufferlib"), variants(), check)
