"""What people see adds up: the client draws and previews from the view and the offer alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.events import seats_in
from croupier.core.game import OPEN, SPECTATOR

GAME = games.load("quick_silver")
BOX = GAME.default_box()


def states(seats: int) -> Iterator[Any]:
    for seed in range(4):
        luck = random.Random(seed)
        state = GAME.State(seats=seats, not_quite_dead=seed % 2, sneaky_stranger=seed // 2)
        seed_chance(state, seed)
        GAME.setup(BOX, state)
        for _ in range(150):
            yield state
            if not (due := GAME.to_act(state)):
                break
            seat = luck.choice(seats_in(due))
            GAME.apply(BOX, state, seat, luck.choice(GAME.offer(BOX, state, seat).actions).number)


def weight(cart: Any) -> int:
    return cart.tokens + sum(slot.card.value for slot in cart.slots)


def test_carts_tokens_and_totals_add_up():
    sold = 0
    for state in (state for seats in (2, 4, 6) for state in states(seats)):
        view = GAME.view(BOX, state, OPEN)
        for seat, cart in enumerate(view.seats):
            assert cart.showing + cart.blasted + cart.tin == view.plates
            assert (len(cart.slots), cart.showing > 0) == ((0, False) if cart.out else (3, True))
            own = GAME.view(BOX, state, seat).total
            assert own == (None if cart.out else weight(cart) * (view.token == 1))
            assert cart.total in (None, weight(cart))
            sold += cart.total is not None
        assert len(view.centre.slots) == 3
        assert view.centre.stranger == bool(state.sneaky_stranger)
    assert sold > 0


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_everybody_sees_what_lies_face_up_and_only_those_named_the_rest(seats: int):
    """A viewer has the card exactly where the public marks say so, and then it is the true one."""
    remembered = 0
    for state in states(seats):
        truth, public = GAME.view(BOX, state, OPEN), GAME.view(BOX, state, SPECTATOR)
        for viewer in range(SPECTATOR, seats):
            view = GAME.view(BOX, state, viewer)
            for place, (shown, true) in enumerate(zip((*view.seats, view.centre), (*truth.seats, truth.centre), strict=True)):
                marks = (*public.seats, public.centre)[place].slots
                for slot, whole, mark in zip(shown.slots, true.slots, marks, strict=True):
                    knows = mark.up or viewer in mark.known_by
                    assert slot.card == (whole.card if knows else None)
                    assert (slot.up, slot.known_by) == (mark.up, mark.known_by)
                    remembered += not mark.up and knows and place != viewer
    assert remembered > 50


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_offer_touches_what_the_view_shows_and_gains_what_comes(seats: int):
    gains = 0
    for state in states(seats):
        for seat in seats_in(GAME.to_act(state)):
            view = GAME.view(BOX, state, seat)
            for offered in GAME.offer(BOX, state, seat).actions:
                for kind, *where in (touch.split(":") for touch in offered.touches):
                    if kind == "slot":
                        cart = view.centre if where[0] == "centre" else view.seats[int(where[0])]
                        assert 0 <= int(where[1]) < len(cart.slots)
                    elif kind == "seat":
                        assert not view.seats[int(where[0])].out
                    else:
                        assert kind == "centre"
                gains += check_gain(state, seat, offered, view)
    assert gains > 100


def check_gain(state: Any, seat: int, offered: Any, view: Any) -> int:
    """What is promised comes, wherever the round goes on."""
    after = state.copy()
    GAME.apply(BOX, after, seat, offered.number)
    if "total" not in offered.gains or after.round != state.round or GAME.to_act(after) == 0:
        return 0
    assert GAME.view(BOX, after, seat).total == view.total + offered.gains["total"]
    return 1
