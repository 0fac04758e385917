"""Takes the pictures in docs/pictures/ from real games (scripts/pictures). Chance deals, so each run differs."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from browser_house import ROOT, open_browser, open_house, sit_down
from browser_person import Person
from playwright.sync_api import Browser

PICTURES = ROOT / "docs" / "pictures"
GAMES = 6
"""At the most, until every moment has been seen."""


class Camera:
    """Takes each picture once, when its moment is there."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.taken: set[str] = set()

    def take(self, person: Person, moment: str, *, after: float = 0) -> None:
        if moment not in self.taken:
            person.page.wait_for_timeout(after * 1000)
            person.page.screenshot(path=PICTURES / f"{self.prefix}{moment}.png")
            self.taken.add(moment)

    def watch(self, person: Person) -> None:
        """One look at the table, and the next decision."""
        page = person.page
        if page.locator(".card-stamp").count():
            self.take(person, "elimination", after=0.3)
        elif page.locator(".dock [role=status]", has_text="turned up").count():
            self.take(person, "reveal", after=0.7)
        if person.is_asked:
            page.locator(".dock.is-yours .hand button.card").last.click()
            if "table" not in self.taken:
                page.get_by_role("button", name="Pause").wait_for(state="detached")
                self.take(person, "table", after=0.5)
            page.locator(".dock.is-yours button.is-primary").click()


def play(browser: Browser, home: str, camera: Camera, width: int, height: int) -> None:
    ines = sit_down(browser, home, "Ines", width, height, device_scale_factor=1 if width > 600 else 2)
    ines.page.goto(home)
    ines.page.wait_for_timeout(800)
    camera.take(ines, "lobby")
    ines.open_table(5)
    ines.fill_with_bots("Greenhorn")
    camera.take(ines, "gathering", after=0.5)
    ines.start()
    end = time.monotonic() + 300
    while not ines.is_over and time.monotonic() < end:
        camera.watch(ines)
        ines.page.wait_for_timeout(120)
    camera.take(ines, "end", after=1)
    ines.page.context.close()


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_house(Path(data), pace=1) as port, open_browser() as browser:
        for prefix, width, height in (("", 1280, 800), ("phone-", 360, 740)):
            camera = Camera(prefix)
            for _ in range(GAMES):
                play(browser, f"http://127.0.0.1:{port}", camera, width, height)
                if {"elimination", "reveal", "table"} <= camera.taken:
                    break
            print(prefix or "desktop-", *sorted(camera.taken))


if __name__ == "__main__":
    main()
