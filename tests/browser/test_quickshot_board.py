"""The board of Quickshot, played from scenes of real games without a server: how it is operated, what it says, how it looks."""

from __future__ import annotations

import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_person import FITS
from playwright.sync_api import Browser, Locator, Page, expect

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
BOARD = CLIENT / "src" / "games" / "quickshot"
AXE = CLIENT / "node_modules" / "axe-core" / "axe.min.js"
Show = Callable[..., Page]


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    """The address of the client's development server, which alone has the scenes."""
    if not AXE.is_file():
        pytest.fail("The board's tests need the client's packages; scripts/test installs them.")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    vite = ["exec", "--", "vite", "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    command = [sys.executable, "hatch_build.py", *vite]  # finds Node wherever it is
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True) as server:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/board.html"
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def wait_for(port: int, within: float = 60) -> None:
    end = time.monotonic() + within
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < end, "the development server did not start"
            time.sleep(0.2)


@pytest.fixture
def show(browser: Browser, home: str) -> Iterator[Show]:
    """``show("explosion", 2)``: a page with a scene after so many of its updates. Afterwards no console has errors."""
    errors: list[str] = []
    pages: list[Page] = []

    def show(scene: str, at: int, width: int = 1280, height: int = 800, **context: object) -> Page:
        context = {"color_scheme": "dark", **context}
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()  # type: ignore[arg-type]
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{home}?scene={scene}&at={at}")
        expect(page.locator("#decision")).to_be_visible(timeout=60_000)
        pages.append(page)
        return page

    yield show
    for page in pages:
        page.context.close()
    assert errors == []


def question(page: Page) -> Locator:
    return page.locator("#question")


def status(page: Page) -> Locator:
    return page.locator("#decision").get_by_role("status")


def chosen(page: Page) -> Locator:
    return page.locator(".hand button[aria-pressed=true]")


def go_on(page: Page) -> None:
    """The scene's next update arrives."""
    page.evaluate("stage.next()")


def updates(scene: str) -> list[dict[str, object]]:
    scenes = json.loads((BOARD / "fixtures" / "scenes.json").read_text())
    return next(one["updates"] for one in scenes if one["name"] == scene)  # type: ignore[no-any-return]


# --- what is written into the client -------------------------------------------------------------------------------------


def test_scenes_and_cards_are_what_the_rules_play() -> None:
    """They drift when the rules, the view or a text change: run fixtures/make.py again."""
    make = runpy.run_path(str(BOARD / "fixtures" / "make.py"))
    scenes = json.loads((BOARD / "fixtures" / "scenes.json").read_text())
    assert scenes == [json.loads(json.dumps(make["scene"](wanted))) for wanted in make["WANTED"]]
    cards = json.loads((BOARD / "cards.json").read_text())
    assert cards == make["cards"]()


# --- choosing ------------------------------------------------------------------------------------------------------------


