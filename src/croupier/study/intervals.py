"""Intervals of 95 %: the normal one for means, Wilson's for shares."""

from __future__ import annotations

import math

Z = 1.959964
"""Two-sided 95 % of the normal distribution."""

Estimate = tuple[float, float]
"""A mean and the half width of its interval."""


def mean_of(total: float, squares: float, n: int) -> Estimate:
    """The mean of n >= 1 numbers and the normal interval's half width; 0 for a single number, whose spread is unknown."""
    mean = total / n
    if n == 1:
        return mean, 0.0
    variance = max(0.0, squares - n * mean * mean) / (n - 1)
    return mean, Z * math.sqrt(variance / n)


def share_of(count: float, n: int) -> Estimate:
    """The share count / n as it was seen, and the half width of Wilson's score interval, which is never 0.

    Wilson's interval lies a little nearer to one half than around the share; with the numbers of a study that is no matter.
    """
    p = count / n
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return p, half
