"""What belongs to one desk and ends with it."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.server.desk import Desk


class OfDesk:
    """Knows its desk, and does not keep it: two that keep each other are freed by the collector only, and here that runs so
    seldom (run.py) that every table of an evening would stay in memory."""

    def __init__(self, desk: Desk) -> None:
        self._desk = weakref.ref(desk)

    @property
    def desk(self) -> Desk:
        """The owner. It is there as long as anybody uses it: the hall keeps it while something is to happen at its table."""
        desk = self._desk()
        assert desk is not None
        return desk
