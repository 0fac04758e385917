"""``croupier match GAME``: bots against each other, every one of them with every deal in every seat."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from croupier import games as registry
from croupier.cli.app import INTERRUPTED
from croupier.cli.box import read_box
from croupier.cli.estimates import shown_mean, shown_share
from croupier.cli.lineup import line_up
from croupier.cli.numbers import Whole, WholeOrNone
from croupier.cli.options import Options, checked_options
from croupier.cli.paths import PathOrNone
from croupier.core.errors import Invalid
from croupier.core.game import Game
from croupier.study.match import MOST_SEED, Report, check_match, play_match, rounded
from croupier.study.pairing import rotations


def match(
    game: str,
    *,
    bots: str,
    games: Whole = 500,
    seed: WholeOrNone = None,
    option: Options = None,
    box: PathOrNone = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Let bots play against each other and count who wins.

    Every deal is played once for each rotation of the line-up, so that nobody is better off by seat or by luck of the deal.
    Intervals count deals and not games. Ratings are openskill's, of all that play: everybody begins at 25; of two bots the one
    four points higher finishes before the other one about twice as often, and a difference of less than two or three sigmas
    says little. Ctrl-C ends the match, and shows what was played until then.

    Parameters
    ----------
    game
        Name of the game.
    bots
        The line-up: one bot per seat, with commas between them. Bots are the levels greenhorn, prospector, sharper and mayor,
        and two that sit at no table: uniform plays any legal action, greedy the one that looks best at first sight.
    games
        How many games; rounded up to whole deals.
    seed
        A number that makes the match the same again.
    option
        A change of the rules, as in ``--option take_from_deck=on``; may be given several times.
    box
        A box file; ``croupier box GAME`` prints the built-in one.
    json
        Print one JSON object, and no progress bar.
    """
    loaded = registry.load(game)
    levels = line_up(bots)
    check_match(loaded, levels, games)
    options = checked_options(loaded.meta, option or [])
    chosen_box = read_box(loaded, box, len(levels))
    many = rounded(games, rotations(levels))
    report = watched(loaded, chosen_box, levels, many, checked_seed(seed), options, quiet=json)
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        show(report)
    return INTERRUPTED if report.interrupted else 0


def checked_seed(seed: int | None) -> int:
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise Invalid(f"A seed is a whole number from 0 to {MOST_SEED}; --seed {seed} is not possible.")
    return secrets.randbelow(MOST_SEED) if seed is None else seed


def watched(game: Game, box: Any, levels: list[str], games: int, seed: int, options: dict[str, int], *, quiet: bool) -> Report:
    """Play the match with a progress bar on standard error, where that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, disable=quiet or not console.is_terminal, console=console, transient=True) as bar:
        task = bar.add_task("Compiling the search", total=games)

        def played(more: int) -> None:
            bar.update(task, advance=more, description="Playing")

        started = time.perf_counter()
        report = play_match(game, box, levels, games, seed, played, options)
    return msgspec.structs.replace(report, seconds=round(time.perf_counter() - started, 1))


def show(report: Report) -> None:
    console = Console()
    title = f"{report.games} games of {report.deals} deals, {report.seats} seats, seed {report.seed}"
    wins = Table("Bot", "Seats", "Win rate of each", "95 % interval", "Rating", "Sigma", title=title)
    for result in report.results:
        rating = f"{result.rating.mu:.1f}", f"{result.rating.sigma:.1f}"
        wins.add_row(result.level.capitalize(), str(result.entrants), *shown_share(result.win_rate, 3), *rating)
    console.print(wins)
    if report.results[0].score:
        scores = Table("Bot", "Mean score", "95 % interval")
        for result in report.results:
            scores.add_row(result.level.capitalize(), *shown_mean(list(result.score.values())[-1], 2))
        console.print(scores)
    how = "Stopped after" if report.interrupted else "Played in"
    console.print(f"If all played alike, each would win {report.fair:.3f}. {how} {report.seconds:.1f} s.")
