"""Names at a table: readable, visible, and never two that look alike."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Collection

from croupier.table.lookalikes import is_unseen, looks
from croupier.table.refusals import Refuse

LONGEST = 24
BOT_NAMES = (
    "Juniper",
    "Pax",
    "Vesper",
    "Otis",
    "Wren",
    "Sable",
    "Quill",
    "Marlow",
    "Tansy",
    "Bram",
    "Isolde",
    "Fitch",
    "Opal",
    "Rook",
)
JOINER, NON_JOINER = "\u200d", "\u200c"
"""Join or part emoji and letters of some scripts: invisible, but part of what one sees."""
EMOJI_SIGN = "\ufe0f"
"""Shows the sign before it as an emoji."""
KEYCAP = "\u20e3"
MOST_MARKS = 3
"""Upon one letter, after composition: no living spelling needs more, and a pile of them covers the names around it."""
JOINING = ("ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "MANDAIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA",
           "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "TIBETAN", "MYANMAR")  # fmt: skip
"""Scripts whose spelling knows joiners."""


def clean_name(text: str) -> str:
    """The name as it will stand at the table: normalised, blanks trimmed and single. Refuses what cannot be seen."""
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * LONGEST]).split())
    if not any(is_visible(c) for c in name) or len(name) > LONGEST or len(text) > 10 * LONGEST:
        raise Refuse("invalid", f"A name has 1 to {LONGEST} visible characters.")
    if any(is_unseen(c) and not belongs(name, place) for place, c in enumerate(name)):
        raise Refuse(
            "invalid", "A name has no control or invisible characters; letters, digits and signs are welcome."
        )
    if most_marks(name) > MOST_MARKS or is_mark(name[0]):
        raise Refuse("invalid", f"A name has at most {MOST_MARKS} accents upon one letter, and begins with no accent.")
    return name


def printable(name: str) -> str:
    """A name of a log that anybody may have written, for a terminal: what cannot be seen is replaced by a sign."""
    return "".join("\ufffd" if is_unseen(c) and not belongs(name, place) else c for place, c in enumerate(name))


def is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and not is_unseen(character)


def is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me") and not is_unseen(character)


def belongs(name: str, place: int) -> bool:
    """Whether an invisible character changes what one sees: an emoji sign, or a joiner between emoji or joining letters."""
    before, after = name[:place], name[place + 1 :]
    if name[place] == EMOJI_SIGN:
        return bool(before) and (is_emoji(before[-1]) or after.startswith(KEYCAP))
    if name[place] not in (JOINER, NON_JOINER) or not after:
        return False
    if name[place] == JOINER and is_emoji(before.rstrip(EMOJI_SIGN)[-1:]):
        return is_emoji(after[0])
    return is_joining(before[-1:]) and is_joining(after[0])


def is_emoji(character: str) -> bool:
    """A sign that may be shown as a picture, or a skin tone."""
    return character != "" and unicodedata.category(character) in ("So", "Sk", "Sm", "Po") and character > "\u00a8"


def is_joining(character: str) -> bool:
    return unicodedata.name(character, "").startswith(JOINING) if character else False


def most_marks(name: str) -> int:
    """The longest row of accents."""
    return max((len(list(row)) for mark, row in itertools.groupby(name, is_mark) if mark), default=0)


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, or where one that looks like it is taken the name with a number."""
    known = all_looks(taken)
    number, candidate = 2, name
    while not known.isdisjoint(looks(candidate)):
        tail = f" {number}"
        candidate = name[: LONGEST - len(tail)].rstrip() + tail
        number += 1
    return candidate


def bot_name(taken: Collection[str]) -> str:
    """The first name of the list that nobody has."""
    known = all_looks(taken)
    return next((name for name in BOT_NAMES if known.isdisjoint(looks(name))), "") or unlike(BOT_NAMES[0], taken)


def all_looks(names: Collection[str]) -> set[str]:
    return {look for name in names for look in looks(name)}


def listed(names: Collection[str]) -> str:
    """Ann, Bo and Cy"""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
