"""How fast one socket may talk: a bucket of tokens."""

from __future__ import annotations

BURST = 120
PER_SECOND = 30.0


class Limit:
    """``take`` is True as long as no more than BURST messages come at once and PER_SECOND in the long run."""

    def __init__(self, now: float) -> None:
        self.tokens = float(BURST)
        self.at = now

    def take(self, now: float) -> bool:
        self.tokens = min(float(BURST), self.tokens + (now - self.at) * PER_SECOND)
        self.at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True
