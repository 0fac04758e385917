"""Pgx's Leduc (Koyamada et al. 2023) on the CPU: a step of JAX over all tables, in a compiled loop of many steps.

Each step builds Pgx's observation, and with its ``auto_reset`` every table is dealt a new game at every step, which is kept
where the old one has ended: that is the price of a step without branches. Compiling is left out; the best batch counts.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

import jax
from peers.pgx.batch import Choose, by_rank, deal, run
from peers.pgx.exactness import check
from peers.protocol import TABLES, Played, Variant, serve
from pgx.experimental import act_randomly

BEST = 4_096
BATCHES = sorted({*TABLES, BEST, 65_536})
DECISIONS = 131_072
"""Of one call of the compiled loop, where its batch allows."""
FEWEST_STEPS, MOST_STEPS = 16, 4_096


def loop(tables: int, choose: Choose) -> Callable[[int], Played]:
    steps = min(max(DECISIONS // tables, FEWEST_STEPS), MOST_STEPS)
    key = jax.random.key(1)
    state = deal(key, tables)

    def play(decisions: int) -> Played:
        nonlocal state, key
        calls = -(-decisions // (steps * tables))
        games = 0
        for _ in range(calls):
            state, key, ended = run(choose, steps, state, key)
            games += int(ended)
        return Played(calls * steps * tables, games)

    return play


def variant(name: str, tables: int, choose: Choose, how: str) -> Variant:
    measures = f"jit of scan of vmap(auto_reset(step)) over {tables:,}, {how}"
    return Variant(name, measures, "bool[34]+mask[3]", loop(tables, choose))


if __name__ == "__main__":
    variants = [variant(f"tables={tables}", tables, by_rank, "one random number a choice") for tables in BATCHES]
    variants.append(variant(f"tables={BEST} act_randomly", BEST, act_randomly, "its own act_randomly"))
    serve("Pgx", f"{version('pgx')}, jax {jax.__version__}", variants, check)
