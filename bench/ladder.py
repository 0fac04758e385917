"""Each level against the one below it: ``scripts/bench ladder quickshot``.

Each has half the seats, and every deal is played twice, with seats exchanged. A pair plays until it is separated, or until its
time is over. One may look after every deal: of a hundred pairs that are equally good five at the most end otherwise than with
'not separated', and intervals are as wide as that needs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import time
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from croupier import games
from croupier.bots import LEVELS, choose
from croupier.bots.levels import level_called
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError, Invalid
from croupier.core.events import seats_in
from croupier.core.game import Game
from croupier.study.duel import Duel, even_seats, play_duel
from croupier.study.ratings import Ratings
from croupier.study.sequential import Evidence

CLOCKED = 24
"""Decisions of which each level's time is taken."""
PLAYS = "prospector"
"""Who plays the game that they are from."""
INTERRUPTED = 130


class Asked(NamedTuple):
    state: Any
    seat: int


def decisions(game: Game, box: Any, seats: int, seed: int) -> list[Asked]:
    """Decisions with a choice, evenly spread over a game."""
    found: list[Asked] = []
    s = game.State(seats=seats)
    seed_chance(s, seed)
    game.setup(box, s)
    while due := game.to_act(s):
        seat = seats_in(due)[0]
        if game.legal(box, s, seat, [0] * game.N_ACTIONS) > 1:
            found.append(Asked(s.copy(), seat))
        game.apply(box, s, seat, choose(game, box, s, seat, PLAYS, len(found), compiled=True))
    return found[:: -(-len(found) // CLOCKED)]


def clocked(game: Game, box: Any, level: str, asked: list[Asked]) -> dict[str, Any]:
    """How long a level takes: milliseconds on the clock, and of the processor."""
    times = []
    for key, (s, seat) in enumerate(asked):
        began = time.perf_counter(), time.process_time()
        choose(game, box, s, seat, level, key, compiled=True)
        times.append((time.perf_counter() - began[0], time.process_time() - began[1]))
    wall, cpu = ([1e3 * one for one in column] for column in zip(*times, strict=True))
    return {
        "iterations": level_called(level).trees * level_called(level).budget(game.meta, compiled=True),
        "ms": round(statistics.median(wall), 2),
        "worst_ms": round(max(wall), 2),
        "cpu_ms": round(statistics.median(cpu), 2),
    }


def climb(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    """All pairs from the bottom up, or until an interrupt."""
    box, seats, names = game.default_box(), even_seats(game.meta, args.seats), levels_named(args.levels)
    asked = decisions(game, box, seats, args.seed)
    levels = {level: clocked(game, box, level, asked) for level in names}
    ratings, duels = Ratings(), []
    for lower, upper in itertools.pairwise(names):
        duels.append(watched(game, box, upper, lower, seats, args, ratings))
        if duels[-1].interrupted:
            break
    for level in levels:
        levels[level] |= {"rating": ratings.of(level).mu, "sigma": ratings.of(level).sigma}
    return {
        "bench": "ladder", "game": game.meta.name, "seats": seats, "seed": args.seed, "minutes": args.minutes,
        "levels": levels, "pairs": msgspec.to_builtins(duels), "interrupted": duels[-1].interrupted,
    }  # fmt: skip


def watched(game: Game, box: Any, upper: str, lower: str, seats: int, args: argparse.Namespace, ratings: Ratings) -> Duel:
    """One pair, with what is known so far on standard error, and there what came of it."""
    title, console = f"{upper.capitalize()} against {lower.capitalize()}", Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, disable=not console.is_terminal, console=console, transient=True) as bar:
        task, began = bar.add_task(title, total=60 * args.minutes), time.monotonic()

        def heard(evidence: Evidence) -> None:
            low, high = evidence.interval()
            told = f"{title}: {evidence.deals} deals, {evidence.mean:.3f} ({low:.3f} to {high:.3f})"
            bar.update(task, completed=time.monotonic() - began, description=told)

        duel = play_duel(
            game, box, upper, lower, seats=seats, seed=args.seed, seconds=60 * args.minutes, ratings=ratings, heard=heard
        )
    low, high = duel.interval
    console.print(f"{title}: {duel.games} games, {duel.share} ({low:.3f} to {high:.3f}), {duel.verdict}", soft_wrap=True)
    return duel


def levels_named(text: str) -> list[str]:
    """From the lowest to the highest; Unknown or Invalid where that is no ladder."""
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        level_called(name)
    if len(set(names)) != len(names) or len(names) < 2:
        raise Invalid("A ladder has two different levels or more, the lowest first, with commas between them.")
    return names


def show(figures: dict[str, Any]) -> None:
    console = Console()
    table = Table("Level", "Iterations", "Median ms", "Worst ms", "CPU ms", "Rating", "Sigma", title=figures["game"])
    for name, level in figures["levels"].items():
        took = (f"{level[key]:,.1f}" for key in ("ms", "worst_ms", "cpu_ms", "rating", "sigma"))
        table.add_row(LEVELS[name].title, f"{level['iterations']:,}", *took)
    console.print(table)
    title = f"{figures['seats']} seats, half of them each; the share is the upper level's"
    pairs = Table("Pair", "Games", "Share", "95 % interval", "Verdict", "Seconds", title=title)
    for pair in figures["pairs"]:
        share = "" if pair["share"] is None else f"{pair['share']:.3f}"
        interval = "{:.3f} to {:.3f}".format(*pair["interval"])
        verdict = pair["verdict"] + "\n(interrupted)" * pair["interrupted"]
        who = f"{LEVELS[pair['upper']].title} against\n{LEVELS[pair['lower']].title}"
        pairs.add_row(who, f"{pair['games']:,}", share, interval, verdict, f"{pair['seconds']:,.0f}")
    console.print(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="quickshot")
    parser.add_argument("--minutes", type=float, default=60.0, help="the most that a pair may play (default: 60)")
    parser.add_argument("--levels", default=",".join(LEVELS), help="the lowest first, with commas between them")
    parser.add_argument("--seats", type=int, help="an even number; left out, about the usual one")
    parser.add_argument("--seed", type=int, default=1, help="which deals are played")
    try:
        args = parser.parse_args()
        figures = climb(games.load(args.game), args)
    except CroupierError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("Stopped before the first game.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    show(figures)
    print(json.dumps(figures), flush=True)
    if figures["interrupted"]:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
