"""Golden games as readable text, one for every kind of ending. ``python -m tests.playthroughs.playthroughs`` writes them anew.

Written anew they must be the same, or else the rules, the chance or a sentence has changed: look at the difference, and raise
``rules_version`` when a legal log would now end otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from croupier import games
from croupier.core.chance import below, seed_chance
from croupier.core.events import Recorder, seats_in
from croupier.core.game import OPEN, SPECTATOR, Game
from croupier.core.record import Record, Words, i64

HERE = Path(__file__).parent
NAMES = "ABCDEFG"


class Golden(NamedTuple):
    game: str
    name: str
    seats: int
    seed: int
    shows: str
    """A part of its text: what it is there for."""
    options: tuple[tuple[str, str], ...] = ()
    """By name, as at a table; left out, the default holds."""

    @property
    def file(self) -> Path:
        return HERE / self.game / f"{self.name}.txt"


GOLDEN = (
    Golden("quickshot", "last-survivor", 4, 3, "is the last one left and wins."),
    Golden("quickshot", "round-four", 5, 1, "The last round is over"),
    Golden("quickshot", "all-down-in-round-four", 3, 5, "All cards lie face down"),
    Golden("quickshot", "seven-seats-reshuffle", 7, 1, "discards are shuffled into a new one"),
    Golden("silver_and_gold", "most-points", 4, 123, "A wins."),
    Golden("silver_and_gold", "tie-broken-by-a-color", 3, 247, "the tie by the colors", (("take_from_deck", "on"),)),
    Golden("silver_and_gold", "shared-victory", 2, 208, "share the victory"),
    Golden("silver_and_gold", "shared-by-two-of-four", 4, 212, "share the victory", (("take_from_deck", "on"),)),
    Golden("silver_and_gold", "an-x-without-a-box", 2, 636, "has no open box left for", (("take_from_deck", "on"),)),
    Golden("quick_silver", "the-richest", 4, 179, "is the richest and wins."),
    Golden("quick_silver", "last-one-alive", 6, 196, "is the last one alive and wins."),
    Golden("quick_silver", "nobody-alive", 3, 209, "share the win."),
    Golden("quick_silver", "the-stranger", 3, 92, "The Stranger is the richest and wins.", (("sneaky_stranger", "on"),)),
    Golden("quick_silver", "not-quite-dead", 3, 101, "not quite dead yet", (("not_quite_dead", "on"),)),
    Golden("quick_silver", "both-variants", 2, 28, "wins.", (("not_quite_dead", "on"), ("sneaky_stranger", "on"))),
)


class Luck(Record):
    """Who decides first, and what, when all legal actions are equally likely."""

    chance: Words = i64[4]


def written(golden: Golden) -> str:
    return "\n".join([*lines(golden), ""])


def lines(golden: Golden) -> Iterator[str]:
    game, luck = games.load(golden.game), Luck()
    values = {option.name: option.values for option in game.meta.options}
    options = {name: values[name].index(value) for name, value in golden.options}
    box, state = game.default_box(), game.State(seats=golden.seats, **options)
    recorder = Recorder(lambda: None)
    seed_chance(state, golden.seed)
    seed_chance(luck, golden.seed + 1_000_000)
    state.recorder = recorder
    game.setup(box, state)
    chosen = "".join(f", {name} {value}" for name, value in golden.options)
    yield f"{game.meta.title}, {golden.seats} seats{chosen}, seed {golden.seed}: every legal action equally likely"
    yield from happened(game, recorder)
    yield from position(game, box, state)
    while due := game.to_act(state):
        seats = seats_in(due)
        seat = seats[below(luck, len(seats))]
        mask = [0] * game.N_ACTIONS
        game.legal(box, state, seat, mask)
        actions = [action for action in range(game.N_ACTIONS) if mask[action]]
        action = actions[below(luck, len(actions))]
        text = game.format_action(box, state, seat, action)
        game.apply(box, state, seat, action)
        yield f"{NAMES[seat]}: {text}  [{state.digest()}]"
        yield from happened(game, recorder)
    yield from position(game, box, state)
    yield from (f"{standing.place}. {named(standing.note)}" for standing in game.standings(state))


def happened(game: Game, recorder: Recorder) -> Iterator[str]:
    """A line for each event, the truth; with what spectators are told, where that is less."""
    for beat in recorder.beats:
        for event in beat.events:
            truth, public = game.tell(event, OPEN), game.tell(event, SPECTATOR)
            aside = f"  (others: {named(public.text)})" if public.text != truth.text else ""
            yield f"    {named(truth.text)}  §{truth.rule}{aside}"
    recorder.beats.clear()


def position(game: Game, box: Any, state: Any) -> Iterator[str]:
    yield ""
    for key, value in game.dump_position(box, state).items():
        yield f"  {key} = {value}"
    yield ""


def named(text: str) -> str:
    for seat, name in enumerate(NAMES):
        text = text.replace(f"{{{seat}}}", name)
    return text


def main() -> None:
    for golden in GOLDEN:
        golden.file.parent.mkdir(exist_ok=True)
        golden.file.write_text(written(golden), "utf-8")
        print(golden.file.relative_to(HERE))


if __name__ == "__main__":
    main()
