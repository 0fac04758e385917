"""Whether a position can be: sentences that say why not. What cannot matter is not asked for."""

from __future__ import annotations

from croupier.games.quick_silver.box import Box
from croupier.games.quick_silver.state import State

Names = list[str]


def check_position(box: Box, s: State, names: Names) -> str:
    """ "" for a position that can be, else a sentence."""
    return ""
