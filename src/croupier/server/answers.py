"""The latest answers to people's commands: a command that is repeated gets its first answer again."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

MOST_RECENT = 64


class Asked(NamedTuple):
    """A command of a person. Whoever sat there before may have used the same ``cmd_id``: nobody else hears the answer."""

    seat: int
    since: int
    """The entry by which the person sat down."""
    cmd_id: str


class Recent(OrderedDict[Asked, bytes]):
    """Of one table; older answers are in the store."""

    def remember(self, asked: Asked | None, answer: bytes) -> bytes:
        """The answer; it is forgotten once so many others have come. Commands of nobody are not kept."""
        if asked:
            self[asked] = answer
            if len(self) > MOST_RECENT:
                self.popitem(last=False)
        return answer
