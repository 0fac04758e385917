"""What a table plays: its game, the options in words, and who starts; on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_person import Person
from playwright.sync_api import expect

Sit = Callable[..., Person]
WISH = "A new island may also be the unseen top card of the deck."


@pytest.mark.parametrize(("name", "width", "height"), [("Ines", 1280, 800), ("Mara", 360, 740)])
def test_options_and_who_starts_are_chosen_shown_and_kept(sit: Sit, name: str, width: int, height: int) -> None:
    ines = sit(name, width=width, height=height)
    ines.page.goto(ines.home)
    ines.page.get_by_role("button", name="Open a table of Quickshot").click()
    dialog = ines.page.get_by_role("dialog")
    expect(dialog.get_by_text(WISH)).to_have_count(0)
    dialog.get_by_role("radio", name="Silver & Gold").check()
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("checkbox", name=WISH).check()
    dialog.get_by_label("Who starts").select_option("Seat 3")
    dialog.get_by_role("radio", name="Listed for all").check()
    ines.check_page()
    dialog.get_by_role("button", name="Create the table").click()
    facts = ines.page.get_by_role("region", name="Seats")
    expect(facts).to_contain_text(WISH)
    expect(facts.get_by_label("Who starts").locator("option:checked")).to_have_text("Seat 3")
    ines.check_page()

    otto = sit("Otto", width=width, height=height)
    otto.page.goto(otto.home)
    row = otto.page.get_by_role("listitem").filter(has_text=f"{name}’s table")
    expect(row).to_contain_text(WISH)
    row.get_by_role("link").click()
    guest = otto.page.get_by_role("region", name="The table", exact=True)
    expect(guest).to_contain_text("Seat 3 starts")
    expect(guest).to_contain_text(WISH)

    facts.get_by_label("Who starts").select_option("By chance")
    expect(guest).to_contain_text("chance says who starts")
    facts.get_by_label("Who starts").select_option("Seat 3")
    facts.get_by_role("button", name="One seat fewer").click()
    expect(guest).to_contain_text(f"{name} starts")
    ines.page.get_by_role("button", name="Table menu").click()
    expect(ines.page.get_by_role("dialog")).to_contain_text(WISH)

    ines.page.goto(ines.home)
    ines.page.get_by_role("button", name="Open a table of Silver & Gold").click()
    expect(dialog.get_by_role("checkbox", name=WISH)).to_be_checked()
