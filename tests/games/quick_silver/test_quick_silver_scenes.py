"""The scenes that are written into the client are what the rules play."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

BOARD = Path(__file__).parents[3] / "client" / "src" / "games" / "quick_silver"


def test_scenes_are_what_the_rules_play() -> None:
    """They drift when the rules, the view or a text change: run fixtures/make.py again."""
    make = runpy.run_path(str(BOARD / "fixtures" / "make.py"))
    scenes = json.loads((BOARD / "fixtures" / "scenes.json").read_text())
    assert scenes == json.loads(json.dumps(make["scenes"]()))
