"""How fast bots think: ``scripts/bench search GAME``, or leduc. The same decisions compiled and plain, in seconds of CPU.

Decisions come from whole games by random actions at the usual number of seats, the first decision of each round among them. An
iteration is one game that is played in the head, down the tree and on to the horizon or the end; *playouts* are the same games
without a tree. At leduc OpenSpiel's search thinks about the same decisions, by turns with ours.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.bots.levels import LEVELS, Level
from croupier.bots.search import copy_row
from croupier.bots.thought import Thought, grow_rows, playouts_of, rules
from croupier.compiled.compiler import compile_driver
from croupier.compiled.playout import Dice, rows_of
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError
from croupier.core.events import seats_in
from croupier.core.game import Game

DECISIONS = 60
PLAIN_DECISIONS = 20
PLAYOUTS = 1_000
"""A decision, for the profile."""


class Asked(NamedTuple):
    state: Any
    seat: int


class Found(NamedTuple):
    """Of one level, over all decisions."""

    iterations: int
    """The budget."""
    ms: float
    """Median, of CPU, the preparation included."""
    worst_ms: float
    per_second: int
    """Iterations done in a second of CPU."""


def game_called(name: str) -> Game:
    if name != "leduc":
        return games.load(name)
    sys.path.insert(0, str(Path(__file__).parent))
    from peers.leduc import LEDUC

    return LEDUC


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


def timed(game: Game, box: Any, asked: list[Asked], level: Level, *, compiled: bool) -> Found:
    """In one thread, whatever the machine has."""
    iterations = level.budget(game.meta, compiled=compiled)
    seconds, done = [], 0
    for key, (s, seat) in enumerate(asked):
        started = time.process_time()
        thought = Thought(game, box, s, seat, key, iterations, compiled=compiled, trees=level.trees)
        thought.run(threads=1)
        seconds.append(time.process_time() - started)
        done += sum(visits for visits, _ in thought.votes())
    return Found(iterations, 1e3 * statistics.median(seconds), 1e3 * max(seconds), round(done / sum(seconds)))


def profile(game: Game, box: Any, asked: list[Asked], iterations: int) -> dict[str, float]:
    """Nanoseconds of the parts of one of so many iterations, without the tree: what each adds to the ones before, the mean over
    the decisions."""
    from pieces import PARTS, repeat

    driver = compile_driver(repeat, rules(game) | {"copy_state": copy_row})
    rows: list[list[float]] = []
    for key, (s, seat) in enumerate(asked):
        dice = Dice()
        seed_chance(dice, key)
        given = (rows_of(box)[0], rows_of(s, 2), rows_of(dice)[0], grow_rows(game, s.seats, 1), seat)
        how = (iterations, playouts_of(game), game.meta.max_plies)
        driver(0, *given, 1, *how)
        until = []
        for part in range(len(PARTS)):
            started = time.process_time()
            driver(part, *given, PLAYOUTS, *how)
            until.append(1e9 * (time.process_time() - started) / PLAYOUTS)
        rows.append([part - before for part, before in zip(until, [0.0, *until], strict=False)])
    return {name: statistics.fmean(row[part] for row in rows) for part, name in enumerate(PARTS)}


def measure(name: str) -> tuple[dict[str, Any], dict[str, float]]:
    """The figures for the last line, and the parts of an iteration in ns."""
    game = game_called(name)
    box = game.default_box()
    asked = sampled(game, box)
    Thought(game, box, *asked[0], 1, 10, compiled=True).run()
    figures: dict[str, Any] = {"bench": "search", "game": name, "decisions": len(asked)}
    fastest, iterations = 0, 0
    for level in LEVELS.values():
        for compiled in (True, False):
            if level.budget(game.meta, compiled=compiled):
                found = timed(game, box, asked if compiled else asked[:PLAIN_DECISIONS], level, compiled=compiled)
                how = f"{level.name}_{'compiled' if compiled else 'plain'}"
                figures |= {f"{how}_{key}": round(number, 2) for key, number in found._asdict().items()}
                if found.per_second > fastest:
                    fastest, iterations = found.per_second, found.iterations
    parts = profile(game, box, asked, iterations)
    figures["iterations_per_second"] = fastest
    figures["playouts_per_second"] = round(1e9 / sum(parts.values()))
    parts["walk down the tree, and up"] = 1e9 / fastest - sum(parts.values())
    return figures, parts


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench search", description=__doc__)
    parser.add_argument("game", nargs="?", default="quickshot")
    name = parser.parse_args().game
    try:
        figures, parts = measure(name)
        show(figures, parts)
        if name == "leduc":
            from peers.ismcts import beside_openspiel

            figures |= beside_openspiel(Console())
    except CroupierError as error:
        sys.exit(str(error))
    print(json.dumps(figures))


def show(figures: dict[str, Any], parts: dict[str, float]) -> None:
    title = f"{figures['decisions']} decisions of {figures['game']}, in CPU time"
    table = Table("Level", "Execution", "Iterations", "Median ms", "Worst ms", "Iterations/s", title=title)
    for level in LEVELS.values():
        for how in ("compiled", "plain"):
            key = f"{level.name}_{how}"
            if f"{key}_ms" in figures:
                found = (figures[f"{key}_{name}"] for name in ("iterations", "ms", "worst_ms", "per_second"))
                table.add_row(level.title, how, *(f"{number:,}" for number in found))
    console = Console()
    console.print(table)
    whole = sum(parts.values())
    profiled = Table("Part of an iteration", "ns", "Share", title="Where the time goes, compiled")
    for name, ns in parts.items():
        profiled.add_row(name, f"{ns:,.0f}", f"{ns / whole:.0%}")
    console.print(profiled)


if __name__ == "__main__":
    main()
