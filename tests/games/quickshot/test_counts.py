"""Count tests: how many different games there are from a fixed position, by hand and by play.

The position forces no chance: the game is in its fourth round, in which nothing is drawn any more.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

from croupier import games
from croupier.core.events import seats_in

GAME = games.load("quickshot")
BOX = GAME.default_box()

# A leads with one of three values. B and C then choose among two values each, whatever A did: 3 * 2 * 2 = 12 reveals, if the
# order of choosing is fixed. A later decision comes only from B's 4 (A's Trap, 2, would have eliminated it), once for each
# way to answer, and from a Poison, which nobody has.
POSITION = """
seats = ["A", "B", "C"]
round = 4
leader = "A"
hands = { A = "1 2 8 8", B = "4 6", C = "3 8" }
"""


def leaves(state: Any, plies: int) -> Counter[str]:
    """How many plies deep each finished line is; the lowest seat decides first."""
    due = GAME.to_act(state)
    if not due:
        return Counter({str(plies): 1})
    seat, mask = seats_in(due)[0], [0] * GAME.N_ACTIONS
    GAME.legal(BOX, state, seat, mask)
    found: Counter[str] = Counter()
    for action in range(GAME.N_ACTIONS):
        if mask[action]:
            twin = state.copy()
            GAME.apply(BOX, twin, seat, action)
            found += leaves(twin, plies + 1)
    return found


def test_lines_of_a_last_round():
    """B plays the 4 in half of the 12 reveals. In two of those six A's 2 eliminates it. In the other four B, with the 6 in
    hand, passes or adds it: 8 lines of four plies. All others end at the reveal: 6 with B's 6 and 2 with the Trap."""
    state = GAME.load_position(BOX, tomllib.loads(POSITION))
    assert leaves(state, 0) == Counter({"3": 8, "4": 8})
