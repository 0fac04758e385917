"""Simulation: many games of one table, at random or between bots, and what they show on average.

The same seed gives the same numbers whoever plays the games: threads of this process, or the workers of a cluster.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from croupier import bots
from croupier import games as registry
from croupier.bots.choice import choose_by
from croupier.bots.players import GREEDY_BOT, UNIFORM_BOT, Player, player_called
from croupier.compiled.playout import HEAVIEST, PLAYERS, USUAL, Dice, Playouts, lowest, pick
from croupier.core.chance import next32, seed_chance
from croupier.core.errors import CroupierError
from croupier.core.game import Game, Meta
from croupier.study.crew import Crew, Sums, Threads, played_by
from croupier.study.intervals import Estimate, mean_of, share_of

MOST_GAMES = 1 << 32
MOST_SEED = (1 << 28) - 1
RANDOM_CHUNK = 10_000
SEARCH_CHUNK = 1


class Plan(msgspec.Struct, frozen=True):
    """What is simulated; ``planned`` makes one of what people ask for."""

    game: Game
    box: Any
    bots: tuple[str, ...]
    """One name out of NAMES per seat."""
    games: int
    seed: int
    options: dict[str, int] = {}
    """Index of the value, by name; those left out are as usual."""

    def fresh(self) -> Any:
        """The state as it is before setup."""
        return self.game.State(seats=self.seats, **self.options)

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def searches(self) -> bool:
        """Whether somebody plays otherwise than at random."""
        return any(player.iterations > 0 for player in self.players)

    @property
    def players(self) -> list[Player]:
        return [player_called(self.game, name) for name in self.bots]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as data: the game by its name, the box packed."""
        return unpickled, (self.game.meta.name, self.box.pack(), self.bots, self.games, self.seed, self.options)

    @property
    def chunk(self) -> int:
        return SEARCH_CHUNK if self.searches else RANDOM_CHUNK

    @property
    def chunks(self) -> int:
        return -(-self.games // self.chunk)

    def games_of(self, part: range) -> range:
        """The numbers of the games in these chunks, or in one: ``range(3, 4)``."""
        return range(part.start * self.chunk, min(part.stop * self.chunk, self.games))

    def warm_up(self) -> None:
        warm_up(self)

    def play(self, part: range, stop: threading.Event) -> list[Sums]:
        """Of each chunk. The numbers of a game are: decisions, returns by seat, tally, score per player."""
        player = played_by_bots if self.searches else played_at_random
        return player(self, [self.games_of(range(chunk, chunk + 1)) for chunk in part], stop)


def unpickled(name: str, box: bytes, names: tuple[str, ...], games: int, seed: int, options: dict[str, int]) -> Plan:
    """The inverse of pickling a plan."""
    game = registry.load(name)
    return Plan(game, game.Box.unpack(box), names, games, seed, options)


class Report(msgspec.Struct, frozen=True):
    """What the games showed. Every Estimate is a mean with the half width of its 95 % interval."""

    games: int
    decisions: int
    decisions_per_game: Estimate
    win_rate: list[Estimate]
    """By seat."""
    tally: dict[str, Estimate]
    """What the game itself counts, by its own names."""
    score: dict[str, Estimate] = {}
    """Points per player, line by line; empty where the game keeps none."""


def planned(
    game: Game, box: Any, seats: int | None, names: Sequence[str], games: int, seed: int, options: Mapping[str, int] = USUAL
) -> Plan:
    """Unknown or CroupierError, with a sentence that names what is possible. One bot's name seats it everywhere."""
    seats = seats_of(game.meta, seats, names)
    for name in names:
        player_called(game, name)
    if not names or len(names) == 1:
        names = [*(names or [UNIFORM_BOT])] * seats
    if len(names) != seats:
        raise CroupierError(f"{len(names)} bots are named for {seats} seats; name one for all, or one per seat.")
    if not 1 <= games <= MOST_GAMES:
        raise CroupierError(f"Between 1 and {MOST_GAMES} games can be simulated, not {games}.")
    if not 0 <= seed <= MOST_SEED:
        raise CroupierError(f"A seed is a whole number from 0 to {MOST_SEED}, not {seed}.")
    return Plan(game, box, tuple(names), games, seed, dict(options))


def seats_of(meta: Meta, seats: int | None, names: Sequence[str]) -> int:
    """As many as asked for, else as many as bots are named, else the usual number."""
    if seats is None:
        seats = len(names) if len(names) > 1 else meta.usual_seats
    if not meta.least_seats <= seats <= meta.most_seats:
        raise CroupierError(f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats, not {seats}.")
    return seats


# --- playing ---------------------------------------------------------------------------------------------------------


def simulate(plan: Plan, crew: Crew | None = None, played: Callable[[int], None] = lambda games: None) -> Report:
    """Play the plan's games; ``played`` hears how many more are done, 0 when all is compiled. An interrupt stops it soon.

    Threads on all cores play where no crew is given. A crew that is given is gone afterwards.
    """
    with crew or Threads() as hired:
        return report_of(plan, played_by(hired, plan, played))


def played_at_random(plan: Plan, chunks: Sequence[range], stop: threading.Event) -> list[Sums]:
    """Games where nobody searches: compiled from beginning to end."""
    playouts = playouts_of(plan)
    return [Sums(*playouts.run(first_seed(plan) + games.start, len(games))) for games in chunks]


def playouts_of(plan: Plan) -> Playouts:
    policies = [player.policy for player in plan.players]
    return Playouts(plan.game, plan.box, plan.seats, policies, plan.options, compiled=True)


def first_seed(plan: Plan) -> int:
    """Of the plan's first game; the others follow one by one. Plans with different seeds share no game."""
    return plan.seed << 32


def warm_up(plan: Plan) -> None:
    """Compile what the plan needs, or load it: no game is played, or one bot of each name chooses once."""
    if not plan.searches:
        playouts_of(plan).run(first_seed(plan), 0)
        return
    dice = Dice()
    for seat in range(plan.seats):
        s = plan.fresh()
        plan.game.setup(plan.box, s)
        if plan.bots[seat] not in plan.bots[:seat]:
            choose(msgspec.structs.replace(plan, bots=(plan.bots[seat],) * plan.seats), s, dice, lowest(plan.game.to_act(s)))


Watch = Callable[[Any, int, int], None]
"""Sees every decision before it is applied: state, seat, action."""


def look_away(s: Any, seat: int, action: int) -> None:
    """Where nobody wants to watch."""


def played_by_bots(plan: Plan, chunks: Sequence[range], stop: threading.Event) -> list[Sums]:
    """Games where somebody searches: the rules run plain, the search compiled."""
    return [added_up([play_with_bots(plan, first_seed(plan) + game, stop) for game in games]) for games in chunks]


def added_up(rows: Sequence[Sequence[float]]) -> Sums:
    """rows: the numbers of each game."""
    return Sums([sum(column) for column in zip(*rows, strict=True)], [sum(x * x for x in c) for c in zip(*rows, strict=True)])


def play_with_bots(plan: Plan, seed: int, stop: threading.Event, watch: Watch = look_away) -> list[float]:
    """One game: decisions, returns by seat, tally, score per player; cut short when told to stop."""
    game, box = plan.game, plan.box
    s, dice = plan.fresh(), Dice()
    seed_chance(s, seed)
    seed_chance(dice, seed + PLAYERS)
    game.setup(box, s)
    plies = 0
    while game.to_act(s) and plies < game.meta.max_plies and not stop.is_set():
        seat = lowest(game.to_act(s))
        action = choose(plan, s, dice, seat)
        watch(s, seat, action)
        game.apply(box, s, seat, action)
        plies += 1
    rewards, counts = [0.0] * plan.seats, [0] * len(game.TALLY)
    if not game.to_act(s):
        game.returns(s, rewards)
    game.tally(s, counts)
    return [float(plies), *rewards, *map(float, counts), *score_per_player(game, s)]


def score_per_player(game: Game, s: Any) -> list[float]:
    """The mean of all seats, line by line."""
    rows = []
    for seat in range(s.seats if game.SCORE else 0):
        rows.append([0] * len(game.SCORE))
        game.score(s, seat, rows[-1])
    return [sum(line) / s.seats for line in zip(*rows, strict=True)]


def choose(plan: Plan, s: Any, dice: Dice, seat: int) -> int:
    name = plan.bots[seat]
    if name == UNIFORM_BOT:
        mask = [0] * plan.game.N_ACTIONS
        return pick(dice, mask, plan.game.legal(plan.box, s, seat, mask))
    key = next32(dice) << 30 | next32(dice) >> 2
    if name == GREEDY_BOT:
        return choose_by(HEAVIEST, plan.game, plan.box, s, seat, key)
    return bots.choose(plan.game, plan.box, s, seat, name, key, compiled=True)


# --- reporting -------------------------------------------------------------------------------------------------------


def report_of(plan: Plan, total: Sums) -> Report:
    means = [mean_of(*column, plan.games) for column in zip(*total, strict=True)]
    first = 1 + plan.seats
    return Report(
        games=plan.games,
        decisions=int(total.numbers[0]),
        decisions_per_game=means[0],
        win_rate=[share_of(wins, plan.games) for wins in total.numbers[1:first]],
        tally={
            name: means[i] if is_mean(name) else share_of(total.numbers[i], plan.games)
            for i, name in enumerate(plan.game.TALLY, first)
        },
        score=dict(zip(plan.game.SCORE, means[first + len(plan.game.TALLY) :], strict=True)),
    )


def is_mean(name: str) -> bool:
    """Whether a name of a tally stands for a number of each game, and not for what happens in a game or does not."""
    return name.endswith("_per_game")
