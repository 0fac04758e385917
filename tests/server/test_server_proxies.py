"""What proxies say is believed of trusted ones only; and the names that a server answers for."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from raw import raw
from server_house import House, house, run
from starlette.applications import Starlette
from starlette.datastructures import Headers

from croupier.cli.app import main
from croupier.cli.serve import announce
from croupier.core.errors import Invalid
from croupier.server.client import Client
from croupier.server.forwarding import told_in
from croupier.server.gate import Gate
from croupier.server.hosts import parse_hosts
from croupier.server.limits import Limits
from croupier.server.proxies import parse_prefix, parse_proxies

TRUSTED = parse_proxies("127.0.0.1, 10.0.0.0/24, 2001:db8:1::/48")


def headers(*pairs: tuple[str, str]) -> Headers:
    return Headers(raw=[(name.encode(), value.encode()) for name, value in pairs])


@pytest.mark.parametrize(
    ("said", "client"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
        (["6.6.6.6", "203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7, 10.0.0.3, 127.0.0.1"], "203.0.113.7"),
        (["203.0.113.7,10.0.0.3", "::ffff:10.0.0.4"], "203.0.113.7"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["2001:DB8:0::7"], "2001:db8::7"),
        (["2001:db8::7, 2001:db8:1::1"], "2001:db8::7"),
        (["203.0.113.7, "], "203.0.113.7"),
        (["10.0.1.3"], "10.0.1.3"),
        (["6.6.6.6, unknown"], ""),
        (["6.6.6.6, _hidden, 10.0.0.3"], ""),
        (["6.6.6.6, 203.0.113.999"], ""),
        (["6.6.6.6, [2001:db8::7"], ""),
        (["6.6.6.6, fe80::1%eth0"], ""),
        (["6.6.6.6, 0x7f.1"], ""),
        (["6.6.6.6, 203.0.113.07"], ""),
        (["6.6.6.6, \xff"], ""),
        (["10.0.0.2, 10.0.0.3"], ""),
        (["6.6.6.6" + ", 10.0.0.3" * 100], ""),
        (["6.6.6.6" + ", 10.0.0.3" * 20], "6.6.6.6"),
    ],
)
def test_the_client_is_the_first_from_the_right_that_is_no_trusted_proxy(said: list[str], client: str) -> None:
    assert told_in(headers(*(("x-forwarded-for", value) for value in said)), TRUSTED.trust).client == client


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('for=203.0.113.7;proto=https;host="cards.example.org"', ("203.0.113.7", "https", "cards.example.org")),
        ('For="[2001:db8::7]:4711";Proto=HTTPS', ("2001:db8::7", "https", "")),
        ("for=6.6.6.6;proto=https;host=evil.example, for=203.0.113.7;proto=http", ("203.0.113.7", "http", "")),
        ("for=203.0.113.7;proto=https, for=10.0.0.3;proto=http", ("203.0.113.7", "https", "")),
        ('for="6.6.6.6, for=203.0.113.7;proto=https', ("203.0.113.7", "https", "")),
        ("for=6.6.6.6, for=unknown;proto=https", ("", "https", "")),
        ("for=6.6.6.6, proto=https", ("", "https", "")),
        ("for=203.0.113.7;host=a@b;proto=gopher", ("203.0.113.7", "", "")),
        (";;=,;", ("", "", "")),
    ],
)
def test_the_standard_header(said: str, told: tuple[str, str, str]) -> None:
    found = told_in(headers(("forwarded", said)), TRUSTED.trust)
    assert (found.client, found.scheme, found.host) == told
    both = told_in(headers(("forwarded", said), ("x-forwarded-for", "192.0.2.1")), TRUSTED.trust)
    assert (both.client, both.scheme) == ("192.0.2.1", "")


@pytest.mark.parametrize(
    ("name", "value", "field", "told"),
    [
        ("x-forwarded-proto", "WSS", "scheme", "https"),
        ("x-forwarded-proto", "https, http", "scheme", "http"),
        ("x-forwarded-proto", "gopher", "scheme", ""),
        ("x-forwarded-host", "evil.example, cards.example.org:8443", "host", "cards.example.org:8443"),
        ("x-forwarded-host", "a b", "host", ""),
        ("x-forwarded-host", "x/y", "host", ""),
        ("x-forwarded-prefix", "/croupier/", "prefix", "/croupier"),
        ("x-forwarded-prefix", "/a/b.c", "prefix", "/a/b.c"),
        *(("x-forwarded-prefix", value, "prefix", "") for value in
          ("/", "croupier", "//evil.example", "/a//b", "/a/../b", "/..", "/.", '/"><script>', "/a%2fb", "/é", "/" + "a" * 100,
           "/t", "/api/x")),
    ],
)  # fmt: skip
def test_scheme_host_and_prefix(name: str, value: str, field: str, told: str) -> None:
    assert getattr(told_in(headers((name, value)), TRUSTED.trust), field) == told


@pytest.mark.parametrize(
    "text",
    ["*", "", "proxy.example", "10.0.0.1/8", "0.0.0.0/0", "::/0", "10.0.0.1,", "10.0.0.1 10.0.0.2", "10.0.0.256", "a" * 999],
)
def test_a_mistyped_proxy_is_a_sentence(text: str) -> None:
    with pytest.raises(Invalid, match=r"^--trusted-proxies .*\.$") as told:
        parse_proxies(text)
    assert len(str(told.value)) < 300


@pytest.mark.parametrize("text", ["//", "a//b", "/a/../b", "/t", "api", "a b", "/a?b", "a" * 101, "é"])
def test_a_mistyped_prefix_is_a_sentence(text: str) -> None:
    if text == "//":
        assert parse_prefix(text) == "" and parse_prefix("croupier/") == "/croupier"
        return
    with pytest.raises(Invalid, match=r"^--prefix .*\.$"):
        parse_prefix(text)


@pytest.mark.parametrize("text", ["*", "", "a,,b", "http://a", "a:80", "a b", "-a", "*.*.a", "a..b", "é.example"])
def test_a_mistyped_host_is_a_sentence(text: str) -> None:
    with pytest.raises(Invalid, match=r"^--allowed-hosts .*\.$"):
        parse_hosts(text)


def test_the_command_says_what_is_wrong_and_where_it_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    for option, value in (("--trusted-proxies", "*"), ("--prefix", "/t"), ("--allowed-hosts", "*")):
        with pytest.raises(SystemExit) as stopped:
            main(["serve", "--port", "0", "--store", "memory", option, value])
        said = capsys.readouterr()
        assert stopped.value.code == 2 and said.err.startswith(option) and said.err.count("\n") == 1 and not said.out
    announce("127.0.0.1", 8000, "/croupier", with_code=False)
    assert "http://localhost:8000/croupier/\n" in capsys.readouterr().out


# --- a real server --------------------------------------------------------------------------------------------------------


async def opened_by(h: House, address: str, **more: str) -> int:
    """The answer to whoever opens a table, said to come from there."""
    body = {"game": "quickshot", "name": "Ann", "seats": 3}
    return (await h.http.post("/api/tables", json=body, headers={"x-forwarded-for": address, **more})).status_code


def test_limits_count_the_forwarded_address_of_a_trusted_proxy_only() -> None:
    async def work() -> None:
        few = Limits(tables_at_once=1, tables_per_second=0.001)
        async with house(limits=few, trusted_proxies=parse_proxies("127.0.0.1")) as h:
            assert [await opened_by(h, address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")] == [201, 429, 201]
            assert await opened_by(h, "6.6.6.6, 192.0.2.1") == 429, "what is further left is a stranger's word"
            assert [await opened_by(h, "2001:db8::1"), await opened_by(h, "[2001:db8::2]:80")] == [201, 429], "one /64"
            assert [await opened_by(h, "unknown") for _ in range(3)] == [201] * 3, "the proxy itself is nobody"
        async with house(limits=few, trusted_proxies=parse_proxies("127.0.0.2")) as h:
            assert [await opened_by(h, "192.0.2.1") for _ in range(3)] == [201] * 3, "this peer is not trusted"

    run(work())


def test_sockets_count_the_forwarded_address_too() -> None:
    async def work() -> None:
        async with house(limits=Limits(sockets_each=1), trusted_proxies=parse_proxies("127.0.0.1")) as h:
            table, _ = await h.open()
            first = await h.stranger(table, additional_headers={"x-forwarded-for": "192.0.2.1"})
            assert await first.hello()
            second = await h.stranger(table, additional_headers={"x-forwarded-for": "6.6.6.6, 192.0.2.1"})
            await second.until(lambda: second.closed)
            assert second.heard[0]["code"] == "flood"
            third = await h.stranger(table, additional_headers={"x-forwarded-for": "192.0.2.2"})
            assert await third.hello()

    run(work())


def test_connections_of_a_trusted_proxy_are_not_one_strangers() -> None:
    gate = Gate(Limits(connections_each=1, connections_at_once=1), 10, parse_proxies("10.0.0.1"))
    assert [bool(gate.enter(host, 0.0)) for host in ("10.0.0.1", "10.0.0.1", "::ffff:10.0.0.1", "10.0.0.2", "10.0.0.2")] == [
        False, False, False, False, True,
    ]  # fmt: skip
    for host in ("10.0.0.1", "10.0.0.1", "::ffff:10.0.0.1", "10.0.0.2"):
        gate.leave(host)
    assert gate.open == 0 and not gate.here.count


FROM_OUTSIDE = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https", "x-forwarded-host": "cards.example.org"}


@pytest.mark.parametrize("path_has_prefix", [True, False])
@pytest.mark.parametrize(("setting", "header"), [("/croupier", None), ("", "/croupier"), ("/other", "/croupier")])
def test_links_under_a_prefix(path_has_prefix: bool, setting: str, header: str | None) -> None:
    async def work() -> None:
        async with house(trusted_proxies=parse_proxies("127.0.0.1"), prefix=setting) as h:
            table, _ = await h.open()
            before = "/croupier" if path_has_prefix else ""
            said = FROM_OUTSIDE | ({"x-forwarded-prefix": header} if header else {})
            code = await h.http.get(f"{before}/api/tables/{table}/qr.svg", headers=said)
            assert code.headers["shared-link"] == f"https://cards.example.org/croupier/t/{table}"
            assert "wss://cards.example.org" in code.headers["content-security-policy"]
            nowhere = await h.http.post(f"{before}/nowhere", headers=said)
            assert nowhere.status_code in (404, 405)
            missing = await h.http.get(f"{before}/gone.js", headers=said)
            assert missing.status_code == 404 and "/croupier/" in missing.text

    run(work())


def test_a_stranger_moves_no_link() -> None:
    async def work() -> None:
        async with house(trusted_proxies=parse_proxies("127.0.0.2")) as h:
            table, _ = await h.open()
            said = FROM_OUTSIDE | {"x-forwarded-prefix": "/croupier", "forwarded": "for=1.2.3.4;host=evil.example;proto=https"}
            code = await h.http.get(f"/api/tables/{table}/qr.svg", headers=said)
            assert code.headers["shared-link"] == f"http://127.0.0.1:{h.port}/t/{table}"
            assert (await h.http.get("/croupier/api/lobby", headers=said)).status_code == 404

    run(work())


def test_a_page_by_http_is_foreign_to_one_by_https() -> None:
    async def work() -> None:
        async with house(trusted_proxies=parse_proxies("127.0.0.1")) as h:
            assert await opened_by(h, "192.0.2.1", **FROM_OUTSIDE, origin="https://cards.example.org") == 201
            assert await opened_by(h, "192.0.2.1", **FROM_OUTSIDE, origin="http://cards.example.org") == 400
            assert await opened_by(h, "192.0.2.1", **FROM_OUTSIDE, origin="https://evil.example") == 400
            table, _ = await h.open()
            for origin, status in (("https://cards.example.org", "101"), ("http://cards.example.org", "403")):
                more = "".join(f"{name}: {value}\r\n" for name, value in {**FROM_OUTSIDE, "origin": origin}.items())
                assert await handshake(h, f"/ws/{table}", f"Host: x\r\n{more}") == status

    run(work())


async def status_of(h: House, request: str) -> tuple[str, dict[str, Any]]:
    """Status and body of the answer to raw bytes."""
    async with raw(h, request.encode("latin-1")) as line:
        head = (await line.reader.readuntil(b"\r\n\r\n")).decode()
        size = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0] or 0)
        body = await asyncio.wait_for(line.reader.readexactly(size), 5)
    assert "content-security-policy" in head
    return head.split()[1], json.loads(body)


async def handshake(h: House, path: str, more: str) -> str:
    first = f"GET {path} HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    async with raw(h, (first + key).encode("latin-1")) as line:
        return (await line.reader.readuntil(b"\r\n\r\n")).decode().split()[1]


AT_HOME = ["localhost", "LOCALHOST:8000", "localhost.", "a.localhost", "127.0.0.1:1", "[::1]:8000", "192.168.1.7",
           "8.8.8.8", "table", "x.lan", "fritz.box", "x.fritz.box", "Table.Local.", "x.home.arpa", "x.internal"]  # fmt: skip
ELSEWHERE = ["evil.example", "EVIL.example:80", "evil.example.", "localhost.evil.example", "127.0.0.1.evil.example",
             "evillan.com", "127.1", "notfritz.box", "10.0.0.1.nip.io"]  # fmt: skip
MALFORMED = ["", "evil@localhost", "localhost:x", "localhost:999999", "a b", "[fe80::1%eth0]", "localhost/x", "\xff", "[::1"]


def test_names_of_a_home_are_answered_for_and_no_others() -> None:
    async def work() -> None:
        async with house() as h:
            table, _ = await h.open()
            for hosts, status, upgraded in ((AT_HOME, "200", "101"), (ELSEWHERE, "421", "403"), (MALFORMED, "400", "403")):
                for host in hosts:
                    found, said = await status_of(h, f"GET /api/lobby HTTP/1.1\r\nHost: {host}\r\n\r\n")
                    assert found == status, (host, said)
                    assert found == "200" or (said["code"] == "protocol" and said["sentence"].endswith(".")), said
                    assert await handshake(h, f"/ws/{table}", f"Host: {host}\r\n") == upgraded, host
            _, said = await status_of(h, "GET / HTTP/1.1\r\nHost: EVIL.example:80\r\n\r\n")
            allow = "its operator may allow it with --allowed-hosts evil.example."
            assert said["sentence"] == f"This server does not answer for evil.example; {allow}"

    run(work())


def test_requests_with_two_hosts_none_or_one_in_their_first_line() -> None:
    async def work() -> None:
        async with house() as h:
            get = "GET /api/lobby HTTP/1.1\r\n"
            assert (await status_of(h, f"{get}Host: localhost\r\nHost: evil.example\r\n\r\n"))[0] == "400"
            assert (await status_of(h, f"{get}\r\n"))[0] == "400"
            assert (await status_of(h, "GET /api/lobby HTTP/1.0\r\n\r\n"))[0] == "200", "a simple check of health"
            assert (await status_of(h, "GET /api/lobby HTTP/1.0\r\nHost: evil.example\r\n\r\n"))[0] == "421"
            absolute = "GET http://evil.example/api/lobby HTTP/1.1\r\nHost: "
            assert (await status_of(h, f"{absolute}evil.example\r\n\r\n"))[0] == "421"
            table, _ = await h.open()
            assert await handshake(h, f"/ws/{table}", "") == "403"
            assert await handshake(h, f"/ws/{table}", "Host: localhost\r\nHost: localhost\r\n") == "403"
            assert await handshake(h, f"http://evil.example/ws/{table}", "Host: localhost\r\n") == "403"

    run(work())


def test_a_list_of_hosts_is_the_whole_list_but_for_this_machines_own_checks() -> None:
    async def work() -> None:
        listed = parse_hosts("Cards.example.org, *.example.net, 192.168.1.7")
        async with house(allowed_hosts=listed, trusted_proxies=parse_proxies("127.0.0.2")) as h:
            for host, status in {
                "cards.example.org": "200", "CARDS.example.org.:443": "200", "a.example.net": "200", "a.b.example.net": "200",
                "192.168.1.7:80": "200", "localhost": "200", "127.0.0.1": "200", "[::1]": "200", "example.net": "421",
                "evilexample.net": "421", "x.cards.example.org": "421", "table.lan": "421", "192.168.1.8": "421",
            }.items():  # fmt: skip
                found = (await status_of(h, f"GET /api/lobby HTTP/1.1\r\nHost: {host}\r\n\r\n"))[0]
                assert found == status, host
            forged = "X-Forwarded-Host: cards.example.org\r\n"
            assert (await status_of(h, f"GET / HTTP/1.1\r\nHost: evil.example\r\n{forged}\r\n"))[0] == "421"

    run(work())


def test_a_trusted_proxy_chooses_the_host_unless_there_is_a_list() -> None:
    async def work() -> None:
        request = "GET /api/lobby HTTP/1.1\r\nHost: inner\r\nX-Forwarded-Host: "
        async with house(trusted_proxies=parse_proxies("127.0.0.1")) as h:
            assert (await status_of(h, f"{request}cards.example.org\r\n\r\n"))[0] == "200"
        async with house(trusted_proxies=parse_proxies("127.0.0.1"), allowed_hosts=("cards.example.org",)) as h:
            assert (await status_of(h, f"{request}cards.example.org\r\n\r\n"))[0] == "200"
            assert (await status_of(h, f"{request}evil.example\r\n\r\n"))[0] == "421"

    run(work())


def test_the_page_names_its_prefix(tmp_path: Path) -> None:
    mark = '<meta name="croupier-prefix" content="{}"><script type="module" src="{}assets/index.js"></script><a href="{}x">'
    (tmp_path / "index.html").write_text(mark.format("", "./", "./"))

    async def work() -> None:
        for prefix in ("", "/croupier"):
            transport = httpx.ASGITransport(Starlette(routes=Client(tmp_path).routes()), root_path=prefix)
            async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as browser:
                for path, status in (("/", 200), ("/t/abcdefghij", 200), ("/no/where", 404)):
                    page = await browser.get(f"{prefix}{path}")
                    assert page.status_code == status and page.headers["cache-control"] == "no-cache"
                    assert page.text == mark.format(prefix, f"{prefix}/", f"{prefix}/")
        (tmp_path / "index.html").write_text("another")
        transport = httpx.ASGITransport(Starlette(routes=Client(tmp_path).routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as browser:
            assert (await browser.get("/")).text == "another"

    run(work())


def test_a_prefix_without_its_slash_leads_to_the_lobby() -> None:
    async def work() -> None:
        async with house(trusted_proxies=parse_proxies("127.0.0.1"), prefix="/croupier") as h:
            answer = await h.http.get("/croupier", headers=FROM_OUTSIDE)
            assert answer.status_code == 307 and answer.headers["location"] == "https://cards.example.org/croupier/"
            assert (await h.http.get("/croupierx", headers=FROM_OUTSIDE)).status_code in (404, 503)

    run(work())
