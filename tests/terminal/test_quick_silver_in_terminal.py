"""Quick Silver in a terminal: whole games, the redirect window, memory without color, every page, every size of screen."""

from __future__ import annotations

import re
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from screens import COMMAND, MAIN_SCREEN, plain_lines

from croupier import games
from croupier.cli.opponents import Opponents
from croupier.cli.quick_silver_drawing import BLASTED, FRESH, GONE, WHOLE, chip, initials, who_else
from croupier.cli.screen import load
from croupier.cli.sitting import Sitting
from croupier.core.game import OPEN
from croupier.games.quick_silver.view import QuickSilverCard, Slot

GAME = games.load("quick_silver")
BOX = GAME.default_box()
SCREEN = load("quick_silver")
NAMES = ["Ada", "Belle", "Cole", "Dolly", "Ezra", "Fern"]
BOTS = ("--bots", "greenhorn", "--seed", "4", "--name", "Ada")
VARIANTS = ("--option", "not_quite_dead=on", "--option", "sneaky_stranger=on")
ANY = "c\n21\nn\nbe\n33\ny\n" * 150
"""Whatever is asked, one of these answers it; the others are told to be impossible."""


def play(answers: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A game through a pipe."""
    return subprocess.run([*COMMAND, "quick_silver", *args], input=answers, capture_output=True, text=True, timeout=120)


def told(answers: str, *args: str) -> str:
    """The same, without the breaks of lines."""
    done = play(answers, *args)
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


def shown(body: Any, width: int = 80, height: int = 60) -> str:
    console = Console(width=width, height=height)
    with console.capture() as text:
        console.print(body)
    return text.get()


# --- through a pipe --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "more"), [(2, ()), (6, VARIANTS)])
def test_a_whole_game_through_a_pipe(seats: int, more: tuple[str, ...]) -> None:
    done = play(ANY, "--seats", str(seats), *BOTS, *more)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    text = " ".join(done.stdout.split())
    assert "The game is over" in text and "Ada gives" in text and "wants to swap with you" in text
    assert "unloads" in text and "Highest total, " in text and "Boom: " in text
    assert ("The Stranger" in text) == ("not quite dead yet" in text) == bool(more)
    assert text.count("--option") == len(more) // 2, "the same deal again has the same options"


def test_the_pages_through_a_pipe() -> None:
    text = told("?\nk\nwhy\nlog\nq\n", *BOTS, "--first-seat", "1")
    assert all(card.text[:40] in text for card in GAME.cards())
    assert "swap with Belle: as much of a name" in text and "give your first card, take their third" in text
    assert "face down, known to Ada" in text and "face down, known to nobody" in text
    assert "2.4" in text and "3.1" in text


def test_another_box_is_named_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GAME.dump_box(BOX).replace("target = 100", "target = 40"))
    text = told("b\n" + ANY, *BOTS, "--box", str(file))
    assert text.startswith("This table plays with its own box") and "target = 40" in text
    assert "$40 wins" in text and "--box FILE" in text


@pytest.mark.parametrize("answers", ["", "q\n"])
def test_leaving_through_a_pipe(answers: str) -> None:
    assert told(answers, *BOTS).endswith("leaves the table.")


# --- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(terminal: Any) -> Any:
    return partial(terminal, "quick_silver", *BOTS)


def test_a_whole_game_on_a_terminal(screen: Any, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GAME.dump_box(BOX).replace("target = 100", "target = 20"))
    game = screen("--pace", "0", "--seats", "2", "--first-seat", "1", "--box", str(file))
    asked = 0
    while "rematch" not in (drawn := game.until("> $|rematch, Enter to leave: $")):
        question = plain_lines(drawn)
        game.type("\r" if "y or n" in question else "13\r" if "two numbers" in question else "cs"[asked % 2] + "\r")
        asked += 1
    assert asked > 4
    assert "The game is over" in plain_lines(drawn) and "wins" in plain_lines(drawn)
    game.type("\r")
    assert game.rest() == 0
    assert game.is_restored()
    assert "--seed 4" in " ".join(game.shown.split(MAIN_SCREEN)[-1].split()), "the end stays on the main screen"


@pytest.mark.parametrize(("lines", "columns"), [(24, 80), (24, 60), (24, 45), (44, 120), (12, 50)])
def test_every_screen_fits(screen: Any, lines: int, columns: int) -> None:
    game = screen("--pace", "0", "--seats", "6", "--first-seat", "1", *VARIANTS, lines=lines, columns=columns)
    drawn = [plain_lines(game.until("> $")).replace("\r", "")]
    game.type("c\r")
    drawn.append(plain_lines(game.until("> $")).replace("\r", ""))
    for text in drawn:
        rows = text.split("\n")
        assert len(rows) <= lines and max(map(len, rows)) <= columns
    if lines >= 24:
        assert all(name in drawn[0] for name in [*NAMES[1:], "$0", WHOLE * 4, "Round 1", "black die", "(", "leave"])
        assert "be Swap with Belle" in drawn[0] and "c Swap with the cen" in drawn[0]
    assert "11 makes" in drawn[1]


def test_the_redirect_window_on_a_terminal(screen: Any) -> None:
    """Enter alone lets the swap happen, and Ctrl-C inside the window gives the terminal back."""
    game = screen("--pace", "0", "--seats", "2", "--first-seat", "2")
    windows = 0
    while windows < 2:
        drawn = plain_lines(game.until("> $"))
        if "wants to swap with you" not in drawn:
            game.type("s\r")
            continue
        windows += 1
        assert re.search(r"y Give up a plate: \d left", drawn) and "n Let Belle swap: Enter alone will do" in drawn
        if windows == 1:
            game.type("\r")
            assert "Belle gives" in plain_lines(game.until("> $"))
            game.type("s\r")
    game.type("\x03")
    assert game.rest() == 130
    assert game.is_restored()
    assert "Traceback" not in game.shown


def test_pages_and_ctrl_d_on_a_terminal(screen: Any) -> None:
    game = screen("--pace", "0")
    for ask, part in (("?", "Help"), ("k", "Knowledge"), ("why", "Why")):
        game.until("> $")
        game.type(f"{ask}\r")
        assert part in game.until("go back: ")
        game.type("q\r")
    game.until("> $")
    game.type("\x04")
    assert game.rest() == 0
    assert game.is_restored()


# --- what is drawn ---------------------------------------------------------------------------------------------------


def test_cards_differ_without_color() -> None:
    silver, gold = QuickSilverCard("silver", 14), QuickSilverCard("gold", 14)
    slots = [Slot(up=True, card=silver), Slot(card=silver), Slot(card=gold), Slot(), Slot(card=QuickSilverCard("dynamite")),
             Slot(card=QuickSilverCard("replacement_plate"))]  # fmt: skip
    for room in (6, 11, 21):
        drawn = [chip(slot, room).plain for slot in slots]
        assert len(set(drawn)) == len(slots) and {len(one) for one in drawn} == {room}
        assert ["(" in one for one in drawn] == [not slot.up for slot in slots], "what lies face down is in brackets"
    assert len({WHOLE, BLASTED, GONE, FRESH}) == 4


def after_swaps() -> Any:
    """Ada gave Silver 12 to Belle and has Belle's Gold 30; Cole has given it a plate to keep Dolly away."""
    all_four = ["A", "B", "C", "D"]
    return GAME.load_position(BOX, {
        "seats": all_four, "start": "A", "current": "B", "die": 1, "white": 1,
        "hands": {"A": "30 22 dynamite+", "B": "5 silver-12 6+", "C": "7 8 9+", "D": "14 16 18+"}, "centre": "20 24 26+",
        "known": {
            "A": [["A", "B"], ["A"], all_four], "B": [["B"], ["A", "B"], all_four],
            "C": [["C"], ["C"], all_four], "D": [["C", "D"], ["D"], all_four],
        },
        "centre_known": [["B", "C"], [], all_four],
        "showing": {"A": 2, "B": 4, "C": 3, "D": 4}, "blasted": {"A": 2}, "tin": {"C": 1}, "sneak_tokens": {"C": 2},
        "cash": {"A": 24, "D": 98},
    })  # fmt: skip


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line)


