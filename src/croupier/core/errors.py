"""Errors whose text is a sentence for people: what was wrong and what would be right."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LONGEST = 299
"""Characters of a sentence: people read one line or two, whatever a stranger has sent."""
MOST_QUOTED = 60
"""Characters of a stranger's text in a sentence: enough to find it again."""
MOST_OF_PATH = 150
"""Characters of a path, the last ones, in a sentence."""
MOST_COMPARED = 40
"""Longer than any name there is: nothing is near to it."""


def sentence(text: str) -> str:
    """The text as one line that can be printed and is no longer than a sentence; what is cut off leaves an ellipsis."""
    start = text[: LONGEST + 1]
    line = "".join(c if c.isprintable() else " " if c.isspace() else ascii(c)[1:-1] for c in start)
    return line if len(text) <= LONGEST and len(line) <= LONGEST else line[: LONGEST - 2] + "…."


class CroupierError(Exception):
    """Base of all errors that people may cause. Its text is shown as it stands, without a traceback: a ``sentence``."""

    def __init__(self, text: str = "") -> None:
        super().__init__(sentence(text))


class Invalid(CroupierError):
    """Text that cannot be read: an action, a position, a file."""


class Illegal(CroupierError):
    """Something that can be read but that the rules forbid."""


class Unknown(CroupierError):
    """A name that is not known; the sentence lists those that are."""


class Short(reprlib.Repr):
    """``repr`` whose cost and length do not grow with the value."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = MOST_QUOTED
        self.maxlevel = 3

    def repr_int(self, value: int, level: int) -> str:
        """Python refuses to write numbers of more than 4,300 digits."""
        return repr(value) if value.bit_length() <= 128 else f"a number of {value.bit_length()} bits"


_short = Short()


def quoted(value: object) -> str:
    """How a sentence shows what a stranger wrote: ``repr``, cut to some words, and never more than a line."""
    text = _short.repr(value)
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"


def path_end(path: object) -> str:
    """How a sentence shows a path: its end, where it is long."""
    text = str(path)
    return text if len(text) <= MOST_OF_PATH else f"…{text[1 - MOST_OF_PATH :]}"


def unknown(what: str, name: object, known: Iterable[object]) -> Unknown:
    """``unknown("level", "shaper", ["mayor", "sharper"])``: There is no level 'shaper' (did you mean sharper?); there are mayor
    and sharper."""
    names = [str(k) for k in known]
    meant = meaning(str(name), names)
    return Unknown(
        f"There is no {what} {quoted(str(name))}{meant}; there {'is' if len(names) == 1 else 'are'} {listed(names)}."
    )


def meaning(typed: str, known: Sequence[str]) -> str:
    """`` (did you mean sharper?)``; empty when nothing known is near."""
    names = {name.lower(): name for name in known}
    folded = typed[:MOST_COMPARED].lower()
    begun = [name for name in names if name.startswith(folded)] if folded.strip("-") else []
    near = begun if len(begun) == 1 else get_close_matches(folded, names, 1)
    return f" (did you mean {names[near[0]]}?)" if near else ""


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
