"""Intervals of 95 %: the normal one for means, Wilson's for shares, Agresti and Coull's for shares by deal."""

from __future__ import annotations

import math
from collections.abc import Sequence

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


def share_of_deals(shares: Sequence[float]) -> Estimate:
    """The mean of shares from 0 to 1, one per deal, and how far its interval reaches to the farther side, which is never 0.

    Agresti and Coull's interval (1998) with deals for trials: as if two more deals had brought everything and two nothing.
    For shares that are 0 or 1 it is nearly Wilson's, and it allows for what a deal's games have in common.
    """
    n, more = len(shares), Z * Z / 2
    mean = sum(shares) / n
    count = n + 2 * more
    middle = (sum(shares) + more) / count
    variance = (sum((share - middle) ** 2 for share in shares) + more * (middle**2 + (1 - middle) ** 2)) / count
    return mean, abs(middle - mean) + Z * math.sqrt(variance / count)