def test_a_card_is_chosen_played_and_taken_back_by_keyboard_alone(show: Show) -> None:
    page = show("explosion", 1)
    expect(question(page)).to_have_text("Play a card face down")
    page.keyboard.press("7")
    expect(chosen(page)).to_contain_text("Poison")
    page.keyboard.press("ArrowLeft")
    expect(chosen(page)).to_contain_text("Reinforcements")
    page.keyboard.press("Escape")
    expect(chosen(page)).to_have_count(0)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(question(page)).to_have_text("You play Reinforcements")
    expect(status(page)).to_have_text("Still choosing: Otto and Juniper.")
    expect(page.get_by_role("img", name="4 Reinforcements: your choice, face down")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand, 2 cards")).to_be_visible()
    page.keyboard.press("Escape")
    expect(question(page)).to_have_text("Play a card face down")
    expect(page.get_by_role("group", name="Your hand, 3 cards")).to_be_visible()


def test_the_hand_is_one_tab_stop(show: Show) -> None:
    page = show("lead", 0)
    assert page.locator(".hand button[tabindex='0']").count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand button").nth(1)).to_be_focused()
    assert page.locator(".hand button[tabindex='0']").count() == 1


def test_a_card_is_tapped_then_played_by_the_offered_button(show: Show) -> None:
    page = show("explosion", 1, 360, 740, has_touch=True)
    page.get_by_role("button", name="7 Poison").tap()
    expect(page.locator(".chosen")).to_contain_text("The weakest player discards a card")
    page.get_by_role("button", name="Put back").tap()
    expect(chosen(page)).to_have_count(0)
    page.get_by_role("button", name="7 Poison").tap()
    page.get_by_role("button", name="Play Poison").tap()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()


def test_without_confirming_one_tap_plays(show: Show) -> None:
    page = show("explosion", 1)
    page.evaluate("""() => localStorage.setItem('croupier.prefs', '{"confirm":false}')""")
    page.reload()
    page.get_by_role("button", name="7 Poison").click()
    expect(question(page)).to_have_text("You play Reinforcements")  # what the scene's player played


def test_reinforcements_asks_with_the_strength_each_card_gives(show: Show) -> None:
    page = show("reinforce", 5)
    expect(question(page)).to_have_text("Reinforce with a card?")
    expect(page.get_by_role("button", name="Keep your cards")).to_be_visible()
    for card in page.locator(".hand button").all():
        value = int(card.get_attribute("data-qs") or 0)
        expect(card).to_contain_text(f"strength {4 + value}")
    page.locator(".hand button").first.click()
    expect(page.locator(".dock .is-primary")).to_contain_text("strength")


def test_poison_asks_which_card_to_give_up(show: Show) -> None:
    page = show("poison", 5)
    expect(question(page)).to_have_text("Discard a card")
    page.locator(".hand button").first.click()
    expect(page.locator(".dock .is-primary")).to_contain_text("Discard ")


# --- the resolution ------------------------------------------------------------------------------------------------------


def test_a_question_is_live_while_the_resolution_before_it_plays(show: Show) -> None:
    page = show("reinforce", 4)
    go_on(page)
    expect(question(page)).to_have_text("Reinforce with a card?")
    expect(page.get_by_role("button", name="Skip ahead")).to_be_visible()
    page.locator(".hand button").first.click()
    page.locator(".dock .is-primary").click()
    expect(page.locator(".line .seat.is-you .card[data-qs='4']")).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Skip ahead")).to_have_count(0)


def test_every_sentence_is_said_in_order_and_the_log_follows(show: Show) -> None:
    page = show("safe", 4, reduced_motion="reduce")
    page.evaluate("""() => {
      window.said = [];
      const status = document.querySelector('#decision [role=status]');
      const all = { childList: true, characterData: true, subtree: true };
      new MutationObserver(() => said.push(status.textContent.trim())).observe(status, all);
    }""")
    go_on(page)
    beats: list[dict[str, list[dict[str, str]]]] = updates("safe")[4]["beats"]  # type: ignore[assignment]
    expect(page.get_by_role("button", name="Replay")).to_be_visible(timeout=60_000)
    said = [text for text in page.evaluate("said") if text]
    names = ["Mara", "Otto", "Juniper", "Pax", "Vera"]
    first_words = [beat["events"][0]["text"].format(*names) for beat in beats]
    found = [next(i for i, text in enumerate(said) if words in text) for words in first_words]
    assert found == sorted(found), said
    for event in beats[-1]["events"][1:]:
        expect(page.locator(".log-list")).to_contain_text(event["text"].format(*names))


def test_pause_skip_and_again(show: Show) -> None:
    page = show("trap-ploy", 4)
    go_on(page)
    expect(page.locator(".strip")).to_be_visible(timeout=20_000)
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    said = status(page).inner_text()
    page.wait_for_timeout(2500)
    assert status(page).inner_text() == said
    page.keyboard.press("p")
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Replay")).to_be_visible()
    expect(page.locator(".fx .ghost")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Skip ahead")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".fx .ghost")).to_have_count(0)
    assert page.locator(".qs-board [style*='opacity: 0']").count() == 0


def test_the_own_card_comes_from_the_hand(show: Show) -> None:
    page = show("explosion", 1)
    card = page.locator(".hand button").first
    card.click()
    page.wait_for_timeout(300)
    hand = card.bounding_box()
    page.evaluate("""() => {
      window.ghosts = [];
      new MutationObserver((list) => {
        for (const node of list.flatMap((change) => [...change.addedNodes])) {
          if (node.dataset) ghosts.push([node.dataset.qs, node.getBoundingClientRect().toJSON()]);
        }
      }).observe(document.querySelector('.fx'), { childList: true });
    }""")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    page.wait_for_function("ghosts.length > 0")
    value, rect = page.evaluate("ghosts")[0]
    assert value == "4"
    assert hand and abs(rect["x"] - hand["x"]) < 2 and abs(rect["y"] - hand["y"]) < 2


def test_without_movement_nothing_flies(show: Show) -> None:
    page = show("explosion", 4, reduced_motion="reduce")
    page.evaluate("""() => {
      window.flown = 0;
      new MutationObserver(() => flown++).observe(document.querySelector('.fx'), { childList: true, subtree: true });
    }""")
    go_on(page)
    expect(page.locator(".seat-status .note").first).to_be_visible(timeout=20_000)
    page.wait_for_timeout(1500)
    assert page.evaluate("flown") == 0


def test_a_page_that_was_not_seen_says_in_a_line_what_happened(show: Show) -> None:
    page = show("eliminated", 4)
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, True)
    go_on(page)
    page.wait_for_timeout(300)
    page.evaluate(hide, False)
    left, leads = "Mara and Vera are eliminated.", "Otto is the strongest and takes the Leader card."
    expect(status(page)).to_contain_text(f"Meanwhile: {left} {leads}")
    expect(page.get_by_role("button", name="Skip ahead")).to_have_count(0)
    expect(page.locator(".round-track [aria-current]")).to_have_text("3")


def test_the_hand_does_not_tell_beforehand_who_will_be_eliminated(show: Show) -> None:
    page = show("eliminated", 4)
    go_on(page)
    expect(status(page)).to_have_text("All cards are turned up.", timeout=20_000)
    expect(page.get_by_role("group", name="Your hand, 3 cards")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".hand")).to_have_count(0)
    expect(page.locator(".dock")).to_contain_text("you are out")


