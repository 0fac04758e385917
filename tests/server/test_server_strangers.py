"""What strangers send in boxes, paths and bodies: always an answer with a sentence, soon, and a bounded line in the journal."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest
from server_house import house, run

from croupier import games
from croupier.core.errors import LONGEST
from croupier.server.journal import LONGEST_LINE, OneLine, shown

OPENING = {"game": "quickshot", "name": "Ann", "seats": 5}
BOXES = {
    "dots": ".".join(["a"] * 9000) + "=1",
    "dots of a table": f"[{'.'.join(['a'] * 9000)}]",
    "quoted dots": " . ".join(['"a"'] * 3000) + "=1",
    "brackets": "x=" + "[" * 19_000,
    "braces": "x=" + "{y=" * 6000,
    "digits": "x=" + "9" * 5000,
    "digits of a key": f'"{"9" * 5000}"=1',
    "hexadecimal digits": "hand_size=0x" + "f" * 19_000,
    "blanks": " " * 19_000 + "y=1",
    "a long value": f'hand_size="{"x" * 19_000}"',
    "quotes": '"' * 19_000,
    "escapes": 'x="' + "\\" * 19_000,
    "many tables": "[[a]]\n" * 3000,
    "NUL": "x=\0",
}


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("box", BOXES)
def test_a_hostile_box_is_refused_in_a_sentence_and_soon(box: str, game: str) -> None:
    async def work() -> None:
        async with house() as h:
            started = time.process_time()
            answer = await h.http.post("/api/tables", json=OPENING | {"game": game, "box": BOXES[box]})
            took = time.process_time() - started
            assert answer.status_code == 400, answer.text[:500]
            assert 0 < len(answer.json()["sentence"]) <= LONGEST
            assert took < 0.3

    run(work())


def test_a_box_is_read_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.server.routes import Table

    opened = Table.open

    def slowly(*args: object) -> object:
        time.sleep(0.3)
        return opened(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "open", slowly)

    async def work() -> None:
        async with house() as h:
            waiting = asyncio.create_task(h.http.post("/api/tables", json=OPENING))
            longest = 0.0
            while not waiting.done():
                before = time.perf_counter()
                await asyncio.sleep(0.005)
                longest = max(longest, time.perf_counter() - before)
            assert waiting.result().status_code == 201
            assert longest < 0.25

    run(work())


@pytest.mark.parametrize(
    "body",
    [
        b'{"game":"a","name":"b","seats":3,"box":' + b"[" * 60_000,
        b'{"x":' + b'{"a":' * 10_000,
        b"[" * 60_000,
        b'{"seats":' + b"9" * 5000 + b"}",
        b'{"game":"quickshot","name":"b","seats":' + b"9" * 4000 + b"}",
        b'{"game":"' + b"x" * 60_000 + b'","name":"b","seats":3}',
        b'{"game":"quickshot","name":"b","seats":3,"options":{"' + b"x" * 60_000 + b'":"on"}}',
        b'{"name":"\\ud800"}',
        b"\xff\xfe{",
        b'{"seats":NaN}',
        b"",
    ],
    ids=range(11),
)
def test_a_body_that_cannot_be_read(body: bytes) -> None:
    async def work() -> None:
        async with house() as h:
            answer = await h.http.post("/api/tables", content=body)
            assert answer.status_code in (400, 404), answer.text[:500]
            assert 0 < len(answer.json()["sentence"]) <= LONGEST

    run(work())


PATHS = [
    "/" + "a" * 300, "/" + "a/" * 3000, "/" + "a" * 300 + ".js", "/%00", "/a%00b", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cx",
    "/%ed%a0%80", "/%ff", "/assets", "/assets/", "/t/" + "x" * 5000, "/api/games/" + "x" * 5000 + "/rules", "/api/games/%00",
    "/api/games/%00/rules", "/api/tables/%00/log", "/api/tables/" + "%C3%A9" * 500 + "/qr.svg", "/ws/abc", "/api/nothing",
    "/?" + "q=1&" * 2000,
    "/api/games/%ed%a0%80/rules",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_every_path_has_an_answer(path: str) -> None:
    async def work() -> None:
        async with house() as h:
            for method in ("GET", "HEAD", "OPTIONS", "DELETE", "POST", "BREW"):
                answer = await h.http.request(method, path)
                assert answer.status_code < 500 or answer.status_code == 503, (method, answer.status_code)
                if answer.headers.get("content-type") == "application/json" and method not in ("HEAD", "GET"):
                    assert 0 < len(answer.json()["sentence"]) <= LONGEST

    run(work())


def test_a_method_that_an_address_does_not_know() -> None:
    async def work() -> None:
        async with house() as h:
            answer = await h.http.delete("/api/lobby")
            assert answer.status_code == 405 and "GET" in answer.headers["allow"]
            assert answer.json()["sentence"].endswith("not 'DELETE'.")

    run(work())


def test_a_line_of_the_journal_is_bounded_and_moves_no_cursor() -> None:
    record = logging.LogRecord("croupier", logging.INFO, "", 0, "x\x1b[2J\n\r\u2028" + "y" * 100_000, None, None)
    line = OneLine().format(record)
    assert len(line) <= LONGEST_LINE + 20 and line.isprintable()
    assert len(shown("z" * 100_000)) <= 200