def test_a_row_says_everything_in_signs() -> None:
    state = after_swaps()
    text = shown(SCREEN.table(GAME.view(BOX, state, 0), NAMES[:4], 0, ()).sizes[1][1])
    assert "Round 1" in text and "$100 wins" in text
    ada, belle, cole, dolly, centre = (row(text, name) for name in (*NAMES[:4], "Centre"))
    assert f"{WHOLE * 2}{BLASTED * 2}" in ada and "$24" in ada and "(you)" in ada
    assert re.search(r"\(gold 30\) *B .*\(gold 22\).* dynamite ", ada), "Belle knows what she gave; my own cards are mine"
    assert "(    ?    )" in belle and "(silver 12)" in belle and belle.index("?") < belle.index("silver"), "I know what I gave"
    assert re.search(r"\(silver 12\)  ", belle), "and need no letter to tell me so"
    assert f"{WHOLE * 3}{GONE}" in cole and "+2" in cole
    assert re.search(r"\?    \)C", dolly) and "$98" in dolly
    assert re.search(r"\?    \)BC", centre)
    assert "B: Belle knows it" in text


def test_the_page_of_knowledge_names_who_knows() -> None:
    text = shown(SCREEN.knowledge(GAME.view(BOX, after_swaps(), 0), NAMES[:4]))  # type: ignore[attr-defined]
    assert re.search(r"Ada +1 \(gold 30\) +face down, known to Ada and Belle", text)
    assert re.search(r"Dolly +1 \( +\? +\) face down, known to Cole and Dolly", text)
    assert re.search(r"Centre 1 \( +\? +\) face down, known to Belle and Cole\n +2 \( +\? +\) face down, known to nobody", text)


