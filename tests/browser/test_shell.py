"""Around the game: the line that drops, a second tab, another device, spectators, the keyboard, plain http, the rematch."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from browser_house import CROUPIER, address_of
from browser_person import Person, play_to_the_end
from playwright.sync_api import Route, expect

Sit = Callable[..., Person]


def line_of(person: Person) -> str:
    return person.page.locator(".topbar .link-state").inner_text()


def expect_line(person: Person, word: str, within: float = 10) -> None:
    expect(person.page.locator(".topbar .link-state")).to_have_text(word, timeout=within * 1000)


def test_a_second_tab_takes_the_seat_and_the_first_does_not_fight_back(sit: Sit) -> None:
    ines = sit("Ines")
    path = ines.open_table(3)
    second = ines.page.context.new_page()
    second.goto(ines.home + path)
    expect(second.locator(".topbar .link-state")).to_have_text("Connected")
    expect_line(ines, "Elsewhere")
    expect(ines.page.get_by_role("alert")).to_contain_text("no longer at the table")
    ines.page.wait_for_timeout(1500)
    assert line_of(ines) == "Elsewhere"
    ines.check_page()
    ines.page.get_by_role("button", name="Come back here").click()
    expect_line(ines, "Connected")
    expect(second.locator(".topbar .link-state")).to_have_text("Elsewhere")


def test_a_seat_moves_to_another_device_once(sit: Sit) -> None:
    ines = sit("Ines")
    path = ines.open_table(3)
    ines.page.get_by_role("button", name="Table menu").click()
    ines.page.get_by_role("button", name="Move my seat").click()
    link = ines.page.get_by_label("Link that moves your seat").input_value()
    ines.page.get_by_role("img", name="QR code that moves your seat").wait_for()
    ines.check_page()
    phone = sit("Ines", "127.0.0.1", 360, 740)
    phone.page.goto(link)
    expect(phone.page.locator(".chair.is-mine")).to_contain_text("Ines")
    assert phone.page.url == phone.home + path, "the token has left the address"
    expect_line(ines, "Elsewhere")
    thief = sit("Otto")
    thief.page.goto(link)
    expect(thief.page.get_by_role("heading", name="The seat did not come along.")).to_be_visible()
    thief.check_page()
    thief.errors = [text for text in thief.errors if "404" not in text]


def test_the_page_waits_for_its_fonts_so_that_no_button_moves_under_a_press(sit: Sit) -> None:
    ines = sit("Ines")

    def late(route: Route) -> None:
        time.sleep(0.1)
        route.continue_()

    ines.page.route("**/*.woff2", late)
    ines.page.add_init_script(
        "const loaded = (face) => document.fonts.check(`1em '${face} Variable'`);"
        "new MutationObserver(() => { if (window.faces === undefined && document.querySelector('.house'))"
        " window.faces = loaded('Besley') && loaded('Libre Franklin') }).observe(document, { childList: true, subtree: true })"
    )
    ines.page.goto(ines.home)
    ines.page.get_by_role("heading", name="Take a seat.").wait_for()
    assert ines.page.evaluate("window.faces") is True


def test_keys_never_stand_in_an_address(sit: Sit) -> None:
    ines = sit("Ines")
    asked: list[str] = []
    ines.page.on("request", lambda request: asked.append(request.url))
    ines.page.on("websocket", lambda socket: asked.append(socket.url))
    path = ines.open_table(3)
    key = ines.page.evaluate("JSON.parse(localStorage.getItem('croupier.seat.' + location.pathname.slice(3))).key")
    assert len(key) >= 24 and any(path.rsplit("/", 1)[-1] in url for url in asked)
    assert not [url for url in asked if key in url]


def test_plain_http_by_a_name_copies_by_selecting(sit: Sit) -> None:
    ines = sit("Ines", "table.lan", 360, 740)
    path = ines.open_table(3)
    assert ines.page.evaluate("isSecureContext") is False
    ines.page.get_by_role("button", name="Copy").click()
    expect(ines.page.get_by_role("button", name="Selected")).to_be_visible()
    assert ines.page.evaluate("getSelection().toString()") == ines.home + path


def test_dialogs_take_the_focus_and_give_it_back(sit: Sit) -> None:
    ines = sit("Ines")
    ines.open_table(5)
    keys = ines.page.keyboard
    menu = ines.page.get_by_role("button", name="Table menu")
    menu.focus()
    keys.press("Enter")
    expect(ines.page.get_by_role("button", name="Close the menu")).to_be_focused()
    keys.press("?")
    expect(ines.page.get_by_role("dialog")).to_have_count(1)
    keys.press("Escape")
    expect(ines.page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()
    keys.press("?")
    expect(ines.page.get_by_role("dialog", name="Rules of Quickshot")).to_be_visible()
    keys.press("Escape")
    menu.click()
    ines.page.get_by_label("Single-letter keys").uncheck()
    keys.press("Escape")
    keys.press("?")
    ines.page.wait_for_timeout(300)
    expect(ines.page.get_by_role("dialog")).to_have_count(0)


def test_the_log_opens_by_its_key_and_says_why(sit: Sit) -> None:
    ines = sit("Ines", "127.0.0.1", 1000, 740)
    ines.open_table(5)
    ines.fill_with_bots("Greenhorn")
    ines.start()
    expect(ines.page.locator(".log-latest")).to_be_visible()
    ines.page.keyboard.press("l")
    log = ines.page.get_by_role("dialog", name="Log")
    expect(log).to_be_visible()
    ines.check_page()
    log.get_by_role("button", name="why? §2.4").click()
    cited = ines.page.get_by_role("dialog", name="Rules of Quickshot").locator("[aria-current=true]")
    expect(cited).to_be_in_viewport()
    expect(cited).to_contain_text("Cited by:")
    ines.check_page()


def test_spectators_see_and_cannot_act(sit: Sit) -> None:
    ines, otto = sit("Ines"), sit("Otto", "127.0.0.1", 360, 740)
    path = ines.open_table(3)
    ines.fill_with_bots("Prospector")
    ines.start()
    expect(ines.page.locator(".dock.is-yours")).to_be_visible()
    otto.page.goto(otto.home + path)
    expect(otto.page.locator(".topbar-title")).to_contain_text("watching")
    expect(otto.page.locator(".dock.is-yours, .hand button.card")).to_have_count(0)
    otto.check_page()
    ines.page.get_by_role("button", name="Table menu").click()
    expect(ines.page.get_by_role("dialog")).to_contain_text("1 spectator watching")


def test_a_table_that_is_not_there_says_so(sit: Sit) -> None:
    ines = sit("Ines")
    ines.page.goto(ines.home + "/t/nosuchtable")
    expect(ines.page.get_by_role("heading", name="No such table.")).to_be_visible()
    ines.check_page()
    ines.page.get_by_role("link", name="To the lobby").click()
    expect(ines.page.get_by_role("heading", name="Take a seat.")).to_be_visible()


def test_who_leaves_before_the_deal_frees_the_seat(sit: Sit) -> None:
    ines, otto = sit("Ines"), sit("Otto")
    path = ines.open_table(3)
    otto.join(path)
    expect(ines.page.locator(".chair", has_text="Otto")).to_be_visible()
    otto.page.get_by_role("button", name="Table menu").click()
    otto.page.get_by_role("button", name="Leave the table").click()
    otto.page.get_by_role("button", name="Leave now").click()
    expect(otto.page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    expect(ines.page.locator(".chair", has_text="Otto")).to_have_count(0)
    otto.page.goto(otto.home + path)
    expect(otto.page.get_by_role("button", name="Sit down")).to_be_visible()


def test_whom_the_host_sends_away_is_told(sit: Sit) -> None:
    ines, otto = sit("Ines"), sit("Otto", "127.0.0.1", 360, 740)
    path = ines.open_table(3)
    otto.join(path)
    ines.page.get_by_role("button", name="Remove Otto").click()
    expect(otto.page.get_by_role("alert")).to_contain_text("You have no seat here any more")
    otto.check_page()
    otto.page.get_by_role("button", name="Come back here").click()
    expect(otto.page.get_by_role("button", name="Sit down")).to_be_visible()


def test_both_find_each_other_at_the_rematch(sit: Sit) -> None:
    ines, otto = sit("Ines"), sit("Otto", "table.lan", 360, 740)
    path = ines.open_table(3)
    otto.join(path)
    ines.fill_with_bots("Prospector")
    ines.start()
    play_to_the_end(ines, otto)
    with ines.page.expect_download() as download:
        ines.page.get_by_role("link", name="Download the log").click()
    assert '"kind":"ended"' in Path(download.value.path()).read_text()
    ines.page.get_by_role("button", name="Rematch with the same people").click()
    expect(ines.page.locator(".chair.is-mine")).to_contain_text("Ines")
    otto.page.get_by_role("button", name="Join the rematch").click()
    expect(otto.page.locator(".chair.is-mine")).to_contain_text("Otto")
    assert otto.page.url.removeprefix(otto.home) == ines.page.url.removeprefix(ines.home) != path


def kill(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.wait()
    if server.stdout:
        server.stdout.close()


def test_a_killed_server_is_found_again_and_nothing_is_lost(sit: Sit, tmp_path: Path) -> None:
    def serve(port: int) -> subprocess.Popen[str]:
        command = [str(CROUPIER), "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path), "--pace", "0"]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    server = serve(0)
    try:
        ines = sit("Ines")
        ines.home = f"http://127.0.0.1:{address_of(server)}"
        ines.open_table(5)
        ines.fill_with_bots("Greenhorn")
        ines.start()
        expect(ines.page.locator(".dock.is-yours .hand button.card")).not_to_have_count(0)
        hand = ines.page.locator(".hand button.card").all_inner_texts()
        kill(server)
        expect_line(ines, "Reconnecting")
        expect(ines.page.get_by_role("alert")).to_contain_text("The line dropped")
        expect(ines.page.locator(".hand button.card").first).to_be_disabled()
        ines.check_page()
        server = serve(int(ines.home.rsplit(":", 1)[-1]))
        expect_line(ines, "Connected", within=30)
        expect(ines.page.locator(".dock.is-yours .hand button.card").first).to_be_enabled()
        assert ines.page.locator(".hand button.card").all_inner_texts() == hand
        ines.errors = [text for text in ines.errors if "WebSocket connection" not in text]
    finally:
        kill(server)


def test_the_lobby_leads_back_to_a_table(sit: Sit) -> None:
    ines, otto = sit("Ines", "127.0.0.1", 360, 740), sit("Otto")
    path = ines.open_table(3)
    otto.join(path)
    expect(ines.page.locator(".chair", has_text="Otto")).to_be_visible()
    ines.page.goto(ines.home)
    back = ines.page.get_by_role("link", name="Go on with Otto")
    expect(back).to_be_visible()
    ines.check_page()
    back.click()
    expect(ines.page.locator(".chair.is-mine")).to_contain_text("Ines")


OPEN_WITH_BOX = """async ([name, box]) => {
  const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "quickshot", name, seats: 3, bots: ["prospector", "prospector"], box }) });
  const { table, key } = await answer.json();
  localStorage.setItem(`croupier.seat.${table}`, JSON.stringify({ key, nonce: "0123456789abcdef" }));
  return table;
}"""


def test_a_box_of_its_own_is_named_at_the_running_table(sit: Sit) -> None:
    ines = sit("Ines", width=360, height=640)
    box = subprocess.run([str(CROUPIER), "box", "quickshot"], capture_output=True, text=True, check=True, timeout=60).stdout
    ines.page.goto(ines.home)
    table = ines.page.evaluate(OPEN_WITH_BOX, ["Ines", box.replace("Trap = 5", "Trap = 6")])
    ines.page.goto(f"{ines.home}/t/{table}")
    ines.start()
    ines.page.get_by_role("button", name="Own box").click()
    expect(ines.page.get_by_role("dialog")).to_contain_text("Trap = 6")
    ines.check_page()
    ines.page.keyboard.press("Escape")
    expect(ines.page.get_by_role("dialog")).to_have_count(0)
    ines.check_page()


def test_an_address_that_leads_nowhere_leads_to_the_lobby(sit: Sit) -> None:
    otto = sit("Otto")
    answer = otto.page.goto(f"{otto.home}/nothing/here")
    assert answer and answer.status == 404
    otto.check_page()
    otto.page.get_by_role("link", name="To the lobby").click()
    expect(otto.page.get_by_role("button", name="Open a table").first).to_be_visible()
    otto.errors = [text for text in otto.errors if "404" not in text]


def test_a_link_that_reaches_nobody_says_so(sit: Sit) -> None:
    ines = sit("Ines")
    path = ines.open_table(3)
    expect(ines.page.locator(".invite")).to_contain_text("works on this machine only")
    expect(ines.page.get_by_label("Link to this table")).to_have_value(ines.home + path)
