"""Two people and three bots play whole games in real browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_person import Person, play_to_the_end
from playwright.sync_api import expect

Sit = Callable[..., Person]


@pytest.mark.parametrize(
    ("host", "width", "height"),
    [("127.0.0.1", 1280, 800), ("table.lan", 360, 740)],
    ids=["desktop", "phone-without-secure-context"],
)
def test_two_people_and_three_bots_play_a_game_and_one_reloads(sit: Sit, host: str, width: int, height: int) -> None:
    ines, mara = sit("Ines", host, width, height), sit("Mara", host, width, height)
    path = ines.open_table(5)
    mara.join(path)
    ines.fill_with_bots("Prospector")
    ines.start()
    expect(mara.page.locator(".dock")).to_be_visible()
    assert mara.page.evaluate("isSecureContext") == (host == "127.0.0.1")

    until_somebody_decided(ines, mara)
    before = log_of(mara)
    mara.page.reload()
    expect(mara.page.get_by_text("Connected")).to_have_count(1)
    assert log_of(mara)[: len(before)] == before, "the log was lost in the reload"

    play_to_the_end(ines, mara)
    winners = {person.page.locator("#winner").inner_text() for person in (ines, mara)}
    assert len(winners) == 1, "both see the same winner"
    assert ines.page.locator(".standings li").count() == 5


def until_somebody_decided(*people: Person) -> None:
    """Play on until one of them has made a decision."""
    while not (asked := [person for person in people if person.is_asked]):
        people[0].page.wait_for_timeout(100)
    asked[0].decide()


def log_of(person: Person) -> list[str]:
    return person.page.locator(".log li > span").all_inner_texts()


def test_a_choice_can_be_taken_back_until_the_last_one_is_in(sit: Sit) -> None:
    people = [sit(name) for name in ("Ines", "Mara", "Otto")]
    path = people[0].open_table(3)
    for guest in people[1:]:
        guest.join(path)
    people[0].start()
    until_somebody_decided(*people)
    chooser, other = wait_until_asked(2, people)
    chooser.decide()
    chooser.page.get_by_role("button", name="Take it back").click()
    expect(chooser.page.locator(".dock.is-yours")).to_be_visible()
    chooser.decide()
    other.decide()
    expect(chooser.page.get_by_role("button", name="Take it back")).to_have_count(0)


def wait_until_asked(number: int, people: list[Person]) -> list[Person]:
    while len(asked := [person for person in people if person.is_asked]) != number:
        people[0].page.wait_for_timeout(100)
    return asked


def test_the_keyboard_alone_plays_a_card(sit: Sit) -> None:
    ines = sit("Ines")
    ines.open_table(5)
    ines.fill_with_bots("Greenhorn")
    ines.start()
    wait_until_asked(1, [ines])
    ines.page.keyboard.press("ArrowRight")
    expect(ines.page.locator(".hand button.card[aria-pressed=true]")).to_have_count(1)
    ines.page.keyboard.press("Enter")
    expect(ines.page.locator(".hand button.card[aria-pressed=true]")).to_have_count(0)
