"""What the server says about itself: one line per happening, ``time level what key=value ...``. Never a secret."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
import sys
import time
from collections import Counter

from croupier.server.buckets import Bucket

LONGEST_VALUE = 200
"""Characters of one fact: strangers choose some of them."""
LONGEST_LINE = 1000
LINES_AT_ONCE, LINES_PER_SECOND = 40, 1.0
"""Written by one place in the program: strangers bring some about as often as they like, on a disk that is everybody's."""

LOG = logging.getLogger("croupier.server")


TABLE = re.compile(r"(?<![A-Za-z0-9_])[a-km-np-z2-9]{10}(?![A-Za-z0-9_])")
"""What may be the id of a table: a word of ten such letters may be taken for one, too."""
KEY = re.compile(r"(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*\d|[a-z0-9_-]*[A-Z][A-Z0-9_-]*[a-z])[A-Za-z0-9_-]{20,}")
"""What may be the key of a seat, a seed or a token."""
PROCESS = secrets.token_bytes(16)
"""Marks of one run of the server agree with one another, and nobody can compute them."""


class OneLine(logging.Formatter):
    """A record as one line; of an error only its kind, text and place, so that a log stays readable."""

    def format(self, record: logging.LogRecord) -> str:
        clock = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = f"{clock}.{int(record.msecs):03d}Z {record.levelname.lower()} {record.getMessage()}"
        if record.exc_info and record.exc_info[1]:
            line += " " + describe(record.exc_info[1])
        return one_line(redacted(line)) + more_like(record)


def more_like(record: logging.LogRecord) -> str:
    """How many lines of the same place were left out before this one, where there were any."""
    more = getattr(record, "more_like_it", 0)
    return f" more_like_it={more}" if more else ""


class Seldom(logging.Filter):
    """Lets so many lines of one place pass; the next that passes says how many did not."""

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[tuple[str, int], Bucket] = {}
        self.omitted: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        place, now = (record.pathname, record.lineno), time.monotonic()
        if not self.left.setdefault(place, Bucket(now, LINES_AT_ONCE, LINES_PER_SECOND)).take(now):
            self.omitted[place] += 1
            return False
        record.more_like_it = self.omitted.pop(place, 0)
        return True


def one_line(text: str) -> str:
    """Bounded, and with nothing in it that moves a terminal's cursor or begins a line."""
    start = cut(text, LONGEST_LINE).replace("\n", " | ")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in start)


def cut(text: str, most: int) -> str:
    """The text, or its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def describe(error: BaseException) -> str:
    """``error=KeyError text="'x'" at=desk.py:41``"""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    at = f" at={trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}" if trace else ""
    return f"error={type(error).__name__} text={json.dumps(cut(redacted(str(error)), LONGEST_VALUE))}{at}"


def say(what: str, /, **facts: object) -> None:
    """One line: what happened, and the facts."""
    LOG.info("%s%s", what, listed(facts), stacklevel=2)


def warn(what: str, error: BaseException | None = None, /, **facts: object) -> None:
    """One line about something that should not be."""
    LOG.warning("%s%s%s", what, listed(facts), f" {describe(error)}" if error else "", stacklevel=2)


def listed(facts: dict[str, object]) -> str:
    return "".join(f" {key}={shown(value)}" for key, value in facts.items())


def shown(value: object) -> str:
    text = cut(redacted(str(value)), LONGEST_VALUE)
    return text if text and text.isprintable() and not set(text) & set(' "=') else json.dumps(text)


def open_journal(level: str = "info") -> None:
    """Send the lines of the server, and of uvicorn from warnings on, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    handler.addFilter(Seldom())
    for name, least in (("croupier", level.upper()), ("uvicorn", "WARNING"), ("asyncio", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(least)


def redacted(text: str) -> str:
    """Without what opens a table or a seat: the link of a private table is its only key, and logs are read by many.

    Of an id there remain three characters, so that who was given the link finds its lines, and a mark that tells tables apart.
    """
    return KEY.sub("...", TABLE.sub(lambda found: mark(found[0]), text))


def mark(table: str) -> str:
    return f"{table[:3]}~{hashlib.blake2b(table.encode(), digest_size=3, key=PROCESS).hexdigest()}"
