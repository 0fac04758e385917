"""Leduc hold'em at random, ours beside the systems people would otherwise pick: ``scripts/bench peers [NAME ...]``.

Each contestant runs in an environment of its own, made on first use under ``.cache/peers``, as a program of its own; all share
one core and play by turns, so that ratios are paired. Speeds are decisions a second of CPU; medians count. First OpenSpiel's
tree is walked beside ours: the same histories, legal actions and returns, and the same value of the same policy.
``docs/decisions/peers.md`` says what each contestant measures and why.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from croupier.core.errors import CroupierError

ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench peers", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="contestants besides ours; all when left out")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each, by turns; {ROUNDS} when left out")
    parser.add_argument("--core", type=int, help="the core that all share; the last one when left out")
    parser.add_argument("--check", action="store_true", help="only the checks that all play the same game")
    given = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parent))
    from peers.environments import chosen

    try:
        bench(chosen(given.names), given)
    except CroupierError as error:
        sys.exit(str(error))


def bench(names: list[str], given: argparse.Namespace) -> None:
    from peers.harness import Race

    console, progress = Console(width=160), Console(stderr=True)
    race = Race(names, given.core)
    try:
        for name in race.start():
            progress.print(f"Starting {name} ...")
        for sentence in race.check():
            console.print(sentence)
        if not given.check:
            turns = given.rounds * sum(len(contestant.variants) for contestant in race.contestants.values())
            for _ in track(race.run(given.rounds), "Playing by turns", total=turns, console=progress):
                pass
    finally:
        race.close()
    show(console, race, given)


def show(console: Console, race: object, given: argparse.Namespace) -> None:
    from peers import report
    from peers.harness import Race

    assert isinstance(race, Race)
    if not given.check:
        console.print(report.table_of(race, given.rounds), *report.summary(race), sep="\n", highlight=False)
    for sentence in (*race.missing.values(), *report.strangers(race)):
        console.print(sentence, style="bold")
    if not given.check:
        print(json.dumps(report.figures(race, given.rounds)))
    if report.strangers(race):
        sys.exit(1)


if __name__ == "__main__":
    main()
