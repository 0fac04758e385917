"""The tests of batches with every game: ``python -m tests.fuzz.batches``. Compiling them takes a minute or two."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest


def main() -> int:
    os.environ["CROUPIER_EVERY_GAME"] = "1"
    return int(pytest.main(["-q", str(Path(__file__).parents[1] / "compiled" / "test_batch.py"), *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