def test_the_end_shows_the_winner_before_it_makes_room_for_the_result(show: Show) -> None:
    page = show("end-last", 1)
    go_on(page)
    expect(page.locator(".seat.is-winner .laurels")).to_be_visible(timeout=30_000)
    expect(status(page)).to_contain_text("is the last one left and wins.")
    page.wait_for_function("session.queue.length === 0", timeout=20_000)


def test_the_discards_can_be_looked_through(show: Show) -> None:
    page = show("end-round", 1)
    page.get_by_role("button", name="Discards").click()
    dialog = page.get_by_role("dialog", name="Discards")
    expect(dialog.get_by_role("listitem")).to_have_count(8)
    expect(dialog).to_contain_text("of 5 discarded")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Discards")).to_be_focused()


# --- looks ---------------------------------------------------------------------------------------------------------------

MOMENTS = [
    *[("lead", 0), ("explosion", 2), ("explosion", 5), ("reinforce", 5), ("poison", 5), ("seven", 3), ("seven", 7)],
    *[("eliminated", 5), ("end-last", 2), ("spectator", 3)],
]
VIOLATIONS = "axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 160))]))"


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)], ids=["desktop", "phone"])
def test_everything_fits_and_axe_finds_nothing(show: Show, width: int, height: int, scheme: str) -> None:
    for scene, at in MOMENTS:
        page = show(scene, at, width, height, color_scheme=scheme)
        offered = page.locator(".hand button")
        if offered.count():
            offered.first.click()
            page.wait_for_timeout(250)
        assert page.evaluate(FITS) == [], f"{scene} {at}"
        page.evaluate(AXE.read_text())
        found = page.evaluate(VIOLATIONS)
        assert found == [], f"{scene} {at}: {json.dumps(found, indent=1)}"
        page.context.close()
