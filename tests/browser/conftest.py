"""What the browser tests share: one server, one browser, and people who sit down."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browser_house import open_browser, open_house, sit_down
from browser_person import Person
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a running server whose bots wait for nobody."""
    with open_house(tmp_path_factory.mktemp("house"), pace=0) as port:
        yield port


@pytest.fixture
def sit(browser: Browser, port: int) -> Iterator[Callable[..., Person]]:
    """``sit("Ines", "table.lan", 360, 740)``. Afterwards nobody's console has errors."""
    people: list[Person] = []

    def sit(name: str, host: str = "127.0.0.1", width: int = 1280, height: int = 800, **context: object) -> Person:
        people.append(sit_down(browser, f"http://{host}:{port}", name, width, height, **context))
        return people[-1]

    yield sit
    for person in people:
        person.page.context.close()
        assert person.errors == [], f"{person.name}'s console: {person.errors}"
