"""TOML from people: read it, and say in which line something is wrong.

The text may come from strangers. So its size and shape are checked first, in time that grows with its length alone: Python's
reader needs the square of the number of dots in a key, and breaks at deep brackets and long numbers.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from croupier.core.errors import Invalid, quoted, sentence

LONGEST_TEXT = 65_536
"""Characters; the longest box and the longest situation there are have a tenth of it."""
MOST_DEPTH = 16
"""Brackets within brackets; boxes and situations need 3."""
MOST_DOTS = 8
"""Of one key."""
MOST_DIGITS = 64
"""Of one number; what TOML promises, 64 bits, has so many binary digits."""
LONGEST_LINE = 500
"""Characters of a line in which a key is looked for."""
LONGEST_KEY = 100

LITERAL = re.compile(
    r'"""(?:[^\\"]|\\.?|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.?)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments, closed or not. Possessive, so that each is read once."""
DIGITS = re.compile(rf"[0-9][0-9A-Fa-f_]{{{MOST_DIGITS}}}")


class Document:
    """A TOML text called ``name``, with sentences that name its lines. Lines may end as on any system."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        if len(text) > LONGEST_TEXT:
            raise Invalid(f"{name}: this has {len(text)} characters; {LONGEST_TEXT} are the most.")
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if trouble := too_much(self.text):
            raise Invalid(f"{name}: {trouble}")
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except ValueError as error:  # most are TOMLDecodeErrors, which may quote the whole text
            raise Invalid(f"{name}: this is not TOML: {shortened(str(error))}.") from None

    def wrong(self, reason: str, *path: str) -> Invalid:
        """The error to raise about the value at ``path`` (table names, then the key)."""
        line = self.line_of(*path)
        return Invalid(f"{self.name}{f', line {line}' if line else ''}: {reason}")

    def whole(self, value: object, least: int, most: int, *path: str) -> int:
        """The value at ``path``, which must be a whole number in this range."""
        if value is None:
            raise self.wrong(f"{path[-1]} is missing; it is a whole number from {least} to {most}.", *path)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"{path[-1]} is {quoted(value)}; it must be a whole number from {least} to {most}.", *path)
        return value

    def line_of(self, *path: str) -> int:
        """The line, counted from 1, where the key stands; the nearest one above it that can be found; else 0."""
        line = 0
        for part in path:
            found = self._find(part, line)
            if not found:
                break
            line = found
        return line

    def _find(self, part: str, after: int) -> int:
        if len(part) > LONGEST_KEY:
            return 0
        name = re.escape(part)
        pattern = re.compile(rf"""(\[+\s*([\w".]+\.)?["']?{name}["']?\s*\]+|.*?["']?\b{name}\b["']?\s*=)""")
        for number, line in enumerate(self.text.split("\n"), 1):
            if number >= max(after, 1) and not line.lstrip().startswith("#") and pattern.match(line.strip()[:LONGEST_LINE]):
                return number
        return 0


def too_much(text: str) -> str:
    """A sentence when the shape of the text is none that people write; else empty."""
    bare = LITERAL.sub('""', text)
    if deepest(bare) > MOST_DEPTH:
        return f"there are more than {MOST_DEPTH} brackets within brackets; write it flatter."
    if max(part.count(".") for part in re.split(r"[=,\[\]{}\n]", bare)) > MOST_DOTS:
        return f"there is a key with more than {MOST_DOTS} dots; write it shorter."
    if DIGITS.search(bare):
        return f"there is a number with more than {MOST_DIGITS} digits; write a smaller one."
    return ""


def deepest(text: str) -> int:
    """How many brackets are open at once, at the most."""
    depth = most = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth += 1 if bracket in "[{" else -1
        most = max(most, depth)
    return most


def shortened(reason: str) -> str:
    """What TOML's reader says, with its place, which stands at the end."""
    reason = sentence(reason)
    what, at, where = reason.rpartition(" (at ")
    return f"{what[:120]}…{at}{where}" if len(what) > 120 else reason[:160]
