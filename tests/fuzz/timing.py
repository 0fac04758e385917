"""scripts/fuzz --timing [N [GAME/LEVEL ...]]: N answers (200) of each kind of bot, or of those named, on the real clock.

Does the moment tell what a bot holds?

The rank correlation (Spearman) of how much later a bot answered than everybody could have computed with how many legal actions
it had, and with how long it thought; and how often chance alone brings as large a one. What everybody knows, the question and
how many others were asked before it, is no secret and may cost time: only answers to the same question, at the same place, are
compared. Exit code 1 where one comparison shows what chance alone would show, in any of them, less than once in 100 runs.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import numpy as np

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.bots.worker import BotWorkers
from tests.server.timed import Answer, public_wait, timed_games

PACE = 0.05
SHUFFLES = 20_000
RARE = 1 / 100
"""How often all comparisons together may raise a false alarm."""


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    kinds = sys.argv[2:] or [f"{game}/{level}" for game in games.NAMES for level in LEVELS]
    chances = [chance for kind in kinds for chance in chances_of(*kind.split("/"), most)]
    sys.exit(1 if min(chances) * len(chances) < RARE else 0)


def chances_of(game: str, level: str, most: int) -> tuple[float, float]:
    workers = BotWorkers.for_a_server()
    answers = asyncio.run(
        timed_games(game, level, workers, until=lambda watch: len(watch.closed) >= most, pace=PACE, patience=0.1)
    )
    late = [answer.took - public_wait(answer, level, PACE) for answer in answers]
    groups = [(answer.question, answer.place) for answer in answers]
    legal, by_chance = correlation([answer.hidden for answer in answers], late, groups)
    thought, by_chance_too = correlation([answer.thought for answer in answers], late, groups)
    print(
        f"{game:16} {level:10} {len(answers):4} answers, {summary(answers, late)}; rank correlation with legal actions"
        f" {legal:+.2f} (by chance {by_chance:.4f}), with the thought {thought:+.2f} ({by_chance_too:.4f})",
        flush=True,
    )
    return by_chance, by_chance_too


def summary(answers: Sequence[Answer], late: Sequence[float]) -> str:
    low, middle, high = 1000 * np.quantile(late, [0, 0.5, 1])
    most = max(answer.thought for answer in answers)
    return f"later than public by {low:.1f} to {high:.1f} ms, median {middle:.1f}, thoughts up to {most:.2f} s"


def correlation(xs: Sequence[float], ys: Sequence[float], groups: Sequence[object]) -> tuple[float, float]:
    """Spearman's rho within the groups where ``xs`` differ, and how often random orders within them reach it."""
    first, second = np.zeros(len(xs)), np.zeros((SHUFFLES, len(xs)))
    generator, rho = np.random.default_rng(), 0.0
    for group in set(groups):
        own = [i for i, one in enumerate(groups) if one == group]
        first[own], ranked = ranks(np.array(xs)[own]), ranks(np.array(ys)[own])
        if not first[own].any():
            continue
        rho += float(first[own] @ ranked)
        second[:, own] = generator.permuted(np.tile(ranked, (SHUFFLES, 1)), axis=1)
    size = float(np.linalg.norm(first) * np.linalg.norm(second[0])) or 1.0
    reached = int((np.abs(second @ first) >= abs(rho) - 1e-9).sum())
    return rho / size, (reached + 1) / (SHUFFLES + 1)


def ranks(values: np.ndarray) -> np.ndarray:
    """Equal values alike; 0 is the middle one, 1/2 from end to end, so that groups of any size count by their answers."""
    ordered = np.sort(values)
    places = (np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right") - 1) / 2
    return np.asarray((places - places.mean()) / max(1, len(values)))


if __name__ == "__main__":
    main()
