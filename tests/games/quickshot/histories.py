"""Every physical history of a small box that agrees with what a seat has seen, counted one by one with labelled cards.

Independent of ``redeal.py``: it knows no weights and no fates. It only replays what was public (who drew, which cards left
whose hand, when the discards were shuffled) with every card that could have been the one, and counts. docs/decisions/redeal.md
says why each such history is equally likely.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

from croupier.core.chance import seed_chance
from croupier.core.events import Event, Recorder, seats_in
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.effects import apply
from croupier.games.quickshot.legal import legal, to_act
from croupier.games.quickshot.redeal import HELD
from croupier.games.quickshot.state import (
    CLEARED,
    DREW,
    HAND_SHOWN,
    LED,
    OUT,
    RESHUFFLED,
    REVEALED,
    SPENT,
    State,
    setup,
)

Card = int
"""A label; its value is ``Seen.values[label]``."""


class Seen(NamedTuple):
    """What one seat has seen of a game."""

    box: Box
    seats: int
    seat: int
    hand: tuple[int, ...]
    """The values it was dealt."""
    script: tuple[tuple[Any, ...], ...]
    """What happened since, in order: draw, reshuffle, leave, out, clear."""

    @property
    def values(self) -> list[int]:
        return [value for value in range(9) for _ in range(self.box.copies[value])]


class World(NamedTuple):
    """One history so far: where every labelled card lies, and what left which hand."""

    hands: tuple[frozenset[Card], ...]
    pile: frozenset[Card]
    boxed: frozenset[Card]
    table: frozenset[tuple[int, Card]]
    discards: frozenset[Card]
    left: tuple[tuple[Card, ...], ...]
    """Per seat the cards that left the hand, in order."""
    drawn: tuple[tuple[int, Card, int], ...]
    """After a reshuffle: who drew which card, and how many cards had left that hand before."""
    shuffled: bool
    share: Fraction
    """1, or less where the same history stands here several times, once for each order of cards shown together."""


# --- playing a game and keeping what was seen ------------------------------------------------------------------------


class Moment(NamedTuple):
    state: State
    script: tuple[tuple[Any, ...], ...]


def play(box: Box, seats: int, seed: int) -> tuple[State, list[Moment]]:
    """A random game: the state after the setup (the first Leader has drawn), and each decision with the script up to it."""
    luck = random.Random(seed)
    state = State(seats=seats)
    seed_chance(state, seed)
    state.recorder = recorder = Recorder(lambda: None)
    setup(box, state)
    chosen: dict[int, int] = {}
    script = written(recorder, chosen)
    moments = []
    mask = [0] * 9
    first = state.copy()
    while due := to_act(state):
        moments.append(Moment(state.copy(), tuple(script)))
        seat = luck.choice(seats_in(due))
        legal(box, state, seat, mask)
        chosen[seat] = luck.choice([action for action in range(9) if mask[action]])
        apply(box, state, seat, chosen[seat])
        script += written(recorder, chosen)
    return first, moments


def written(recorder: Recorder, chosen: dict[int, int]) -> list[tuple[Any, ...]]:
    """What has happened since, as steps; ``chosen`` is the last action of each seat."""
    events = [event for beat in recorder.beats for event in beat.events] + recorder.events
    recorder.beats.clear()
    recorder.events.clear()
    return [step for event in events for step in steps_of(event, events, chosen)]


def steps_of(event: Event, events: list[Event], chosen: dict[int, int]) -> Iterator[tuple[Any, ...]]:
    a = event.args
    if event.kind == DREW:
        yield ("draw", a[0], a[1])
    elif event.kind == RESHUFFLED:
        yield ("reshuffle",)
    elif event.kind == LED:
        yield ("leave", a[0], a[1], "table")
    elif event.kind == SPENT:
        yield ("leave", a[0], a[1], "discards")
    elif event.kind == OUT:
        shown = {e.args[0]: e.args[1:] for e in events if e.kind == HAND_SHOWN}
        for seat in seats_in(a[0]):
            yield ("out", seat, shown.get(seat, (0,) * 8))
    elif event.kind == CLEARED:
        yield ("clear",)
    elif event.kind == REVEALED:
        yield from (("leave", seat, chosen[seat], "table") for seat in seats_in(a[0]))


def seen(box: Box, first: State, moment: Moment, seat: int) -> Seen:
    """What the seat has seen at that moment: all but what others have drawn."""
    hand = [value for value in range(9) for _ in range(first.hands[seat][value])]
    _, drawer, value = next(step for step in moment.script if step[0] == "draw")
    if drawer == seat:
        hand.remove(value)  # ``first`` is after that draw
    script = [(*step[:2], None) if step[0] == "draw" and step[1] != seat else step for step in moment.script]
    return Seen(box, first.seats, seat, tuple(hand), tuple(script))


# --- all histories ---------------------------------------------------------------------------------------------------


def worlds(seen: Seen) -> list[World]:
    """Every history that agrees, with its share."""
    found = list(deals(seen))
    for step in seen.script:
        found = [after for world in found for after in STEPS[step[0]](seen, world, *step[1:])]
    return found


def deals(seen: Seen) -> Iterator[World]:
    """Every way to deal labelled cards that gives the seat its values. Its own labels are fixed: copies are alike."""
    cards = list(range(len(seen.values)))
    own = []
    for value in seen.hand:
        own.append(next(c for c in cards if seen.values[c] == value and c not in own))
    sizes = [seen.box.hand_size] * (seen.seats - 1) + [seen.box.boxed]
    for parts in splits([c for c in cards if c not in own], sizes):
        hands = [*parts[: seen.seats - 1]]
        hands.insert(seen.seat, frozenset(own))
        nothing: frozenset[Any] = frozenset()
        none = ((),) * seen.seats
        yield World(tuple(hands), parts[-1], parts[-2], nothing, nothing, none, (), False, Fraction(1))


def splits(cards: list[Card], sizes: list[int]) -> Iterator[list[frozenset[Card]]]:
    """All ways to take sets of these sizes out of the cards; the rest comes last."""
    if not sizes:
        yield [frozenset(cards)]
        return
    for taken in combinations(cards, sizes[0]):
        for rest in splits([c for c in cards if c not in taken], sizes[1:]):
            yield [frozenset(taken), *rest]


def with_hand(world: World, seat: int, hand: frozenset[Card]) -> tuple[frozenset[Card], ...]:
    return (*world.hands[:seat], hand, *world.hands[seat + 1 :])


def draw(seen: Seen, world: World, seat: int, value: int | None) -> Iterator[World]:
    for card in world.pile:
        if value in (None, seen.values[card]):
            drawn = (*world.drawn, (seat, card, len(world.left[seat]))) if world.shuffled else world.drawn
            hands = with_hand(world, seat, world.hands[seat] | {card})
            yield world._replace(hands=hands, pile=world.pile - {card}, drawn=drawn)


def reshuffle(seen: Seen, world: World) -> Iterator[World]:
    if not world.pile:
        yield world._replace(pile=world.discards, discards=frozenset(), shuffled=True)


def leave(seen: Seen, world: World, seat: int, value: int, to: str) -> Iterator[World]:
    for card in world.hands[seat]:
        if seen.values[card] == value:
            left = (*world.left[:seat], (*world.left[seat], card), *world.left[seat + 1 :])
            after = world._replace(hands=with_hand(world, seat, world.hands[seat] - {card}), left=left)
            if to == "table":
                yield after._replace(table=world.table | {(seat, card)})
            else:
                yield after._replace(discards=world.discards | {card})


def out(seen: Seen, world: World, seat: int, counts: tuple[int, ...]) -> Iterator[World]:
    """The whole hand is shown together. Its order is no part of the history: all orders stand here, each with its share."""
    hand = world.hands[seat]
    if Counter(seen.values[card] for card in hand) != Counter({v: n for v, n in enumerate(counts, 1) if n}):
        return
    table = {(s, c) for s, c in world.table if s == seat}
    discards = world.discards | hand | {c for _, c in table}
    alike = [[c for c in hand if seen.values[c] == value] for value in range(1, 9)]
    share = world.share / prod(factorial(len(cards)) for cards in alike)
    for orders in product(*(permutations(cards) for cards in alike)):
        left = (*world.left[:seat], (*world.left[seat], *(c for cards in orders for c in cards)), *world.left[seat + 1 :])
        hands = with_hand(world, seat, frozenset())
        yield world._replace(hands=hands, left=left, table=world.table - table, discards=discards, share=share)


def clear(seen: Seen, world: World) -> Iterator[World]:
    yield world._replace(table=frozenset(), discards=world.discards | {c for _, c in world.table})


STEPS: dict[str, Any] = {"draw": draw, "reshuffle": reshuffle, "leave": leave, "out": out, "clear": clear}


# --- what is compared ------------------------------------------------------------------------------------------------

Deal = tuple[Any, ...]


def deal_of_world(seen: Seen, world: World) -> Deal:
    """The values of everything that a redeal decides: hands, pile, box, and what was drawn."""

    def values(cards: frozenset[Card]) -> tuple[int, ...]:
        return tuple(sorted(seen.values[card] for card in cards))

    drawn = tuple(seen.values[card] for _, card, _ in world.drawn)
    return tuple(values(hand) for hand in world.hands), values(world.pile), values(world.boxed), drawn


def deal_of_state(state: State) -> Deal:
    def values(counts: list[int]) -> tuple[int, ...]:
        return tuple(value for value in range(9) for _ in range(counts[value]))

    hands = tuple(values(state.hands[seat]) for seat in range(state.seats))
    return hands, values(state.pile), values(state.boxed), tuple(state.drawn[: state.draws])


def fates_of(seen: Seen, world: World) -> tuple[int, ...]:
    """For every draw by others: HELD, or which of the cards that left the hand since it was."""
    fates = []
    for seat, card, before in world.drawn:
        if seat != seen.seat:
            fates.append(HELD if card in world.hands[seat] else world.left[seat].index(card, before) - before)
    return tuple(fates)


def distribution(seen: Seen, key: Any) -> dict[Any, Fraction]:
    """The share of each value of ``key(seen, world)`` among all histories."""
    found: dict[Any, Fraction] = {}
    for world in worlds(seen):
        found[key(seen, world)] = found.get(key(seen, world), Fraction(0)) + world.share
    whole = sum(found.values())
    return {k: share / whole for k, share in found.items()}
