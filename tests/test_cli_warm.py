"""``croupier warm``: what it says, what an interrupt leaves, and what becomes of the caches of other versions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import games
from croupier.cli import warm
from croupier.compiled.cache import OLD, functions_in, other_versions
from croupier.compiled.compiler import cache_folder
from croupier.compiled.saving import Kept
from croupier.core.errors import CroupierError
from croupier.study.compiling import PARTS

OTHER = "0123456789abcdef"


def croupier(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", "warm", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, env=os.environ | env)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    return tmp_path


def put(folder: Path, *, days: float = 0.0) -> Path:
    """A compiled function of 100 bytes, used so many days ago."""
    file = folder / "rules" / "game_0123" / "f.nbc"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"x" * 100)
    used = time.time() - 24 * 3600 * days
    for path in (file, folder):
        os.utime(path, (used, used))
    return folder


def test_an_unknown_game_gets_one_sentence() -> None:
    done = croupier("quickshot", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no game 'chess'; there are quickshot, silver_and_gold and quick_silver.\n"


def test_a_cache_that_cannot_be_written_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = croupier("quickshot", CROUPIER_CACHE=str(tmp_path / "file"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"The cache folder {tmp_path / 'file'}/") and "CROUPIER_CACHE" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unknown_part_gets_one_sentence() -> None:
    done = croupier("quickshot", "--part", "bots")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no part 'bots'; there are searches, matches, simulations and batches.\n"


def test_what_is_compiled_is_there_the_next_time() -> None:
    """In the cache of these tests, where it lies already when others have simulated."""
    assert croupier("quickshot", "--part", "simulations").stdout.startswith("Quickshot: ")
    done = croupier("quickshot", "--part", "simulations", "--json")
    report = msgspec.json.decode(done.stdout, type=warm.Report)
    assert (report.games, report.functions, Path(report.cache)) == (("quickshot",), 0, cache_folder())
    assert report.bytes > 0 and done.stderr == ""


@pytest.mark.parametrize("part", PARTS)
def test_every_part_comes_to_what_it_compiles(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no further: all parts together take a minute."""
    made: list[Any] = []

    def note(entry: Any, bindings: Any) -> Any:
        made.append(entry)
        raise Stop

    for module in ("bots.thought", "study.match", "compiled.playout", "compiled.batch"):
        monkeypatch.setattr(f"croupier.{module}.compile_driver", note)
    with pytest.raises(Stop):
        PARTS[part](games.load("quickshot"))
    assert made


class Stop(Exception):
    """Where compiling would begin."""


def test_an_interrupt_keeps_what_is_compiled_and_leaves_no_process(tmp_path: Path) -> None:
    env = os.environ | {"CROUPIER_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "croupier", "warm", "quickshot"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env, process_group=0)
    while functions_in(tmp_path) < 5:
        time.sleep(0.05)
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "Interrupted: what was compiled is kept, and croupier warm goes on from there.\n")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_process_that_fails_is_one_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(CroupierError, match=r"^Quickshot could not be compiled: its process was ended\.$"):
        warm.compile_games(["quickshot"], ["simulations"], quiet=True)


def test_the_last_words_of_a_process_that_fails_are_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{home}:{os.environ.get('PYTHONPATH', '')}")
    (home / "numba.py").write_text("raise OSError('No space left')\n")
    with pytest.raises(CroupierError, match=r"^Quickshot could not be compiled: OSError: No space left\.$"):
        warm.compile_games(["quickshot"], ["simulations"], quiet=True)


def test_versions_that_nobody_used_for_a_month_go_and_all_else_stays(home: Path) -> None:
    old = put(home / OTHER, days=31)
    fresh = put(home / OTHER[::-1], days=29)
    put(cache_folder(), days=99)
    foreign = put(home / "fedcba98fedcba98", days=99)
    (foreign / "diary.txt").write_text("mine")
    put(home / "not-a-version", days=99)
    report = warm.report_of(("quickshot",), 3, 4.0)
    assert not old.exists()
    assert sorted(path.name for path in home.iterdir()) == sorted(
        [fresh.name, cache_folder().name, foreign.name, "not-a-version"]
    )
    assert (report.removed, report.others, report.other_bytes, report.bytes) == (1, 1, 100, 100)
    assert warm.in_words(report).splitlines() == [
        "Quickshot: 3 functions compiled in 4 s.",
        f"The cache is {cache_folder()}, 0 MB.",
        "Removed: 1 folder of other versions, not used for 30 days.",
        "Beside it lie 1 folder of other versions, 0 MB; each goes when it was not used for 30 days.",
    ]


def test_a_version_is_used_when_one_of_its_files_is_read(home: Path) -> None:
    folder = put(home / OTHER, days=99)
    file = next(folder.rglob("*.nbc"))
    os.utime(file, (time.time() - OLD / 2, file.stat().st_mtime))
    assert [version.is_old for version in other_versions()] == [False]


def test_the_bar_counts_parts_and_says_where_it_is(home: Path) -> None:
    here = warm.Compilation.__new__(warm.Compilation)
    here.title, here.part, here.begun = "Quickshot", "matches", 2
    here.process = subprocess.Popen(["sleep", "60"])
    try:
        put(cache_folder())
        assert (here.done, warm.described([here])) == (1, "1 functions; now Quickshot (matches)")
    finally:
        here.process.kill()
        here.process.wait()


def test_what_is_damaged_is_said_once_with_the_folder_and_mended(home: Path) -> None:
    """Real code would take a minute: here each part finds all it needs, and only the look through the cache is real."""
    bad = put(cache_folder())
    (home / "numba.py").write_text("raise OSError('No space left')\n")
    done = croupier("quickshot", CROUPIER_CACHE=str(home), PYTHONPATH=f"{home}:{os.environ.get('PYTHONPATH', '')}")
    assert done.stderr.splitlines()[0] == f"Compiled code in {bad} was damaged; what is needed of it is compiled again."
    assert functions_in(bad) == 0


HOMELESS = """
import os, sys
import platformdirs, croupier.cli.serve, croupier.cli.warm, croupier.store.sqlite  # while they can be read
from croupier.cli.app import main
os.setuid(12345)
main(sys.argv[1:])
"""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody without an account")
@pytest.mark.parametrize(("command", "way"), [("warm", "CROUPIER_CACHE"), ("serve", "--data")])
def test_without_an_account_and_a_home_one_sentence_asks_for_a_folder(command: str, way: str) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("HOME", "CROUPIER_CACHE")}
    more = ["--port", "0"] if command == "serve" else []
    program = [sys.executable, "-c", HOMELESS, command, *more]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, env=env)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert way in done.stderr and "~" not in done.stderr


WRITER = """
import sys
from pathlib import Path
from croupier.compiled.saving import Kept

home = Path(sys.argv[1])
kept = Kept(home, home / "rules", "f", "stamp")
input()
for number in range(60):
    kept.save((sys.argv[2], number), (sys.argv[2], number))
"""


def test_two_that_write_at_one_time_keep_all_entries(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name], stdin=subprocess.PIPE, text=True) for name in "ab"
    ]
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("go\n")
        writer.stdin.close()
    assert [writer.wait(60) for writer in writers] == [0, 0]
    kept = Kept(tmp_path, tmp_path / "rules", "f", "stamp")
    keys = [(name, number) for name in "ab" for number in range(60)]
    assert [kept.load(key) for key in keys] == keys
