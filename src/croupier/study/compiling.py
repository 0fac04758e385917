"""All that is compiled for a game, part by part; ``python -m croupier.study.compiling GAME PART...`` is its process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence

from croupier import games
from croupier.bots.process import end_with_parent, search_once
from croupier.compiled.playout import Playouts
from croupier.compiled.saving import given_up, saved
from croupier.core.game import Game
from croupier.study.match import Players


def searches(game: Game) -> None:
    """What bots at a table think with, and in simulations."""
    search_once(game.meta.name)


def matches(game: Game) -> None:
    levels = ("greenhorn", "prospector")
    Players(game, game.default_box(), [levels[seat % 2] for seat in range(game.meta.usual_seats)]).play(0, 0)


def simulations(game: Game) -> None:
    Playouts(game, game.default_box(), game.meta.usual_seats, compiled=True).run(0, 0)


def batches(game: Game) -> None:
    """For any number of seats."""
    from croupier.compiled.batch import OUTSIDE, Batch

    batch = Batch(game, game.default_box(), game.meta.usual_seats, 1, [OUTSIDE] * game.meta.usual_seats)
    batch.step(batch.masks.argmax(axis=1))


PARTS: dict[str, Callable[[Game], None]] = {
    "searches": searches,
    "matches": matches,
    "simulations": simulations,
    "batches": batches,
}


def compile_parts(name: str, parts: Sequence[str], begins: Callable[[str], None]) -> int:
    """Compile these parts, or load them from the cache; ``begins`` hears each name. Returns how many functions were new.
    Where nothing can be kept it is over after a part: that was said on standard error."""
    for part in parts:
        if not given_up:
            begins(part)
            PARTS[part](games.load(name))
    return len(saved)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    print(compile_parts(sys.argv[1], sys.argv[2:], lambda part: print(part, flush=True)))
    sys.exit(bool(given_up))
