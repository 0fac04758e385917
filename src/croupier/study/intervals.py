"""Intervals of 95 %: the normal one for means, Wilson's for shares."""

from __future__ import annotations

import math

Z = 1.959964
"""Two-sided 95 % of the normal distribution."""

Estimate = tuple[float, float]
"""A mean, or a share, and how far its interval reaches to either side."""


def mean_of(total: float, squares: float, n: int) -> Estimate:
    """The mean of n >= 1 numbers and the normal interval's half width; 0 for a single number, whose spread is unknown."""
    mean = total / n
    if n == 1:
        return mean, 0.0
    variance = max(0.0, squares - n * mean * mean) / (n - 1)
    return mean, Z * math.sqrt(variance / n)


def share_of(count: float, n: int) -> Estimate:
    """The share count / n as it was seen, and how far Wilson's score interval reaches from there, which is never 0.

    Wilson's interval lies a little nearer to one half than around the share: the farther of its ends counts.
    """
    p = count / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return p, abs(middle - p) + half


def ends_of(share: Estimate) -> tuple[float, float]:
    """Where the interval of a share begins and ends: no share is less than nothing or more than all."""
    p, half = share
    return max(0.0, p - half), min(1.0, p + half)
