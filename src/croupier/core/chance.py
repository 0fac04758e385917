"""Chance: xoshiro128++ (Blackman and Vigna) in four 32-bit words kept as i64, so that one body serves plain and compiled.

Every state has a field ``chance: Words = i64[4]``. Nothing in a game draws from anywhere else.
"""

from __future__ import annotations

from typing import Any

from croupier.core.record import Counts

WORD = (1 << 32) - 1


def next32(s: Any) -> int:
    """The next 32 bits; advances the four words. Each is read once: in plain Python that takes a quarter of the time away."""
    w = s.chance
    a = w[0]
    b = w[1]
    c = w[2] ^ a
    d = w[3]
    x = (a + d) & WORD
    drawn: int = ((x << 7 | x >> 25) + a) & WORD
    d ^= b
    w[0] = a ^ d
    w[1] = b ^ c
    w[2] = c ^ (b << 9 & WORD)
    w[3] = (d << 11 | d >> 21) & WORD
    return drawn


def below(s: Any, n: int) -> int:
    """0..n-1, n below 2**31; no value is likelier than another by more than n / 2**32."""
    return (next32(s) * n) >> 32


def seed_chance(s: Any, seed: int) -> None:
    """Fill the four words from a seed of up to 62 bits: murmur's finaliser over a counter that the seed starts.

    Different seeds give different words: words 1 to 3 tell where the counter starts, and word 0 then tells the high bits.
    """
    high = seed >> 32
    x = (seed & WORD) ^ ((high * 0x9E3779B1) & WORD)
    for i in range(4):
        x = (x + 0x9E3779B9) & WORD
        z = x
        z = ((z ^ (z >> 16)) * 0x85EBCA6B) & WORD
        z = ((z ^ (z >> 13)) * 0xC2B2AE35) & WORD
        s.chance[i] = z ^ (z >> 16)
    s.chance[0] ^= high
    s.chance[3] |= 1


def total(counts: Counts) -> int:
    """How many cards a row of counts holds."""
    n = 0
    for i in range(len(counts)):
        n += counts[i]
    return n


def take(s: Any, counts: Counts) -> int:
    """Take one card at random out of counts (every card equally likely) and return its index; counts holds one at least."""
    return take_of(s, counts, total(counts))


def take_of(s: Any, counts: Counts, size: int) -> int:
    """The same where it is known how many cards counts holds: adding them up costs more than the draw."""
    k = below(s, size)
    i = 0
    while k >= counts[i]:
        k -= counts[i]
        i += 1
    counts[i] -= 1
    return i
