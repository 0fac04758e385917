"""Refusals: a command turned down, as a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.core import errors

RefusalCode = Literal[
    "invalid", "too_large", "no_seat", "not_host", "not_your_decision", "late", "illegal", "not_now", "taken", "unknown",
    "flood", "protocol", "busy",
]


class Refusal(msgspec.Struct, frozen=True):
    """The command changed nothing. The sentence says what was wrong and what would be right."""

    code: RefusalCode
    sentence: str


class Refuse(Exception):
    """Raised inside the table while a command is looked at; ``handle`` turns it into its Refusal."""

    def __init__(self, code: RefusalCode, sentence: str) -> None:
        super().__init__(sentence)
        self.refusal = Refusal(code, errors.sentence(sentence))
