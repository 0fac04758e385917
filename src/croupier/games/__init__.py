"""The registry: one line per game, imported on demand. ``META`` needs no rules; ``load`` brings the whole game."""

from __future__ import annotations

import functools
from importlib import import_module
from types import SimpleNamespace
from typing import cast

from croupier.core.errors import unknown
from croupier.core.game import NO_WINDOW, Game, Meta

NAMES = (
    "quickshot",
    "silver_and_gold",
    "quick_silver",
)

HOME = {
    "box": "Box cards default_box load_box dump_box check_box",
    "state": "State N_ACTIONS setup",
    "legal": "to_act legal",
    "effects": "apply withdraw",
    "scoring": "returns standings tally TALLY",
    "redeal": "redeal",
    "view": "View Told view tell offer",
    "observe": "observe OBSERVATION",
    "notation": "format_action parse_action dump_position load_position",
}
"""Which file of a game holds which part of the contract."""
JUDGEMENT = {"policy": "weigh", "outlook": "chapter horizon outlook", "habits": "habit"}
"""The same for what a game may leave out."""


@functools.cache
def meta(name: str) -> Meta:
    """What a lobby shows of a game; Unknown names the games there are."""
    if name not in NAMES:
        raise unknown("game", name, NAMES)
    return cast(Meta, import_module(f"croupier.games.{name}.meta").META)


def no_window(s: object) -> int:
    """For games where nobody is ever asked in somebody else's turn."""
    return NO_WINDOW


@functools.cache
def load(name: str) -> Game:
    """The game with its rules; Unknown names the games there are."""
    parts: dict[str, object] = {"meta": meta(name)}
    for file, names in HOME.items():
        module = import_module(f"croupier.games.{name}.{file}")
        parts |= {part: getattr(module, part) for part in names.split()}
    scoring = import_module(f"croupier.games.{name}.scoring")
    parts["window"] = getattr(import_module(f"croupier.games.{name}.legal"), "window", no_window)
    parts |= {"SCORE": getattr(scoring, "SCORE", ()), "score": getattr(scoring, "score", None)}
    for file, names in JUDGEMENT.items():
        judgement = judgement_of(f"croupier.games.{name}.{file}")
        parts |= {f"has_{file}": judgement is not None}
        parts |= {part: getattr(judgement, part) for part in names.split() if judgement}
    return cast(Game, SimpleNamespace(**parts))


def judgement_of(module: str) -> object:
    """The module, or None where the game has none of the name."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return None
