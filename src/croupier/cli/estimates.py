"""How estimates stand in tables: the number, and its interval from end to end."""

from __future__ import annotations

from croupier.study.intervals import Estimate, ends_of


def shown_mean(estimate: Estimate, digits: int) -> tuple[str, str]:
    mean, half = estimate
    return f"{mean:.{digits}f}", f"{mean - half:.{digits}f} to {mean + half:.{digits}f}"


def shown_share(share: Estimate, digits: int) -> tuple[str, str]:
    low, high = ends_of(share)
    return f"{share[0]:.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}"
