"""Two people and three bots play whole games in real browsers."""

from __future__ import annotations

import re
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
    ines, mara = sit("Ines"), sit("Mara")
    path = ines.open_table(3)
    mara.join(path)
    ines.fill_with_bots("Sharper")
    ines.start()
    chooser, other = both_asked(ines, mara)
    chooser.decide()
    back = chooser.page.get_by_role("button", name="Take it back")
    expect(back).to_be_visible()
    assert other.is_asked, "the other one still chooses"
    back.click()
    expect(chooser.page.locator(".dock.is-yours")).to_be_visible()
    expect(back).to_have_count(0)


def both_asked(*people: Person) -> tuple[Person, Person]:
    """Until both choose at the same time: that is when the bot leads; a person who leads plays first."""
    for _ in range(100):
        asked = [person for person in people if person.is_asked]
        if len(asked) == 2:
            return people[0], people[1]
        for person in asked:
            if person.page.locator("#question").inner_text() != "Play a card face down":
                person.decide()
        people[0].page.wait_for_timeout(200)
        skip_to_two(people)
    raise AssertionError("never were both asked at once")


def skip_to_two(people: tuple[Person, ...]) -> None:
    """Where only one of them follows, that one plays."""
    asked = [person for person in people if person.is_asked]
    if len(asked) == 1 and asked[0].page.get_by_text(re.compile("leads with")).count():
        people[0].page.wait_for_timeout(600)
        if sum(person.is_asked for person in people) == 1:
            asked[0].decide()


def test_the_keyboard_alone_plays_a_card(sit: Sit) -> None:
    ines = sit("Ines")
    ines.open_table(5)
    ines.fill_with_bots("Greenhorn")
    ines.start()
    for _ in range(100):
        if ines.is_asked:
            break
        ines.page.wait_for_timeout(100)
    question = ines.page.locator("#question").inner_text()
    ines.page.keyboard.press("ArrowRight")
    expect(ines.page.locator(".hand button.card[aria-pressed=true]")).to_have_count(1)
    ines.page.keyboard.press("Enter")
    expect(ines.page.locator(".hand button.card[aria-pressed=true]")).to_have_count(0)
    assert question
