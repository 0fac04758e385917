"""A refusal as HTTP, where no application is there to say it."""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from croupier.server.messages import Problem
from croupier.table.refusals import RefusalCode


def http_answer(status: int, code: RefusalCode, sentence: str) -> bytes:
    """The whole response; the connection is closed after it."""
    body = msgspec.json.encode(Problem(code, sentence))
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        "cache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body
