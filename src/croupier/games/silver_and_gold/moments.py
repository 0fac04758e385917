"""The moments of a turn that a situation may name, each by the kind of event that marks it."""

from __future__ import annotations

MOMENTS = {"marked": "marked", "round_end": "round"}
ALWAYS_AT: dict[str, str] = {}
