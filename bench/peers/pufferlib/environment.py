"""Leduc as a PufferEnv, written as Ocean's template environment is."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

os.chdir(tempfile.gettempdir())  # PufferLib leaves a link "resources" in the folder where it is imported
import pufferlib  # noqa: E402

ROW, MASK = 15, 12
"""Columns of a row, and where its mask begins."""
MOST = 6
"""The largest number in a row: a card."""


def compiled() -> Any:
    """What prepare.py has compiled."""
    spec = importlib.util.spec_from_file_location("binding", Path(sys.prefix, "binding.so"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


binding = compiled()


class Leduc(pufferlib.PufferEnv):  # type: ignore[misc]
    def __init__(self, num_envs: int, log_interval: int = 128, buf: Any = None, seed: int = 0) -> None:
        self.single_observation_space = gymnasium.spaces.Box(low=0, high=MOST, shape=(ROW,), dtype=np.int32)
        self.single_action_space = gymnasium.spaces.Discrete(3)
        self.num_agents = num_envs
        self.log_interval = log_interval
        super().__init__(buf)
        buffers = self.observations, self.actions, self.rewards, self.terminals, self.truncations
        self.c_envs = binding.vec_init(*buffers, num_envs, seed)

    def reset(self, seed: int = 0) -> tuple[Any, list[Any]]:
        binding.vec_reset(self.c_envs, seed)
        self.tick = 0
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[Any]]:
        self.tick += 1
        self.actions[:] = actions
        binding.vec_step(self.c_envs)
        info = [self.log()] if self.tick % self.log_interval == 0 else []
        return self.observations, self.rewards, self.terminals, self.truncations, info

    def log(self) -> dict[str, float]:
        """Means over the games that have ended since, and their number as ``n``; empty when there are none."""
        found: dict[str, float] = binding.vec_log(self.c_envs)
        return found

    def choose(self) -> Any:
        """Actions for all tables, uniformly among the legal ones: the buffer itself, filled in C."""
        binding.vec_choose(self.c_envs)
        return self.actions
