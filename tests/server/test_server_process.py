"""The command itself: what it says when it cannot start, and how it stops. And killed under play."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from kill import kill_often
from server_house import Person, run
from websockets.asyncio.client import connect

from croupier import games
from croupier.core.errors import Invalid
from croupier.server.hall import read_box
from croupier.server.run import PortTaken, listen
from croupier.store.folder import FILE

SERVE = [sys.executable, "-c", "from croupier.cli.app import main; main()", "serve", "--host", "127.0.0.1"]


def serve(*args: str) -> subprocess.CompletedProcess[str]:
    """For starts that must fail."""
    return subprocess.run([*SERVE, *args], capture_output=True, text=True, timeout=60, check=False)


def started(*args: str, bots: str = "uniform") -> tuple[subprocess.Popen[str], int]:
    command = [*SERVE, "--port", "0", "--bots", bots, *args]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
    if not found:
        process.kill()
        raise AssertionError(process.communicate()[1])
    return process, int(found[1])


def one_sentence(answer: subprocess.CompletedProcess[str]) -> str:
    assert answer.returncode not in (0, None)
    assert len(answer.stderr.strip().splitlines()) == 1 and "Traceback" not in answer.stderr
    return answer.stderr.strip()


@pytest.mark.parametrize("host", ["192.0.2.77", "2001:db8::77", "no.such.host.invalid"])
def test_a_host_that_is_not_this_machine(host: str) -> None:
    with pytest.raises(PortTaken) as refused:
        listen(host, 0)
    assert host in str(refused.value) and "--host" in str(refused.value) and "Errno" not in str(refused.value)


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        sentence = one_sentence(serve("--port", str(port), "--data", str(tmp_path / "data")))
    assert sentence.startswith(f"Port {port} is taken") and "--port" in sentence
    assert not (tmp_path / "data").exists()


def test_starts_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    (tmp_path / "file").write_text("")
    (tmp_path / "box.toml").write_text("hand_size = 5\n\n[copies]\nDragon = 3\n")
    data = ["--port", "0", "--data", str(tmp_path)]
    cases = [
        (data, "is damaged"),
        (["--port", "0", "--data", str(tmp_path / "file" / "x")], "cannot be written"),
        (["--port", "70000"], "0 to 65535"),
        ([*data, "--pace", "-1"], "--pace"),
        ([*data, "--grace", "-5"], "--grace"),
        ([*data, "--store", "paper"], "paper"),
        ([*data, "--box", str(tmp_path / "box.toml")], "line 4"),
        ([*data, "--box", str(tmp_path / "none.toml")], "none.toml"),
    ]
    for args, part in cases:
        assert part in one_sentence(serve(*args)), args
    assert (tmp_path / FILE).read_bytes() == b"no database at all" * 100


@pytest.mark.parametrize(("game", "spoil", "part"), [
    ("quickshot", ("hand_size = 5", "hand_size = 9"), "hand_size is 9"),
    ("silver_and_gold", ("[treasures]", "[treasure]"), "treasure"),
    ("quick_silver", ("white_die = [0", "white_die = [4"), "white_die"),
    ("silver_and_gold", ("gray-01 = \"o.o.", "gray-01 = \"o.o!"), "gray-01"),
])  # fmt: skip
def test_a_spoiled_box_is_told_by_the_game_it_was_for(game: str, spoil: tuple[str, str], part: str) -> None:
    rules = games.load(game)
    text = rules.dump_box(rules.default_box())
    assert read_box(text, "own.toml") == {game: text}
    assert spoil[0] in text
    with pytest.raises(Invalid) as found:
        read_box(text.replace(*spoil), "own.toml")
    with pytest.raises(Invalid) as of_the_game:
        rules.load_box(text.replace(*spoil), "own.toml")
    assert str(found.value) == str(of_the_game.value) and part in str(found.value)


def test_a_second_server_on_the_same_folder(tmp_path: Path) -> None:
    process, _ = started("--data", str(tmp_path))
    try:
        assert "Another server uses" in one_sentence(serve("--port", "0", "--data", str(tmp_path)))
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_wanted_stop_closes_sockets_with_1012_and_exits_with_0(tmp_path: Path, how: signal.Signals) -> None:
    process, port = started("--data", str(tmp_path), "--open")

    async def work() -> None:
        import httpx

        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            seated = (await http.post("/api/tables", json={"game": "quickshot", "name": "Ann", "seats": 3})).json()
        ann = Person(await connect(f"ws://127.0.0.1:{port}/ws/{seated['table']}", compression=None, proxy=None))
        await ann.hello(seated["key"])
        os.kill(process.pid, how)
        await ann.until(lambda: ann.closed)
        assert ann.closed == 1012
        await asyncio.to_thread(process.wait, 20)

    run(work())
    _, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "Traceback" not in err and "stopping" in err
    assert not (tmp_path / f"{FILE}-wal").exists(), "closed cleanly"


def test_five_kills_under_play(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(kill_often(5, seed=7))
    assert "none is lost" in capsys.readouterr().out
