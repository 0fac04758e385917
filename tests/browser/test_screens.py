"""Every screen, in both sizes and both themes: nothing sticks out, and axe-core finds no violation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_person import Person
from playwright.sync_api import expect

Sit = Callable[..., Person]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)], ids=["desktop", "phone"])
def test_every_screen_of_a_game(sit: Sit, width: int, height: int, scheme: str) -> None:
    ines = sit("Ines", "127.0.0.1", width, height, color_scheme=scheme, reduced_motion="reduce")
    before_the_game(ines)
    during_the_game(ines)
    while not ines.is_over:
        if ines.is_asked:
            ines.decide()
        elif ines.page.get_by_role("button", name="Skip ahead").count():
            ines.page.keyboard.press("s")
        ines.page.wait_for_timeout(100)
    ines.check_page()


def before_the_game(ines: Person) -> None:
    page = ines.page
    page.goto(ines.home)
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    ines.check_page()
    page.get_by_role("button", name="Open a table").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    ines.check_page()
    page.keyboard.press("Escape")
    ines.open_table(5)
    ines.check_page()


def during_the_game(ines: Person) -> None:
    page = ines.page
    ines.fill_with_bots("Greenhorn")
    ines.start()
    expect(page.locator(".dock.is-yours")).to_be_visible()
    ines.check_page()
    page.locator(".dock.is-yours .hand button.card").first.click()
    ines.check_page()
    for opens in ("Rules", "Table menu", "Discards"):
        page.get_by_role("button", name=opens).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        ines.check_page()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".dock button.is-primary").click()
    page.wait_for_timeout(1500)
    ines.check_page()


def test_reading_why_something_happened(sit: Sit) -> None:
    ines = sit("Ines")
    ines.open_table(5)
    ines.fill_with_bots("Greenhorn")
    ines.start()
    ines.page.get_by_role("button", name="why? §2.4").first.click()
    paragraph = ines.page.get_by_role("dialog").get_by_text("2.4", exact=True)
    expect(paragraph).to_be_in_viewport()
