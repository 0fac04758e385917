"""Whether one side is the better one, looked at after every deal: right in 95 % of all runs, however often one looks.

Somebody who doubts that a mean is m bets against it, deal after deal, at odds that are fair if it is m. By Ville's inequality
(1939) such a gambler ever multiplies the stake by 20 in one run out of twenty at the most, so means against which it has come
to that are ruled out. Stakes of several sizes on either side are mixed (Wald 1945, Robbins 1970), so that small differences
are found as well as large ones; shares from 0 to 1 need no further assumption (Waudby-Smith and Ramdas 2024, JRSS B 86).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

ALPHA = 0.05
FAIR = 0.5
BETS = tuple(side * 2.0**-i for i in range(6) for side in (1, -1))
"""The parts of the capital that are staked. Larger than 1 is not possible for means from 0 to 1."""
HALVINGS = 40

SEPARATED = "separated"
NOT_SEPARATED = "not separated"
REVERSED = "reversed"


class Evidence:
    """Shares from 0 to 1 of the side that should be better, one per deal; 1/2 is fair. Their order makes no difference."""

    def __init__(self) -> None:
        self.shares: Counter[float] = Counter()
        self.deals = 0
        self.total = 0.0

    def add(self, share: float) -> None:
        self.shares[share] += 1
        self.deals += 1
        self.total += share

    @property
    def mean(self) -> float:
        return self.total / self.deals

    def capital(self, mean: float) -> float:
        """The logarithm of what has become of 1 that was bet against this mean; the mean lies between 0 and 1."""
        logs = [sum(n * math.log1p(bet * (share - mean)) for share, n in self.shares.items()) for bet in BETS]
        most = max(logs)
        return most + math.log(sum(math.exp(log - most) for log in logs) / len(BETS))

    def rules_out(self, mean: float) -> bool:
        return self.capital(mean) >= -math.log(ALPHA)

    def interval(self) -> tuple[float, float]:
        """Where the true mean lies, with 95 % for all deals of a run together: each look may be the last one."""
        if not self.deals:
            return 0.0, 1.0
        return edge(self.rules_out, 0.0, self.mean), edge(self.rules_out, 1.0, self.mean)

    def verdict(self) -> str:
        if not self.rules_out(FAIR):
            return NOT_SEPARATED
        return SEPARATED if self.mean > FAIR else REVERSED


def edge(rules_out: Callable[[float], bool], outside: float, inside: float) -> float:
    """Between a mean outside and the one seen, which is never ruled out: where ruling out ends, for capital is convex in it."""
    for _ in range(HALVINGS):
        middle = (outside + inside) / 2
        if rules_out(middle):
            outside = middle
        else:
            inside = middle
    return inside
