"""Names from everywhere pass; what cannot be seen, covers others or looks like somebody else does not."""

from __future__ import annotations

import itertools

import pytest

from croupier.table.lookalikes import looks
from croupier.table.names import BOT_NAMES, LONGEST, bot_name, clean_name, printable, unlike
from croupier.table.refusals import Refuse

WELCOME = (
    "Zoë", "王小明", "محمد", "नमस्ते", "O'Neill", "김철수", "שלום", "שָׁלוֹם", "สวัสดี", "ที่รัก", "Nguyễn Thị Ánh", "Łukasz",
    "Jean-Luc", "R2-D2", "Мария", "Ἀλέξανδρος", "می\u200cخواهم", "ක්\u200dරිස්", "<b>", "😀", "👨\u200d👩\u200d👧", "👍🏽",
    "👩🏽\u200d🚀", "❤️", "❤️\u200d🔥", "🏳️\u200d🌈", "1️⃣", "🇩🇪", "さくら", "ᏣᎳᎩ", "ကျော်", "ខ្មែរ", "Ann 2",
)  # fmt: skip
UNSEEN = (
    0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A, 0x202E, 0x2060,
    0x2063, 0x2066, 0x2069, 0x206A, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0x1BCA0, 0x1D173, 0xE0001, 0xE0041,
    0xE0100, 0x0007, 0x001B, 0x0085, 0x009B, 0xE000, 0xD800,
)  # fmt: skip
TWINS = (
    ("Ann", "Аnn"), ("Ann", "ANN"), ("Ann", "A n n"), ("Ann", "Ａｎｎ"), ("Ann", "𝐀𝐧𝐧"), ("Bill", "BiII"), ("Bill", "Bi11"),
    ("Paypal", "Рaураl"), ("Bo", "B0"), ("modern", "rnodern"), ("IVY", "ivy"), ("Opal", "Ораl"), ("Otis", "Οtis"),
    ("Zoë", "Zoe\u0308"),
    ("O'Neill", "O’Neill"), ("Eve", "Ꭼve"), ("Kim", "Κim"), ("straße", "STRASSE"),
)  # fmt: skip


@pytest.mark.parametrize("name", WELCOME)
def test_names_of_all_scripts_are_welcome_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("code", UNSEEN)
def test_what_cannot_be_seen_is_refused_alone_and_within_a_name(code: int) -> None:
    for name in (chr(code), "A" + chr(code) + "nn", chr(code) + "Ann", "Ann" + chr(code), "王" + chr(code)):
        if chr(code).isspace() and chr(code) != name:
            assert chr(code) not in clean_name(name)
            continue
        with pytest.raises(Refuse) as refused:
            clean_name(name)
        assert refused.value.refusal.code == "invalid" and len(refused.value.refusal.sentence) < 300


@pytest.mark.parametrize("name", ["Z\u0335\u0336\u0337\u0338", "a" + "\u0489" * 12, "\u0301Ann", "x\u20dd\u20de\u20df\u20e0"])
def test_a_pile_of_accents_is_refused(name: str) -> None:
    with pytest.raises(Refuse):
        clean_name(name)


@pytest.mark.parametrize(("name", "twin"), TWINS)
def test_a_name_that_looks_like_another_gets_a_number(name: str, twin: str) -> None:
    assert looks(name) & looks(twin)
    assert unlike(twin, [name]) == f"{twin} 2" and unlike(name, [twin]) == f"{name} 2"


def test_names_that_look_different_stay_as_they_are() -> None:
    names = [*BOT_NAMES, *WELCOME, "Ann", "Anna", "Zoe", "Bo", "Bob"]
    assert all(looks(one).isdisjoint(looks(other)) for one, other in itertools.combinations(names, 2))


def test_a_bot_takes_no_name_that_looks_like_a_persons() -> None:
    assert bot_name(["Јuniрer"]) == BOT_NAMES[1]


def test_a_number_is_found_however_the_name_ends() -> None:
    taken = ["l" * LONGEST]
    for _ in range(12):
        taken.append(unlike("I" * LONGEST, taken))
    assert all(looks(one).isdisjoint(looks(other)) for one, other in itertools.combinations(taken, 2))
    assert max(map(len, taken)) == LONGEST


def test_a_name_of_an_old_log_is_shown_without_what_steers_a_terminal() -> None:
    assert printable("A\x1b[2Jnn\u202e") == "A\ufffd[2Jnn\ufffd"
    assert all(printable(name) == name for name in WELCOME)
