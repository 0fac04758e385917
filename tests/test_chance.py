"""Chance: the generator by its authors' numbers, and seeds that give chances of their own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.compiled.playout import PLAYERS, Dice
from croupier.core.chance import next32, seed_chance

SEEDS = st.integers(0, (1 << 62) - 1)


def words(seed: int) -> list[int]:
    dice = Dice()
    seed_chance(dice, seed)
    return list(dice.chance)


def test_the_generator_gives_the_numbers_of_xoshiro128_plus_plus() -> None:
    """Those of the reference in C from the words 1, 2, 3, 4."""
    dice = Dice()
    dice.chance[:] = [1, 2, 3, 4]
    assert [next32(dice) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


@given(SEEDS, SEEDS)
def test_different_seeds_give_different_words(one: int, other: int) -> None:
    assert (words(one) == words(other)) == (one == other)


def test_seeds_far_apart_whose_counters_start_alike_draw_differently() -> None:
    """The high half h moves the counter by h * 0x9E3779B1, and the low half can undo that."""
    for high in (1, 2, 77, 1 << 29):
        other = high << 32 | (5 ^ (high * 0x9E3779B1 & 0xFFFFFFFF))
        one, two = words(5), words(other)
        assert one[1:] == two[1:]
        assert one[0] ^ two[0] == high


def test_players_never_draw_what_the_dealer_draws() -> None:
    assert all(words(seed) != words(seed + PLAYERS) for seed in range(1000))
