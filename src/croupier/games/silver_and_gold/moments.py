"""The moments of a turn that a situation may name, each by the kinds of events that mark it."""

from __future__ import annotations

MOMENTS = {"marked": ("marked", "bonus", "lost", "coin", "palm"), "completed": ("completed",), "round_end": ("round",)}
"""marked: all marks are shown and booked. completed: completed islands lie beside their players, nobody has taken a new one.
round_end: the round is over, the next one has not begun."""
COMPARED_AT: dict[str, dict[str, str]] = {}
