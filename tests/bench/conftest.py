"""The benchmarks' modules are imported as the benchmarks import them: ``peers.leduc``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "bench"))
