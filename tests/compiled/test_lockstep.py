"""Plain = compiled: every field after every decision, 100,000 over all games, seats and options; and the check can fail."""

from __future__ import annotations

import pytest

from croupier import games
from croupier.compiled.lockstep import REDEALT, WITHDRAWN, Differs, Lockstep

DECISIONS = 100_000
METAS = [games.meta(name) for name in games.NAMES]
CASES = [
    (meta.name, seats, options)
    for meta in METAS for seats in range(meta.least_seats, meta.most_seats + 1) for options in meta.settings()
]  # fmt: skip
BOX = """hand_size = 7
[copies]
Camouflage = 20
Trap = 3
Ploy = 9
Reinforcements = 20
Explosion = 1
Targeting = 0
Poison = 20
Assault = 2
"""


OTHER_QUICK_SILVER = """
white_die = [0, 3]
black_die = [9, 1]
plates = 8
sneak_token = 99
target = 9999
copper = { 0 = 5, 98 = 5 }
gold = { 98 = 5, 99 = 40 }
specials = { dynamite = 9, replacement_plate = 2 }
"""


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_plain_is_compiled(name: str, seats: int, options: dict[str, int]) -> None:
    game = games.load(name)
    lockstep = Lockstep(game, game.default_box(), seats, options)
    decisions, seed = 0, seats << 32
    while decisions < DECISIONS / len(CASES):
        decisions += lockstep.run(seed)
        seed += 1


def test_another_box_needs_no_other_compilation() -> None:
    game = games.load("quickshot")
    lockstep = Lockstep(game, game.load_box(BOX, "box.toml"), 7)
    assert sum(lockstep.run(seed) for seed in range(60)) > 600


def test_two_boxes_of_quick_silver_need_one_compilation() -> None:
    """Also with numbers as high as a box can have them."""
    game = games.load("quick_silver")
    printed = Lockstep(game, game.default_box(), 4)
    printed.run(1)
    signatures = list(printed.compiled.signatures)
    other = Lockstep(game, game.load_box(OTHER_QUICK_SILVER, "box.toml"), 6)
    assert sum(other.run(seed) for seed in range(2)) > 100
    assert printed.compiled is other.compiled
    assert other.compiled.signatures == signatures
    assert len(signatures) == 1


def test_redealing_and_taking_back_are_tried() -> None:
    game = games.load("quickshot")
    lockstep = Lockstep(game, game.default_box(), 5)
    tried: set[int] = set()
    for seed in range(40):
        lockstep.run(seed)
        tried |= set(lockstep.notes[:, 1].tolist())
    assert {REDEALT, WITHDRAWN} <= tried


def test_a_difference_is_found_and_named() -> None:
    game = games.load("quickshot")
    lockstep = Lockstep(game, game.default_box(), 5)
    lockstep.run(1)
    compiled = lockstep.compiled

    def wrong(*given: object) -> int:
        n: int = compiled(*given)
        lockstep.rows[4]["hands"][2][3] += 1
        return n

    lockstep.compiled = wrong
    with pytest.raises(Differs, match=r"quickshot, 5 seats, seed 1, row 4 \(seat .*\): hands is .* plain, .* compiled"):
        lockstep.run(1)


def test_a_number_that_leaves_its_field_is_found() -> None:
    game = games.load("quickshot")
    box = game.default_box()
    lockstep = Lockstep(game, box, 3)
    box.copies[1] = 200
    with pytest.raises(OverflowError, match="pile"):
        lockstep.run(1)
