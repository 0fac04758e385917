"""Who remembers what (4.8, 8.2): a round written out by hand, swap after swap, and redeals that agree with every step of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from math import sqrt
from typing import NamedTuple

import pytest

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.events import seats_in
from croupier.core.game import SPECTATOR
from croupier.games.quick_silver.state import State

GAME = games.load("quick_silver")
BOX = GAME.load_box(
    """
    white_die = [1]
    black_die = [3]
    plates = 4
    sneak_token = 1
    target = 100
    copper = { 5 = 1, 6 = 1, 7 = 1, 8 = 1, 9 = 1, 10 = 3 }
    silver = { 12 = 1, 20 = 3 }
    specials = { dynamite = 1 }
    """,
    "small.toml",
)
CARDS = "5 6 7 8 9 10 10 10 12 20 20 20 dynamite".split()
"""The whole box: one card more than is dealt to three seats and the centre."""
START = {
    "seats": ["A", "B", "C"],
    "white": 1,
    "die": 3,
    "hands": {"A": "5+ 6 7", "B": "8+ 10 20", "C": "9+ 10 20"},
    "centre": "12+ 10 dynamite",
}


class Step(NamedTuple):
    """What is done, and what then lies before A, B, C and in the centre: as A sees it, as B does, and who knows it.

    ``?`` is a card that the viewer does not know, ``+`` one that lies face up, ``.`` one that nobody knows.
    """

    actions: str
    a: str
    b: str
    knowers: str


STEPS = [
    Step(
        "",
        "5+ 6 7 | 8+ ? ? | 9+ ? ? | 12+ ? ?",
        "5+ ? ? | 8+ 10 20 | 9+ ? ? | 12+ ? ?",
        "+ A A | + B B | + C C | + . .",
    ),
    Step(
        "A: swap B, B: allow, A: give 2 take 2",  # A gives the 6 to B
        "5+ 10 7 | 8+ 6 ? | 9+ ? ? | 12+ ? ?",
        "5+ 10 ? | 8+ 6 20 | 9+ ? ? | 12+ ? ?",
        "+ AB A | + AB B | + C C | + . .",
    ),
    Step(
        "B: swap centre, B: give 2 take 2",  # B passes the 6 on to the centre
        "5+ 10 7 | 8+ ? ? | 9+ ? ? | 12+ 6 ?",
        "5+ 10 ? | 8+ 10 20 | 9+ ? ? | 12+ 6 ?",
        "+ AB A | + B B | + C C | + AB .",
    ),
    Step(
        "C: swap A, A: redirect, C: swap centre, C: give 1 take 2",  # C takes it blind, for a card that lies face up
        "5+ 10 7 | 8+ ? ? | 6 ? ? | 12+ 9+ ?",
        "5+ 10 ? | 8+ 10 20 | 6 ? ? | 12+ 9+ ?",
        "+ AB A | + B B | ABC C C | + + .",
    ),
    Step(
        "A: swap C, C: allow, A: give 1 take 2",  # face up for face down, between players
        "10 10 7 | 8+ ? ? | 6 5+ ? | 12+ 9+ ?",
        "? 10 ? | 8+ 10 20 | 6 5+ ? | 12+ 9+ ?",
        "AC AB A | + B B | ABC + C | + + .",
    ),
    Step(
        "B: swap C, C: allow, B: give 2 take 1",  # the 6 comes back to B, while A looks on
        "10 10 7 | 8+ 6 ? | ? 5+ ? | 12+ 9+ ?",
        "? 10 ? | 8+ 6 20 | 10 5+ ? | 12+ 9+ ?",
        "AC AB A | + ABC B | BC + C | + + .",
    ),
    Step(
        "C: swap A, A: allow, C: give 3 take 3",  # C takes a card of A, who sees which
        "10 10 20 | 8+ 6 ? | ? 5+ 7 | 12+ 9+ ?",
        "? 10 ? | 8+ 6 20 | 10 5+ ? | 12+ 9+ ?",
        "AC AB AC | + ABC B | BC + AC | + + .",
    ),
    Step(
        "A: swap B, B: redirect, A: swap C, C: redirect, A: swap centre, A: give 3 take 3",
        "10 10 dynamite | 8+ 6 ? | ? 5+ 7 | 12+ 9+ 20",
        "? 10 ? | 8+ 6 20 | 10 5+ ? | 12+ 9+ ?",
        "AC AB A | + ABC B | BC + AC | + + AC",
    ),
    Step(
        "B: swap A, A: allow, B: give 3 take 1",
        "20 10 dynamite | 8+ 6 10 | ? 5+ 7 | 12+ 9+ 20",
        "20 10 ? | 8+ 6 10 | 10 5+ ? | 12+ 9+ ?",
        "AB AB A | + ABC ABC | BC + AC | + + AC",
    ),
]
A, B, C = range(3)
REDEALS = 1000
DEVIATIONS = 5.0
"""How many standard deviations above its mean chi-square may lie; the keys are fixed, so the test never wavers."""


def started() -> State:
    state = GAME.load_position(BOX, START)
    seed_chance(state, 1)
    return state


def states() -> Iterator[State]:
    """After each of the steps."""
    state = started()
    for step in STEPS:
        for words in filter(None, step.actions.split(", ")):
            do(state, words)
        yield state.copy()


def do(state: State, words: str) -> None:
    name, action = words.split(": ")
    GAME.apply(BOX, state, "ABC".index(name), GAME.parse_action(BOX, state, "ABC".index(name), action))


def seen(state: State, viewer: int) -> str:
    """What a view shows of the cards, as the steps write it."""
    view = GAME.view(BOX, state, viewer)
    rows = [[(slot.card, "+" * slot.up) for slot in place.slots] for place in (*view.seats, view.centre)]
    return " | ".join(" ".join("?" if card is None else f"{card.value or card.kind}{up}" for card, up in row) for row in rows)


def knowers(state: State) -> str:
    view = GAME.view(BOX, state, SPECTATOR)
    rows = [place.slots for place in (*view.seats, view.centre)]
    return " | ".join(
        " ".join("+" if slot.up else "".join("ABC"[p] for p in slot.known_by) or "." for slot in row) for row in rows
    )


def cards(text: str) -> list[str]:
    """Slot by slot, from A's first to the last of the centre."""
    return text.replace("+", "").replace("|", "").split()


