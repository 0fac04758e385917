"""What looks best at first sight at Quick Silver: positions in which it is plain to see."""

from __future__ import annotations

from typing import Any

from croupier import games
from croupier.bots.choice import choose_by
from croupier.compiled.playout import HEAVIEST
from croupier.core.chance import seed_chance
from croupier.games.quick_silver.box import DYNAMITE
from croupier.games.quick_silver.state import ALLOW, CENTRE, EXCHANGE, GIVE, REDIRECT

MINE = games.load("quick_silver")
BOX = MINE.default_box()


def card(value: int) -> int:
    """The goods with that number; 0 is a Dynamite."""
    return next(c for c in range(1, BOX.codes) if BOX.value[c] == value and (value or BOX.kind[c] == DYNAMITE))


def mine(*carts: tuple[int, int, int], centre: tuple[int, int, int], **fields: int) -> Any:
    """Seat 0 is to act in the last turn of a round; all cards lie face up."""
    s = MINE.State(seats=len(carts), starter=1)
    seed_chance(s, 1)
    MINE.setup(BOX, s)
    for place, cart in [*enumerate(carts), (CENTRE, centre)]:
        for slot, value in enumerate(cart):
            s.cards[place][slot], s.up[place][slot], s.known[place][slot] = card(value), 1, (1 << len(carts)) - 1
    s.die = 1
    for name, number in fields.items():
        setattr(s, name, number)
    return s


def greedy(s: Any, seat: int = 0) -> set[int]:
    return {choose_by(HEAVIEST, MINE, BOX, s, seat, key) for key in range(5)}


def test_dynamite_is_handed_on():
    s = mine((0, 12, 14), (20, 22, 24), (5, 6, 7), centre=(5, 5, 5), phase=EXCHANGE, target=CENTRE)
    assert greedy(s) <= {GIVE, GIVE + 1, GIVE + 2}


def test_the_last_plate_is_worth_more_than_gold():
    s = mine((0, 12, 14), (20, 22, 24), (5, 6, 7), centre=(0, 30, 0), phase=EXCHANGE, target=CENTRE)
    s.showing[0] = 1
    assert greedy(s) == {GIVE + 1}


def test_the_heaviest_cart_is_made_lighter():
    """46 would be the highest total; with 10 for the 16 the cart is second to 44, and sells its 18."""
    s = mine((12, 16, 18), (12, 14, 18), (5, 6, 7), centre=(10, 10, 10), phase=EXCHANGE, target=CENTRE)
    assert greedy(s) <= {GIVE + 3, GIVE + 4, GIVE + 5}


def test_a_plate_is_not_given_up_at_first_sight():
    s = mine((20, 22, 24), (5, 6, 7), centre=(8, 9, 10), phase=REDIRECT, target=1)
    assert greedy(s, 1) == {ALLOW}
