"""What good players do at Quick Silver: ``scripts/bench habits``. How often they redirect, and how often they sneak.

Bots of one name play whole games against each other. Every redirect window and every turn in which sneaking is allowed counts
in one row of each table; an interval is Wilson's, of 95 %.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rich.console import Console
from rich.table import Table

from croupier import games
from croupier.core.errors import CroupierError
from croupier.games.quick_silver.blasts import specials_of
from croupier.games.quick_silver.box import DYNAMITE, HAND
from croupier.games.quick_silver.market import sellers, weight
from croupier.games.quick_silver.state import GO_ELSEWHERE, REDIRECT, SNEAK, TURN, State, sees
from croupier.study.intervals import share_of
from croupier.study.simulation import Plan, planned, play_with_bots, warm_up

Row = tuple[str, str, str]
"""What is done, by what, and its value."""
DYNAMITES = {
    (False, False): "nobody, as far as the target knows",
    (True, False): "the target",
    (False, True): "the swapper, as the target knows",
    (True, True): "both",
}


class Watch:
    """Counts the decisions of one game."""

    def __init__(self, plan: Plan) -> None:
        self.box = plan.box
        self.asked: Counter[Row] = Counter()
        self.done: Counter[Row] = Counter()

    def __call__(self, s: State, seat: int, action: int) -> None:
        if s.phase == REDIRECT:
            self.note("redirected", action == GO_ELSEWHERE, reasons_to_redirect(self.box, s, seat))
        elif s.phase == TURN and s.redirected == 0:
            self.note("sneaked", action == SNEAK, reasons_to_sneak(self.box, s, seat))

    def note(self, what: str, done: bool, reasons: Iterator[tuple[str, str]]) -> None:
        for by, value in [("all", ""), *reasons]:
            self.asked[what, by, value] += 1
            self.done[what, by, value] += done


def reasons_to_redirect(box: Any, s: State, seat: int) -> Iterator[tuple[str, str]]:
    yield "plates that show", str(s.showing[seat])
    dynamites, plates = specials_of(box, s, seat)
    swappers = any(box.kind[s.cards[s.current][i]] == DYNAMITE and sees(s, seat, s.current, i) for i in range(HAND))
    yield "who has Dynamite", DYNAMITES[dynamites > plates, swappers]
    yield "black die", str(s.die)


def reasons_to_sneak(box: Any, s: State, seat: int) -> Iterator[tuple[str, str]]:
    yield "black die", str(s.die)
    dynamites, plates = specials_of(box, s, seat)
    if dynamites > plates:
        yield "own cart", "Dynamite"
    else:
        above = sum(weight(box, s, place) > weight(box, s, seat) for place in range(s.seats) if sellers(s) >> place & 1)
        yield "own cart", f"total number {above + 1}, no Dynamite"


def watched(plan: Plan) -> tuple[Counter[Row], Counter[Row], list[list[float]]]:
    """How often each row was asked and done, and the numbers of each game (simulation.play_with_bots)."""
    warm_up(plan)
    watches = [Watch(plan) for _ in range(plan.games)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        seeds = range(plan.seed << 32, (plan.seed << 32) + plan.games)
        numbers = list(pool.map(lambda seed, watch: play_with_bots(plan, seed, threading.Event(), watch), seeds, watches))
    asked, done = Counter[Row](), Counter[Row]()
    for watch in watches:
        asked += watch.asked
        done.update(watch.done)
    return asked, done, numbers


def show(plan: Plan, asked: Counter[Row], done: Counter[Row]) -> None:
    title = f"{plan.games} games, {plan.seats} seats, {plan.bots[0]}"
    table = Table("What", "By", "Value", "Asked", "Share", "95 % interval", title=title)
    for row in sorted(asked):
        share, half = share_of(done[row], asked[row])
        table.add_row(*row, f"{asked[row]:,}", f"{share:.3f}", f"± {half:.3f}")
    Console(width=120).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench habits", description=__doc__)
    parser.add_argument("--bots", default="sharper", help="who plays, in all seats")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = games.load("quick_silver")
    try:
        plan = planned(game, game.default_box(), given.seats, [given.bots], given.games, given.seed)
    except CroupierError as error:
        sys.exit(str(error))
    asked, done, numbers = watched(plan)
    show(plan, asked, done)
    rows = {" / ".join(filter(None, row)): [asked[row], done[row]] for row in sorted(asked)}
    plies, rounds = (sum(row[i] for row in numbers) / len(numbers) for i in (0, 1 + plan.seats))
    figures = {"bench": "habits", "game": game.meta.name, "bots": given.bots, "seats": plan.seats, "games": plan.games}
    print(json.dumps(figures | {"decisions_per_game": round(plies, 1), "rounds_per_game": round(rounds, 2), "rows": rows}))


if __name__ == "__main__":
    main()