def redealt(state: State, seat: int, n: int = REDEALS) -> Iterator[State]:
    for key in range(n):
        twin = state.copy()
        GAME.redeal(BOX, twin, seat, key * 0x9E3779B97F4A7C15 % (1 << 62))
        yield twin


def open_cards(state: State) -> list[str]:
    """The truth of every slot."""
    return [str(BOX.value[code] or "dynamite") for place in (A, B, C, 6) for code in state.cards[place]]


def test_views_show_exactly_what_is_remembered():
    for step, state in zip(STEPS, states(), strict=True):
        assert (seen(state, A), seen(state, B), knowers(state)) == (step.a, step.b, step.knowers)


def test_a_question_shows_and_hides_nothing():
    """While somebody is named, asked, redirects or chooses, everybody sees the same cards as before."""
    state = started()
    for before, step in pairwise(STEPS):
        *questions, exchange = step.actions.split(", ")
        for words in questions:
            do(state, words)
            assert (seen(state, A), seen(state, B), knowers(state)) == (before.a, before.b, before.knowers)
        do(state, exchange)


def test_spectators_see_what_lies_face_up():
    for step, state in zip(STEPS, states(), strict=True):
        expected = [card if "+" in card else "?" for card in step.a.split() if card != "|"]
        assert [card for card in seen(state, SPECTATOR).split() if card != "|"] == expected


def test_nothing_is_remembered_in_the_next_round():
    *_, state = states()
    do(state, "C: sneak")
    assert (state.round, GAME.view(BOX, state, A).seats[A].blasted) == (2, 1)
    for seat in (A, B, C):
        rows = seen(state, seat).split(" | ")
        for place, row in enumerate(rows):
            own = place == seat
            assert [("?" in card, "+" in card) for card in row.split()] == [(False, True), *[(not own, False)] * 2]
    assert knowers(state) == "+ A A | + B B | + C C | + . ."


@pytest.mark.parametrize("at", range(len(STEPS)))
def test_redeals_agree_with_every_step(at: int):
    """What is known lies fixed; the rest has the support and the frequencies of all ways to deal the other cards, counted."""
    state = list(states())[at]
    for seat, text in ((A, STEPS[at].a), (B, STEPS[at].b)):
        shown = cards(text)
        hidden = [slot for slot, card in enumerate(shown) if card == "?"]
        rest = Counter(CARDS) - Counter(card for card in shown if card != "?")
        ways = Counter(permutations(sorted(rest.elements()), len(hidden)))
        found: Counter[tuple[str, ...]] = Counter()
        for twin in redealt(state, seat):
            truth = open_cards(twin)
            assert all(card in ("?", truth[slot]) for slot, card in enumerate(shown))
            assert knowers(twin) == STEPS[at].knowers
            found[tuple(truth[slot] for slot in hidden)] += 1
        assert set(found) <= set(ways)
        assert len(ways) == 1 or deviation(ways, found) < DEVIATIONS
        assert len(ways) > REDEALS // 15 or set(found) == set(ways)


def deviation(ways: Counter[tuple[str, ...]], found: Counter[tuple[str, ...]]) -> float:
    """How many standard deviations chi-square lies above its mean."""
    scale = found.total() / ways.total()
    chi_square = sum((found[deal] - n * scale) ** 2 / (n * scale) for deal, n in ways.items())
    return (chi_square - (len(ways) - 1)) / sqrt(2 * (len(ways) - 1))


def observed(state: State, seat: int) -> list[int]:
    out = [-1] * GAME.OBSERVATION
    GAME.observe(BOX, state, seat, out)
    assert -1 not in out[-63:], "all that lies anywhere is written"
    return out


def test_observations_are_equal_exactly_for_truths_that_agree():
    """Of two truths that differ somewhere, a seat observes a difference exactly where its view shows one."""
    alike = apart = 0
    for state in states():
        for forgetful in (A, B, C):
            for twin in redealt(state, forgetful, 12):
                for seat in (A, B, C):
                    agree = GAME.view(BOX, twin, seat) == GAME.view(BOX, state, seat)
                    assert (observed(twin, seat) == observed(state, seat)) == agree
                    alike += agree
                    apart += not agree
    assert alike > 300
    assert apart > 300


def test_a_seat_observes_who_knows_what():
    """Two states in which the same cards lie, but were taken by others: they differ for everybody."""
    state = list(states())[1]
    twin = state.copy()
    twin.known[B][1] |= 1 << C
    assert all(observed(state, seat) != observed(twin, seat) for seat in (A, B, C))
    assert seats_in(GAME.to_act(state)) == [B]
