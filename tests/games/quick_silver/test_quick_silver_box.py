"""The proposed box, other boxes that are played without another compilation, and boxes refused with line and reason."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import games
from croupier.core.chance import seed_chance, total
from croupier.core.errors import Invalid
from croupier.core.events import seats_in
from croupier.core.game import OPEN
from croupier.games.quick_silver.box import CODES, KINDS, MOST_COPIES, Box, is_goods

GAME = games.load("quick_silver")
BOX = GAME.default_box()
PRINTED = GAME.dump_box(BOX)

HEAVY = """
white_die = [3]
black_die = [9]
plates = 8
sneak_token = 99
target = 9999
gold = { 99 = 40 }
"""
"""Everything is worth as much as it can be: totals, and sneak tokens on top, must not overflow."""
GOODS_ONLY = "white_die = [0, 3]\nblack_die = [1]\nplates = 1\nsneak_token = 0\ntarget = 1\ncopper = { 0 = 3, 1 = 18 }\n"
NO_GOODS = """
white_die = [1]
black_die = [2]
plates = 3
sneak_token = 2
target = 5
specials = { dynamite = 15, replacement_plate = 9 }
"""
MANY = (
    f"white_die = {[1] * 12}\nblack_die = {[9, 1] * 6}\nplates = 2\nsneak_token = 7\ntarget = 500\n"
    + "\n".join(
        f"[{kind}]\n" + "\n".join(f"{value} = 1" for value in range(first, first + 15))
        for first, kind in ((0, "copper"), (10, "silver"), (85, "gold"))
    )
    + "\n[specials]\ndynamite = 40\n"
)
"""46 different cards; some values in two kinds."""
OTHERS = {"heavy": HEAVY, "goods only": GOODS_ONLY, "no goods": NO_GOODS, "many": MANY}


def play(box: Box, seats: int, seed: int, most: int = 120, **options: int) -> int:
    """A random game, or its first decisions: positions can be written and read, and no number leaves its field."""
    luck, state, mask = random.Random(seed), GAME.State(seats=seats, **options), [0] * GAME.N_ACTIONS
    seed_chance(state, seed)
    GAME.setup(box, state)
    for _ in range(most):
        loaded = GAME.load_position(box, GAME.dump_position(box, state))
        loaded.chance = list(state.chance)
        assert loaded == state
        state.pack()
        GAME.view(box, state, OPEN)
        if not GAME.to_act(state):
            break
        seat = luck.choice(seats_in(GAME.to_act(state)))
        GAME.legal(box, state, seat, mask)
        GAME.apply(box, state, seat, luck.choice([action for action in range(GAME.N_ACTIONS) if mask[action]]))
    return GAME.to_act(state)


def test_the_proposed_cards():
    """Paragraph 2.1."""
    kinds = {kind: [] for kind in KINDS[1:]}
    for code in range(1, BOX.codes):
        kinds[KINDS[BOX.kind[code]]].append((BOX.value[code], BOX.copies[code]))
    assert kinds == {
        "copper": [(value, 3) for value in range(5, 11)],
        "silver": [(value, 3) for value in range(12, 21, 2)],
        "gold": [(value, 2) for value in range(22, 31, 2)],
        "dynamite": [(0, 8)],
        "replacement_plate": [(0, 3)],
    }
    assert total(BOX.copies) == 54
    assert (BOX.white[: BOX.white_faces], BOX.black[: BOX.black_faces]) == ([0, 1, 1, 2, 2, 3], [1, 1, 2, 2, 3, 3])
    assert (BOX.plates, BOX.token, BOX.target) == (4, 1, 100)
    assert GAME.check_box(BOX, 6) == ""


def test_goods_come_first_and_rise():
    """Redeals after the end rely on it: goods have the lowest numbers."""
    for text in (PRINTED, *OTHERS.values()):
        box = GAME.load_box(text, "box.toml")
        order = [(box.kind[code], box.value[code]) for code in range(1, box.codes)]
        assert order == sorted(set(order))
        assert [is_goods(box, code) for code in range(1, box.codes)] == sorted(
            (is_goods(box, code) for code in range(1, box.codes)), reverse=True
        )


def test_a_box_is_nobodys():
    changed = GAME.default_box()
    changed.copies[1] = 0
    assert GAME.default_box() == BOX


@pytest.mark.parametrize("name", OTHERS)
def test_another_box_is_played(name: str):
    box = GAME.load_box(OTHERS[name], "other.toml")
    assert GAME.load_box(GAME.dump_box(box), "other.toml") == box
    most = min(6, total(box.copies) // 3 - 1)
    for seats in {2, most}:
        for seed in range(4):
            play(box, seats, seed, not_quite_dead=seed % 2, sneaky_stranger=seed // 2)


def test_the_heaviest_totals_fit():
    """Three cards of 99 and nine sneak tokens of 99 make 1188."""
    box = GAME.load_box(HEAVY, "heavy.toml")
    state = GAME.load_position(box, {"seats": ["A", "B"], "current": "B", "start": "A", "sneak_tokens": {"A": 9, "B": 8}})
    state.chance = [1, 2, 3, 4]
    GAME.apply(box, state, 1, GAME.parse_action(box, state, 1, "sneak"))
    state.pack()
    assert state.cash[:2] == [0, 0], "equal totals: nobody earns"
    assert state.round == 2
    state = GAME.load_position(box, {"seats": ["A", "B"], "current": "B", "sneak_tokens": {"A": 9}})
    state.chance = [1, 2, 3, 4]
    GAME.apply(box, state, 1, GAME.parse_action(box, state, 1, "sneak"))
    assert state.cash[:2] == [0, 99]


def test_more_seats_than_cards():
    few = GAME.load_box(GOODS_ONLY.replace("1 = 18", "1 = 8"), "few.toml")
    assert GAME.check_box(few, 2) == ""
    assert GAME.check_box(few, 3) == "3 seats and the centre need 12 cards; this box has 11."
    with pytest.raises(Invalid, match=r"3 seats and the centre need 12 cards; this box has 11\."):
        GAME.load_position(few, {"seats": ["A", "B", "C"]})


@st.composite
def box_texts(draw: st.DrawFn) -> str:
    """The file of a box for two at least."""
    faces = st.integers(1, 12)
    lines = [
        f"white_die = {draw(st.lists(st.integers(0, 3), min_size=1, max_size=draw(faces)))}",
        f"black_die = {draw(st.lists(st.integers(1, 9), min_size=1, max_size=draw(faces)))}",
        f"plates = {draw(st.integers(1, 8))}",
        f"sneak_token = {draw(st.integers(0, 99))}",
        f"target = {draw(st.integers(1, 9999))}",
    ]
    for kind in ("copper", "silver", "gold"):
        cards = draw(st.dictionaries(st.integers(0, 99), st.integers(0, MOST_COPIES), max_size=15))
        lines += [f"[{kind}]", *(f"{value} = {copies}" for value, copies in cards.items())]
    return "\n".join([*lines, "[specials]", f"dynamite = {draw(st.integers(9, 40))}", "replacement_plate = 1", ""])


@settings(max_examples=30)
@given(text=box_texts(), seats=st.integers(2, 6))
def test_any_box_is_read_written_and_played(text: str, seats: int):
    box = GAME.load_box(text, "any.toml")
    assert GAME.load_box(GAME.dump_box(box), "any.toml") == box
    assert Box.unpack(box.pack()) == box
    if GAME.check_box(box, seats) == "":
        play(box, seats, len(text), 60, not_quite_dead=seats % 2, sneaky_stranger=len(text) % 2)


JUNK = ("3", "-1", "0", "100", "[]", "[1, 2]", "[true]", '"3"', "{ 5 = 1 }", "true", "1.5")


@settings(max_examples=150)
@given(data=st.data())
def test_any_spoiled_box_is_read_or_refused_with_a_sentence(data: st.DataObject):
    lines = PRINTED.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        name, _, value = lines[at].partition("=")
        other = data.draw(st.sampled_from(lines)).partition("=")
        lines[at] = data.draw(st.sampled_from((f"{name}={data.draw(st.sampled_from(JUNK))}", f"{other[0]}={value}", name, "")))
    try:
        box = GAME.load_box("\n".join(lines), "spoiled.toml")
    except Invalid as refused:
        assert str(refused).startswith("spoiled.toml")
        assert str(refused).endswith(".")
    else:
        assert GAME.load_box(GAME.dump_box(box), "spoiled.toml") == box


# --- refusals --------------------------------------------------------------------------------------------------------


def line(start: str) -> int:
    """In which line of the printed box a key stands, counted from 1; 0 where it stands nowhere."""
    return next((number for number, text in enumerate(PRINTED.splitlines(), 1) if text.startswith(start)), 0)


WRONG = [
    ("plates = 4", "plats = 4", "plates", "'plats' is unknown; a box of Quick Silver has white_die, black_die,"),
    ("plates = 4", "", "", "plates is missing; it is a whole number from 1 to 8."),
    ("plates = 4", "plates = 0", "plates", "plates is 0; it must be a whole number from 1 to 8."),
    ("plates = 4", "plates = 9", "plates", "plates is 9; it must be a whole number from 1 to 8."),
    ("plates = 4", 'plates = "4"', "plates", "plates is '4'; it must be a whole number from 1 to 8."),
    ("plates = 4", "plates = true", "plates", "plates is True; it must be a whole number from 1 to 8."),
    ("sneak_token = 1", "sneak_token = 100", "sneak_token", "sneak_token is 100; it must be a whole number from 0 to 99."),
    ("target = 100", "target = 0", "target", "target is 0; it must be a whole number from 1 to 9999."),
    ("target = 100", "target = 10000", "target", "target is 10000; it must be a whole number from 1 to 9999."),
    ("target = 100", "target = 99.5", "target", "target is 99.5; it must be a whole number from 1 to 9999."),
    ("white_die = [0,", "white_die = [4,", "white_die", "white_die has a face 4; its faces are whole numbers from 0 to 3."),
    ("white_die = [0,", 'white_die = ["0",', "white_die", "white_die has a face '0'; its faces are whole numbers from 0 to 3."),
    ("white_die = [0,", "white_die = [true,", "white_die", "white_die has a face True; its faces are whole numbers"),
    ("white_die = [0, 1, 1, 2, 2, 3]", "white_die = []", "white_die", "white_die must be a list of 1 to 12 faces"),
    ("white_die = [0, 1, 1, 2, 2, 3]", "white_die = 1", "white_die", "white_die must be a list of 1 to 12 faces"),
    ("white_die = [0, 1, 1, 2, 2, 3]", f"white_die = {[1] * 13}", "white_die", "white_die must be a list of 1 to 12 faces"),
    ("white_die = [0, 1, 1, 2, 2, 3]", "", "", "white_die must be a list of 1 to 12 faces"),
    ("black_die = [1,", "black_die = [0,", "black_die", "black_die has a face 0; its faces are whole numbers from 1 to 9."),
    ("black_die = [1,", "black_die = [10,", "black_die", "black_die has a face 10; its faces are whole numbers from 1 to 9."),
    ("[silver]", "[bronze]", "[silver]", "'bronze' is unknown; a box of Quick Silver has"),
    ("12 = 3", "100 = 3", "12", "silver has a card '100'; cards are worth 0 to 99: 12 = 3 means three cards of 12."),
    ("12 = 3", "-1 = 3", "[silver]", "silver has a card '-1'; cards are worth 0 to 99"),
    ("12 = 3", "012 = 3", "12", "silver has a card '012'; cards are worth 0 to 99"),
    ("12 = 3", "many = 3", "12", "silver has a card 'many'; cards are worth 0 to 99"),
    ("12 = 3", "12 = -1", "12", "12 is -1; it must be a whole number from 0 to 40."),
    ("12 = 3", "12 = 41", "12", "12 is 41; it must be a whole number from 0 to 40."),
    ("12 = 3", "12 = [3]", "12", "12 is [3]; it must be a whole number from 0 to 40."),
    ("dynamite = 8", "dynamit = 8", "dynamite", "there is no special card 'dynamit'; there are dynamite and"),
    ("dynamite = 8", "dynamite = 41", "dynamite", "dynamite is 41; it must be a whole number from 0 to 40."),
    ("plates = 4", "plates = = 4", "", "this is not TOML"),
    ("12 = 3", "12 = 3\n12 = 2", "", "this is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "where", "sentence"), WRONG, ids=range(len(WRONG)))
def test_wrong_boxes_are_refused_with_line_and_reason(old: str, new: str, where: str, sentence: str):
    assert old in PRINTED
    with pytest.raises(Invalid) as refused:
        GAME.load_box(PRINTED.replace(old, new, 1), "my.toml")
    text, number = str(refused.value), line(where) if where else 0
    assert text.startswith(f"my.toml, line {number}: " if number else "my.toml: ")
    assert sentence in text
    assert text.endswith(".")


HEAD = "white_die = [1]\nblack_die = [1]\nplates = 4\nsneak_token = 1\ntarget = 100\n"


@pytest.mark.parametrize("key", ["copper", "silver", "gold", "specials"])
def test_a_table_must_be_one(key: str):
    with pytest.raises(Invalid, match=rf"^my\.toml, line 6: {key} must be a table \[{key}\]\.$"):
        GAME.load_box(f"{HEAD}{key} = 3\n", "my.toml")


def test_too_few_and_too_many_cards():
    with pytest.raises(Invalid, match=r"^my\.toml: 2 seats and the centre need 9 cards; this box has 0\.$"):
        GAME.load_box(HEAD, "my.toml")
    with pytest.raises(Invalid, match=r"^my\.toml: 2 seats and the centre need 9 cards; this box has 8\.$"):
        GAME.load_box(f"{HEAD}copper = {{ 5 = 8 }}\n", "my.toml")
    cards = ", ".join(f"{value} = 1" for value in range(CODES))
    with pytest.raises(Invalid, match=r"^my\.toml: there are 49 different cards; 48 are the most\.$"):
        GAME.load_box(f"{HEAD}copper = {{ {cards} }}\n", "my.toml")


def croupier(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "croupier", *args], capture_output=True, text=True, timeout=120)


def test_the_box_on_the_command_line(tmp_path: Path):
    """What ``croupier box`` prints is a box file; a spoiled one is refused wherever --box takes it."""
    printed = croupier("box", "quick_silver")
    assert (printed.returncode, printed.stdout) == (0, PRINTED)
    file = tmp_path / "mine.toml"
    file.write_text(PRINTED.replace("12 = 3", "100 = 3"))
    done = croupier("play", "quick_silver", "--box", str(file))
    assert done.returncode != 0
    assert f"mine.toml, line {line('12')}: silver has a card '100'" in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stdout + done.stderr
