"""Names at a table: readable, visible, and never twice."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from croupier.table.refusals import Refuse

LONGEST = 24
BOT_NAMES = (
    "Juniper", "Pax", "Vesper", "Otis", "Wren", "Sable", "Quill", "Marlow", "Tansy", "Bram", "Isolde", "Fitch", "Opal", "Rook",
)
JOINER = "\u200d"
"""Joins emoji and letters of some scripts: invisible, but part of what one sees."""


def clean_name(text: str) -> str:
    """The name as it will stand at the table: normalised, blanks trimmed and single. Refuses what cannot be seen."""
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * LONGEST]).split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name) or len(name) > LONGEST or len(text) > 10 * LONGEST:
        raise Refuse("invalid", f"A name has 1 to {LONGEST} visible characters.")
    if any(unicodedata.category(c)[0] == "C" and c != JOINER for c in name):
        raise Refuse("invalid", "A name has no control characters; letters, digits and signs are welcome.")
    return name


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, or where it is taken the name with a number."""
    known = {folded(other) for other in taken}
    number, candidate = 2, name
    while folded(candidate) in known:
        tail = f" {number}"
        candidate = name[: LONGEST - len(tail)].rstrip() + tail
        number += 1
    return candidate


def bot_name(taken: Collection[str]) -> str:
    """The first name of the list that nobody has."""
    known = {folded(other) for other in taken}
    return next((name for name in BOT_NAMES if folded(name) not in known), "") or unlike(BOT_NAMES[0], taken)


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def listed(names: Collection[str]) -> str:
    """Ann, Bo and Cy"""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