@pytest.mark.parametrize("viewer", range(4))
def test_nobody_is_drawn_or_told_what_they_do_not_know(viewer: int) -> None:
    state = after_swaps()
    view, truth = GAME.view(BOX, state, viewer), GAME.view(BOX, state, OPEN)
    places = [*zip(view.seats, truth.seats, strict=True), (view.centre, truth.centre)]
    slots = [pair for mine, true in places for pair in zip(mine.slots, true.slots, strict=True)]
    hidden = [true.card.value for mine, true in slots if mine.card is None]
    known = {mine.card.value for mine, _ in slots if mine.card}
    drawn = [shown(body) for _, body in SCREEN.table(view, NAMES[:4], viewer, ()).sizes]
    drawn += [shown(SCREEN.spoken(view, NAMES[:4], viewer)), shown(SCREEN.knowledge(view, NAMES[:4]))]  # type: ignore[attr-defined]
    assert hidden
    for text in drawn:
        cards = re.findall(r"(?:[Cc]opper|[Ss]ilver|[Gg]old|Co|Si|Go) ?(\d+)", " ".join(text.split()))
        assert {int(n) for n in cards} == known - {0}


def test_what_was_swapped_since_one_was_asked_stands_out() -> None:
    state = after_swaps()
    view = GAME.view(BOX, state, 0)
    swap = GAME.Told("swapped", "4.7", "", 1, -1, 0, 2)
    fresh = shown(SCREEN.table(view, NAMES[:4], 0, [swap]).sizes[1][1])
    assert row(fresh, "Belle").count(FRESH) == 1 and row(fresh, "Centre").count(FRESH) == 1 and fresh.count(FRESH) == 3
    new_round = GAME.Told("round", "3.5", "")
    assert FRESH not in shown(SCREEN.table(view, NAMES[:4], 0, [swap, new_round]).sizes[1][1])


def test_initials_tell_names_apart() -> None:
    assert initials(["Ada", "Belle", "Cole"]) == ["A", "B", "C"]
    assert initials(["Bella", "Belle", "Cole"]) == ["Bella", "Belle", "C"]
    assert initials(["Al", "Alma"]) == ["Al", "Alm"]


def finished(seed: int, **options: int) -> Sitting:
    """A game to its end, by the first of what is offered."""
    opponents = Opponents(GAME, ["greenhorn"], exact=True)
    sitting = Sitting(GAME, BOX, opponents, levels=["greenhorn"] * 4, me=0, seed=seed, options=options)
    while not sitting.is_over:
        if sitting.asks_me:
            sitting.act(0, sitting.offer().actions[0].number)
        else:
            sitting.let_bot_act()
    return sitting


