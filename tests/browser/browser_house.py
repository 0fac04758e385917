"""A real server in a process of its own, and real Chromium: for the browser tests and for the pictures in docs/."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser_person import Person
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
CROUPIER = Path(sys.executable).with_name("croupier")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
LAN_NAME = "--host-resolver-rules=MAP table.lan 127.0.0.1"
"""Gives the server a name that is no secure context, as a phone on the same network sees it."""


def chromium() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, "This needs Chromium on PATH, or its path in CHROMIUM; scripts/test installs it on Debian."
    return found


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, LAN_NAME])
        yield browser
        browser.close()


@contextmanager
def open_house(data: Path, *more: str, pace: float) -> Iterator[int]:
    """The port of a running server, started with more options; it must stop in order afterwards."""
    assert (ROOT / "src/croupier/static/index.html").is_file(), "The client is not built; scripts/test builds it."
    command = [str(CROUPIER), *f"serve --host 127.0.0.1 --port 0 --pace {pace} --data".split(), str(data), *more]
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


def sit_down(browser: Browser, home: str, name: str, width: int, height: int, **context: object) -> Person:
    """Somebody with a browser of their own."""
    context = {"color_scheme": "dark", "has_touch": width < 600, **context}
    page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()  # type: ignore[arg-type]
    return Person(name, page, home, AXE.read_text())
