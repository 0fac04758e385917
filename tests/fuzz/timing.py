"""scripts/fuzz --timing [N]: N answers (40) of every level at every game by the real bots, on the real clock.

Does the moment tell what a bot holds?

The rank correlation (Spearman) of how many legal actions a bot had with how much later it answered than everybody could have
computed, and how often chance alone brings as large a one. Exit code 1 where that is less often than once in 2,000.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.bots.worker import BotWorkers
from tests.server.timed import public_wait, timed_games

PACE = 0.05
SHUFFLES = 4_000
RARE = 1 / 2_000


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    told = [tells(game, level, most) for game in games.NAMES for level in LEVELS]
    sys.exit(1 if any(told) else 0)


def tells(game: str, level: str, most: int) -> bool:
    answers = asyncio.run(
        timed_games(
            game, level, BotWorkers.for_a_server(), until=lambda watch: len(watch.closed) >= most, pace=PACE, patience=0.1
        )
    )
    late = [answer.took - public_wait(answer, level, PACE) for answer in answers]
    rho, chance = correlation([answer.hidden for answer in answers], late)
    waits = sorted(1000 * lateness for lateness in late)
    print(
        f"{game:16} {level:10} {len(answers):4} answers, later than public by {waits[0]:.1f} to {waits[-1]:.1f} ms, median"
        f" {waits[len(waits) // 2]:.1f}; rank correlation with legal actions {rho:+.2f}, by chance {chance:.3f}",
        flush=True,
    )
    return chance < RARE


def correlation(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """Spearman's rho, and the part of random orders that reach it."""
    first, second = ranks(xs), ranks(ys)
    rho, reached = product(first, second), 0
    for _ in range(SHUFFLES):
        random.shuffle(second)
        reached += abs(product(first, second)) >= abs(rho) - 1e-12
    return rho, reached / SHUFFLES


def ranks(values: Sequence[float]) -> list[float]:
    """Equal values alike; about 0, and scaled so that the product of equal rows is 1."""
    ordered = sorted(values)
    places = [(ordered.index(value) + len(ordered) - 1 - ordered[::-1].index(value)) / 2 for value in values]
    mean = sum(places) / len(places)
    size = sum((place - mean) ** 2 for place in places) ** 0.5 or 1.0
    return [(place - mean) / size for place in places]


def product(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(first, second, strict=True))


if __name__ == "__main__":
    main()
