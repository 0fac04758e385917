"""Messages by the schema and beside it: legal, of wrong types, cut, nested, huge, unreadable."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import msgspec

from croupier.server import messages as m

KINDS = get_args(m.FromClient)
NUMBERS = (-1, 0, 1, 2, 7, 255, 256, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**300, 0.5, 1e308)
TEXTS = (
    "", " ", "a", "x" * 41, "x" * 3000, "\0", "\ud800", "\u202e", "\u3164", "é" * 300, "💩" * 99, "a\nb",
    "'; DROP TABLE entry; --",
    "${7*7}", "../../etc/passwd", "%00", "NaN", "null", "greenhorn", "mayor", "quickshot", "silver_and_gold", "quick_silver",
    "leduc",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    [],
    {},
    [None] * 100,
    {"a": {"b": [1]}},
    float("nan"),
    float("inf"),
    *NUMBERS,
    *TEXTS,
)
RAW = (
    b"", b"{", b"[" * 1500, b'{"a":' * 700, b"\xff\xfe", b'"\xed\xa0\x80"', b"nul", b"1e999",
    b"-" + b"9" * 3000, b'{"type":"act"',
    b'{"type":' + b"9" * 3500 + b"}", b'{"type":"' + b"t" * 3500 + b'"}', b'{"' + b"k" * 3500 + b'":1}',
    b'{"type":"ping"}' + b" " * 5000,
    b'{"type":"ping","type":"hello","protocol":1}', b'{"type":"act","cmd_id":"a","decision":' + b"9" * 3500 + b',"action":"a"}',
    b"\0" * 99,
)  # fmt: skip


class Mutations:
    """All from one seed. ``choices``: what is legal now as (decision, actions); ``keys``: of all seats, and a stale one."""

    def __init__(self, rng: random.Random, keys: list[str]) -> None:
        self.rng = rng
        self.keys = keys
        self.choices: tuple[int, list[str]] = (0, ["pass"])
        self.count = 0

    def likely(self, field: str) -> Any:
        """A value that a client might send."""
        rng = self.rng
        decision, actions = self.choices
        self.count += 1
        return {
            "cmd_id": lambda: f"m{self.count}" if rng.random() < 0.9 else f"m{rng.randrange(9)}",
            "protocol": lambda: 1, "key": lambda: rng.choice(self.keys),
            "decision": lambda: decision + rng.choice((0, 0, 0, 0, -1, 1)),
            "action": lambda: rng.choice(actions), "nonce": lambda: f"{rng.getrandbits(128):032x}",
            "seat": lambda: rng.randrange(-1, 8),
            "level": lambda: rng.choice(("greenhorn", "prospector", "sharper", "mayor")), "seats": lambda: rng.randrange(1, 9),
            "seconds": lambda: rng.choice((0, 30, 60, 180, 1)), "listed": lambda: rng.random() < 0.5,
            "name": lambda: rng.choice(TEXTS),
            "game": lambda: rng.choice(TEXTS[-4:]), "bots": lambda: [rng.choice((None, "greenhorn"))] * rng.randrange(6),
            "options": lambda: {rng.choice(TEXTS): rng.choice(TEXTS)},
            "box": lambda: rng.choice((None, "hand_size = 9", *TEXTS)),
            "first_seat": lambda: rng.randrange(-1, 9), "token": lambda: rng.choice((*self.keys, *TEXTS)),
        }[field]()  # fmt: skip

    def of_kind(self, kind: type[msgspec.Struct]) -> dict[str, Any]:
        tag = kind.__struct_config__.tag
        return ({"type": tag} if tag else {}) | {field: self.likely(field) for field in kind.__struct_fields__}

    def mangled(self, message: dict[str, Any]) -> dict[str, Any]:
        """Something missing, more than there should be, or of another type."""
        rng = self.rng
        changed = dict(message)
        for _ in range(rng.choice((1, 1, 2, 3))):
            name = rng.choice([*message, rng.choice(TEXTS)])
            if rng.random() < 0.25:
                changed.pop(name, None)
            else:
                changed[name] = rng.choice(ODD)
        return changed

    def body(self, kind: type[msgspec.Struct]) -> bytes:
        """A message or a request's body: a quarter legal, the rest not."""
        chance = self.rng.random()
        if chance < 0.1:
            return self.rng.choice(RAW)
        message = self.of_kind(kind)
        if chance > 0.4:
            message = self.mangled(message)
        written = json.dumps(message, ensure_ascii=self.rng.random() < 0.5).encode(errors="surrogatepass")
        if chance > 0.9:
            at = self.rng.randrange(len(written))
            return written[:at] + self.rng.randbytes(self.rng.randrange(3)) + written[at + self.rng.randrange(3) :]
        return written

    def message(self, seldom: tuple[type, ...] = (m.Leave, m.OpenSeat, m.Rematch)) -> bytes:
        """For the socket: acts most often, and what ends a table's talk seldom."""
        kind = self.rng.choice((*KINDS, m.Act, m.Act, m.Act))
        if kind in seldom and self.rng.random() < 0.97:
            kind = m.Act
        return self.body(kind)

    def request(self, table: str) -> tuple[str, bytes]:
        """For HTTP: a path and a body."""
        ways = (
            ("/api/tables", m.NewTable), (f"/api/tables/{table}/seats", m.Join), (f"/api/tables/{table}/handover", m.HandOver),
            ("/api/handover", m.Redeem),
        )  # fmt: skip
        path, kind = self.rng.choice(ways)
        return path, self.body(kind)
