"""Whether a position can be: sentences that say why not."""

from __future__ import annotations

from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.state import State

Names = list[str]


def check_position(box: Box, s: State, names: Names) -> str:
    """"" for a position that can be, else a sentence."""
    return ""