@pytest.mark.parametrize("options", [{}, {"not_quite_dead": 1, "sneaky_stranger": 1}])
def test_the_end_is_the_last_market_and_who_has_won(options: dict[str, int]) -> None:
    sitting = finished(2, **options)
    view = sitting.open_view()
    for width in (80, 50):
        text = shown(SCREEN.sheet(view, NAMES[:4]), width=width)
        assert max(map(len, text.splitlines())) <= width
        for name, cart in zip(NAMES, view.seats, strict=False):
            assert f"${cart.cash}" in row(text, name) and (cart.total is None or f" {cart.total} " in row(text, name))
        assert ("The Str" in text) == bool(options)
        if width == 80:
            winners = [NAMES[seat] for seat in view.winners] or ["The Stranger"]
            assert [line.split("  ")[0] for line in text.splitlines() if "wins" in line] == winners


def test_a_market_is_told_in_a_line_for_each_group() -> None:
    moments = [moment for moment in finished(2, sneaky_stranger=1).take() if any(one.kind == "earned" for one in moment.told)]
    assert moments
    for moment in moments:
        (line,) = SCREEN.lines([one for one in moment.told if one.kind in ("group", "earned")])
        earned = [one for one in moment.told if one.kind == "earned"]
        assert all(f"${one.value} and has ${one.more}" in line for one in earned)
        assert line.count("earns") == len(earned) and not re.search(r"[a-z,;] The ", line)


def test_those_who_share_a_group_are_told_apart() -> None:
    group = GAME.Told("group", "6.4", "Second, 37: {3} and the Stranger each sell their highest card.", seats=(3, -1))
    earned = [GAME.Told("earned", "6.4", f"{who} earns $18 and has $20.") for who in ("{3}", "The Stranger")]
    assert SCREEN.lines([group, *earned]) == [
        "Second, 37: {3} and the Stranger each sell their highest card; {3} earns $18 and has $20; "
        "the Stranger earns $18 and has $20."
    ]


@pytest.mark.parametrize("size", range(3))
def test_the_market_is_drawn_with_totals_groups_and_what_they_earn(size: int) -> None:
    paid = 0
    for moment in finished(2, sneaky_stranger=1).take():
        if not (groups := [one for one in moment.told if one.kind == "group"]):
            continue
        text = shown(SCREEN.table(moment.view, NAMES[:4], 0, ()).sizes[size][1])
        for seat in groups[0].seats:
            cart = moment.view.centre if seat < 0 else moment.view.seats[seat]
            line = row(text, "Stra" if seat < 0 else NAMES[seat])
            assert ("1st", "2nd", "3rd", "4th", "5th")[cart.group - 1] in line and f"${cart.cash}" in line
            assert (f" {cart.total} " in line) == (size < 2), "the smallest size has no room for totals"
            assert (f" +${cart.gain}" in line) == bool(cart.gain)
            paid += bool(cart.gain)
    assert paid > 8


@pytest.mark.parametrize(
    ("slot", "owner", "words"),
    [
        (Slot(up=True), 1, "face up"),
        (Slot(known_by=(1,)), 1, "face down"),
        (Slot(known_by=(0,)), 0, "only you know it"),
        (Slot(known_by=(0, 2)), 0, "Cole knows it too"),
        (Slot(known_by=(0, 2, 4)), 0, "Cole and Ezra know it"),
        (Slot(known_by=(0, 1)), 1, "you know it"),
        (Slot(known_by=(0, 1, 3)), 1, "you and Dolly know it"),
        (Slot(known_by=(1, 2, 3)), 1, "Cole and Dolly know it"),
        (Slot(known_by=(2,)), -1, "Cole knows it"),
        (Slot(known_by=()), -1, "nobody knows it"),
        (Slot(known_by=(1, 2, 3, 4)), -1, "4 others know it"),
    ],
)
def test_a_larger_table_says_who_else_knows_a_card(slot: Slot, owner: int, words: str) -> None:
    assert who_else(slot, owner, NAMES, 0) == words
