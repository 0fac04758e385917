"""Leduc hold'em (Southey et al. 2005) in the form of our rules: a game for measuring, outside the registry.

Two players, six cards: jack, queen and king in two suits, numbered ``2 * rank + suit``. Each antes 1, gets a card and bets;
then a card is turned up, and they bet once more. A raise puts 2 on top in the first round and 4 in the second, twice a round at
most. A pair with the card turned up wins, else the higher rank; equal ranks share. Actions are fold, call (or check) and raise.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from croupier.core.game import Game, Meta

from . import box, effects, legal, observe, redeal, scoring, state

META = Meta(
    name="leduc", title="Leduc hold'em", blurb="The smallest poker with a second round.",
    least_seats=2, most_seats=2, usual_seats=2, minutes=1, rules_version=1, max_plies=8, usual_plies=4,
)  # fmt: skip

LEDUC = cast(Game, SimpleNamespace(
    meta=META,
    Box=box.Box, default_box=box.default_box,
    State=state.State, N_ACTIONS=state.N_ACTIONS, setup=state.setup,
    to_act=legal.to_act, legal=legal.legal,
    apply=effects.apply, withdraw=effects.withdraw,
    redeal=redeal.redeal,
    observe=observe.observe, OBSERVATION=observe.OBSERVATION,
    returns=scoring.returns, tally=scoring.tally, TALLY=scoring.TALLY, score=scoring.score, SCORE=scoring.SCORE,
    has_policy=False, has_outlook=False, has_habits=False,
))  # fmt: skip
"""The parts of the contract that play, study and search need; nobody sits at a table of it."""
