"""Golden games come out as they are written."""

from __future__ import annotations

import pytest
from playthroughs import GOLDEN, Golden, written


@pytest.mark.parametrize("golden", GOLDEN, ids=[f"{golden.game}-{golden.name}" for golden in GOLDEN])
def test_golden_game(golden: Golden):
    text = golden.file.read_text("utf-8")
    assert golden.shows in text
    assert written(golden) == text


def test_every_golden_game_is_named():
    files = {file for golden in GOLDEN for file in golden.file.parent.glob("*.txt")}
    assert files == {golden.file for golden in GOLDEN}
