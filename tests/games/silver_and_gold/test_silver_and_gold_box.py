"""The printed box keeps what is known of it; other boxes are read, played to the end, or refused with line and reason."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.errors import Invalid
from croupier.core.events import seats_in
from croupier.games.silver_and_gold.box import COLORS, Box, card_name, card_rows

GAME = games.load("silver_and_gold")
BOX = GAME.default_box()
CARDS = range(BOX.n_cards)
CARD = {card_name(BOX, card): card for card in CARDS}


def of_color(card: int) -> str:
    return COLORS[BOX.color[card] - 1]


def per_color(masks: list[int]) -> dict[str, int]:
    return {color: sum(masks[card].bit_count() for card in CARDS if of_color(card) == color) for color in COLORS}


def cells(mask: int) -> set[tuple[int, int]]:
    return {(i // 4, i % 4) for i in range(16) if mask >> i & 1}


# --- what is printed -------------------------------------------------------------------------------------------------


def test_cards_and_values():
    assert Counter(map(of_color, CARDS)) == {"gray": 11, "green": 12, "orange": 12, "purple": 12}
    assert {(of_color(card), BOX.value[card]) for card in CARDS} == {("gray", 8), ("green", 10), ("orange", 12), ("purple", 14)}
    for card in CARDS:
        assert BOX.boxes[card].bit_count() == BOX.value[card]
        rows = card_rows(BOX, card).split()
        assert len(rows) == (3 if of_color(card) in ("gray", "green") else 4)
        assert {len(row) for row in rows} == {4}


def test_outlines_are_connected():
    for card in CARDS:
        left = cells(BOX.boxes[card])
        reached = [left.pop()]
        for row, column in reached:
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in left:
                    left.remove(near)
                    reached.append(near)
        assert not left, card_name(BOX, card)


def test_symbols_lie_on_boxes_and_never_two_on_one():
    for card in CARDS:
        symbols = (BOX.xs[card], BOX.coins[card], BOX.palms[card])
        assert all(mask & ~BOX.boxes[card] == 0 for mask in symbols)
        assert all(a & b == 0 for a, b in combinations(symbols, 2))


def test_seals_are_each_pair_of_colors_once():
    sealed = [card for card in CARDS if BOX.seal_color[card]]
    assert len(sealed) == 12
    pairs = {(of_color(card), COLORS[BOX.seal_color[card] - 1]) for card in sealed}
    assert pairs == set(permutations(COLORS, 2))
    for card in sealed:
        assert BOX.seal_points[card] == (2 if BOX.seal_color[card] > 2 else 1)
        assert BOX.coins[card] == BOX.palms[card] == 0
        assert BOX.xs[card].bit_count() == {"gray": 0, "green": 0, "orange": 2, "purple": 3}[of_color(card)]
    assert not any(BOX.seal_points[card] for card in CARDS if card not in sealed)


def test_palms_coins_and_xs():
    with_palm = [card for card in CARDS if BOX.palms[card]]
    assert all(BOX.palms[card].bit_count() == 1 for card in with_palm)
    assert Counter(map(of_color, with_palm)) == dict.fromkeys(COLORS, 4)
    assert per_color(BOX.coins) == {"purple": 15, "orange": 15, "green": 9, "gray": 3}
    assert per_color(BOX.xs) == {"purple": 23, "orange": 17, "green": 11, "gray": 4}


def test_no_placement_has_two_xs_or_two_palms_or_three_coins():
    most = {"xs": 0, "coins": 0, "palms": 0}
    placements = [mask for p in range(BOX.n_patterns) for mask in BOX.places[p][: BOX.n_places[p]]]
    for card in CARDS:
        fitting = [mask for mask in placements if mask & ~BOX.boxes[card] == 0]
        for symbol, known in most.items():
            most[symbol] = max(known, *((mask & getattr(BOX, symbol)[card]).bit_count() for mask in fitting))
    assert most == {"xs": 1, "coins": 2, "palms": 1}


def test_only_two_islands_are_congruent():
    shapes: dict[frozenset[tuple[int, int]], list[str]] = {}
    for card in CARDS:
        points, images = cells(BOX.boxes[card]), []
        for flip in (1, -1):
            turned = {(row, flip * column) for row, column in points}
            for _ in range(4):
                turned = {(column, -row) for row, column in turned}
                top, left = min(row for row, _ in turned), min(column for _, column in turned)
                images.append(sorted((row - top, column - left) for row, column in turned))
        shapes.setdefault(frozenset(min(images)), []).append(card_name(BOX, card))
    assert [names for names in shapes.values() if len(names) > 1] == [["purple-05", "purple-08"]]


def test_expeditions_and_trophies():
    assert BOX.n_expeditions == sum(BOX.expeditions) == 8
    assert BOX.expeditions[: BOX.n_patterns] == [1, 2, 2, 1, 1, 1]
    assert sorted(mask.bit_count() for mask in BOX.outline if mask) == [2, 3, 3, 4, 4, 4]
    assert [trophy for trophy in BOX.trophies if trophy] == [6, 5, 4, 3, 2, 1]
    assert BOX.rounds == 4


def test_a_box_is_nobodys():
    """Who changes the box they were given changes no other."""
    BOX.copy().places[0][0] = 0
    changed = GAME.default_box()
    changed.places[0][0] = changed.value[0] = 0
    assert GAME.default_box() == BOX


# --- other boxes -----------------------------------------------------------------------------------------------------

OTHER = """
trophies = [10, 10, 3]
expeditions = ["ooo oo.", "oooo o...", "oo. .oo ..o", "o..o", "oo"]

