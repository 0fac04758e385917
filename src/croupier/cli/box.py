"""``croupier box GAME``: the built-in box as a box file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier import games
from croupier.cli.files import read_text
from croupier.core.errors import Invalid
from croupier.core.game import Game


def box(game: str) -> None:
    """Print the built-in box of a game. Saved, changed and given back as --box FILE it is a box of your own.

    Parameters
    ----------
    game
        Name of the game.
    """
    loaded = games.load(game)
    print(loaded.dump_box(loaded.default_box()), end="")


def read_box(game: Game, file: Path | None, seats: int) -> Any:
    """The box in a file, or the printed one; Invalid, with line and reason, when this many seats cannot play with it."""
    chosen = game.default_box() if file is None else game.load_box(read_text(file), file.name)
    if doubt := game.check_box(chosen, seats):
        raise Invalid(doubt)
    return chosen


def own_box(game: Game, box: Any) -> str:
    """The text of a box that is not the printed one, else nothing."""
    text = game.dump_box(box)
    return "" if text == game.dump_box(game.default_box()) else text
