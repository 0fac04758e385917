"""``croupier simulate GAME``: many games at random or between bots, and what they show."""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from croupier import games as registry
from croupier.cli.box import read_box
from croupier.cli.estimates import shown_mean, shown_share
from croupier.cli.lineup import line_up
from croupier.cli.numbers import Whole, WholeOrNone
from croupier.cli.options import Options, checked_options
from croupier.cli.paths import PathOrNone
from croupier.core.errors import Invalid
from croupier.study.crew import Crew, Threads
from croupier.study.simulation import Plan, Report, is_mean, planned, seats_of
from croupier.study.simulation import simulate as play_all


def simulate(
    game: str,
    *,
    games: Whole = 100_000,
    seats: WholeOrNone = None,
    seed: Whole = 1,
    bots: str = "uniform",
    option: Options = None,
    box: PathOrNone = None,
    threads: WholeOrNone = None,
    dask: str | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play many games and measure them. The same seed gives the same numbers, on any number of processors or machines.

    Intervals are of 95 %: the normal one for means; for win rates and shares half of Wilson's score interval around what was
    seen, which is not 0 even where nothing was.

    Parameters
    ----------
    game
        Name of the game.
    games
        How many games.
    seats
        How many players; the usual number when left out.
    seed
        A number that makes the games the same again.
    bots
        Who plays: one name for all seats, or one per seat with commas between them. uniform plays uniformly over
        the legal actions, greedy takes what looks best at first sight; the others are the bots' levels, of which greenhorn
        plays at random as the rulebook says.
    option
        A change of the rules, as in ``--option take_from_deck=on``; may be given several times.
    box
        A box file; ``croupier box GAME`` prints the built-in one.
    threads
        How many threads play; all cores when left out.
    dask
        The address of a Dask scheduler, as in ``tcp://host:8786``: its workers play instead, each with the threads it has. They
        need this croupier installed; each compiles the game the first time, as this machine does.
    json
        Print one JSON object, and no progress bar.
    """
    loaded = registry.load(game)
    names = line_up(bots)
    chosen_box = read_box(loaded, box, seats_of(loaded.meta, seats, names))
    plan = planned(loaded, chosen_box, seats, names, games, seed, checked_options(loaded.meta, option or []))
    report, seconds = watched(plan, crew_of(threads, dask), quiet=json)
    per_second = round(report.decisions / seconds) if seconds else 0
    if json:
        print(msgspec.json.encode(in_json(report, per_second)).decode())
    else:
        show(plan, report, per_second)


def crew_of(threads: int | None, dask: str | None) -> Crew:
    """Who plays. CroupierError, with a sentence, when they cannot."""
    if dask is None:
        return Threads(threads)
    if threads is not None:
        raise Invalid("The workers of a cluster have as many threads as they were started with; leave out --threads or --dask.")
    from croupier.study.cluster import Cluster

    return Cluster(dask)


def watched(plan: Plan, crew: Crew, *, quiet: bool) -> tuple[Report, float]:
    """Simulate with a progress bar on standard error, where that is a terminal; the seconds leave compiling out."""
    started: list[float] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, disable=quiet or not console.is_terminal, console=console, transient=True) as bar:
        task = bar.add_task("Compiling", total=plan.games)

        def played(more: int) -> None:
            started[:] = started or [time.perf_counter()]
            bar.update(task, advance=more, description="Playing")

        report = play_all(plan, crew, played)
    return report, time.perf_counter() - started[0]


def in_json(report: Report, decisions_per_second: int) -> dict[str, Any]:
    return {
        "games": report.games,
        "decisions_per_game": report.decisions_per_game,
        **report.tally,
        **report.score,
        "win_rate": report.win_rate,
        "decisions_per_second": decisions_per_second,
    }


def show(plan: Plan, report: Report, decisions_per_second: int) -> None:
    console = Console()
    title = f"{plan.game.meta.title}: {report.games:,} games, {plan.seats} seats, seed {plan.seed}"
    wins = Table("Seat", "Bot", "Win rate", "95 % interval", title=title)
    for seat, (rate, bot) in enumerate(zip(report.win_rate, plan.bots, strict=True), 1):
        wins.add_row(str(seat), bot, *shown_share(rate, 4))
    console.print(wins)
    means = Table("", "Mean", "95 % interval")
    for name, estimate in {"decisions_per_game": report.decisions_per_game, **report.tally, **report.score}.items():
        shown = shown_share if name in report.tally and not is_mean(name) else shown_mean
        means.add_row(name.replace("_", " ").capitalize(), *shown(estimate, 4))
    console.print(means)
    console.print(f"{report.decisions:,} decisions, {decisions_per_second:,} a second.")
