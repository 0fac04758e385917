"""Our search beside OpenSpiel's C++ one: the same decisions of Leduc hold'em, as many iterations, one core, by turns.

OpenSpiel's ``ISMCTSBot`` deals again in each iteration, as ours does, keeps nodes by what the deciding player knows, and plays
one random game from each new node. It is called as its users would from Python, one ``step`` a decision: all of that is C++.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from croupier.bots.thought import Thought
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError

from .environments import BENCH, environment_variables, python_of
from .leduc import LEDUC
from .leduc.state import MOST_BETS

DECISIONS = 20
ITERATIONS = 10_000
ROUNDS = 7
BOX = LEDUC.default_box()


class Position(NamedTuple):
    state: Any
    seat: int
    history: list[int]
    """As OpenSpiel has it: two cards, actions, the card turned up, actions."""


def positions(n: int) -> list[Position]:
    """Decisions out of random games, each of a game of its own."""
    luck = random.Random(1)
    found = []
    while len(found) < n:
        s = LEDUC.State(seats=2)
        seed_chance(s, luck.getrandbits(30))
        LEDUC.setup(BOX, s)
        for _ in range(luck.randrange(5)):
            take_any(s, luck)
        if LEDUC.to_act(s):
            found.append(Position(s, s.current, history_of(s)))
    return found


def take_any(s: Any, luck: random.Random) -> None:
    mask = [0] * LEDUC.N_ACTIONS
    if LEDUC.to_act(s):
        LEDUC.legal(BOX, s, s.current, mask)
        LEDUC.apply(BOX, s, s.current, luck.choice([action for action, legal in enumerate(mask) if legal]))


def history_of(s: Any) -> list[int]:
    first, second = ([bet - 1 for bet in row if bet] for row in (s.bets[:MOST_BETS], s.bets[MOST_BETS:]))
    return [s.hand[0] - 1, s.hand[1] - 1, *first, *([s.board - 1] if s.board else []), *second]


def ours(asked: list[Position], iterations: int) -> float:
    """Iterations done in a second of CPU, the preparation of each search included."""
    began, done = time.process_time(), 0
    for key, (s, seat, _) in enumerate(asked):
        thought = Thought(LEDUC, BOX, s, seat, key, iterations, compiled=True)
        thought.run(threads=1)
        done += sum(visits for visits, _ in thought.votes())
    return done / (time.process_time() - began)


class Theirs:
    """A process in OpenSpiel's environment. CroupierError when that cannot be made."""

    def __init__(self) -> None:
        command = [python_of("openspiel"), "-m", "peers.ismcts_openspiel"]
        self.process = subprocess.Popen(
            command, cwd=BENCH, env=environment_variables(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.version: str = self.answer()["version"]

    def answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise CroupierError("OpenSpiel's side of the search ended; what it complained about stands above.")
        return json.loads(line)

    def run(self, asked: list[Position], iterations: int) -> float:
        """Iterations in a second of CPU."""
        assert self.process.stdin
        question = {"histories": [position.history for position in asked], "iterations": iterations}
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return float(len(asked) * iterations / self.answer()["seconds"])

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def beside_openspiel(console: Console) -> dict[str, Any]:
    """Prints a table; returns medians of iterations/s and of their ratio, paired by rounds."""
    asked = positions(DECISIONS)
    ours(asked[:1], 10)
    theirs = Theirs()
    try:
        rounds = [(ours(asked, ITERATIONS), theirs.run(asked, ITERATIONS)) for _ in range(ROUNDS)]
    finally:
        theirs.close()
    us, them = (statistics.median(column) for column in zip(*rounds, strict=True))
    ratio = statistics.median(a / b for a, b in rounds)
    table = Table("Search", "Iterations/s", title=f"Leduc, one core, {ITERATIONS:,} iterations a decision, medians of {ROUNDS}")
    table.add_row("ours, compiled", f"{us:,.0f}")
    table.add_row(f"OpenSpiel {theirs.version}, C++ ISMCTSBot", f"{them:,.0f}")
    console.print(table)
    console.print(f"Ours is {ratio:.2f} times as fast.")
    return {"ours_per_second": round(us), "openspiel_per_second": round(them), "ratio_openspiel_ismcts": round(ratio, 3)}
