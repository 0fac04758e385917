"""The house under a path of its host, behind nginx: no address leaves that path, and the seat stays."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import segno
from browser_house import open_house, sit_down
from browser_nginx import nginx, open_nginx
from browser_person import Person
from browser_screens import DESKTOP, PHONE
from playwright.sync_api import Browser, Page, Request, expect

pytestmark = pytest.mark.skipif(nginx() is None, reason="needs nginx")
PREFIX = "/croupier"
LINK_AND_PICTURE = "(at) => fetch(at).then(async (code) => [code.headers.get('shared-link'), await code.text()])"
YOUR_CARD = ".dock.is-yours .hand button.card:enabled"
OPTIONS = f"--prefix {PREFIX} --trusted-proxies 127.0.0.1".split()


class Traffic:
    """What a page asked for, and what it was refused."""

    def __init__(self, page: Page) -> None:
        self.paths: set[str] = set()
        self.failed: list[str] = []
        page.on("request", lambda request: self.paths.add(urlsplit(request.url).path))
        page.on("websocket", lambda socket: self.paths.add(urlsplit(socket.url).path))
        page.on("response", lambda answer: self.failed.append(answer.url) if answer.status >= 400 else None)
        page.on("requestfailed", self.note_failure)

    def note_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page itself gave it up, as it does when it is loaded anew
            self.failed.append(request.url)

    @property
    def strayed(self) -> set[str]:
        return {path for path in self.paths if not path.startswith(f"{PREFIX}/")}


@pytest.fixture(params=[True, False], ids=["stripped", "passed_on"], scope="module")
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The house's address, by a name as other devices would use it."""
    folder = tmp_path_factory.mktemp("prefix")
    (folder / "nginx").mkdir()
    with (
        open_house(folder / "data", *OPTIONS, pace=0) as house,
        open_nginx(folder / "nginx", house, strips=request.param) as port,
    ):
        yield f"http://table.lan:{port}{PREFIX}"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_under_a_prefix(browser: Browser, home: str, size: tuple[int, int]) -> None:
    ines = sit_down(browser, f"{home}/", "Ines", *size)
    traffic = Traffic(ines.page)
    path = ines.open_table(5)
    check_invitation(ines.page, f"{home}/{path}")
    ines.fill_with_bots("Greenhorn")
    ines.start()
    expect(ines.page.locator(YOUR_CARD).first).to_be_visible(timeout=20_000)
    ines.page.reload()
    expect(ines.page.locator(YOUR_CARD).first).to_be_visible()
    check_rules(ines)
    visit_the_lobby(ines, f"{home}/{path}")
    finish(ines)
    leave(ines, f"{home}/{path}")
    names = ines.page.evaluate("Object.keys(localStorage)")
    assert names and all(name.startswith(f"{PREFIX} croupier.") for name in names)
    assert (traffic.strayed, traffic.failed, ines.errors) == (set(), [], [])
    ines.page.context.close()


def check_invitation(page: Page, link: str) -> None:
    assert page.url == link
    expect(page.get_by_label("Link to this table")).to_have_value(link)
    code = page.get_by_role("img", name="QR code of the link to this table")
    address = code.evaluate("async (image) => (await image.decode(), image.src)")
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=8, border=2, light="#fff")
    assert page.evaluate(LINK_AND_PICTURE, address) == [link, drawn.getvalue().decode()]


def check_rules(person: Person) -> None:
    person.page.keyboard.press("?")
    rules = person.page.get_by_role("dialog", name="Rules of Quickshot")
    expect(rules.get_by_role("heading").nth(1)).to_be_visible()
    person.page.keyboard.press("Escape")


def visit_the_lobby(person: Person, link: str) -> None:
    """And come back by each of its ways."""
    page = person.page
    page.get_by_role("link", name="Croupier").click()
    expect(page).to_have_url(person.home)
    page.get_by_role("link", name="Go on").click()
    expect(page).to_have_url(link)
    expect(page.locator(".topbar .link-state")).to_have_text("Connected")
    page.go_back()
    expect(page).to_have_url(person.home)
    page.get_by_label("Link or code").fill(link)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page).to_have_url(link)


def finish(person: Person) -> None:
    """Play to the end, and take the log along."""
    end = time.monotonic() + 90
    while not person.is_over:
        assert time.monotonic() < end, person.page.locator("body").inner_text()
        if person.is_asked:
            person.decide()
        person.skip()
        person.page.wait_for_timeout(100)
    with person.page.expect_download() as log:
        person.page.get_by_role("link", name="Download the log").click()
    assert "quickshot" in log.value.path().read_text()


def leave(person: Person, link: str) -> None:
    page = person.page
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page).to_have_url(person.home)
    page.go_back()
    page.get_by_role("button", name="Table menu").click()
    menu = page.get_by_role("dialog", name="Table menu")
    expect(menu.get_by_role("link", name=link.removeprefix("http://"))).to_have_attribute("href", urlsplit(link).path)
    menu.get_by_role("button", name="Leave the table").click()
    expect(page).to_have_url(person.home)


def test_a_seat_moves_to_another_device_under_a_prefix(browser: Browser, home: str) -> None:
    ines = sit_down(browser, f"{home}/", "Ines", *DESKTOP)
    path = ines.open_table(3)
    ines.page.get_by_role("button", name="Table menu").click()
    ines.page.get_by_role("button", name="Move my seat").click()
    link = ines.page.get_by_label("Link that moves your seat").input_value()
    assert link.startswith(f"{home}/move#")
    phone = sit_down(browser, f"{home}/", "Ines", *PHONE)
    traffic = Traffic(phone.page)
    phone.page.goto(link)
    expect(phone.page.locator(".chair.is-mine")).to_contain_text("Ines")
    assert phone.page.url == f"{home}/{path}"
    assert (traffic.strayed, traffic.failed, phone.errors) == (set(), [], [])
    for person in (ines, phone):
        person.page.context.close()


@pytest.mark.parametrize("path", ["nowhere", "nowhere/at/all", "t/"])
def test_a_page_that_is_not_there_leads_back_to_the_lobby(browser: Browser, home: str, path: str) -> None:
    lost = sit_down(browser, f"{home}/", "Otto", *PHONE)
    traffic = Traffic(lost.page)
    lost.page.goto(f"{home}/{path}")
    lost.page.get_by_role("link", name="To the lobby").click()
    expect(lost.page).to_have_url(f"{home}/")
    expect(lost.page.get_by_role("button", name="Open a table of Quickshot")).to_be_visible()
    assert (traffic.strayed, traffic.failed) == (set(), [f"{home}/{path}"])
    lost.page.context.close()
