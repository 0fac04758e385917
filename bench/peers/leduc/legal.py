"""Who may do what."""

from __future__ import annotations

from typing import Any

from .box import Box
from .state import CALL, FOLD, NOBODY, RAISE, State


def to_act(s: State) -> int:
    return 0 if s.current == NOBODY else 1 << s.current


def legal(box: Box, s: State, seat: int, mask: Any) -> int:
    """To fold, somebody must have raised; to call or check is always possible."""
    may_fold = 1 if s.facing else 0
    may_raise = 1 if s.raises < box.most_raises else 0
    mask[FOLD] = may_fold
    mask[CALL] = 1
    mask[RAISE] = may_raise
    return may_fold + 1 + may_raise
