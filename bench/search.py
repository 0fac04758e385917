"""How fast bots think: ``scripts/bench search quickshot``. The same decisions compiled and plain, in seconds of CPU.

Decisions come from whole games by random actions at the usual number of seats, the first decision of each round among them.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.bots.thought import Thought
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError
from croupier.core.events import seats_in
from croupier.core.game import Game

DECISIONS = 60


class Asked(NamedTuple):
    state: Any
    seat: int


def decisions(game: Game, box: Any, seed: int) -> Iterator[Asked]:
    """All decisions with a choice in one game by random actions."""
    luck = random.Random(seed)
    s = game.State(seats=game.meta.usual_seats)
    seed_chance(s, seed)
    game.setup(box, s)
    while due := game.to_act(s):
        seat = luck.choice(seats_in(due))
        mask = [0] * game.N_ACTIONS
        if game.legal(box, s, seat, mask) > 1:
            yield Asked(s.copy(), seat)
        game.apply(box, s, seat, luck.choice([action for action, legal in enumerate(mask) if legal]))


def sampled(game: Game, box: Any) -> list[Asked]:
    luck = random.Random(1)
    found: list[Asked] = []
    while len(found) < DECISIONS:
        found.append(luck.choice(list(decisions(game, box, luck.getrandbits(30)))))
    return found


def timed(game: Game, box: Any, asked: list[Asked], iterations: int, *, compiled: bool) -> list[float]:
    """Seconds of CPU for each decision, its preparation included."""
    seconds = []
    for key, (s, seat) in enumerate(asked):
        started = time.process_time()
        Thought(game, box, s, seat, key, iterations, compiled=compiled).run()
        seconds.append(time.process_time() - started)
    return seconds


def measure(name: str) -> dict[str, Any]:
    game = games.load(name)
    box = game.default_box()
    asked = sampled(game, box)
    timed(game, box, asked[:1], 10, compiled=True)
    figures: dict[str, Any] = {"bench": "search", "game": name, "decisions": len(asked)}
    for level in LEVELS.values():
        for compiled in (True, False):
            how, iterations = "compiled" if compiled else "plain", level.budget(game.meta, compiled=compiled)
            if iterations:
                seconds = timed(game, box, asked, iterations, compiled=compiled)
                figures[f"{level.name}_{how}_iterations"] = iterations
                figures[f"{level.name}_{how}_ms"] = round(1e3 * statistics.median(seconds), 2)
                figures[f"{level.name}_{how}_worst_ms"] = round(1e3 * max(seconds), 2)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench search", description=__doc__)
    parser.add_argument("game", nargs="?", default="quickshot")
    try:
        figures = measure(parser.parse_args().game)
    except CroupierError as error:
        sys.exit(str(error))
    show(figures)
    print(json.dumps(figures))


def show(figures: dict[str, Any]) -> None:
    title = f"{figures['decisions']} decisions of {figures['game']}, in CPU time"
    table = Table("Level", "Execution", "Iterations", "Median ms", "Worst ms", title=title)
    for level in LEVELS.values():
        for how in ("compiled", "plain"):
            key = f"{level.name}_{how}"
            if f"{key}_ms" in figures:
                found = (figures[f"{key}_iterations"], figures[f"{key}_ms"], figures[f"{key}_worst_ms"])
                table.add_row(level.title, how, *(f"{number:,}" for number in found))
    Console().print(table)


if __name__ == "__main__":
    main()
