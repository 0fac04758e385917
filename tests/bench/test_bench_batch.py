"""The batch loop in C and ours play the same Leduc, buffer by buffer; plain, compiled and single play agree on it too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from batch import EQUAL_STEPS, library_in, same_games
from peers.leduc import LEDUC

from croupier.compiled.batch import Batch
from croupier.compiled.playout import Playouts


@pytest.mark.parametrize("threads", [1, 2])
def test_c_plays_the_same_games(tmp_path: Path, threads: int) -> None:
    same_games(library_in(tmp_path), 600, threads)
    assert EQUAL_STEPS > 100


def test_plain_and_single_play_do_too() -> None:
    plain, compiled = (Batch(LEDUC, LEDUC.default_box(), 2, 20, first=3, compiled=c) for c in (False, True))
    alone = Playouts(LEDUC, LEDUC.default_box(), 2, compiled=True)
    for _ in range(50):
        before = plain.seeds.copy()
        assert plain.step() == compiled.step() == 20
        for name in ("observations", "masks", "deciding", "actions", "ended", "returns", "seeds", "plies", "states"):
            assert np.array_equal(getattr(plain, name), getattr(compiled, name)), name
        for t in np.flatnonzero(plain.ended):
            assert alone.run(int(before[t]), 1)[0][1:3] == plain.returns[t].tolist()
