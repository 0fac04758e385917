"""Records that compiled code must keep apart."""

from __future__ import annotations

from croupier.compiled.playout import Dice, players_of


def test_players_do_not_begin_like_dice() -> None:
    """Numba takes a record that begins with all fields of another for a kind of it."""
    fields = list(players_of(9).kinds)
    assert fields[: len(Dice.kinds)] != list(Dice.kinds)
    assert set(fields) > set(Dice.kinds)
