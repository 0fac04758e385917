"""scripts/fuzz --files [N] [SEED]: N (20,000) mutated and hostile boxes, situations and logs, read as commands do."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from croupier import games
from croupier.cli.files import MOST_TEXT, text_of
from croupier.core.errors import LONGEST, CroupierError, Invalid
from croupier.server.hall import read_box
from croupier.study.situation import read_situation
from croupier.table import verify
from croupier.table.entries import encode

SLOWEST = 0.5
"""Seconds of this process's own time that one file may take."""
SITUATIONS = sorted(Path("tests/situations").rglob("*.toml"))
HOSTILE: list[Callable[[int], bytes]] = [
    lambda n: b".".join([b"a"] * n) + b"=1",
    lambda n: b"[" + b".".join([b"a"] * n) + b"]",
    lambda n: b"x=" + b"[" * n,
    lambda n: b"x=" + b"{y=" * n,
    lambda n: b"x=" + b"9" * n,
    lambda n: b"x=0x" + b"f" * n,
    lambda n: b" " * n + b"y=1",
    lambda n: b'"' * n,
    lambda n: b"'''" * n,
    lambda n: b'"' + b"\\" * n,
    lambda n: b"[[a]]\n" * n,
    lambda n: b"".join(b"a%d=1\n" % i for i in range(n)),
    lambda n: b'"' + b"9" * n + b'"=1',
    lambda n: b'{"kind":"opened","x":' + b"[" * n,
    lambda n: b'{"kind":"' + b"\xc3\xa9" * n + b'"}',
    lambda n: b"\xff\xfe" + b"x\0" * n,
    lambda n: b"\0" * n,
    lambda n: b"\n" * n,
]
SCRAPS = [b"=", b"[", b"]", b"{", b"}", b'"', b"'", b".", b"\n", b"\r", b"\0", b"\xff",
    b"nan", b"-1", b"1e9", b"[[x]]", b"9" * 30]  # fmt: skip


def samples() -> list[bytes]:
    boxes = [games.load(name).dump_box(games.load(name).default_box()).encode() for name in games.NAMES]
    sys.path.append("tests/table")
    from test_table_deal import finished

    log = b"\n".join(map(encode, finished()))
    return [*boxes * 30, *[log] * 60] + [file.read_bytes() for file in SITUATIONS]


def mutated(data: bytes, luck: random.Random) -> bytes:
    """Some bytes taken out, doubled, or replaced by scraps."""
    changed = bytearray(data)
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(changed) + 1)
        end = min(len(changed), at + luck.choice((0, 1, 3, 20)))
        changed[at:end] = luck.choice((b"", luck.choice(SCRAPS), bytes(changed[at:end]) * luck.randint(2, 50)))
    return luck.choice((b"", b"", b"\xef\xbb\xbf")) + bytes(changed)


def read_all(data: bytes) -> None:
    """As ``serve --box``, ``situation`` and ``verify`` read a file; CroupierErrors are what is hoped for."""
    readers: tuple[Callable[[str], object], ...] = (
        lambda text: read_box(text, "fuzz.toml"),
        lambda text: read_situation(text, "fuzz.toml"),
        lambda text: verify.verify(text.split("\n")),
    )
    for read in readers:
        try:
            if len(data) > MOST_TEXT:
                raise Invalid("too large")
            read(text_of(data, "fuzz.toml"))
        except CroupierError as error:
            said = str(error)
            assert 0 < len(said) <= LONGEST and said.isprintable(), f"a sentence of {len(said)}: {said!r}"


def main() -> None:
    many = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    luck, known, slowest = random.Random(seed), samples(), 0.0
    for number in range(many):
        hostile = luck.random() < 0.1
        size = int(10 ** luck.uniform(1, 4.5))
        data = luck.choice(HOSTILE)(size) if hostile else mutated(luck.choice(known), luck)
        started = time.process_time()
        try:
            read_all(data)
            took = time.process_time() - started
            assert took < SLOWEST, f"it took {took:.2f} s"
        except Exception:
            print(f"File {number} with seed {seed}: {data[:200]!r} ({len(data)} bytes)", file=sys.stderr)
            raise
        slowest = max(slowest, took)
    print(f"{many} files read or refused in a sentence, the slowest in {slowest:.3f} s; seed {seed}.")


if __name__ == "__main__":
    main()
