"""The fair deal: nobody chooses the cards. docs/decisions/fair-deal.md explains it and what it does not prove.

The server shows the SHA-256 of its secret seed before people send their nonces, and the seed after the end. Seed, table id and
nonces make the key; the key and the number of an action make the chance words of that action. Pure hashing, no secrets here.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence

SEED_BYTES = 32
SETUP = 0
"""The number of the setup among the actions that draw; the first action of a seat is 1."""


def commitment(seed: bytes) -> str:
    """What is shown before the deal: SHA-256 of the seed, in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def deal_key(seed: bytes, table: str, nonces: Sequence[str]) -> bytes:
    """32 bytes: SHA-256 over seed, table id and the nonces in seat order, each after its length as 4 bytes, little-endian.

    A nonce is its text as it stands in the log; a seat without one (a bot, a client that sent none) counts as empty text.
    """
    whole = hashlib.sha256()
    for part in (seed, table.encode(), *(nonce.encode() for nonce in nonces)):
        whole.update(struct.pack("<I", len(part)))
        whole.update(part)
    return whole.digest()


def chance_words(key: bytes, k: int) -> list[int]:
    """The four 32-bit words for action k: BLAKE2b with that key over k as 8 bytes, 16 bytes long, all little-endian."""
    drawn = hashlib.blake2b(struct.pack("<Q", k), key=key, digest_size=16).digest()
    return list(struct.unpack("<4I", drawn))


def hash_key(key: str) -> str:
    """What a log holds of a seat's key."""
    return hashlib.sha256(key.encode()).hexdigest()
