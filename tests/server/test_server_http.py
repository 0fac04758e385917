"""Routes, headers, foreign pages, the lobby, and what stands in a log before and after the end."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from server_house import house, play_on, run
from starlette.applications import Starlette
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from croupier.games import NAMES
from croupier.server.client import Client
from croupier.server.headers import is_foreign
from croupier.server.lan import is_loopback, shareable
from croupier.server.limits import Limits
from croupier.server.rules import parse_rules


@pytest.mark.parametrize(
    ("body", "status", "code", "part"),
    [
        ({"game": "chess"}, 404, "unknown", "quickshot"),
        ({"seats": 2}, 400, "invalid", "3 to 7"),
        ({"seats": "5"}, 400, "invalid", "seats"),
        ({"name": ""}, 400, "invalid", "1 to 24"),
        ({"name": "x" * 25}, 400, "invalid", "1 to 24"),
        ({"bots": ["genius"]}, 400, "invalid", "genius"),
        ({"bots": ["prospector"] * 9}, 400, "invalid", "bots"),
        ({"options": {"fast": "yes"}}, 404, "unknown", "options"),
        ({"game": "silver_and_gold", "options": {"fast": "yes"}}, 404, "unknown", "take_from_deck"),
        ({"game": "silver_and_gold", "options": {"take_from_deck": "yes"}}, 404, "unknown", "off and on"),
        ({"game": "silver_and_gold", "options": {"take_from_deck": True}}, 400, "invalid", "str"),
        ({"game": "silver_and_gold", "seats": 5}, 400, "invalid", "2 to 4"),
        ({"first_seat": 5}, 400, "invalid", "0 to 4"),
        ({"first_seat": -1}, 400, "invalid", "0 to 4"),
        ({"first_seat": "0"}, 400, "invalid", "first_seat"),
        ({"box": "hand_size = 99"}, 400, "invalid", "[copies] is missing"),
        ({"box": "not toml ="}, 400, "invalid", "TOML"),
        ({"seconds": 17}, 400, "invalid", "30, 60 or 180"),
        ({"colour": "red"}, 400, "invalid", "colour"),
        ({"name": "x" * 70_000}, 413, "too_large", "65536"),
    ],
)
def test_a_table_that_cannot_be_opened(body: dict[str, object], status: int, code: str, part: str) -> None:
    async def work() -> None:
        async with house() as h:
            whole = {"game": "quickshot", "name": "Ann", "seats": 5} | body
            answer = await h.http.post("/api/tables", json=whole)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
            assert part in answer.json()["sentence"]
            assert not h.hall.desks

    run(work())


def test_names_are_data_and_never_twice() -> None:
    async def work() -> None:
        async with house() as h:
            table, key = await h.open("<b>Ann</b>")
            await h.join(table, "<B>ann</B>")
            ann = await h.person(table, key)
            names = [seat.get("name") for seat in ann.frame["seats"]]
            assert names[:2] == ["<b>Ann</b>", "<B>ann</B> 2"]
            answer = await h.http.post(f"/api/tables/{table}/seats", json={"name": "Zero\u0000"})
            assert answer.json()["code"] == "invalid"

    run(work())


def test_seats_run_out() -> None:
    async def work() -> None:
        async with house() as h:
            table, _ = await h.open(seats=3)
            await h.join(table, "Bo", seat=2)
            taken = await h.http.post(f"/api/tables/{table}/seats", json={"name": "Cy", "seat": 2})
            assert (taken.status_code, taken.json()["code"]) == (409, "taken")
            await h.join(table, "Cy")
            full = await h.http.post(f"/api/tables/{table}/seats", json={"name": "Di"})
            assert (full.status_code, full.json()["code"]) == (409, "taken")
            nobody = await h.http.post("/api/tables/aaaaaaaaaa/seats", json={"name": "Di"})
            assert (nobody.status_code, nobody.json()["code"]) == (404, "unknown")

    run(work())


def test_the_lobby_shows_listed_tables_only() -> None:
    async def work() -> None:
        async with house(limits=Limits(lobby_waits=1.0, lobby_every=0.0)) as h:
            private, _ = await h.open("Ann")
            more = {"game": "silver_and_gold", "options": {"take_from_deck": "on"}}
            listed, key = await h.open("Bo", seats=4, bots=[None, "prospector"], listed=True, **more)
            lobby = (await h.http.get("/api/lobby")).json()["tables"]
            shown = {
                "table": listed,
                "name": "Bo",
                "state": "gathering",
                "people": 1,
                "bots": 1,
                "free": 2,
                **more,
            }
            assert lobby == [shown]
            bo = await h.person(listed, key)
            await bo.ask("configure", seconds=0, listed=False)
            assert (await h.http.get("/api/lobby")).json()["tables"] == []
            await bo.ask("configure", seconds=0, listed=True)
            await asyncio.sleep(1.2)
            assert (await h.http.get("/api/lobby")).json()["tables"] == [shown], "Bo is there"
            await bo.close()
            await h.http.get("/api/health")
            assert (await h.http.get("/api/lobby")).json()["tables"] == [shown], "Bo has just gone"
            await asyncio.sleep(1.2)
            assert (await h.http.get("/api/lobby")).json()["tables"] == [], "nobody is there any more"
            bo = await h.person(listed, key)
            assert (await h.http.get("/api/lobby")).json()["tables"] == [shown], "Bo is back"
            assert private not in str(lobby)

    run(work())


@pytest.mark.parametrize("page", [1, 2, 3, 200])
def test_the_log_is_redacted_until_the_end_and_then_proves_the_deal(page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many entries are read at once: the deal may be the last of a page."""
    monkeypatch.setattr("croupier.server.routes.LOG_PAGE", page)

    async def work() -> None:
        async with house() as h:
            table, key = await h.open(seats=4, bots=["prospector"] * 3)
            ann = await h.person(table, key)
            await ann.ask("start")
            await ann.until(ann.offered)
            lines = [json.loads(line) for line in (await h.http.get(f"/api/tables/{table}/log")).text.splitlines()]
            assert lines[0]["kind"] == "opened" and "seed" not in lines[0]
            assert lines[-1]["kind"] == "dealt" and not any(line["kind"] == "acted" for line in lines)
            assert key not in str(lines)
            await play_on([ann])
            answer = await h.http.get(f"/api/tables/{table}/log")
            lines = [json.loads(line) for line in answer.text.splitlines()]
            assert lines[0]["seed"] and lines[-1]["kind"] == "ended"
            assert "attachment" in answer.headers["content-disposition"]
            from croupier.table.verify import verify

            assert verify(answer.text.splitlines())

    run(work())


