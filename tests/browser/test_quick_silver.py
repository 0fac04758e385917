"""Quick Silver in real browsers: two people and four bots by mouse, touch and keys; a reload inside a window; all screens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_miners import GAME, ByKeys, ByMouse, ByTouch, Miner, play_to_the_end
from browser_person import FITS, Person
from browser_screens import Inspector
from playwright.sync_api import expect

Sit = Callable[..., Person]


def at_a_table(first: Miner, second: Miner, seats: int = 6, wish: str = "") -> None:
    path = first.person.open_table(seats, GAME, wish)
    second.person.join(path)
    if seats > 2:
        first.person.fill_with_bots("Greenhorn")
    first.person.start()


def by_mouse_and_keys(sit: Sit) -> tuple[Miner, Miner]:
    return ByMouse(sit("Ines"), seed=1), ByKeys(sit("Mara"), seed=2)


def by_thumb(sit: Sit) -> tuple[Miner, Miner]:
    phone = ("table.lan", 360, 740)
    return ByTouch(sit("Ines", *phone, is_mobile=True), seed=3), ByTouch(sit("Mara", *phone, is_mobile=True), seed=4)


@pytest.mark.parametrize("people", [by_mouse_and_keys, by_thumb], ids=["desktop", "phone"])
def test_two_people_and_four_bots_play_a_game_and_one_reloads_when_asked(
    sit: Sit, people: Callable[[Sit], tuple[Miner, Miner]]
) -> None:
    first, second = people(sit)
    at_a_table(first, second)
    play_to_the_end(first, second)
    assert second.did["reload"] == 1
    winners = {miner.page.locator("#winner").inner_text() for miner in (first, second)}
    assert len(winners) == 1, "both see the same winner"
    assert first.page.locator(".standings li").count() == 6
    for miner in (first, second):
        assert miner.did["exchange"], f"{miner.person.name} did {miner.did}"


# --- screens ---------------------------------------------------------------------------------------------------------


class MineInspector(Inspector):
    """In the mine the dock is whole, and everything in it large enough for a finger."""

    def look(self, screen: str) -> bool:
        self.person.skip()
        return super().look(screen)

    def look_closer(self, screen: str, size: tuple[int, int]) -> None:
        assert screen == "end" or self.page.evaluate(FITS) == [], f"{screen} at {size}"


def test_every_screen(sit: Sit) -> None:
    """Six seats and the Stranger: as much as a table can show."""
    ines = ByMouse(sit("Ines", reduced_motion="reduce", has_touch=True), seed=5)
    mara = ByMouse(sit("Mara", reduced_motion="reduce"), seed=6)
    at_a_table(ines, mara, wish="Sneaky Stranger")
    inspector = MineInspector(ines.person)
    mara.rival = ines.wire.seat
    while not ines.is_over:
        if ines.is_asked:
            ines.see()
            inspector.look(ines.wire.view["phase"])
            ines.decide()
        elif mara.is_asked:
            mara.rival = ines.wire.seat
            if mara.in_window:
                inspector.look("another is asked")
            mara.decide()
        elif ines.wire.view.get("phase") == "over":
            ines.person.see_the_end()
        ines.page.wait_for_timeout(20)
        mara.page.wait_for_timeout(1)  # its messages come in
    inspector.look("end")
    assert inspector.seen >= {"turn", "exchange", "redirect", "end"}


def test_who_never_wants_to_be_asked_lets_the_swap_happen(sit: Sit) -> None:
    ines, mara = ByMouse(sit("Ines"), seed=7), ByMouse(sit("Mara"), seed=8)
    at_a_table(ines, mara, seats=2)
    while not (ines.in_window or mara.in_window):
        for miner, other in ((ines, mara), (mara, ines)):
            miner.rival = other.wire.seat
            if miner.is_asked and not miner.in_window:
                miner.decide()
            miner.page.wait_for_timeout(20)
    target, swapper = (ines, mara) if ines.in_window else (mara, ines)
    target.see()
    target.page.get_by_label("Never ask me at this table").click()  # it goes with the question
    swapper.until(lambda: swapper.wire.view["phase"] == "exchange", "the swap should be let happen")
    assert target.wire.acts[-1] == "allow"
    expect(target.page.get_by_text("never")).not_to_have_count(0)


def test_nobody_decides_before_the_new_cards_are_seen(sit: Sit) -> None:
    """While the last round still plays. Three Dynamites kill nobody in the first one."""
    ines, mara = ByMouse(sit("Ines"), seed=9), ByMouse(sit("Mara"), seed=10)
    at_a_table(ines, mara, seats=2)
    while not (asked := [miner for miner in (ines, mara) if miner.is_asked]) or asked[0].wire.view["round"] == 1:
        for miner in asked:
            sneak_at_last(miner)
        for miner in (ines, mara):
            miner.page.wait_for_timeout(20)
    sneaker = asked[0]
    skips = sneaker.page.get_by_role("button", name="Skip ahead")
    expect(skips).to_have_count(1)
    sent = len(sneaker.wire.acts)
    sneaker.page.keyboard.press("k")
    assert sneaker.page.locator(".sneak-button, button.swap").count() == 0
    skips.click()
    assert sneaker.wire.acts[sent:] == [], "somebody sneaks with cards that they have not seen"
    sneaker.sneak()
    sneaker.until(lambda: sneaker.wire.acts[sent:] == ["sneak"], "the new cards are seen: now it can be")


def sneak_at_last(miner: ByMouse) -> None:
    sent = len(miner.wire.acts)
    miner.sneak()
    miner.until(lambda: len(miner.wire.acts) > sent and not miner.wire.pending, "the sneak should be answered")
