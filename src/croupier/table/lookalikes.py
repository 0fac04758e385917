"""What a name looks like: texts with the same skeleton cannot be told apart at sight (Unicode Technical Standard 39).

``confusables.tsv`` holds, per line, what characters look like and those characters, fully decomposed; derived from the Unicode
Consortium's confusables (version 15), as ICU serves them, under the Unicode License (licences/unicode.txt).
"""

from __future__ import annotations

import functools
import unicodedata
from importlib import resources

UNSEEN = frozenset(
    map(chr, (0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)))
)
"""Without a shape of their own, though Unicode calls some of them letters, marks or signs."""


def is_unseen(character: str) -> bool:
    """Whether nothing is shown for it: controls, formats, fillers, variation signs and tags."""
    return (
        character in UNSEEN
        or unicodedata.category(character)[0] == "C"
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0000" <= character <= "\U000e0fff"
    )


def looks(text: str) -> frozenset[str]:
    """Two texts look alike, whatever their case and blanks, where these have one in common.

    There are two, for case and shape go either way: IVY is ivy, though a capital I looks like a small L.
    """
    plain = unicodedata.normalize("NFKC", "".join(text.split()))
    return frozenset((skeleton(plain.casefold()), skeleton(skeleton(plain).casefold())))


def skeleton(text: str) -> str:
    """Equal for texts that look alike, case by case."""
    seen = "".join(c for c in unicodedata.normalize("NFD", text) if not is_unseen(c))
    return unicodedata.normalize("NFD", seen.translate(lookalikes()))


@functools.cache
def lookalikes() -> dict[int, str]:
    """Per character what it looks like."""
    text = resources.files("croupier.table").joinpath("confusables.tsv").read_text(encoding="utf-8")
    pairs = (line.split("\t") for line in text.split("\n") if line)
    return {ord(character): shape for shape, characters in pairs for character in characters}