def test_games_rules_health_and_code() -> None:
    async def work() -> None:
        async with house() as h:
            listed = (await h.http.get("/api/games")).json()
            assert [game["name"] for game in listed] == list(NAMES)
            for game in listed:
                assert [level["level"] for level in game["levels"]] == ["greenhorn", "prospector", "sharper", "mayor"]
            rules = (await h.http.get("/api/games/quickshot/rules")).json()
            assert len(rules["cards"]) == 8
            named = {paragraph["id"]: paragraph["text"] for section in rules["sections"] for paragraph in section["paragraphs"]}
            assert {"2.3", "3.1", "3.3", "3.6", "6.1", "6.8"} <= named.keys() and all(named.values())
            assert (await h.http.get("/api/games/chess/rules")).json()["code"] == "unknown"
            health = (await h.http.get("/api/health")).json()
            assert health["ok"] and health["store"] == "memory" and health["warm"] == list(NAMES)
            table, _ = await h.open()
            code = await h.http.get(f"/api/tables/{table}/qr.svg")
            assert code.headers["shared-link"].endswith(f"/t/{table}")
            assert code.headers["content-type"].startswith("image/svg+xml") and "<svg" in code.text
            assert (await h.http.get("/api/nonsense")).status_code == 404

    run(work())


def test_an_open_choice_does_not_move_its_table_in_the_lobby() -> None:
    """Else the order would tell how many actions somebody has taken."""

    async def work() -> None:
        async with house() as h:
            first, key = await h.open(game="silver_and_gold", seats=2, listed=True)
            keys = [key, await h.join(first)]
            people = [await h.person(first, key) for key in keys]
            await people[0].ask("start")
            second, key = await h.open(game="silver_and_gold", seats=2, listed=True)
            await h.join(second)
            await (await h.person(second, key)).ask("start")

            async def order() -> list[str]:
                return [shown["table"] for shown in (await h.http.get("/api/lobby")).json()["tables"]]

            assert await order() == [second, first]
            await people[0].act()
            assert await order() == [second, first]
            await people[1].act()
            assert await order() == [first, second], "all have chosen, and everybody sees it"

    run(work())


