"""Numbers as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

PLAIN = re.compile(r"[+-]?(\d{1,19}|\d{1,3}([_,]\d{3}){1,5})")
FRACTION = re.compile(r"[+-]?(\d{1,19}\.?\d{0,19}|\.\d{1,19})(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
POWER = re.compile(r"([+-]?\d{1,9})(?:\.(\d{1,9}))?[eE]\+?(\d{1,2})")


def whole(kind: Any, tokens: Sequence[Any]) -> int:
    """``1000``, ``1_000``, ``1,000`` and ``1e3`` alike; ValueError for all else, and for more than 19 digits."""
    typed = tokens[0].value.strip()
    if PLAIN.fullmatch(typed) and typed.isascii():
        return int(typed.replace(",", "").replace("_", ""))
    found = POWER.fullmatch(typed) if typed.isascii() else None
    if found and len(fraction := (found[2] or "").rstrip("0")) <= int(found[3]) <= 18:
        return int(found[1] + fraction) * int(10 ** (int(found[3]) - len(fraction)))
    raise ValueError(typed[:50])


def number(kind: Any, tokens: Sequence[Any]) -> float:
    """``2``, ``0.5`` and ``1e-1``; ValueError for what else Python would read: ``nan``, ``1_0``, digits of other scripts."""
    typed = tokens[0].value.strip()
    if not FRACTION.fullmatch(typed):
        raise ValueError(typed[:50])
    return float(typed)


Number = Annotated[float, Parameter(converter=number)]
Whole = Annotated[int, Parameter(converter=whole)]
WholeOrNone = Annotated[int | None, Parameter(converter=whole)]
