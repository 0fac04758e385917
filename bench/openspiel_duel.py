"""Our search against OpenSpiel's ISMCTS: ``scripts/bench openspiel_duel quickshot``.

OpenSpiel's bot is its own (open_spiel.python.algorithms.ismcts, with random rollouts; the one in C++ cannot play a game from
Python). It plays our game as croupier.envs.openspiel registers it, and deals again by our redeal. Ours is the compiled search.

Two matches: with equal iterations, and with equal seconds of the processor per decision: ours then gets as many
iterations as fit into the time that OpenSpiel's bot takes. Every deal is played once with each line-up that seats both. Only
decisions with a choice are asked, timed and counted.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from croupier import games
from croupier.bots.choice import think
from croupier.bots.selection import EXPLORATION
from croupier.core.errors import CroupierError, Invalid
from croupier.envs.openspiel import PREFIX
from croupier.study.intervals import share_of_deals

OURS, THEIRS = range(2)
NAMES = ("Croupier", "OpenSpiel")
CALIBRATED = 40
"""Decisions on which the iterations of equal time are found."""
INTERRUPTED = 130
KEYS = 1 << 62
SEEDS = 1 << 31

LineUp = tuple[int, ...]
Choose = Callable[[Any], int]
"""From a state of OpenSpiel, with a choice, to an action."""


class Contestant:
    """A way to choose, with the time that it takes."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose
        self.decisions = 0
        self.seconds = 0.0

    def decide(self, state: Any) -> int:
        began = time.process_time()
        action = int(self.choose(state))
        self.seconds += time.process_time() - began
        self.decisions += 1
        return action

    @property
    def ms(self) -> float:
        """Of the processor, in the mean."""
        return 1e3 * self.seconds / max(self.decisions, 1)


def ours(iterations: int, seed: int, *, compiled: bool = True) -> Contestant:
    luck = random.Random(seed)

    def choose(state: Any) -> int:
        sequence = state.sequence
        s, seat = state.position.s, state.current_player()
        return think(sequence.game, sequence.box, s, seat, luck.randrange(KEYS), iterations, compiled=compiled)

    return Contestant(choose)


def theirs(game: Any, iterations: int, exploration: float, seed: int) -> Contestant:
    luck = np.random.RandomState(seed % SEEDS)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck),
        uct_c=exploration,
        max_simulations=iterations,
        random_state=luck,
        use_observation_string=True,  # the shorter key: our observations forget nothing that matters
    )
    sampler = pyspiel.UniformProbabilitySampler(seed % SEEDS, 0.0, 1.0)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, sampler))
    return Contestant(bot.step)


# --- games -----------------------------------------------------------------------------------------------------------


