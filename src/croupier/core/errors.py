"""Errors whose text is a sentence for people: what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class CroupierError(Exception):
    """Base of all errors that people may cause. Its text is shown as it stands, without a traceback."""


class Invalid(CroupierError):
    """Text that cannot be read: an action, a position, a file."""


class Illegal(CroupierError):
    """Something that can be read but that the rules forbid."""


class Unknown(CroupierError):
    """A name that is not known; the sentence lists those that are."""


def unknown(what: str, name: object, known: Iterable[object]) -> Unknown:
    """``unknown("level", "saint", ["greenhorn", "sharper"])``: There is no level 'saint'; there are greenhorn and sharper."""
    names = [str(k) for k in known]
    return Unknown(f"There is no {what} {str(name)!r}; there {'is' if len(names) == 1 else 'are'} {listed(names)}.")


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
