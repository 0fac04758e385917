"""What the tests of all games share."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from croupier.core.errors import Invalid
from croupier.core.game import Game

Refuses = Callable[[Game, Any, str, str, str, str], None]


@pytest.fixture
def refuses() -> Refuses:
    """``refuses(game, box, text, old, new, sentence)``: with ``old`` replaced the position is refused, with this sentence."""

    def refuses(game: Game, box: Any, text: str, old: str, new: str, sentence: str) -> None:
        assert old in text
        with pytest.raises(Invalid) as refused:
            game.load_position(box, tomllib.loads(text.replace(old, new, 1)))
        assert sentence in str(refused.value)
        assert str(refused.value).endswith(".")

    return refuses
