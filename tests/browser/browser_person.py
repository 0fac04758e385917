"""Somebody with a browser: what a person does at a table, by what they read and press."""

from __future__ import annotations

import json
import time

from playwright.sync_api import Locator, Page, TimeoutError, expect

VIOLATIONS = "axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 160))]))"


# The dock is whole on the screen, its buttons are large enough for a finger, and the cloth has room for what lies on it.
FITS = """() => {
  const [width, height] = [innerWidth, innerHeight], wrong = [];
  if (document.documentElement.scrollWidth > width) wrong.push('the page is too wide');
  const dock = document.querySelector('#decision').getBoundingClientRect();
  if (dock.bottom > height + 1 || dock.top < 0) wrong.push('the dock leaves the screen');
  const cloth = document.querySelector('.cloth');
  if (cloth.scrollHeight > cloth.clientHeight + 1) wrong.push(`cloth ${cloth.scrollHeight}, room ${cloth.clientHeight}`);
  for (const part of document.querySelectorAll('#decision button, #decision .card')) {
    const box = part.getBoundingClientRect();
    if (box.left < 0 || box.right > width + 0.5 || box.bottom > height) wrong.push(`cut off: ${part.textContent.trim()}`);
    const small = box.width < 43.5 || box.height < 43.5;
    if (small && part.matches('button:not(.chip)')) wrong.push(`too small: ${part.textContent.trim()}`);
  }
  return wrong;
}"""


class Person:
    """Their page, what went wrong in its console, and how they play: the first card offered, always."""

    def __init__(self, name: str, page: Page, home: str, axe: str) -> None:
        self.name = name
        self.page = page
        self.home = home
        self.axe = axe
        self.errors: list[str] = []
        page.on("console", lambda said: self.errors.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    # --- to the table ---

    def open_table(self, seats: int, game: str = "Quickshot", wish: str = "") -> str:
        """Two taps and a name; returns the path of the table. ``wish``: an option that is switched on."""
        self.page.goto(self.home)
        dialog = self.press_poster(game)
        dialog.get_by_label("Your name").fill(self.name)
        shown = dialog.get_by_role("status", name="Seats")
        while (missing := seats - int(shown.inner_text())) != 0:
            dialog.get_by_role("button", name="One seat more" if missing > 0 else "One seat fewer").click()
        if wish:
            dialog.get_by_label(wish).check()
        dialog.get_by_role("button", name="Create the table").click()
        expect(self.page.get_by_role("button", name="Start the game")).to_be_visible()
        return self.page.url.removeprefix(self.home)

    def press_poster(self, game: str) -> Locator:
        """The dialog of a new table. On a busy machine one press in some hundred ends beside the button, for the poster is
        still taking shape; a person presses again."""
        button, dialog = self.page.get_by_role("button", name=f"Open a table of {game}"), self.page.get_by_role("dialog")
        button.click()
        try:
            dialog.wait_for(timeout=5000)
        except TimeoutError:
            button.click()
        return dialog

    def join(self, path: str) -> None:
        self.page.goto(self.home + path)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.get_by_role("button", name="Sit down")).to_have_count(0)

    def fill_with_bots(self, level: str) -> None:
        self.page.get_by_role("button", name=f"{level} in every open seat").click()

    def start(self) -> None:
        start = self.page.get_by_role("button", name="Start the game")
        expect(start).to_be_enabled()
        start.click()

    # --- playing ---

    @property
    def is_asked(self) -> bool:
        """Whether a decision is due that has not been sent yet."""
        return self.page.locator(".dock.is-yours .hand button.card:enabled").count() > 0

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("heading", name="The deal was fixed before the first card").count() > 0

    def decide(self) -> None:
        """Answer the question in the dock."""
        dock = self.page.locator(".dock.is-yours")
        card = dock.locator(".hand button.card").first
        if card.get_attribute("aria-pressed") != "true":  # a choice taken back is still chosen
            card.click()
        dock.locator("button.is-primary").click()

    def see_the_end(self) -> None:
        """Skip what is still being played; the last moment leads to the result."""
        end = time.monotonic() + 60
        while not self.is_over:
            assert time.monotonic() < end, self.page.locator("body").inner_text()
            self.skip()
            self.page.wait_for_timeout(300)

    def skip(self) -> None:
        """Press what skips ahead, if it is there now: it goes by itself when all has been played."""
        self.page.get_by_role("button", name="Skip ahead").evaluate_all("(all) => all.forEach((one) => one.click())")

    # --- looking closely ---

    def check_page(self) -> None:
        """Nothing sticks out of the page, and axe-core finds no violation."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page of {self.name} is {wide} px too wide"
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(self.axe)
        found = self.page.evaluate(VIOLATIONS)
        for _ in range(4):
            if found:  # what is still fading in has too little contrast for a moment
                self.page.wait_for_timeout(500)
                found = self.page.evaluate(VIOLATIONS)
        assert found == [], json.dumps(found, indent=1)


def play_to_the_end(*people: Person, within: float = 180) -> int:
    """Everybody answers what they are asked until all see the result; returns how many decisions they made."""
    made = 0
    end = time.monotonic() + within
    while not all(person.is_over for person in people):
        assert time.monotonic() < end, "\n\n".join(person.page.locator("body").inner_text() for person in people)
        asked = [person for person in people if person.is_asked]
        for person in asked:
            person.decide()
            made += 1
        if not asked:
            people[0].page.wait_for_timeout(100)
    return made
