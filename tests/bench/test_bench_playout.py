"""The playouts in C that ours are measured against: they compile, and play the same games."""

from __future__ import annotations

import shutil
from pathlib import Path

import playout
import pytest

from croupier import games


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
@pytest.mark.parametrize("name", games.NAMES)
def test_the_playout_in_c_plays_the_same_games(name: str, tmp_path: Path) -> None:
    game = games.load(name)
    peer = playout.Peer(game, tmp_path)
    playout.same_games(game, peer, game.meta.usual_seats, game.meta.settings()[0], 20, compiled=False)
