"""What is typed in Silver & Gold: every short form stands for the notation of one legal action, or gets a sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from croupier import games
from croupier.bots.choice import choose
from croupier.cli.screen import load
from croupier.cli.silver_and_gold_typing import gained, ranked, slot_and_boxes, whole
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError
from croupier.core.events import seats_in
from croupier.games.silver_and_gold.grid import bits_in, boxes_in, format_box, format_boxes

GAME = games.load("silver_and_gold")
BOX = GAME.default_box()
SCREEN = load("silver_and_gold")


def questions(seed: int, seats: int = 3, **options: int) -> Iterator[tuple[Any, int, Any, Any]]:
    """Every decision of a random game: the state, the seat, its offer and its view."""
    state = GAME.State(seats=seats, **options)
    seed_chance(state, seed)
    GAME.setup(BOX, state)
    n = 0
    while seats_to_act := seats_in(GAME.to_act(state)):
        seat = seats_to_act[n % len(seats_to_act)]
        yield state, seat, GAME.offer(BOX, state, seat), GAME.view(BOX, state, seat)
        n += 1
        GAME.apply(BOX, state, seat, choose(GAME, BOX, state, seat, "greenhorn", seed + n))


def meant(answer: str, state: Any, seat: int, offer: Any, view: Any) -> int:
    """The action that an answer means, as the terminal reads it."""
    for key, offered in SCREEN.keyed(offer, view):
        if answer == key:
            return int(offered.number)
    return int(GAME.parse_action(BOX, state, seat, SCREEN.read(answer.lower(), offer, view)))


@pytest.mark.parametrize("seed", range(2))
def test_every_legal_action_has_a_key_and_is_read_in_notation(seed: int) -> None:
    for state, seat, offer, view in questions(seed, take_from_deck=seed):
        keyed = SCREEN.keyed(offer, view)
        assert sorted(offered.number for _, offered in keyed) == [offered.number for offered in offer.actions]
        assert len({key for key, _ in keyed}) == len(keyed)
        for _, offered in keyed[:: max(len(keyed) // 4, 1)]:
            assert meant(offered.action, state, seat, offer, view) == offered.number


@pytest.mark.parametrize("seed", range(2))
def test_every_marking_by_island_and_boxes(seed: int) -> None:
    shuffled = random.Random(seed)
    for _, _, offer, view in islice(questions(seed), 0, None, 3):
        for offered in offer.actions:
            words = offered.action.split()
            if words[0] == "mark":
                boxes = [box.lower() for box in words[2:]]
                shuffled.shuffle(boxes)
                slot = slot_and_boxes(offered)[0] + 1
                for answer in (f"{slot} {' '.join(boxes)}", f"{slot}{''.join(boxes)}", f"mark {slot}: {', '.join(boxes)}"):
                    assert SCREEN.read(answer, offer, view) == offered.action
                assert SCREEN.read(f"{words[1]} {' '.join(boxes)}", offer, view) == f"mark {words[1]} {' '.join(boxes)}"


@pytest.mark.parametrize("seed", range(2))
def test_so_many_boxes_as_tell_a_placement_from_all_others(seed: int) -> None:
    """Against a plain search; one box is always the single box."""
    told_apart = 0
    for state, _, offer, view in questions(seed):
        if view.phase == "mark" and not state.choice[0]:
            for slot, boxes in map(slot_and_boxes, offer.actions):
                for left_out in boxes_in(boxes):
                    named = boxes & ~(1 << left_out)
                    covering = {b for s, b in map(slot_and_boxes, offer.actions) if s == slot and named & ~b == 0}
                    if bits_in(named) > 1 and len(covering) == 1:
                        assert whole(named, slot, offer) == boxes
                        told_apart += 1
                    elif bits_in(named) > 1 and named not in covering:
                        with pytest.raises(CroupierError, match="name one more box"):
                            whole(named, slot, offer)
                    elif bits_in(named) == 1:
                        assert whole(named, slot, offer) == named
    assert told_apart > 20


def first_marking() -> tuple[Any, int, Any, Any]:
    """Green-03 and orange-05 with the corner three: what the sentences below are about."""
    state = GAME.load_position(BOX, {
        "seats": ["A", "B"], "phase": "mark", "pattern": "corner three", "first": "A",
        "islands": {"A": ["green-03", "orange-05"], "B": ["gray-01", "gray-02"]},
    })  # fmt: skip
    return state, 0, GAME.offer(BOX, state, 0), GAME.view(BOX, state, 0)


WRONG = {
    "a3": "Say on which island: 1 A3 or 2 A3.",
    "1 e5": "'e5' is no box; boxes are called A1 to D4: a column, then a row.",
    "1 3a": "'3a' is no box",
    "1 a1": "green-03 has no box A1.",
    "1 a4 b4": "2 boxes are named; cross off the corner three, 3 boxes, or a single box.",
    "1 a3 b3 c3": "These boxes do not make the corner three, however it is turned or mirrored.",
    "2 a2 b2": "A2 B2 could be ",
    "gray-01 a1": "gray-01 is no island of {0}: green-03 and orange-05.",
    "3 a1": "'3 a1' is no action",
    "take green-08": "Nothing can be taken now",
    "keep green-03 orange-05": "Islands are chosen only at the start.",
}


@pytest.mark.parametrize("answer", WRONG)
def test_what_is_typed_wrong_gets_a_sentence(answer: str) -> None:
    with pytest.raises(CroupierError) as error:
        meant(answer, *first_marking())
    assert WRONG[answer] in str(error.value)
    assert str(error.value).endswith((".", "'"))


def test_two_islands_are_kept_by_two_numbers() -> None:
    asked = next(questions(5))
    names = [card.name for card in asked[3].dealt]
    for answer in ("1 3", "13", "3 1", "1, 3", "1 and 3", "keep 1 3", f"{names[0]} {names[2]}", f"KEEP {names[2]} {names[0]}"):
        assert GAME.format_action(BOX, asked[0], asked[1], meant(answer, *asked)) == f"keep {names[0]} {names[2]}"
    for answer, part in (("2", "type both numbers, as 2 3."), ("4", "as 4 1."), ("2 2", "Two different islands")):
        with pytest.raises(CroupierError, match=part):
            meant(answer, *asked)


def test_an_island_is_taken_by_its_place_its_name_or_from_the_deck() -> None:
    asked = next(asked for asked in questions(1, take_from_deck=1) if asked[3].phase == "replace")
    for place, card in enumerate(asked[3].display, 1):
        for answer in (str(place), f"take {place}", card.name, f"take {card.name}"):
            assert GAME.format_action(BOX, *asked[:2], meant(answer, *asked)) == f"take {card.name}"
    for answer in ("5", "take 5", "deck", "take deck"):
        assert GAME.format_action(BOX, *asked[:2], meant(answer, *asked)) == "take deck"
    with pytest.raises(CroupierError, match="No island lies in place 7"):
        meant("7", *asked)


def test_the_best_at_once_come_first() -> None:
    """By points, where a box is worth one in the end; nothing that brings more stands behind what brings less."""
    for _, _, offer, view in questions(2):
        if view.phase == "mark":
            worth = [bits_in(slot_and_boxes(o)[1]) + sum(o.gains.values()) - o.gains["left"] for o in ranked(offer.actions)]
            assert worth == sorted(worth, reverse=True)
            for offered in offer.actions:
                said = gained(offered)
                assert ("an X" in said or " X" in said) == ("bonus" in offered.gains)
                assert ("completed" in said) == (offered.gains["left"] == 0)


def test_boxes_are_named_as_on_the_island() -> None:
    assert [format_box(box) for box in boxes_in(0b1000_0000_0000_0001)] == ["A1", "D4"]
    assert format_boxes(0b0010_0001) == "A1 B2"
