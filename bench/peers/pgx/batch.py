"""Tables of Pgx's Leduc, stepped together in one compiled loop."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

jax.config.update("jax_compilation_cache_dir", str(Path(sys.prefix, "compiled")))
ENV = pgx.make("leduc_holdem")
Choose = Callable[[Any, Any], Any]
"""(key, masks) -> an action for each table."""


def by_rank(key: Any, masks: Any) -> Any:
    """Uniformly among the legal actions, with one random number a table."""
    counted = jnp.cumsum(masks, axis=1)
    place = jax.random.uniform(key, masks.shape[:1]) * counted[:, -1]
    return (place[:, None] >= counted).sum(axis=1)


def deal(key: Any, tables: int) -> Any:
    return jax.jit(jax.vmap(ENV.init))(jax.random.split(key, tables))


def step(choose: Choose, state: Any, key: Any) -> tuple[Any, Any]:
    """All tables by one decision, those that end dealt again; and what was chosen."""
    for_choice, for_tables = jax.random.split(key)
    action = choose(for_choice, state.legal_action_mask)
    keys = jax.random.split(for_tables, action.shape[0])
    return jax.vmap(auto_reset(ENV.step, ENV.init))(state, action, keys), action


@partial(jax.jit, static_argnums=(0, 1))
def run(choose: Choose, steps: int, state: Any, key: Any) -> tuple[Any, Any, Any]:
    """That many steps of all tables; the next key, and how many games have ended."""

    def body(carried: tuple[Any, Any, Any], _: None) -> tuple[tuple[Any, Any, Any], None]:
        state, key, games = carried
        key, now = jax.random.split(key)
        state, _ = step(choose, state, now)
        return (state, key, games + state.terminated.sum()), None

    (state, key, games), _ = jax.lax.scan(body, (state, key, jnp.int32(0)), None, length=steps)
    return state, key, games