[treasures]
gray-07 = "X"
gray-08 = "oo oo"
gray-09 = "C..C .... .... P..P"
green-01 = "oooo oooo oooo oooX"
green-02 = "XXXX XXXX CCCC PPPP"
green-03 = ".X. XPX .X."
green-04 = "oCo oCo"
orange-98 = "oooo"
orange-99 = "..oo .oo. oo.. o..X"
orange-01 = "oXo oXo oXo"
orange-02 = "PPo ooo ooo"
orange-03 = "oooo o..o o..o oooo"
purple-01 = "oo oo oo oo"
purple-02 = "Cooo oooC"
purple-03 = "o.o. .o.o o.o. .o.o"
purple-04 = "oooX Xooo oooX Xooo"
purple-05 = "oo. ooo oo."
purple-06 = "ooo ooo ooo"

[seals]
gray-08 = "gray 9"
green-01 = "purple 3"
purple-04 = "orange 1"

[values]
gray-07 = 20
purple-03 = 0
"""
"""Islands of one box and of sixteen, in pieces, in any order; two patterns without a name of their own."""


def play(box: Box, seats: int, seed: int) -> None:
    """A random game to its end; every position on the way can be written down and read."""
    luck, state, plies = random.Random(seed), GAME.State(seats=seats, take_from_deck=seed % 2), 0
    seed_chance(state, seed)
    GAME.setup(box, state)
    while due := GAME.to_act(state):
        seat = luck.choice(seats_in(due))
        actions = [offered.number for offered in GAME.offer(box, state, seat).actions]
        GAME.apply(box, state, seat, luck.choice(actions))
        loaded = GAME.load_position(box, GAME.dump_position(box, state))
        loaded.chance = list(state.chance)
        assert loaded == state
        GAME.view(box, state, seat)
        plies += 1
    assert plies <= GAME.meta.max_plies
    assert state.round == box.rounds
    assert state.turn == box.n_expeditions - 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_box_is_played_to_the_end(seats: int):
    box = GAME.load_box(OTHER, "other.toml")
    assert GAME.load_box(GAME.dump_box(box), "other.toml") == box
    assert (box.value[0], box.value[1], box.value[14]) == (20, 4, 0)
    if seats == 4:
        short = GAME.load_box(OTHER.replace('purple-06 = "ooo ooo ooo"\n', "").replace('purple-05 = "oo. ooo oo."\n', "")
                              .replace('gray-09 = "C..C .... .... P..P"\n', ""), "short.toml")  # fmt: skip
        assert GAME.check_box(short, 4) == "4 seats are dealt 16 cards; this box has 15."
        assert GAME.check_box(short, 3) == ""
    for seed in range(20):
        play(box, seats, seed)


def outlines(letters: str, *, least: int) -> st.SearchStrategy[str]:
    """Rows of 4x4 at most, with a box in the first row and column."""

    def rows(picked: tuple[list[str], int, int]) -> str:
        flat, height, width = picked
        return " ".join("".join(flat[4 * r : 4 * r + width]) for r in range(height))

    def is_one(text: str) -> bool:
        split = text.split()
        first = any(row[0] != "." for row in split)
        return first and split[0].strip(".") != "" and sum(letter not in ". " for letter in text) >= least

    letter = st.sampled_from(letters)
    return st.tuples(st.lists(letter, min_size=16, max_size=16), st.integers(1, 4), st.integers(1, 4)).map(rows).filter(is_one)


@st.composite
def box_texts(draw: st.DrawFn) -> str:
    """The file of a box for 2 to 4 seats."""
    names = draw(st.lists(
        st.tuples(st.sampled_from(COLORS), st.integers(1, 99)), min_size=16, max_size=24, unique=True
    ))  # fmt: skip
    cards = [f"{color}-{number:02}" for color, number in names]
    trophies = sorted(draw(st.lists(st.integers(1, 99), max_size=6)), reverse=True)
    expeditions = draw(st.lists(outlines("o.", least=2), min_size=2, max_size=5))
    some = st.lists(st.sampled_from(cards), max_size=6, unique=True)
    lines = [f"trophies = {trophies}", f"expeditions = {expeditions}".replace("'", '"'), "[treasures]"]
    lines += [f'{card} = "{draw(outlines(".oooXCP", least=1))}"' for card in cards]
    lines += ["[seals]", *(f'{card} = "{draw(st.sampled_from(COLORS))} {draw(st.integers(1, 9))}"' for card in draw(some))]
    lines += ["[values]", *(f"{card} = {draw(st.integers(0, 99))}" for card in draw(some))]
    return "\n".join([*lines, ""])


@settings(max_examples=40)
@given(text=box_texts(), seats=st.integers(2, 4))
def test_any_box_is_read_written_and_played(text: str, seats: int):
    box = GAME.load_box(text, "any.toml")
    written = GAME.dump_box(box)
    assert GAME.load_box(written, "any.toml") == box
    assert GAME.dump_box(GAME.load_box(written, "any.toml")) == written
    assert Box.unpack(box.pack()) == box
    play(box, seats, len(text))


JUNK = ('"oo"', '"purple 2"', '"X.o. .P"', "3", "-1", "[]", '["oo", 3]', "{ a = 1 }", '""', "true", '" "')


@settings(max_examples=200)
@given(data=st.data())
def test_any_spoiled_box_is_read_or_refused_with_a_sentence(data: st.DataObject):
    lines = OTHER.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        name, _, value = lines[at].partition("=")
        other = data.draw(st.sampled_from(lines)).partition("=")
        changes = (f"{name}={data.draw(st.sampled_from(JUNK))}", f"{other[0]}={value}", f"{name}={other[2]}", "", name)
        lines[at] = data.draw(st.sampled_from((*changes, f"{name[:-1]}0 ={value}")))
    try:
        box = GAME.load_box("\n".join(lines), "spoiled.toml")
    except Invalid as refused:
        assert str(refused).startswith("spoiled.toml")
        assert str(refused).endswith(".")
    else:
        assert GAME.load_box(GAME.dump_box(box), "spoiled.toml") == box


# --- refusals --------------------------------------------------------------------------------------------------------

PRINTED = GAME.dump_box(BOX)


def line(start: str, *, under: str = "") -> int:
    """In which line of the printed box a key stands, counted from 1; under a heading."""
    lines = PRINTED.splitlines()
    at = lines.index(under) if under else 0
    return 1 + next(i for i in range(at, len(lines)) if lines[i].startswith(start))


TROPHIES, EXPEDITIONS, TREASURES = line("trophies"), line("expeditions"), line("[treasures]")
FIRST, LAST, SEALS = line("gray-01"), line("purple-12"), line("[seals]")
SEALED = line("gray-01", under="[seals]")
LIST = 'expeditions = ["oo", "ooo", "ooo", "oo o.", "oo o.", "ooo .o.", "ooo o..", "oo oo"]'
ISLAND = 'gray-01 = "o.o. oooo o.o."'
SEAL = 'gray-01 = "purple 2"'

WRONG = [
    ("trophies = [6,", "palms = 3\ntrophies = [6,", TROPHIES, "'palms' is unknown; a box of Silver & Gold has trophies,"),
    ("trophies = [6, 5,", "trophies = [5, 6,", TROPHIES, "trophies must stand in order, the highest first."),
    ("trophies = [6, 5, 4, 3, 2, 1]", "", 0, "trophies must list up to 12 numbers"),
    ("trophies = [6, 5, 4, 3, 2, 1]", "trophies = 6", TROPHIES, "trophies must list up to 12 numbers"),
    ("trophies = [6, 5, 4, 3, 2, 1]", f"trophies = {[1] * 13}", TROPHIES, "trophies must list up to 12 numbers"),
    ("trophies = [6, 5,", 'trophies = ["6", 5,', TROPHIES, "a trophy is '6'; it must be a whole number from 1 to 99."),
    ("trophies = [6, 5,", "trophies = [100, 5,", TROPHIES, "a trophy is 100; it must be a whole number from 1 to 99."),
    ("trophies = [6, 5,", "trophies = [true, 5,", TROPHIES, "a trophy is True; it must be a whole number from 1 to 99."),
    ("2, 1]", "2, 0]", TROPHIES, "a trophy is 0; it must be a whole number from 1 to 99."),
    (LIST, "", 0, "expeditions must list the patterns of 2 to 12 cards"),
    (LIST, 'expeditions = ["oo"]', EXPEDITIONS, "expeditions must list the patterns of 2 to 12 cards"),
    (LIST, f"expeditions = {['oo'] * 13}", EXPEDITIONS, "expeditions must list the patterns of 2 to 12 cards"),
    ('["oo", ', '["o", ', EXPEDITIONS, "the pattern 'o' has fewer than 2 boxes"),
    ('["oo", ', "[2, ", EXPEDITIONS, "expeditions is 2; an outline is written as rows:"),
    ('["oo", ', '["", ', EXPEDITIONS, "expeditions is ''; an outline is written as rows:"),
    ('["oo", ', '["oX", ', EXPEDITIONS, "expeditions is 'oX', with 'X' in it; the letters are o, .."),
    ('["oo", ', '["ooooo", ', EXPEDITIONS, "it needs up to 4 rows of the same length, up to 4."),
    ('["oo", ', '["o o o o o", ', EXPEDITIONS, "it needs up to 4 rows of the same length, up to 4."),
    ('["oo", ', '["oo o", ', EXPEDITIONS, "it needs up to 4 rows of the same length, up to 4."),
    ('["oo", ', '[".oo", ', EXPEDITIONS, "its first row and column must have a box."),
    ('["oo", ', '[".. oo", ', EXPEDITIONS, "its first row and column must have a box."),
    ('["oo", ', '["..", ', EXPEDITIONS, "its first row and column must have a box."),
    (LIST, 'expeditions = ["oo", "o.o", "o..o", "ooo", "oooo", "oo oo", "oo o.", "ooo .o.", "ooo o.."]', EXPEDITIONS,
     "there are more than 8 different patterns."),
    ("[treasures]", "[islands]", TREASURES, "'islands' is unknown"),
    ("[treasures]\n", '[treasures]\nred-01 = "oo"\n', FIRST, "'red-01' is no name of a card; it is a color (gray,"),
    ('gray-01 = "o', 'gray-00 = "o', FIRST, "'gray-00' is no name of a card; it is a color"),
    ('gray-01 = "o', 'gray-1 = "o', FIRST, "'gray-1' is no name of a card; it is a color"),
    (ISLAND, "gray-01 = 8", FIRST, "gray-01 of treasures is 8; an outline is written as rows:"),
    (ISLAND, 'gray-01 = "o.o. oQoo"', FIRST, "'o.o. oQoo', with 'Q' in it; the letters are ., o, X, C, P."),
    (ISLAND, 'gray-01 = "o.o. oooo o.o. o.o. o.o."', FIRST, "it needs up to 4 rows of the same length, up to 4."),
    (ISLAND, 'gray-01 = "o.o. ooo"', FIRST, "it needs up to 4 rows of the same length, up to 4."),
    (ISLAND, 'gray-01 = ".... oooo"', FIRST, "its first row must have a box."),
    ('purple-12 = "o.oX o.Po oooo oooX"', 'purple-12 = "o.oX o.Po oooo oooo?"', LAST, "purple-12 of treasures is"),
    (SEAL, 'gray-01 = "red 2"', SEALED, "the seal of gray-01 is 'red 2'; it is a color and 1 to 9 points:"),
    (SEAL, 'gray-01 = "purple 0"', SEALED, "the seal of gray-01 is 'purple 0'; it is a color and 1 to 9 points:"),
    (SEAL, "gray-01 = 2", SEALED, "the seal of gray-01 is 2; it is a color and 1 to 9 points:"),
    (SEAL, 'gray-77 = "purple 2"', SEALED, "[seals] names 'gray-77'; [treasures] has no such card."),
    ("[seals]\n", '[values]\ngray-01 = 100\n[seals]\n', SEALS + 1, "the value of gray-01 is 100; it must be a whole number"),
    ("[seals]\n", '[values]\ngray-01 = "8"\n[seals]\n', SEALS + 1, "the value of gray-01 is '8'; it must be a whole number"),
    ("[seals]\n", '[values]\ngray-77 = 8\n[seals]\n', SEALS + 1, "[values] names 'gray-77'; [treasures] has no such card."),
    ("trophies =", "trophies = trophies =", 0, "this is not TOML"),
    ("gray-02", "gray-01", 0, "this is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "where", "sentence"), WRONG, ids=range(len(WRONG)))
def test_wrong_boxes_are_refused_with_line_and_reason(old: str, new: str, where: int, sentence: str):
    assert old in PRINTED
    with pytest.raises(Invalid) as refused:
        GAME.load_box(PRINTED.replace(old, new, 1), "my.toml")
    text = str(refused.value)
    assert text.startswith(f"my.toml, line {where}: " if where else "my.toml: ")
    assert sentence in text
    assert text.endswith(".")


@pytest.mark.parametrize("key", ["treasures", "seals", "values"])
def test_a_table_must_be_one(key: str):
    text = f'trophies = [1]\nexpeditions = ["oo", "oo"]\n{key} = 3\n'
    text += "" if key == "treasures" else '[treasures]\ngray-01 = "oo"\n'
    with pytest.raises(Invalid, match=rf"my.toml, line 3: {key} must be a table: \[{key}\]\."):
        GAME.load_box(text, "my.toml")


def test_too_many_and_too_few_islands():
    heading = 'trophies = []\nexpeditions = ["oo", "oo"]\n[treasures]\n'
    many = heading + "\n".join(f'gray-{n:02} = "oo"' for n in range(1, 66))
    for text, n in ((many, 65), (heading, 0)):
        with pytest.raises(Invalid, match=rf"my.toml, line 3: \[treasures\] has {n} cards; it needs 1 to 64\."):
            GAME.load_box(text, "my.toml")


def test_points_must_fit_the_score():
    """Sixteen palms on each of 64 islands bring more points than a seat's score can hold; so do 64 seals of 9 for one color."""
    heading = 'trophies = []\nexpeditions = ["oo", "oo"]\n[treasures]\n'
    palms = heading + "\n".join(f'gray-{n:02} = "PPPP PPPP PPPP PPPP"' for n in range(1, 65))
    with pytest.raises(Invalid, match=r"my.toml, line 3: 66560 points are possible for palms; 32767 are the most\."):
        GAME.load_box(palms, "my.toml")
    names = [f"gray-{n:02}" for n in range(1, 65)]
    rows = [*(f'{name} = "oo"' for name in names), "[seals]", *(f'{name} = "gray 9"' for name in names)]
    with pytest.raises(Invalid, match=r"my.toml, line 68: 36864 points are possible for seals; 32767 are the most\."):
        GAME.load_box(heading + "\n".join(rows), "my.toml")


def croupier(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "croupier", *args], capture_output=True, text=True, timeout=60)


def test_the_printed_box_on_the_command_line(tmp_path: Path):
    """What ``croupier box`` prints is a box file; a spoiled one is refused wherever --box takes it."""
    printed = croupier("box", "silver_and_gold")
    assert (printed.returncode, printed.stdout) == (0, PRINTED)
    assert GAME.load_box(printed.stdout, "printed") == BOX
    file = tmp_path / "mine.toml"
    file.write_text(PRINTED.replace(ISLAND, 'gray-01 = "o.o. oQoo"'))
    done = croupier("play", "silver_and_gold", "--box", str(file))
    assert done.returncode != 0
    said = f"mine.toml, line {FIRST}: gray-01 of treasures is 'o.o. oQoo', with 'Q' in it"
    assert said in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stdout + done.stderr