def test_every_answer_carries_its_headers() -> None:
    async def work() -> None:
        async with house() as h:
            for path in ("/", "/api/lobby", "/api/tables/none/log", "/t/abc", "/nowhere.js"):
                headers = (await h.http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy and "script-src 'self';" in policy and "frame-ancestors 'none'" in policy
                assert f"ws://127.0.0.1:{h.port}" in policy
                assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
                assert "server" not in headers
            evil = await h.http.get("/", headers={"host": "evil; script-src *"})
            assert "evil" not in evil.headers["content-security-policy"]

    run(work())


def test_foreign_pages_change_nothing() -> None:
    async def work() -> None:
        async with house() as h:
            body = {"game": "quickshot", "name": "Ann", "seats": 5}
            answer = await h.http.post("/api/tables", json=body, headers={"origin": "http://evil.example"})
            assert (answer.status_code, answer.json()["code"]) == (400, "protocol")
            own = await h.http.post("/api/tables", json=body, headers={"origin": f"http://127.0.0.1:{h.port}"})
            assert own.status_code == 201
            odd = await h.http.post("/api/tables", json=body, headers={"origin": "http://["})
            assert (odd.status_code, odd.json()["code"]) == (400, "protocol"), "what no browser sends"
            with pytest.raises(InvalidStatus, match="403"):
                await h.stranger("aaaaaaaaaa", origin="http://[")

    run(work())


@pytest.mark.parametrize(
    ("origin", "host", "foreign"),
    [
        ("http://table.lan:8000", "table.lan:8000", False),
        ("http://TABLE.lan", "table.lan:80", False),
        ("https://table.lan", "table.lan:443", False),
        ("https://table.lan", "table.lan", False),
        ("http://table.lan:8001", "table.lan:8000", True),
        ("http://evil.lan", "table.lan", True),
        ("null", "table.lan", True),
        ("file://", "table.lan", True),
        ("http://", "", True),
        ("http://[", "table.lan", True),
        ("http://[::1", "[::1", True),
        ("http://a]b", "table.lan", True),
        (None, "table.lan", False),
    ],
)
def test_origin_must_equal_host(origin: str | None, host: str, foreign: bool) -> None:
    headers = {"host": host} | ({"origin": origin} if origin is not None else {})
    assert is_foreign(Headers(headers)) is foreign


def test_pages_and_files_of_the_client(tmp_path: Path) -> None:
    static = tmp_path / "static"

    async def work() -> None:
        transport = httpx.ASGITransport(Starlette(routes=Client(static).routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as browser:
            assert "has not been built" in (await browser.get("/")).text
            (tmp_path / "secret.txt").write_text("secret")
            (static / "assets").mkdir(parents=True)
            (static / "index.html").write_text("<title>the page</title>")
            (static / "assets" / "index-Bx71_aZ9.js").write_text("1")
            (static / "icon.svg").write_text("<svg/>")
            for path in ("/", "/t/abcdefghij", "/move"):
                page = await browser.get(path)
                assert "the page" in page.text and page.headers["cache-control"] == "no-cache"
            assert "immutable" in (await browser.get("/assets/index-Bx71_aZ9.js")).headers["cache-control"]
            assert (await browser.get("/icon.svg")).headers["cache-control"] == "no-cache"
            (static / ".digest").write_text("secret")
            (static / "assets" / ".map").write_text("secret")
            for path in ("/.digest", "/%2edigest", "/assets/%2e%2e/.digest", "/assets/.map"):
                hidden = await browser.get(path)
                assert hidden.status_code == 404 and "secret" not in hidden.text
            for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/none", "/%00", "/assets"):
                answer = await browser.get(path)
                assert answer.status_code == 404 and "secret" not in answer.text
            for path in ("/none", "/nothing/here", "/t/a/b/c", "/assets"):
                nowhere = await browser.get(path)
                assert "the page" in nowhere.text and nowhere.headers["cache-control"] == "no-cache", path
            assert "the page" not in (await browser.get("/assets/gone.js")).text

    run(work())


def test_links_for_phones() -> None:
    assert shareable("table.lan:8000", bound_to="0.0.0.0") == "table.lan:8000"
    assert not is_loopback(shareable("192.168.1.5:8000", bound_to="0.0.0.0"))
    assert shareable("localhost:8000", bound_to="127.0.0.1") == "localhost:8000"
    assert shareable("localhost:8000", bound_to="0.0.0.0").endswith(":8000")
    assert all(map(is_loopback, ("localhost", "127.0.0.1:80", "[::1]:8000", "::1")))


def test_paragraphs_of_a_rules_page() -> None:
    page = (
        "# T\n\nintro\n\n## 3 The round\nlead\n**3.1** One\ntwo.\n\n- a\n- b\n\n**3.2** Three.\n\n## 4 The end\n\n**4.1** Four."
    )
    sections = parse_rules(page)
    assert [(section.number, section.title) for section in sections] == [(3, "The round"), (4, "The end")]
    assert [p.id for p in sections[0].paragraphs] == ["3.1", "3.2"]
    assert sections[0].paragraphs[0].text == "One two.\n\n- a\n- b"


def test_the_server_never_imports_numba() -> None:
    rooms = "croupier.server.run, croupier.cli.serve, croupier.bots.worker, croupier.store.sqlite"
    code = f"import sys, {rooms}; print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
