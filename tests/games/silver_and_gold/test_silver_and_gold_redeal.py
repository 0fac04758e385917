"""Redeal's frequencies are those of all deals, counted one by one on small boxes; in a turn it withdraws what is unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import Any

import pytest

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.events import seats_in
from croupier.games.silver_and_gold.box import Box
from croupier.games.silver_and_gold.state import KEEP, MARK, PLACES, REPLACE, TAKE, State

GAME = games.load("silver_and_gold")
BOX = GAME.default_box()
SAMPLES = 4000
DEVIATIONS = 4.0
"""How many standard deviations above its mean chi-square may lie; the keys are fixed, so the test never wavers."""

Hands = tuple[tuple[int, ...], ...]
"""What every seat is dealt, each rising."""


def small(cards: int) -> Box:
    """A box with few islands of two boxes."""
    rows = "\n".join(f'gray-{n:02} = "oX"' for n in range(1, 1 + cards))
    return GAME.load_box(f'trophies = [1]\nexpeditions = ["oo", "oo", "ooo"]\n[treasures]\n{rows}\n', "small.toml")


def dealt(box: Box, seats: int, seed: int) -> State:
    state = GAME.State(seats=seats)
    seed_chance(state, seed)
    GAME.setup(box, state)
    return state


def keys() -> Iterator[int]:
    return (key * 0x9E3779B97F4A7C15 % (1 << 62) for key in range(SAMPLES))


def all_deals(cards: frozenset[int], seats: int) -> Iterator[Hands]:
    """Every way to deal four cards to each, card by card of the deck; each comes about in as many orders as any other."""
    if seats == 0:
        yield ()
        return
    for hand in combinations(sorted(cards), 4):
        for others in all_deals(cards - set(hand), seats - 1):
            yield (hand, *others)


def hands(state: State) -> Hands:
    return tuple(tuple(row) for row in state.dealt[: state.seats])


def deviation(expected: dict[Any, float], found: Counter[Any]) -> float:
    """How many standard deviations chi-square lies above its mean, where ``expected`` are shares of all that was found."""
    n = found.total()
    chi_square = sum((found[key] - share * n) ** 2 / (share * n) for key, share in expected.items())
    freedom = len(expected) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


def uniform(outcomes: list[Any]) -> dict[Any, float]:
    return dict.fromkeys(outcomes, 1 / len(outcomes))


@pytest.mark.parametrize(("seats", "cards"), [(2, 9), (2, 11), (3, 12), (3, 13), (4, 16)])
def test_deals_have_the_support_and_the_frequencies_of_all_deals(seats: int, cards: int):
    box = small(cards)
    for seat in range(seats):
        state = dealt(box, seats, 7 + seat)
        own = hands(state)[seat]
        rest = frozenset(range(1, 1 + cards)) - set(own)
        agreeing = {(*others[:seat], own, *others[seat:]) for others in all_deals(rest, seats - 1)}
        found: Counter[Hands] = Counter()
        for key in keys():
            twin = state.copy()
            GAME.redeal(box, twin, seat, key)
            found[hands(twin)] += 1
            assert {n + 1 for n in range(cards) if twin.deck[n]} == set(range(1, 1 + cards)) - set(sum(hands(twin), ()))
            assert twin.deck_size == cards - 4 * seats
        assert set(found) <= agreeing
        if len(agreeing) * 30 <= SAMPLES:
            assert set(found) == agreeing
        if len(agreeing) * 5 <= SAMPLES:
            assert deviation(uniform(list(agreeing)), found) < DEVIATIONS
        else:
            check_each_card(found, rest, set(range(seats)) - {seat})


def check_each_card(found: Counter[Hands], rest: frozenset[int], others: set[int]) -> None:
    """Where there are too many deals to count: each card comes to each of the others as often as any other card."""
    for card in rest:
        for other in others:
            share = sum(n for deal, n in found.items() if card in deal[other]) / SAMPLES
            assert abs(share - 4 / len(rest)) < 5 * sqrt(0.25 / SAMPLES)


def test_the_deal_itself_is_fair():
    """What redeal is compared with is what setup does."""
    box = small(9)
    deals = list(all_deals(frozenset(range(1, 10)), 2))
    found = Counter(hands(dealt(box, 2, seed)) for seed in range(20 * len(deals)))
    assert set(found) <= set(deals)
    assert deviation(uniform(deals), found) < DEVIATIONS


def test_own_choice_stays_and_others_are_withdrawn_at_the_start():
    state = dealt(BOX, 3, 1)
    own, other = KEEP, KEEP + 2
    GAME.apply(BOX, state, 0, own)
    GAME.apply(BOX, state, 1, other)
    GAME.redeal(BOX, state, 0, 5)
    assert (state.choice[:3], state.acts[:3]) == ([1 + own, 0, 0], [1, 0, 0])
    GAME.redeal(BOX, state, 2, 5)
    assert state.choice[:3] == [0, 0, 0]


def moments(phase: int, seats: int) -> Iterator[State]:
    """States of that phase in games in which everybody takes the last action that they are offered, or the first."""
    for seed in range(6):
        state = dealt(BOX, seats, seed)
        while due := GAME.to_act(state):
            seat = seats_in(due)[seed % 2 - 1]
            mask = [0] * GAME.N_ACTIONS
            GAME.legal(BOX, state, seat, mask)
            if state.phase == phase:
                yield state.copy()
            legal = [action for action in range(GAME.N_ACTIONS) if mask[action]]
            GAME.apply(BOX, state, seat, legal[-1 if seed % 3 else 0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_turn_only_others_open_choices_are_withdrawn(seats: int):
    """Nothing is hidden but they and the order of both decks, which is not stored: all other fields stay."""
    chains = withdrawn = 0
    for state in moments(MARK, seats):
        for seat in range(seats):
            twin, expected = state.copy(), state.copy()
            GAME.redeal(BOX, twin, seat, 9)
            for other in set(range(seats)) - {seat}:
                withdrawn += GAME.withdraw(BOX, expected, other)
            chains += twin.acts[seat] > 1 or twin.bonus[seat] > 0
            twin.chance = expected.chance
            assert twin == expected
    assert chains > 10
    assert withdrawn > 100


def frequencies(state: State, seat: int, actions: list[tuple[int, int]], field: str, at: int = -1) -> Counter[int]:
    """What a field (or an element of it) turns out to be after these actions, when the seat has redealt with many keys."""
    found: Counter[int] = Counter()
    for key in keys():
        twin = state.copy()
        GAME.redeal(BOX, twin, seat, key)
        for actor, action in actions:
            GAME.apply(BOX, twin, actor, action)
        value = getattr(twin, field)
        found[value if at < 0 else value[at]] += 1
    return found


def test_each_pattern_still_to_come_is_as_likely_as_it_has_cards():
    state = next(state for state in moments(MARK, 2) if state.turn == 3 and not any(state.acts) and 2 in state.unseen)
    single = [(seat, [o.number for o in GAME.offer(BOX, state, seat).actions if quiet(o.gains)][-1]) for seat in range(2)]
    unseen = {pattern: cards / sum(state.unseen) for pattern, cards in enumerate(state.unseen) if cards}
    found = frequencies(state, 0, single, "pattern")
    assert set(found) == set(unseen)
    assert len(set(unseen.values())) > 1
    assert deviation(unseen, found) < DEVIATIONS


def quiet(gains: dict[str, int]) -> bool:
    """Neither another box nor another island follows."""
    return "bonus" not in gains and gains["left"] > 0


def test_each_card_of_the_deck_is_as_likely_to_come():
    state = next(state for state in moments(REPLACE, 2) if state.round == 3)
    place = next(place for place in range(PLACES) if state.display[place])
    deck = [card + 1 for card in range(BOX.n_cards) if state.deck[card]]
    found = frequencies(state, 0, [(state.current, TAKE + place)], "display", place)
    assert set(found) == set(deck)
    assert deviation(uniform(deck), found) < DEVIATIONS
