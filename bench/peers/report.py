"""What the race says: medians, paired ratios, whether all played the same game, as a table and as one line of JSON."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from rich.table import Table

from .harness import Key, Race, Round

DEVIATION = 1.3526
"""Of the decisions of one game at random: ``leduc.tree``."""
TOLERANCE = 0.02
Speeds = dict[Key, float]
Side = Callable[[Speeds], Sequence[Key]]
"""Which of the variants that ran may stand for one side of a ratio; the fastest does."""


def of(name: str, *variants: str) -> Side:
    """These variants of a contestant, or all it has."""
    return lambda speeds: [key for key in speeds if key[0] == name and (not variants or key[1] in variants)]


PLAIN = ("plain", "plain loop")
BATCHES = ("tables=1", "tables=1024", "tables=16384")
RATIOS: dict[str, tuple[Side, Side]] = {
    "openspiel_rollouts": (of("ours", "compiled"), of("openspiel", "rollouts")),
    "openspiel_python": (of("ours", "compiled"), of("openspiel", "python")),
    "rlcard": (of("ours", *PLAIN), of("rlcard", "run", "step")),
    "rlcard_same_tree": (of("ours", *PLAIN), of("rlcard", "step-same")),
    "rlcard_observed": (of("ours", "plain observed"), of("rlcard", "run", "step")),
    "rlcard_game": (of("ours", *PLAIN), of("rlcard", "game")),
    "pettingzoo": (of("ours", *PLAIN), of("pettingzoo")),
    "pgx": (of("ours", *BATCHES), of("pgx")),
    "c_batch_1k": (of("ours", "tables=1024"), of("c_loop", "tables=1024")),
    "c_batch_16k": (of("ours", "tables=16384"), of("c_loop", "tables=16384")),
    "pufferlib_1k": (of("ours", "tables=1024"), of("pufferlib", "tables=1024")),
    "pufferlib_16k": (of("ours", "tables=16384"), of("pufferlib", "tables=16384")),
}
"""What is divided by what."""


def medians(race: Race) -> Speeds:
    """Decisions a second of CPU."""
    return {key: statistics.median(r.speed for r in rounds) for key, rounds in race.rounds.items()}


def fastest(speeds: Speeds, side: Side) -> Key | None:
    return max(side(speeds), key=speeds.__getitem__, default=None)


def paired(race: Race, ours: Key, theirs: Key) -> float:
    """The median of the ratios of each round."""
    pairs = zip(race.rounds[ours], race.rounds[theirs], strict=True)
    return statistics.median(a.speed / b.speed for a, b in pairs)


def ratios(race: Race) -> dict[str, float]:
    """By name, those whose both sides ran. ``ratio_c_batch`` is the lower of its two."""
    speeds = medians(race)
    found = {}
    for name, (one, other) in RATIOS.items():
        ours, theirs = fastest(speeds, one), fastest(speeds, other)
        if ours and theirs:
            found[f"ratio_{name}"] = round(paired(race, ours, theirs), 3)
    batches = [found[name] for name in ("ratio_c_batch_1k", "ratio_c_batch_16k") if name in found]
    return found | ({"ratio_c_batch": min(batches)} if batches else {})


def mean_length(rounds: Sequence[Round]) -> float:
    return sum(r.decisions for r in rounds) / sum(r.games for r in rounds)


def is_that_long(rounds: Sequence[Round], length: float) -> bool:
    """Whether games took as many decisions as they should: within TOLERANCE, or four standard errors of few games."""
    spread = 4 * DEVIATION / sum(r.games for r in rounds) ** 0.5
    return abs(mean_length(rounds) - length) <= max(TOLERANCE, spread)


def strangers(race: Race) -> list[str]:
    """A sentence for each variant that plays something else."""
    found = []
    for (name, variant), rounds in race.rounds.items():
        length = about_of(race, (name, variant))["length"]
        if not is_that_long(rounds, length):
            found.append(f"{name}, {variant}: {mean_length(rounds):.4f} decisions a game, not {length:.4f}: not the same game.")
    return found


def table_of(race: Race, rounds: int) -> Table:
    table = Table(title=f"Leduc hold'em at random on one core, decisions a second of CPU, medians of {rounds}")
    for heading in ("Who", "Decisions/s", "lowest, highest", "to our compiled", "a game"):
        table.add_column(heading, justify="left" if heading == "Who" else "right", no_wrap=True)
    for heading in ("Observation each step", "What is called"):
        table.add_column(heading)
    for key, found in race.rounds.items():
        table.add_row(*row(race, key, found))
    return table


def about_of(race: Race, key: Key) -> dict[str, Any]:
    """What the contestant says of this variant."""
    found: dict[str, Any] = race.contestants[key[0]].variants[key[1]]
    return found


def summary(race: Race) -> list[str]:
    """Who took part, and the ratios."""
    versions = ", ".join(f"{contestant.title} {contestant.version}" for contestant in race.contestants.values())
    compared = ", ".join(f"{name.removeprefix('ratio_')} {found:.3g}" for name, found in ratios(race).items())
    return [f"Versions: {versions}.", f"Ours over theirs: {compared}."] if compared else [f"Versions: {versions}."]


def row(race: Race, key: Key, found: Sequence[Round]) -> list[str]:
    about = about_of(race, key)
    speeds = [r.speed for r in found]
    return [
        f"{race.contestants[key[0]].title}: {key[1]}",
        f"{statistics.median(speeds):,.0f}",
        f"{min(speeds) / 1e6:.3g}, {max(speeds) / 1e6:.3g} M",
        f"{paired(race, key, ('ours', 'compiled')):.4f}" if ("ours", "compiled") in race.rounds else "",
        f"{mean_length(found):.4f}",
        about["observation"] or "none",
        about["measures"],
    ]


def figures(race: Race, rounds: int) -> dict[str, Any]:
    """The line of JSON."""
    speeds = {f"{name}: {variant}": round(speed) for (name, variant), speed in medians(race).items()}
    versions = {name: f"{c.title} {c.version}" for name, c in race.contestants.items()}
    observations = {f"{name}: {variant}": about_of(race, (name, variant))["observation"] for name, variant in race.rounds}
    return {
        "bench": "peers", "game": "leduc", "rounds": rounds, **ratios(race), "decisions_per_second": speeds,
        "observation_each_step": observations, "versions": versions, "missing": race.missing,
    }  # fmt: skip
