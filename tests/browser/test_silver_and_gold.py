"""Silver & Gold in real browsers: a whole game by thumb and by keyboard, every screen, and a drag that lays nothing out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_islands import GAME, STILL, expect_sheet, play_to_the_end
from browser_person import FITS, Person
from browser_screens import DESKTOP, PHONE, Inspector
from browser_trace import over, trace_drag
from browser_ways import ByKeys, ByMouse, ByTouch, Pointing, begin_to_place, grip
from playwright.sync_api import Browser, expect

Sit = Callable[..., Person]
SMALL = (390, 664)
"""A phone whose browser shows its bars."""


def test_a_game_by_thumb_and_by_keyboard(sit: Sit) -> None:
    """Two people and a bot, from the starting islands to the sheet; one page is loaded again in the middle of a chain."""
    ines = ByTouch(sit("Ines", "table.lan", 360, 740, is_mobile=True), seed=1)
    mara = ByKeys(sit("Mara"), seed=2)
    path = ines.person.open_table(3, GAME)
    mara.person.join(path)
    ines.person.fill_with_bots("Greenhorn")
    ines.person.start()
    play_to_the_end(ines, mara, reload_in=10)
    for islander in (ines, mara):
        expect_sheet(islander)
        for deed in ("pattern", "bonus", "replace"):
            assert islander.did[deed], f"{islander.person.name} did {islander.did}"
    assert ines.did["two fingers"] and ines.did["drag"] and ines.did["reload"]
    assert ines.did["take back"] + mara.did["take back"], "nobody took back in the middle of a chain"


# --- screens ---------------------------------------------------------------------------------------------------------

SHORT_BOX = """
trophies = [6, 5, 4]
expeditions = ["oo", "oo o.", "ooo"]
[treasures]
gray-01 = "XoC. .oX."
gray-02 = "oXo. PoC."
gray-03 = "XPoo .o.."
gray-04 = "oX.. oCPo"
green-01 = "XooC .oX."
green-02 = "oXoo .PC."
green-03 = "oP.. oXCX"
green-04 = "XX.. oCPo"
orange-01 = "oXoC XoP."
orange-02 = "XooX .CCo"
orange-03 = "oXo. oPCX"
orange-04 = "oX.o oXCo"
purple-01 = "oXoC oXPo"
purple-02 = "oXPC oXoo"
purple-03 = "XoXo oPoC"
purple-04 = "oCXo XooC"
[seals]
gray-01 = "green 1"
green-02 = "orange 1"
orange-03 = "purple 2"
purple-04 = "gray 2"
"""
"""Small islands and two turns a round: every screen comes within eight turns."""

OPEN = """async ([name, box]) => {
  const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "silver_and_gold", name, seats: 2, bots: [null], box }) });
  const { table, key } = await answer.json();
  localStorage.setItem(`croupier.seat.${table}`, JSON.stringify({ key, nonce: "0123456789abcdef" }));
  return `/t/${table}`;
}"""


class IslandInspector(Inspector):
    """While one places, the islands stay where they are."""

    def __init__(self, islander: Pointing) -> None:
        super().__init__(islander.person)
        self.islander = islander
        self.isles: dict[str, object] = {}

    def look(self, screen: str) -> bool:
        is_new = super().look(screen)
        if is_new and screen in ("place", "X bonus", "waiting"):
            self.fits(screen)
        if is_new and screen in ("place", "X bonus"):
            self.page.wait_for_timeout(120)
            self.isles[screen] = self.page.locator(".isles").bounding_box()
        return is_new

    def fits(self, screen: str) -> None:
        """While one places, the page of a phone does not scroll, and fingers find every button."""
        for size in (PHONE, SMALL):
            self.resize(size)
            self.page.wait_for_timeout(120)
            assert self.page.evaluate(STILL), f"{screen} scrolls at {size}"
            assert self.page.evaluate(FITS) == [], f"{screen} at {size}"
        self.resize(DESKTOP)

    def asked(self) -> None:
        view = self.islander.wire.view
        if view["phase"] == "mark":
            self.islander.see_islands()
            self.look("X bonus" if view.get("marked") else "place")
        else:
            self.islander.skip()
            expect(self.page.locator(".pick-row button").first).to_be_visible()
            self.look("choose" if view["phase"] == "choose" else "take an island")

    def waiting(self) -> None:
        if self.islander.wire.view.get("marked") and not self.islander.is_asked:
            self.islander.skip()
            expect(self.page.locator("#question")).to_contain_text("Waiting")
            self.look("waiting")
            self.rival()

    def rival(self) -> None:
        if "rival" not in self.seen:
            self.page.locator(".rival button").first.click()
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.look("rival")
            self.page.keyboard.press("Escape")
            expect(self.page.get_by_role("dialog")).to_have_count(0)


def turn_of(islander: ByMouse) -> tuple[int | None, int | None, str | None]:
    view = islander.wire.view
    return view.get("round"), view.get("turn"), view.get("phase")


def test_every_screen(sit: Sit) -> None:
    ines = ByMouse(sit("Ines", reduced_motion="reduce", has_touch=True), seed=3)
    mara = ByMouse(sit("Mara", reduced_motion="reduce"), seed=4)
    ines.may_take_back = mara.may_take_back = False
    ines.page.goto(ines.person.home)
    path = ines.page.evaluate(OPEN, ["Ines", SHORT_BOX])
    ines.page.goto(ines.person.home + path)
    mara.person.join(path)
    ines.person.start()
    inspector = IslandInspector(ines)
    while not ines.is_over:
        if ines.is_asked:
            inspector.asked()
            ines.decide()
        elif mara.is_asked and turn_of(mara) == turn_of(ines):  # else what came to Mara is still on its way to Ines
            inspector.waiting()
            mara.decide()
        elif ines.wire.view.get("phase") == "over":
            ines.see_the_end()
        ines.page.wait_for_timeout(20)
        mara.page.wait_for_timeout(1)  # its messages come in
    inspector.look("end")
    assert inspector.isles["place"] == inspector.isles["X bonus"], "the islands move when an X gives a box"
    assert inspector.seen == {"choose", "place", "X bonus", "waiting", "rival", "take an island", "end"}


# --- dragging --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["mouse", "touch"])
def test_a_drag_lays_nothing_out(sit: Sit, browser: Browser, device: str) -> None:
    """Over both islands on a desktop; on a phone over the near one, for the other comes near when a piece is held over it."""
    is_touch = device == "touch"
    person = sit("Ines", "127.0.0.1", 360, 740, is_mobile=True) if is_touch else sit("Ines")
    ines = ByTouch(person, seed=5) if is_touch else ByMouse(person, seed=5)
    begin_to_place(ines)
    path = over(ines.page, ".island.is-near" if is_touch else ".isles .island")(130)
    found = trace_drag(browser, ines.page, grip(ines), path, touch=is_touch)
    assert found.moves >= 120
    assert found.layouts == 0
