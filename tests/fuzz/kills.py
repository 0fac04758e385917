"""scripts/fuzz --kills [N]: kill the server N times (50) at random moments under play, at tables of every game."""

from __future__ import annotations

import asyncio
import random
import sys

from tests.server.kill import kill_often


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    asyncio.run(kill_often(kills, random.randrange(1 << 30)))


if __name__ == "__main__":
    main()
