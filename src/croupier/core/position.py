"""Reading positions that people wrote: seats by name, numbers, flags; sentences say what is wrong. Games read the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core.errors import Invalid, quoted
from croupier.core.game import Meta


class PositionReader:
    """Base of what reads one game's positions. Invalid when the data has an unknown key or names no possible seats."""

    def __init__(self, meta: Meta, fields: Sequence[str], data: Mapping[str, Any]) -> None:
        self.data = data
        for key in data:
            if key not in fields:
                raise Invalid(f"A position of {meta.title} has no {quoted(key)}; it has {', '.join(fields)}.")
        self.names = self.read_names(meta)

    def read_names(self, meta: Meta) -> list[str]:
        names = self.data.get("seats")
        if not isinstance(names, list) or not all(isinstance(n, str) and n for n in names) or len(set(names)) != len(names):
            raise Invalid('seats must be a list of different names, clockwise: seats = ["A", "B", "C"].')
        if not meta.least_seats <= len(names) <= meta.most_seats:
            raise Invalid(f"seats has {len(names)} names; {meta.title} takes {meta.least_seats} to {meta.most_seats}.")
        return names

    def number(self, key: str, least: int, most: int, default: int) -> int:
        return self.checked(self.data.get(key, default), key, least, most)

    def checked(self, value: object, what: str, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise Invalid(f"{what} is {quoted(value)}; it must be a whole number from {least} to {most}.")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise Invalid(f"{key} is {quoted(value)}; it must be true or false.")
        return value

    def seat(self, name: object, key: str) -> int:
        if name not in self.names:
            raise Invalid(f"{key} names {quoted(name)}; seats are {', '.join(self.names)}.")
        return self.names.index(str(name))

    def by_seat(self, key: str) -> list[tuple[int, Any]]:
        rows = self.data.get(key, {})
        if not isinstance(rows, dict):
            raise Invalid(f"{key} must name seats: {key} = {{ {self.names[0]} = ... }}.")
        return [(self.seat(name, key), value) for name, value in rows.items()]
