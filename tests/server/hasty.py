"""Clocks that run fast: in a test's own loop, and in a server of its own.

    python tests/server/hasty.py BEGUN SPEED serve ...

is ``croupier serve ...`` with a clock that showed BEGUN (seconds since 1970) when ours did, and runs SPEED times as fast since.
"""

from __future__ import annotations

import sys
import time

from croupier.server.hall import Hall


class HastyHall(Hall):
    """Its time runs ``speed`` times as fast as ours since ``begun``, and its timers with it."""

    begun = time.time()
    speed = 200.0

    def now(self) -> int:
        return now(self.begun, self.speed)

    def seconds_until(self, at: int) -> float:
        return super().seconds_until(at) / self.speed


def now(begun: float, speed: float) -> int:
    """Milliseconds since 1970 by such a clock."""
    return int(1000 * (begun + speed * (time.time() - begun)))


def main() -> None:
    HastyHall.begun, HastyHall.speed = float(sys.argv.pop(1)), float(sys.argv.pop(1))
    from croupier.cli import app, serve

    serve.Hall = HastyHall  # type: ignore[misc]
    app.main()


if __name__ == "__main__":
    main()
