"""Files that people name: text in UTF-8, of bounded length, from anything that can be opened."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.core.errors import Invalid, path_end
from croupier.core.toml import LONGEST_TEXT

MOST_TEXT = 4 * LONGEST_TEXT
"""Bytes: as many as the longest text can have."""
PATIENCE = 10.0
"""Seconds until something must come out of a pipe."""
CHUNK = 65_536
MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""The longer one first: it may begin like the shorter."""


def read_text(file: Path, most: int = MOST_TEXT) -> str:
    """The text in a file, without a byte-order mark; lines end with a line feed. Invalid where there is none."""
    return text_of(read_bytes(file, most), file.name or str(file))


def text_of(data: bytes, name: str) -> str:
    if coding := next((coding for mark, coding in MARKS.items() if data.startswith(mark)), None):
        raise Invalid(f"{name}: this is not text in UTF-8 but in {coding}; save it as UTF-8.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Invalid(f"{name}: this is not text in UTF-8; save it as UTF-8.") from None
    if "\0" in text:
        raise Invalid(f"{name}: this is not text, for it has NUL bytes; save it as UTF-8.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(file: Path, most: int) -> bytes:
    """All bytes of a file or a pipe. Invalid when there are more than so many, or nothing comes."""
    data = bytearray()
    with refusals(file), open(file, "rb", buffering=0, opener=at_once) as stream:
        while chunk := next_chunk(stream.fileno(), file):
            data += chunk
            if len(data) > most:
                raise Invalid(f"{file.name}: this file is too large; {most} bytes are the most.")
    return bytes(data)


@contextmanager
def refusals(file: Path) -> Iterator[None]:
    """What the system says, as a sentence."""
    try:
        yield
    except OSError as error:
        raise Invalid(f"{path_end(file)}: {error.strerror or type(error).__name__}.") from None
    except ValueError:
        raise Invalid(f"{file.name[:150]!r} cannot be the name of a file.") from None


def at_once(path: str, flags: int) -> int:
    """Opening a pipe does not wait for whoever writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def next_chunk(stream: int, file: Path) -> bytes:
    if not select.select([stream], [], [], PATIENCE)[0]:
        raise Invalid(f"{file.name}: nothing came from it within {PATIENCE:.0f} seconds; name a file.")
    return os.read(stream, CHUNK)
