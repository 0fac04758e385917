"""Requests that are small and mean: boxes that parse slowly or not at all, bodies that nest, paths that are odd."""

from __future__ import annotations

import json

from tests.fuzz.attacks.target import Target

DEEP = 9000


def box(content: str) -> bytes:
    return json.dumps({"game": "quickshot", "name": "Mallory", "seats": 3, "box": content}).encode()


BOXES = (
    box("a" + ".a" * 9000 + "=1"),
    box("\n".join(f"a{'.a' * 50}.b{i} = 1" for i in range(150))),
    box("a=" + "[" * DEEP + "]" * DEEP),
    box("a=" + "{b=" * 4000 + "1" + "}" * 4000),
    box("[" + "a." * 9000 + "a]"),
    box("[[a]]\n" * 3000),
    box("a=" + "1" * 4300),
    box("a=-" + "9" * 20_000),
    box("a=0x" + "f" * 15_000),
    box("a='" + "x" * 20_000 + "'"),
    box('a="""' + '"' * 18_000),
    box('a="' + "\\u0041" * 3000 + '"'),
    box("a=" + "1e" + "9" * 5000),
    box("name = " + "'" * 18_000),
    box("\ufeffa=1\r" * 3000),
    box("a\0=1"),
    b'{"game":"quickshot","name":"M","seats":3,"box":"\xff\xfe"}',
    b"\xff\xfe{\x00}\x00",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"game":"quickshot","name":"M","seats":' + b"9" * 60_000 + b"}",
    b'{"game":"quickshot","name":"M","seats":1e' + b"9" * 300 + b"}",
    b'{"game":"quickshot","name":"M","seats":3,"seconds":' + b"9" * 5000 + b"}",
    b'{"game":"quickshot","name":"' + b"x" * 60_000 + b'","seats":3}',
    b'{"' + b"k" * 60_000 + b'":1}',
    b'{"game":"' + b"g" * 60_000 + b'","name":"M","seats":3}',
    json.dumps({"game": "quickshot", "name": "M", "seats": 3, "options": {f"o{i}": "x" * 30 for i in range(1000)}}).encode(),
    json.dumps({"game": "quickshot", "name": "M", "seats": 3, "options": {"o" * 20_000: "x" * 20_000}}).encode(),
    json.dumps({"game": "quickshot", "name": "M", "seats": 3, "bots": [None] * 10_000}).encode(),
    b'{"game":"quickshot","name":"\\ud800","seats":3}',
)

PATHS = (
    "/" + "a" * 300, "/" + "a" * 30_000, "/%00", "/a%00b", "/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd", "/" + "../" * 500,
    "/assets/" + "%2e%2e%2f" * 50, "/\xff\xfe", "/%ff%fe", "/%", "/%zz", "//", "/" + "/" * 5000, "/t/" + "a" * 300, "/t/%00",
    "/api/tables/" + "a" * 300 + "/log", "/api/tables/%00/qr.svg", "/api/games/" + "a" * 300 + "/rules", "/api/games/%00/rules",
    "/api/games/../rules", "/?" + "a" * 60_000, "/api/lobby?" + "a=b&" * 15_000, "/" + "%41" * 5000, "/ws/" + "a" * 300, "*",
    "http://elsewhere/", "/\\..\\..\\a", "/con", "/.digest", "/a\tb",
    "/" + "é".encode().decode("latin-1") * 200, "/" + "%F0%9F%92%A9" * 80,
)  # fmt: skip
METHODS = (b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"HEAD", b"TRACE", b"CONNECT", b"BREW", b"PROPFIND", b"POST")
HEADERS = (
    b"Host: \xff\r\n", b"Host: " + b"a" * 5000 + b"\r\n", b"Host: a\r\nHost: b\r\n", b"Content-Length: -1\r\n",
    b"Content-Length: x\r\n",
    b"Content-Length: 1\r\nContent-Length: 2\r\n", b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
    b"Expect: 100-continue\r\n",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n", b"Upgrade: h2c\r\nConnection: Upgrade\r\n", b"Origin: null\r\n",
    b"Origin: http://[\r\n", b"Range: bytes=0-,0-,0-,0-\r\n", b"Range: bytes=9-1\r\n", b"If-Modified-Since: \xff\r\n",
    b"X-Forwarded-For: " + b"1.1.1.1," * 500 + b"\r\n", b"X-Forwarded-Host: \xff\r\n", b"X-Forwarded-Proto: gopher\r\n",
    b"X-N: a\r\n" * 500,
    b"Accept-Encoding: " + b"gzip," * 1000 + b"\r\n",
)  # fmt: skip


async def rounds(target: Target, requests: list[bytes]) -> None:
    """Each of them at least once, then again until the time is up."""
    number = 0
    while number < len(requests) or target.left:
        await target.ask(requests[number % len(requests)])
        number += 1


async def hostile_boxes(target: Target) -> None:
    """Boxes and bodies that parse slowly, nest deeply, or cannot be read."""
    await rounds(target, [target.post("/api/tables", body) for body in BOXES])


async def odd_bodies(target: Target) -> None:
    """The same bodies where people sit down, move and hand over."""
    table, _ = await target.table()
    paths = (f"/api/tables/{table}/seats", f"/api/tables/{table}/handover", "/api/handover")
    await rounds(target, [target.post(path, body) for path in paths for body in BOXES[16:]])


def hosted(header: bytes) -> bytes:
    """With a Host, without which nothing else is looked at."""
    return header if header.startswith(b"Host") else b"Host: 127.0.0.1\r\n" + header


async def odd_requests(target: Target) -> None:
    """Paths of any length and kind, methods and headers that do not exist."""
    requests = [target.get(path, close=True) for path in PATHS]
    requests += [target.get("/api/lobby", close=True).replace(b"GET", method, 1) for method in METHODS]
    for line in (b"GET /", b"POST /api/handover"):
        requests += [line + b" HTTP/1.1\r\nConnection: close\r\n" + hosted(header) + b"\r\n" for header in HEADERS]
    handshake = target.handshake("aaaaaaaaaa").removesuffix(b"\r\n")
    requests += [handshake + header + b"\r\n" for header in HEADERS if header.startswith(b"Origin")]
    await rounds(target, requests)


PLAYS = (hostile_boxes, odd_bodies, odd_requests)
