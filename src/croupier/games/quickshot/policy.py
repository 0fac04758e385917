"""The rulebook's bot (section 8), as weights over the legal actions."""

from __future__ import annotations

from typing import Any

from croupier.core.record import Counts
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.state import PASS, VALUES, State

ALWAYS_REINFORCES = 1
"""Paragraph 8.2: whether the bot uses Reinforcements whenever it has a card. The rulebook does not say."""


def weigh(box: Box, s: State, seat: int, mask: Counts, weights: Any) -> None:
    """Paragraph 8.1: every card of the hand is equally likely, so a value held twice counts twice."""
    weights[PASS] = 0.0
    if mask[PASS] and not ALWAYS_REINFORCES:
        weights[PASS] = 1.0
    for value in range(1, VALUES):
        weights[value] = 1.0 * s.hands[seat][value]
