"""Silver & Gold in a terminal: whole games by the hints, short forms, taking back, every page, and every size of screen."""

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
from croupier.cli.screen import load
from croupier.cli.silver_and_gold_drawing import CROSSED, MARKED, SIGNS, in_a_line, large
from croupier.cli.silver_and_gold_sheet import points
from croupier.cli.sitting import Sitting
from croupier.games.silver_and_gold.view import Expedition, Island, Treasure

GAME = games.load("silver_and_gold")
SCREEN = load("silver_and_gold")
HINTS = "1 2\n" + "1\n" * 250
"""Keeps two islands, then always does what is listed first."""
BOTS = ("--bots", "greenhorn", "--seed", "5")


def play(answers: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A game through a pipe."""
    return subprocess.run([*COMMAND, "silver_and_gold", *args], input=answers, capture_output=True, text=True, timeout=120)


def told(answers: str, *args: str) -> str:
    """The same, without the breaks of lines."""
    done = play(answers, *args)
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


def sat_down(seats: int = 3) -> Sitting:
    """The game that BOTS brings."""
    opponents = Opponents(GAME, ["greenhorn"], exact=True)
    return Sitting(GAME, GAME.default_box(), opponents, levels=["greenhorn"] * seats, me=0, seed=5)


def at_a_marking(*, bonus: bool) -> tuple[Sitting, str]:
    """A question where something gives an X, or nothing does; and the answers that lead there by the hints."""
    sitting, answers = sat_down(), ""
    while True:
        if not sitting.asks_me:
            sitting.let_bot_act()
            continue
        offer, view = sitting.offer(), sitting.view()
        if view.phase == "mark" and not view.marked and any("bonus" in one.gains for one in offer.actions) == bonus:
            return sitting, answers
        key, offered = next((key, one) for key, one in SCREEN.keyed(offer, view) if key in ("1", "1 2"))
        answers += f"{key}\n"
        sitting.act(0, offered.number)


# --- through a pipe --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "more"), [(2, ()), (4, ("--option", "take_from_deck=on"))])
def test_a_whole_game_through_a_pipe(seats: int, more: tuple[str, ...]) -> None:
    done = play(HINTS, "--seats", str(seats), "--seed", "3", "--name", "Ada", *BOTS[:2], *more)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    text = " ".join(done.stdout.split())
    assert "Round 4, turn 7:" in text and "The game is over" in text
    assert ("5 the deck" in text) == ("take_from_deck=on" in more)
    assert "Ada takes " in text and "Ada completes " in text


def test_equal_seeds_and_answers_give_equal_games() -> None:
    first, again, other = (play(HINTS[:40] + "q\n", "--bots", "greenhorn", "--seed", seed).stdout for seed in ("8", "8", "9"))
    assert first == again != other


def test_a_placement_by_its_number_its_boxes_or_in_full() -> None:
    sitting, before = at_a_marking(bonus=False)
    key, offered = SCREEN.keyed(sitting.offer(), sitting.view())[1]
    name, boxes = offered.action.split()[1], offered.action.split()[2:]
    slot = 1 + [island.card.name for island in sitting.view().seats[0].islands].index(name)
    forms = [key, f"{slot} {' '.join(boxes)}", f"{slot}{''.join(boxes).lower()}", offered.action, offered.action.upper()]
    outcomes = {form: told(f"{before}{form}\nq\n", *BOTS, "--name", "Ada") for form in forms}
    assert len(set(outcomes.values())) == 1
    assert "Ada crosses off" in outcomes[key] != told(f"{before}1\nq\n", *BOTS, "--name", "Ada")


def test_marks_are_taken_back_while_an_x_is_open() -> None:
    sitting, before = at_a_marking(bonus=True)
    key = next(key for key, one in SCREEN.keyed(sitting.offer(), sitting.view()) if "bonus" in one.gains)
    straight = told(f"{before}{key}\n" + "1\n" * 200, *BOTS)
    back = told(f"{before}{key}\nu\n{key}\n" + "1\n" * 200, *BOTS)
    assert back.count("u undo") == straight.count("u undo") + 1
    assert back.split("The game is over")[1] == straight.split("The game is over")[1]
    assert "There is nothing to take back." in told(f"{before}u\nq\n", *BOTS)


def test_errors_lose_nothing() -> None:
    sitting, before = at_a_marking(bonus=False)
    crossed = sitting.view().seats[0].islands[0].crossed
    wrong = ["1 e5", "A1", "mark gray-10", "1 a1 a2 a3 a4 b1", "take deck", "keep 1 2", "hello"]
    text = told(before + "\n".join(wrong) + "\nq\n", *BOTS)
    for part in ("'e5' is no box", "Say on which island", "Name an island", "boxes are named", "Nothing can be taken now",
                 "Islands are chosen only at the start", "Type a number or 1 A3 B3 and Enter; ? explains more."):  # fmt: skip
        assert part in text, part
    assert sitting.view().seats[0].islands[0].crossed == crossed


def test_the_pages_through_a_pipe() -> None:
    text = told("?\nwhy\n1 2\n?\nh\ns\nwhy\nlog\nq\n", *BOTS)
    assert all(card.text[:40] in text for card in GAME.cards())
    assert "1 A3 B3 C3 B4" in text and "mark purple-04 A3" in text
    assert "2.3" in text and "3.1" in text
    assert "no island completed" in text
    assert len(set(re.findall(r" (\d+) +[12] +[A-D][1-4]", text))) > 20, "h lists all placements"


def test_another_box_is_named_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GAME.dump_box(GAME.default_box()).replace('"oo oo"]', '"oooo", "o.. .o. ..o"]'))
    text = told("b\n" + HINTS, *BOTS, "--box", str(file))
    assert text.startswith("This table plays with its own box") and '"o.. .o. ..o"' in text
    assert "The game is over" in text and "--box FILE" in text


@pytest.mark.parametrize("answers", ["", "q\n", "1 2\nq\n", "?\n"])
def test_leaving_through_a_pipe(answers: str) -> None:
    done = play(answers, *BOTS)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("leaves the table.\n")


# --- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(terminal: Any) -> Any:
    return partial(terminal, "silver_and_gold", *BOTS)


def test_a_whole_game_by_hints_on_a_terminal(screen: Any) -> None:
    game = screen("--pace", "0", "--name", "Ada", "--seats", "2")
    asked = 0
    while "rematch" not in (shown := game.until("> $|rematch, Enter to leave: $")):
        game.type("1 2\r" if "Keep two islands" in shown else "1\r")
        asked += 1
    assert asked > 28
    end = plain_lines(shown)
    assert all(line in end for line in ("coins", "trophies", "palms", "islands", "seals", "total", "The game is over"))
    assert re.search(r"seal of [a-z]+-\d\d: [12] × \d", end)
    game.type("\r")
    assert game.rest() == 0
    assert game.is_restored()
    assert "--seed 5" in " ".join(game.shown.split(MAIN_SCREEN)[-1].split()), "the end stays on the main screen"


@pytest.mark.parametrize(("lines", "columns"), [(24, 80), (30, 100), (40, 140), (40, 90), (24, 50), (12, 50)])
def test_every_screen_fits(screen: Any, lines: int, columns: int) -> None:
    game = screen("--pace", "0", "--seats", "4", "--name", "Bartholomew the Gray", lines=lines, columns=columns)
    game.until("> $")
    game.type("1 2\r")
    drawn = plain_lines(game.until("> $")).replace("\r", "").split("\n")
    assert len(drawn) <= lines
    assert max(map(len, drawn)) <= columns
    text = "\n".join(drawn)
    assert "A   B   C   D" in text and re.search(r"(?m)^ *(■   .*)?1 +[12]  [A-D][1-4]", text), "own islands and the choices"
    assert "q leave" in text or "leave" in text
    if columns >= 80:
        assert "Belle" in text and "now" in text and "Dolly" in text, "the others and their score"


def test_a_screen_as_small_as_usual_shows_everything_at_once(screen: Any) -> None:
    """24 lines: the own islands, the display, three others, the score, what happened, the pattern and the best choices."""
    game = screen("--pace", "0", "--seats", "4")
    game.until("> $")
    game.type("1 2\r")
    drawn = plain_lines(game.until("> $"))
    assert drawn.count("points") == 4 and drawn.count("total") == 1
    assert len(re.findall(r"(?m)^ *(?:■[ ■]* )?[1-4] +[12]  [A-D][1-4]", drawn)) == 4
    assert "reveals the" in drawn and "to come" in drawn


def test_ctrl_c_in_the_middle_of_a_chain(screen: Any) -> None:
    sitting, before = at_a_marking(bonus=True)
    key = next(key for key, one in SCREEN.keyed(sitting.offer(), sitting.view()) if "bonus" in one.gains)
    game = screen("--pace", "0")
    for answer in [*before.split("\n")[:-1], key]:
        game.until("> $")
        game.type(f"{answer}\r")
    shown = plain_lines(game.until("> $"))
    assert "Cross off one more box" in shown and "u undo" in shown and MARKED in shown
    game.type("u\r")
    assert "Cross off one more box" not in plain_lines(game.until("> $"))
    game.type("\x03")
    assert game.rest() == 130
    assert game.is_restored()
    assert "Traceback" not in game.shown


def test_ctrl_d_and_wrong_answers(screen: Any) -> None:
    game = screen("--pace", "0")
    game.until("> $")
    game.type("2\r")
    assert "type both numbers, as 2 3." in plain_lines(game.until("> $"))
    game.type("\x04")
    assert game.rest() == 0
    assert game.is_restored()


def test_a_page_of_choices_is_answered_there(screen: Any) -> None:
    game = screen("--pace", "0", "--name", "Ada")
    game.until("> $")
    game.type("1 2\r")
    game.until("> $")
    game.type("h\r")
    assert "All that can be done now" in game.until("go back: $")
    game.type("12\r")
    assert "Ada crosses off" in plain_lines(game.until("> $")) or "one more box" in plain_lines(game.shown)


def test_the_own_question_comes_without_a_pause(screen: Any) -> None:
    screen("--pace", "10").until("> $", timeout=15)


# --- drawings --------------------------------------------------------------------------------------------------------


def test_signs_differ_without_color() -> None:
    signs = [*SIGNS.values(), CROSSED, MARKED]
    assert len(set(signs)) == len(signs) and all(len(sign) == 1 for sign in signs)
    card = Treasure("purple-04", "purple", 14, ".Co. Pooo oooo CooX")
    lines = [line.plain.rstrip() for line in large(Island(card, crossed=1 << 4 | 1 << 15, marks=1 << 2), "1")]
    assert lines == [
        "1 purple-04  14", "   A   B   C   D", "1      ●   ▣", "2  ■   □   □   □", "3  □   □   □   □", "4  ●   □   □   ■",
        "11 left",
    ]  # fmt: skip


def test_patterns_are_drawn_in_one_line() -> None:
    box = GAME.default_box()
    assert [in_a_line(Expedition("", box.outline[p])) for p in range(box.n_patterns)] == ["▀▀", "▀▀▀", "█▀", "▀█▀", "█▀▀", "██"]
    assert in_a_line(Expedition("", 0b0001_0001_0001)) == "▀▀▀", "upright ones are laid down"
    assert in_a_line(Expedition("", 0b0100_0010_0001)) == "pattern of 3"


def test_the_score_sheet_adds_up() -> None:
    """In a finished game the lines make the total, and each seal's sum stands there."""
    sitting = sat_down()
    while not sitting.is_over:
        if sitting.asks_me:
            offer, view = sitting.offer(), sitting.view()
            sitting.act(0, SCREEN.keyed(offer, view)[0][1].number)
        else:
            sitting.let_bot_act()
    view = sitting.open_view()
    console = Console(width=80, height=60)
    with console.capture() as shown:
        console.print(SCREEN.sheet(view, ["Ada", "Belle", "Cole"]))
    text = shown.get()
    for seat in view.seats:
        *lines, total = points(seat.score)
        assert sum(lines) == total
    columns = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    assert [int(n) for n in columns["total"].split()[1:]] == [seat.score.total for seat in view.seats]
    seals = [int(n) for n in re.findall(r"= (\d+)", text.split("total")[1].split("\n", 1)[1])]
    assert sum(seals) == sum(seat.score.seals for seat in view.seats) > 0


def test_a_seal_of_its_own_color_does_not_pay_for_itself() -> None:
    box = GAME.load_box(GAME.dump_box(GAME.default_box()).replace('gray-01 = "purple 2"', 'gray-01 = "gray 2"'), "box.toml")
    state = GAME.load_position(box, {
        "seats": ["A", "B"], "phase": "mark", "completed": {"A": ["gray-01", "gray-02", "gray-05"]},
        "islands": {"A": ["green-01", "green-02"], "B": ["green-03", "green-04"]},
    })  # fmt: skip
    console = Console(width=80, height=60)
    with console.capture() as shown:
        console.print(SCREEN.scores(GAME.view(box, state, 0), ["A", "B"]))  # type: ignore[attr-defined]
    assert state.seals[0] == 4 and "seal of gray-01: 2 × 2 gray = 4" in shown.get()


def test_what_the_others_just_crossed_off_stands_out() -> None:
    sitting = sat_down()
    while not (shown := [one for one in sitting.take() if any(event.kind == "marked" for event in one.told)]):
        if sitting.asks_me:
            sitting.act(0, SCREEN.keyed(sitting.offer(), sitting.view())[0][1].number)
        else:
            sitting.let_bot_act()
    console = Console(width=80, height=60)
    rivals = sum(event.boxes.bit_count() for event in shown[0].told if event.kind in ("marked", "bonus") and event.seat)
    for told, marks in ((shown[0].told, rivals), ([], 0)):
        with console.capture() as text:
            console.print(SCREEN.table(shown[0].view, ["Ada", "Belle", "Cole"], 0, told))
        assert text.get().count(MARKED) == marks
    assert rivals > 2
