"""``croupier verify LOG``: prove the deal of a finished table."""

from __future__ import annotations

from croupier.cli.files import read_text
from croupier.cli.paths import File
from croupier.table import verify as fair

MOST_LOG = 32 << 20
"""Bytes; a game of the longest kind has a hundredth of it."""


def verify(log: File) -> int:
    """Prove the deal of a finished table from its log, and name what a log cannot prove.

    The exit code is 0 when the deal is proven, 1 when it is not, and 2 when the log cannot be read.

    Parameters
    ----------
    log
        The log, as the table offers it after the end.
    """
    report = fair.verify(read_text(log, MOST_LOG).split("\n"))
    print("\n".join(report.lines()))
    return 0 if report.is_proven else 1