def play(game: Any, deal: int, choose: Callable[[Any], int]) -> list[float]:
    """The returns of one game; all that chance does follows from the deal and the course of the game."""
    luck = random.Random(deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(drawn(state, luck) if state.is_chance_node() else choose(state))
    return list(state.returns())


def drawn(state: Any, luck: random.Random) -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(luck.choices(outcomes, weights)[0])


def seated(contestants: tuple[Contestant, Contestant], line_up: LineUp, state: Any) -> int:
    legal = state.legal_actions()
    return legal[0] if len(legal) == 1 else contestants[line_up[state.current_player()]].decide(state)


def line_ups(seats: int) -> list[LineUp]:
    """All that seat both; over them each holds every seat equally often."""
    return [line_up for line_up in itertools.product((OURS, THEIRS), repeat=seats) if len(set(line_up)) == 2]


def shares(game: Any, contestants: tuple[Contestant, Contestant], deals: range) -> Iterator[float]:
    """After each game: our share of the wins of its deal where it was the deal's last one, else -1."""
    ways = line_ups(game.num_players())
    for deal in deals:
        won = 0.0
        for line_up in ways:
            returns = play(game, deal, functools.partial(seated, contestants, line_up))
            won += sum(gain for gain, who in zip(returns, line_up, strict=True) if who == OURS)
            yield won / len(ways) if line_up == ways[-1] else -1.0


def match(name: str, game: Any, contestants: tuple[Contestant, Contestant], deals: range, bar: Progress) -> dict[str, Any]:
    """All deals, summed up: our share of all wins, and each one's per seat that it held. An interrupt ends it early, with
    what was played until then."""
    task = bar.add_task(name, total=len(deals) * len(line_ups(game.num_players())))
    found: list[float] = []
    interrupted = False
    try:
        for share in shares(game, contestants, deals):
            bar.advance(task)
            found += [share] if share >= 0 else []
    except KeyboardInterrupt:
        interrupted = True
        if not found:
            raise
    return summed_up(game, contestants, found) | ({"interrupted": True} if interrupted else {})


def summed_up(game: Any, contestants: tuple[Contestant, Contestant], found: list[float]) -> dict[str, Any]:
    seats = game.num_players()
    share, half = share_of_deals(found)
    figures: dict[str, Any] = {"games": len(found) * len(line_ups(seats)), "deals": len(found)}
    figures |= {"share": round(share, 4), "half_width": round(half, 4)}
    for who, contestant in enumerate(contestants):
        wins = share if who == OURS else 1 - share
        per_seat = {"win_rate": round(2 * wins / seats, 4), "ms": round(contestant.ms, 3), "decisions": contestant.decisions}
        figures |= {f"{NAMES[who].lower()}_{key}": value for key, value in per_seat.items()}
    return figures


# --- equal time ------------------------------------------------------------------------------------------------------


def decisions(game: Any, seed: int) -> Iterator[Any]:
    """States with a choice, from games by random actions."""
    luck = random.Random(seed)
    found: list[Any] = []

    def at_random(state: Any) -> int:
        if len(state.legal_actions()) > 1:
            found.append(state.clone())
        return int(luck.choice(state.legal_actions()))

    for deal in itertools.count(seed):
        play(game, deal, at_random)
        yield from found
        found.clear()


def iterations_of_equal_time(game: Any, iterations: int, exploration: float, seed: int, bar: Progress) -> int:
    """How many of ours take as long as that many of theirs, on the same decisions."""
    asked = list(itertools.islice(decisions(game, seed), CALIBRATED))
    goal = mean_seconds(theirs(game, iterations, exploration, seed), asked, bar, "Timing OpenSpiel")
    many = iterations
    for trial in range(3):
        many = round(many * goal / mean_seconds(ours(many, seed), asked, bar, f"Timing Croupier, {trial + 1} of 3"))
    return many


def mean_seconds(contestant: Contestant, asked: list[Any], bar: Progress, name: str) -> float:
    task = bar.add_task(name, total=len(asked))
    for state in asked:
        contestant.decide(state)
        bar.advance(task)
    return contestant.seconds / len(asked)


# --- the command -----------------------------------------------------------------------------------------------------


def measure(args: argparse.Namespace, bar: Progress) -> dict[str, Any]:
    meta = games.meta(args.game)
    game = pyspiel.load_game(f"{PREFIX}{meta.name}(players={args.seats or meta.usual_seats})")
    seed = args.seed << 32
    deals = range(seed, seed + -(-args.games // len(line_ups(game.num_players()))))
    mean_seconds(ours(1, seed), [next(decisions(game, seed))], bar, "Compiling the search")
    figures: dict[str, Any] = {"bench": "openspiel_duel", "game": str(game), "seed": args.seed, "exploration": args.exploration}
    matches = {"equal iterations": args.iterations}
    if not args.iterations_only:
        matches["equal time"] = iterations_of_equal_time(game, args.iterations, args.exploration, seed, bar)
    for name, many in matches.items():
        contestants = ours(many, seed + 1), theirs(game, args.iterations, args.exploration, seed + 1)
        result = match(f"With {name}", game, contestants, deals, bar)
        figures[name.replace(" ", "_")] = {"croupier_iterations": many, "openspiel_iterations": args.iterations} | result
        if "interrupted" in result:
            break
    return figures


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench openspiel_duel", description=__doc__)
    parser.add_argument("game", nargs="?", default="quickshot")
    parser.add_argument("--seats", type=int, default=3, help="how many play; 0 is the usual number")
    parser.add_argument("--games", type=int, default=400, help="of each match, rounded up to whole deals")
    parser.add_argument("--iterations", type=int, default=200, help="of OpenSpiel's bot")
    parser.add_argument("--exploration", type=float, default=EXPLORATION, help="its uct_c; ours when left out")
    parser.add_argument("--iterations-only", action="store_true", help="leave out the match with equal time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="only the line of JSON, and no progress bar")
    args = parser.parse_args()
    if min(args.games, args.iterations) < 1:
        raise Invalid("A duel has at least one game and one iteration.")
    return args


def main() -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        args = parsed()
        with Progress(*columns, disable=args.json, console=Console(stderr=True), transient=True) as bar:
            figures = measure(args, bar)
    except CroupierError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    if not args.json:
        show(figures)
    print(json.dumps(figures))


def show(figures: dict[str, Any]) -> None:
    for name in ("equal_iterations", "equal_time"):
        if name not in figures:
            continue
        found = figures[name]
        title = f"{figures['game']}, {name.replace('_', ' ')}: {found['games']} games of {found['deals']} deals"
        table = Table("Bot", "Iterations", "CPU ms a decision", "Win rate per seat", title=title)
        for one in NAMES:
            key = one.lower()
            row = found[f"{key}_iterations"], found[f"{key}_ms"], found[f"{key}_win_rate"]
            table.add_row(one, f"{row[0]:,}", f"{row[1]:,}", f"{row[2]:.3f}")
        console = Console()
        console.print(table)
        share = f"{found['share']:.3f} ± {found['half_width']:.3f}"
        console.print(f"Croupier's share of all wins: {share}; 0.500 if both were alike.")


if __name__ == "__main__":
    main()
