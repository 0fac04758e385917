"""A real server in a process of its own, and real Chromium in front of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_person import Person
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
CROUPIER = Path(sys.executable).with_name("croupier")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --host-resolver-rules=MAP\ttable.lan\t127.0.0.1"
).split(" ")
"""The last one gives the server a name that is no secure context, as a phone on the same network sees it."""


def chromium() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        pytest.fail("The browser tests need Chromium on PATH, or its path in CHROMIUM; scripts/test installs it on Debian.")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    flags = [flag.replace("\t", " ") for flag in FLAGS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a running server whose bots wait for nobody."""
    assert (ROOT / "src/croupier/static/index.html").is_file(), "The client is not built; scripts/test builds it."
    data = tmp_path_factory.mktemp("house")
    command = [str(CROUPIER), *"serve --host 127.0.0.1 --port 0 --pace 0 --data".split(), str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield address_of(server)
        finally:
            server.terminate()
        assert server.wait(20) == 0, "the server did not stop in order"


def address_of(server: subprocess.Popen[str]) -> int:
    """The port in the line that the server prints when it is ready."""
    assert server.stdout
    for line in server.stdout:
        if found := re.search(r":(\d+)/", line):
            return int(found[1])
    raise AssertionError("the server did not start")


@pytest.fixture
def sit(browser: Browser, port: int) -> Iterator[Callable[..., Person]]:
    """``sit("Ines", "table.lan", 360, 740)``: somebody with a browser of their own. Afterwards nobody's console has errors."""
    people: list[Person] = []

    def sit(name: str, host: str = "127.0.0.1", width: int = 1280, height: int = 800, **context: object) -> Person:
        context = {"color_scheme": "dark", "has_touch": width < 600, **context}
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()  # type: ignore[arg-type]
        people.append(Person(name, page, f"http://{host}:{port}", AXE.read_text()))
        return people[-1]

    yield sit
    for person in people:
        person.page.context.close()
        assert person.errors == [], f"{person.name}'s console: {person.errors}"
