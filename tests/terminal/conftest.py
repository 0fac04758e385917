"""Terminals for tests; they close when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from screens import Screen


@pytest.fixture
def terminal() -> Iterator[Any]:
    opened: list[Screen] = []

    def open_screen(*args: str, **more: Any) -> Screen:
        opened.append(Screen(*args, **more))
        return opened[-1]

    yield open_screen
    for one in opened:
        one.close()
