"""What a bots' process and its parent say to each other: msgspec structs in frames of four bytes of length and a body."""

from __future__ import annotations

import msgspec

LENGTH = 4
"""Bytes, little-endian."""


class Question(msgspec.Struct, frozen=True, tag="question", array_like=True):
    """Box and state are packed records; the state is a redealt one. A process has one question at a time."""

    game: str
    box: bytes
    state: bytes
    seat: int
    level: str
    key: int
    share: float = 1.0
    """Of the level's iterations: less than all where many wait."""


class Load(msgspec.Struct, frozen=True, tag="load", array_like=True):
    """The compiled search of the game lies in the cache: use it from now on."""

    game: str


class Chosen(msgspec.Struct, frozen=True, tag="chosen", array_like=True):
    action: int


class Failed(msgspec.Struct, frozen=True, tag="failed", array_like=True):
    reason: str


class Loaded(msgspec.Struct, frozen=True, tag="loaded", array_like=True):
    game: str


Asked = Question | Load
Answer = Chosen | Failed | Loaded


def framed(message: Asked | Answer) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "little") + body
