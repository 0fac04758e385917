"""What is typed in Quick Silver: every short form stands for the notation of one legal action, or gets a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from croupier import games
from croupier.bots.choice import choose
from croupier.cli.terminal import Terminal
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError
from croupier.core.events import seats_in

GAME = games.load("quick_silver")
BOX = GAME.default_box()
NAMES = ["Ada", "Belle", "Cole", "Dolly", "Ezra", "Fern"]
AT_A_TURN = {"seats": ["A", "B", "C", "D"], "current": "A", "start": "A", "die": 2}
HANDS = {"A": "silver-12 dynamite gold-22", "B": "copper-5 silver-14 gold-30", "C": "6 7 8", "D": "9 9 9"}


class Question:
    """One decision as the terminal asks it."""

    def __init__(self, state: Any, names: list[str] = NAMES, box: Any = BOX) -> None:
        self.seat = seats_in(GAME.to_act(state))[0]
        self.terminal = Terminal(GAME, names, me=self.seat, pace=0, plain=True)
        self.state, self.box = state, box
        self.view = GAME.view(box, state, self.seat)
        self.offer = self.terminal.labelled(GAME.offer(box, state, self.seat))

    @property
    def keyed(self) -> dict[str, Any]:
        return dict(self.terminal.screen.keyed(self.offer, self.view))

    def meant(self, answer: str) -> str:
        """The action that an answer means, in notation."""
        sitting: Any = SimpleNamespace(box=self.box, state=self.state)
        action = self.terminal.action(answer.strip().lower(), sitting, self.offer, self.view)
        return GAME.format_action(self.box, self.state, self.seat, action)

    def hint(self, offered: Any) -> str:
        return str(self.terminal.screen.choice(offered, self.view)[0])

    def refused(self, answer: str) -> str:
        with pytest.raises(CroupierError) as error:
            self.meant(answer)
        return str(error.value)


def position(**fields: Any) -> Any:
    return GAME.load_position(BOX, AT_A_TURN | {"hands": HANDS} | fields)


def at_a_turn(names: list[str] = NAMES, **fields: Any) -> Question:
    return Question(position(phase="turn", **fields), names)


def at_an_exchange(target: str = "B") -> Question:
    return Question(position(phase="exchange", target=target))


def at_a_redirect() -> Question:
    return Question(position(phase="redirect", target="B"))


def random_game(seed: int, seats: int, **options: int) -> Iterator[Question]:
    state = GAME.State(seats=seats, **options)
    seed_chance(state, seed)
    GAME.setup(BOX, state)
    for n in range(300):
        if not GAME.to_act(state):
            return
        question = Question(state)
        yield question
        GAME.apply(BOX, state, question.seat, choose(GAME, BOX, state, question.seat, "greenhorn", seed + n))


# --- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        *((form, "sneak") for form in ("s", "S", "sneak")),
        *((form, "swap centre") for form in ("c", "ce", "centre", "center", "swap centre", "swap with the centre")),
        *((form, "swap B") for form in ("b", "be", "Belle", "swap belle", "swap with Belle", "swap B", "swap  b")),
        *((form, "swap C") for form in ("co", "cole", "swap Cole")),
        ("d", "swap D"),
    ],
)
def test_a_turn_by_letters_names_and_notation(answer: str, action: str) -> None:
    assert at_a_turn().meant(answer) == action


def test_what_could_mean_two_things_is_asked_again() -> None:
    said = at_a_turn().refused("swap c")
    assert "Cole" in said and "the centre" in said, "the notation's seat C, a name, and the centre"
    assert "Al or Alma" in at_a_turn(["Ada", "Al", "Alma", "Dolly"]).refused("a")


def test_whoever_sits_elsewhere_is_still_found_by_name() -> None:
    """Where the names' letters are not the seats'."""
    names = ["Belle", "Cole", "Dolly", "Ezra"]
    assert [at_a_turn(names).meant(answer) for answer in ("co", "d", "ezra", "c")] == [
        "swap B",
        "swap C",
        "swap D",
        "swap centre",
    ]


@pytest.mark.parametrize("names", [NAMES[:4], ["A", "Al", "Alma", "Albert"], ["You", "Celeste", "Sneaky", "Sol"]])
def test_every_choice_has_a_key_of_its_own_whatever_the_names(names: list[str]) -> None:
    question = at_a_turn(names)
    assert len(question.keyed) == len(question.offer.actions)
    for key, offered in question.keyed.items():
        assert question.meant(key) == offered.action


def test_who_was_redirected_is_told_that_sneaking_is_over() -> None:
    question = at_a_turn(redirected=["B"], showing={"B": 3}, tin={"B": 1})
    assert question.refused("s") == question.offer.why
    assert "Type s, c or a name" in question.refused("be"), "Belle cannot be named again"
    assert question.meant("c") == "swap centre"


def test_a_sneak_says_the_total_and_a_swap_who_cannot_redirect() -> None:
    question = at_a_turn(showing={"A": 4, "B": 1, "C": 4, "D": 2}, tin={"B": 3, "D": 2})
    hints = {key: question.hint(offered) for key, offered in question.keyed.items()}
    assert hints["s"] == "Sneak: 35 in all"
    assert [key for key, hint in hints.items() if "cannot redirect" in hint] == ["be"]


# --- exchanges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["13", "1 3", "1,3", "1 for 3", "give 1 take 3", "GIVE 1 TAKE 3"])
def test_an_exchange_by_two_numbers(answer: str) -> None:
    assert at_an_exchange().meant(answer) == "give 1 take 3"


@pytest.mark.parametrize(
    ("answer", "part"),
    [("2", "as 23"), ("3", "as 31"), ("14", "numbered 1 to 3"), ("hello", "two numbers, as 13"), ("s", "two numbers, as 13"),
     ("give one", "is no action")],
)  # fmt: skip
def test_half_an_exchange_is_asked_again(answer: str, part: str) -> None:
    assert part in at_an_exchange().refused(answer)


@pytest.mark.parametrize("seed", range(3))
def test_what_an_exchange_would_make_is_what_it_makes(seed: int) -> None:
    """Where the card taken is not known, without it."""
    known = unknown = 0
    for question in random_game(seed, 4):
        if question.view.phase != "exchange":
            continue
        for offered in question.offer.actions:
            after = question.state.copy()
            after.die += 1  # so that the round goes on
            slot = int(offered.action.split()[1]) - 1
            GAME.apply(BOX, after, question.seat, offered.number)
            total = GAME.view(BOX, after, question.seat).total
            said = question.hint(offered).split(": ")[1]
            if said.endswith("+?"):
                unknown += 1
                assert int(said[:-2]) + BOX.value[after.cards[question.seat][slot]] == total
            else:
                known += 1
                assert int(said) == total
    assert known > 20 and unknown > 20


# --- redirects -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "action"),
    [("y", "redirect"), ("yes", "redirect"), ("r", "redirect"), ("redirect", "redirect"),
     ("n", "allow"), ("no", "allow"), ("allow", "allow"), ("", "allow")],
)  # fmt: skip
def test_the_question_whether_to_redirect(answer: str, action: str) -> None:
    question = at_a_redirect()
    assert question.meant(answer) == action
    assert question.offer.unanswered == "allow"


def test_enter_alone_is_no_answer_elsewhere() -> None:
    assert "Type s, c or a name" in at_a_turn().refused("")
    assert "Type two numbers" in at_an_exchange().refused("")


def test_a_redirect_says_what_would_be_left() -> None:
    question = at_a_redirect()
    assert list(question.keyed) == ["y", "n"]
    assert "3 left" in question.hint(question.keyed["y"])
    last = Question(position(phase="redirect", target="B", showing={"B": 2}, tin={"B": 2}))
    assert "your last one" in last.hint(last.keyed["y"])


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (6, {"not_quite_dead": 1, "sneaky_stranger": 1})])
def test_every_legal_action_has_a_key_and_is_read_in_notation(seats: int, options: dict[str, int]) -> None:
    phases = set()
    for question in random_game(7, seats, **options):
        phases.add(question.view.phase)
        assert sorted(offered.action for offered in question.keyed.values()) == sorted(
            one.action for one in question.offer.actions
        )
        for key, offered in question.keyed.items():
            assert question.meant(key) == offered.action
            if offered.action != "swap C":  # the seat, or the centre: asked again where both can be named
                assert question.meant(offered.action) == offered.action
    assert phases == {"turn", "redirect", "exchange"}
