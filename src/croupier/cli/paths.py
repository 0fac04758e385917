"""Paths as people type them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter


def path(kind: Any, tokens: Sequence[Any]) -> Path:
    """ValueError for an empty one, as an unset variable of a shell gives: Python would take it for the folder one is in."""
    if not tokens[0].value.strip():
        raise ValueError("empty")
    return Path(tokens[0].value)


File = Annotated[Path, Parameter(converter=path)]
PathOrNone = Annotated[Path | None, Parameter(converter=path)]
