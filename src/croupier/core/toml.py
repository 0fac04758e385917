"""TOML from people: read it, and say in which line something is wrong."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from croupier.core.errors import Invalid


class Document:
    """A TOML text called ``name``, with sentences that name its lines."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Invalid(f"{name}: this is not TOML: {error}.") from None

    def wrong(self, reason: str, *path: str) -> Invalid:
        """The error to raise about the value at ``path`` (table names, then the key)."""
        line = self.line_of(*path)
        return Invalid(f"{self.name}{f', line {line}' if line else ''}: {reason}")

    def whole(self, value: object, least: int, most: int, *path: str) -> int:
        """The value at ``path``, which must be a whole number in this range."""
        if value is None:
            raise self.wrong(f"{path[-1]} is missing; it is a whole number from {least} to {most}.", *path)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"{path[-1]} is {value!r}; it must be a whole number from {least} to {most}.", *path)
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
        name = re.escape(part)
        pattern = re.compile(rf"""^\s*(\[+\s*([\w".]+\.)?["']?{name}["']?\s*\]+|.*?["']?\b{name}\b["']?\s*=)""")
        for number, line in enumerate(self.text.splitlines(), 1):
            if number >= max(after, 1) and not line.lstrip().startswith("#") and pattern.match(line):
                return number
        return 0
