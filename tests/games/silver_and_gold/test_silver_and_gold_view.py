"""What people see adds up: the client draws, counts and previews from the view and the offer alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from silver_and_gold_boxes import BOXES, GAME

from croupier.core.chance import seed_chance
from croupier.core.events import seats_in
from croupier.core.game import SPECTATOR


def states(name: str, seats: int) -> Iterator[Any]:
    for seed in range(8):
        luck, state = random.Random(seed), GAME.State(seats=seats, take_from_deck=seed % 2)
        seed_chance(state, seed)
        GAME.setup(BOXES[name], state)
        while due := GAME.to_act(state):
            yield state
            seat = luck.choice(seats_in(due))
            GAME.apply(BOXES[name], state, seat, luck.choice(GAME.offer(BOXES[name], state, seat).actions).number)
        yield state


def boxes(rows: str) -> int:
    """The boxes of a card as the client reads its rows."""
    return sum(1 << 4 * r + c for r, row in enumerate(rows.split()) for c, letter in enumerate(row) if letter != ".")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", BOXES)
def test_scores_add_up(name: str, seats: int):
    """The sheet's five lines from what lies there: coins, trophies, values, and each seal by the cards it pays for."""
    paid = 0
    for state in states(name, seats):
        for seat in GAME.view(BOXES[name], state, SPECTATOR).seats:
            score = seat.score
            seals = [(done.card.seal, done.matching) for done in seat.completed if done.card.seal]
            assert score.seals == sum(seal.points * matching for seal, matching in seals)
            assert score.cards == sum(done.card.value for done in seat.completed)
            assert (score.coins, score.trophies) == (seat.coins, sum(seat.trophies))
            assert score.total == score.coins + score.trophies + score.palms + score.cards + score.seals
            for done in seat.completed:
                others = [other for other in seat.completed if other is not done]
                assert done.matching == sum(done.card.seal is not None and o.card.color == done.card.seal.color for o in others)
            paid += score.seals > 0
    assert paid > 10


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", BOXES)
def test_what_lies_there_adds_up(name: str, seats: int):
    box = BOXES[name]
    for state in states(name, seats):
        view = GAME.view(box, state, SPECTATOR)
        assert view.palms == sum(card.rows.count("P") for card in view.display if card)
        assert sum(expedition.seen for expedition in view.expeditions) == view.turn
        assert view.pattern is None or view.pattern in view.expeditions
        assert list(view.trophies[: view.trophies_gone]) == sorted(
            (trophy for seat in view.seats for trophy in seat.trophies if trophy), reverse=True
        )
        islands = [island for seat in view.seats for island in seat.islands if island]
        lying = [*(card for card in view.display if card), *(island.card for island in islands)]
        lying += [done.card for seat in view.seats for done in seat.completed]
        dealt = 4 * seats if view.phase == "choose" else 0
        assert len({card.name for card in lying}) == len(lying) == box.n_cards - view.deck - dealt
        for island in islands:
            assert island.crossed & ~boxes(island.card.rows) == 0
            assert island.crossed != boxes(island.card.rows)
            assert island.marks == 0, "marks are the player's own"


@pytest.mark.parametrize("name", BOXES)
def test_an_offer_touches_what_the_view_shows(name: str):
    """Each action lights up things that lie there: open boxes, which together with the open choices are the island's."""
    marks = 0
    for state in states(name, 3):
        for seat in seats_in(GAME.to_act(state)):
            view, offer = GAME.view(BOXES[name], state, seat), GAME.offer(BOXES[name], state, seat)
            own = view.seats[seat].islands
            for offered in offer.actions:
                for kind, *where in (touch.split(":") for touch in offered.touches):
                    if kind == "box":
                        island, bit = own[int(where[0])], 1 << int(where[1])
                        assert bit & boxes(island.card.rows) & ~island.crossed & ~island.marks
                    elif kind == "display":
                        assert view.display[int(where[0])].name in offered.action
                    elif kind == "dealt":
                        assert view.dealt[int(where[0])].name in offered.action
                    else:
                        assert kind in ("deck", "island")
            assert bool(view.bonus) == (offer.rule == "4.1") == any(island and island.marks for island in own)
            marks += any(island and island.marks for island in own)
    assert marks > 10
