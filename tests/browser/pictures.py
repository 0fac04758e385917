"""Takes the pictures in docs/pictures/ from real games (scripts/pictures [GAME...]). Chance deals, so each run differs."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from browser_house import ROOT, open_browser, open_house, sit_down
from browser_islands import GAME
from browser_miners import GAME as MINE
from browser_miners import ByMouse as MinerByMouse
from browser_miners import ByTouch as MinerByTouch
from browser_miners import Miner
from browser_person import Person
from browser_ways import ByMouse, ByTouch, Pointing
from browser_wire import Message
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


def play_quickshot(browser: Browser, home: str, camera: Camera, width: int, height: int) -> None:
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


# --- Silver & Gold ---------------------------------------------------------------------------------------------------


class Sightseer(Pointing):
    """Plays Silver & Gold, and has each moment taken when it is worth seeing."""

    camera: Camera

    def keep(self) -> str:
        self.camera.take(self.person, "islands-choose", after=0.7)
        return super().keep()

    def expect_gains(self, action: Message) -> None:
        super().expect_gains(action)
        view, gains = self.wire.view, action.get("gains", {})
        if view.get("marked"):
            self.camera.take(self.person, "islands-bonus", after=0.5)
        elif view["turn"] > 3 and len(self.lying()) > 1 and (gains.get("palms") or gains.get("coins")):
            self.camera.take(self.person, "islands-place", after=0.5)

    def like(self, actions: list[Message]) -> Message:
        """Whatever gains most different things."""
        return max(actions, key=lambda action: (len(action.get("gains", {})), len(action["touches"])))

    def take(self) -> str:
        self.skip()
        if "islands-take" not in self.camera.taken:
            self.pointer.tap(self.page.locator(".pick-row button").first)
            self.camera.take(self.person, "islands-take", after=0.7)
            self.pointer.tap(self.page.locator(".pick-row button").first)
        return super().take()

    def see_islands(self) -> None:
        super().see_islands()
        if self.wire.view["round"] > 2 and "islands-rival" not in self.camera.taken:
            self.see_rival()

    def see_rival(self) -> None:
        if self.page.viewport_size["width"] < 600:  # type: ignore[index]
            self.pointer.tap(self.page.get_by_role("button", name="Rivals"))
            self.camera.take(self.person, "islands-rivals", after=0.5)
        self.pointer.tap(self.page.locator(".rival button").first)
        self.camera.take(self.person, "islands-rival", after=0.7)
        self.page.keyboard.press("Escape")


class SightseerByMouse(Sightseer, ByMouse):
    """On a desktop."""


class SightseerByTouch(Sightseer, ByTouch):
    """On a phone."""


def wait_until_warm(person: Person, game: str, within: float = 120) -> None:
    """Until the bots are compiled: nobody should wonder at the notice."""
    end = time.monotonic() + within
    while game not in person.page.evaluate("fetch('/api/health').then((answer) => answer.json())")["warm"]:
        assert time.monotonic() < end, "the bots do not get warm"
        person.page.wait_for_timeout(500)


def play_islands(browser: Browser, home: str, camera: Camera, width: int, height: int) -> None:
    is_phone = width < 600
    ines = sit_down(browser, home, "Ines", width, height, device_scale_factor=2 if is_phone else 1, is_mobile=is_phone)
    sightseer = (SightseerByTouch if is_phone else SightseerByMouse)(ines, seed=7)
    sightseer.camera, sightseer.may_take_back = camera, False
    ines.open_table(3, GAME)
    ines.fill_with_bots("Prospector")
    camera.take(ines, "islands-gathering", after=0.5)
    wait_until_warm(ines, "silver_and_gold")
    ines.start()
    end = time.monotonic() + 300
    while not ines.is_over and time.monotonic() < end:
        if sightseer.is_asked:
            sightseer.decide()
        elif sightseer.wire.view.get("phase") == "over":
            sightseer.see_the_end()
        ines.page.wait_for_timeout(50)
    camera.take(ines, "islands-end", after=1)
    ines.page.context.close()


# --- Quick Silver ----------------------------------------------------------------------------------------------------

MINE_MOMENTS = {"mine-turn", "mine-exchange", "mine-redirect", "mine-blast", "mine-market"}


def see_mine(miner: Miner, camera: Camera) -> None:
    """One look at the table, and the next decision: read at leisure, for the picture has to be whole."""
    page = miner.page
    if page.locator(".qk-market [data-group='2']").count():
        camera.take(miner.person, "mine-market", after=0.6)
    elif page.locator(".qk-dock", has_text="Boom").count():
        camera.take(miner.person, "mine-blast", after=0.3)
    if miner.is_asked and not page.get_by_role("button", name="Pause").count():
        phase = miner.wire.view["phase"]
        if phase == "exchange":
            miner.own_card(0).click()
            miner.other_card(1).click()
        camera.take(miner.person, f"mine-{phase}", after=0.8)
        if phase == "exchange":
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
        miner.decide()


def play_mine(browser: Browser, home: str, camera: Camera, width: int, height: int, wanted: set[str], within: float) -> None:
    """A game of four, until all wanted moments were seen."""
    is_phone = width < 600
    ines = sit_down(browser, home, "Ines", width, height, device_scale_factor=2 if is_phone else 1, is_mobile=is_phone)
    miner = (MinerByTouch if is_phone else MinerByMouse)(ines, seed=9)
    ines.open_table(4, MINE)
    ines.fill_with_bots("Greenhorn")
    ines.start()
    end = time.monotonic() + within
    while not wanted <= camera.taken and not ines.is_over and time.monotonic() < end:
        if "mine-end" in wanted:
            if miner.is_asked:
                miner.decide()
            elif miner.wire.view.get("phase") == "over":
                ines.see_the_end()
        else:
            see_mine(miner, camera)
        ines.page.wait_for_timeout(60)
    if ines.is_over and "mine-end" in wanted:
        camera.take(ines, "mine-end", after=1)
    ines.page.context.close()


# --- all of them -----------------------------------------------------------------------------------------------------


class Tour(NamedTuple):
    """Where pictures are taken: one size, and two servers."""

    browser: Browser
    with_beats: str
    at_once: str
    camera: Camera
    width: int
    height: int


def tour_quickshot(tour: Tour) -> None:
    for _ in range(GAMES):
        play_quickshot(tour.browser, tour.with_beats, tour.camera, tour.width, tour.height)
        if {"elimination", "reveal", "table"} <= tour.camera.taken:
            return


def tour_islands(tour: Tour) -> None:
    play_islands(tour.browser, tour.at_once, tour.camera, tour.width, tour.height)


def tour_mine(tour: Tour) -> None:
    for _ in range(GAMES):
        play_mine(tour.browser, tour.with_beats, tour.camera, tour.width, tour.height, MINE_MOMENTS, within=240)
        if tour.camera.taken >= MINE_MOMENTS:
            break
    play_mine(tour.browser, tour.at_once, tour.camera, tour.width, tour.height, {"mine-end"}, within=300)


TOURS = {"quickshot": tour_quickshot, "silver_and_gold": tour_islands, "quick_silver": tour_mine}


def main(games: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        slow, fast = Path(data, "slow"), Path(data, "fast")
        with open_house(slow, pace=1) as with_beats, open_house(fast, pace=0) as at_once:
            homes = (f"http://127.0.0.1:{with_beats}", f"http://127.0.0.1:{at_once}")
            for prefix, width, height in (("", 1280, 800), ("phone-", 360, 740)):
                camera = Camera(prefix)
                for game in games or TOURS:
                    TOURS[game](Tour(browser, *homes, camera, width, height))
                print(prefix or "desktop-", *sorted(camera.taken))


if __name__ == "__main__":
    main(sys.argv[1:])
