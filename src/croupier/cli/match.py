"""``croupier match GAME``: bots against each other, every one of them in every seat equally often."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from croupier import games as registry
from croupier.bots.levels import LEVELS
from croupier.cli.box import read_box
from croupier.core.errors import Invalid
from croupier.core.game import Game
from croupier.study.match import MOST_SEED, Report, check_match, play_match, rounded


def match(
    game: str,
    *,
    seats: str,
    games: int = 500,
    seed: int | None = None,
    box: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Let bots play against each other and count who wins.

    Seats rotate from game to game, so that each of the line-up plays every seat equally often.

    Parameters
    ----------
    game
        Name of the game.
    seats
        The line-up: one level per seat, with commas between them.
    games
        How many games; rounded up until everybody has had every seat equally often.
    seed
        A number that makes the match the same again.
    box
        A box file; ``croupier box GAME`` prints the built-in one.
    json
        Print one JSON object, and no progress bar.
    """
    loaded = registry.load(game)
    levels = [level.strip().lower() for level in seats.split(",")]
    check_match(loaded.meta, levels, games)
    chosen_box = read_box(loaded, box, len(levels))
    report = watched(loaded, chosen_box, levels, rounded(games, len(levels)), checked_seed(seed), quiet=json)
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        show(report)


def checked_seed(seed: int | None) -> int:
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise Invalid(f"A seed is a whole number from 0 to {MOST_SEED}; --seed {seed} is not possible.")
    return secrets.randbelow(MOST_SEED) if seed is None else seed


def watched(game: Game, box: Any, levels: list[str], games: int, seed: int, *, quiet: bool) -> Report:
    """Play the match with a progress bar on standard error."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, disable=quiet, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Compiling the search", total=games)

        def played(more: int) -> None:
            bar.update(task, advance=more, description="Playing")

        started = time.perf_counter()
        report = play_match(game, box, levels, games, seed, played)
    return msgspec.structs.replace(report, seconds=round(time.perf_counter() - started, 1))


def show(report: Report) -> None:
    title = f"{report.games} games, {report.seats} seats, seed {report.seed}"
    table = Table("Level", "Seats", "Win rate of each", "95 % interval", title=title)
    for result in report.results:
        mean, half = result.win_rate
        interval = f"{mean - half:.3f} to {mean + half:.3f}"
        table.add_row(LEVELS[result.level].title, str(result.entrants), f"{mean:.3f}", interval)
    console = Console()
    console.print(table)
    console.print(f"If all played alike, each would win {report.fair:.3f}. Played in {report.seconds:.1f} s.")
