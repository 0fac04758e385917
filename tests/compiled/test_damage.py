"""The cache of compiled code on bad days: damaged files, folders that cannot be used, no home. What is wanted is compiled all
the same, with one line that says what happened, and what can be mended is."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.compiled import saving
from croupier.compiled.cache import remove_damaged
from croupier.compiled.saving import Kept

PROGRAM = """
import os, sys, numba, platformdirs.unix
sys.path.insert(0, {here!r})
import compiled_drivers as drivers
from croupier.compiled import saving
from croupier.compiled.compiler import compile_driver
numba.njit(lambda x: [x])(1)  # loads what somebody else may not be able to read
os.setuid({user})
saving.PATIENCE = {patience}
print(compile_driver(drivers.several, {{"step": drivers.double}})(5), len(saving.saved))
"""
NOBODY = 12345
"""A user id that has no account, as containers give them out."""
MENDED = ("was damaged; what is needed of it is compiled again.", 3)
UNCACHED = ("CROUPIER_CACHE may name another folder.", 0)
root_only = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody else")


def compiled(home: Path | str, *, user: int | None = None, patience: float = 10.0, **env: str | None) -> tuple[int, str]:
    """Compiles a small driver in a process of its own; how many functions it saved, and what it said on standard error."""
    program = PROGRAM.format(here=str(Path(__file__).parent), user=os.geteuid() if user is None else user, patience=patience)
    variables = {**os.environ, "CROUPIER_CACHE": str(home), **env}
    wanted = {name: value for name, value in variables.items() if value is not None}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=wanted)
    assert done.returncode == 0, done.stderr
    result, functions = done.stdout.split()
    assert result == "32"
    return int(functions), done.stderr


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the driver in it."""
    home = tmp_path_factory.mktemp("cache")
    assert compiled(home) == (3, "")
    return home


@pytest.fixture
def home(filled: Path) -> Iterator[Path]:
    """A copy of it that anybody may reach."""
    with tempfile.TemporaryDirectory(prefix="croupier-") as place:
        Path(place).chmod(0o755)
        subprocess.run(["cp", "-a", filled, f"{place}/cache"], check=True)
        Path(place, "cache").chmod(0o755)
        yield Path(place, "cache")


def files(home: Path, suffix: str) -> list[Path]:
    found = sorted(home.rglob(f"*{suffix}"))
    assert found
    return found


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def garbled(path: Path) -> None:
    path.write_bytes(b"garbage" * 50)


def changed(path: Path) -> None:
    """One bit, as a dying disk does it: unpickled and run, it might be anything."""
    raw = bytearray(path.read_bytes())
    raw[-200 % len(raw)] ^= 4
    path.write_bytes(raw)


def made_a_folder(path: Path) -> None:
    path.unlink()
    (path / "inside").mkdir(parents=True)


def made_a_circle(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [emptied, cut, garbled, changed, made_a_folder, made_a_circle])
def test_damaged_files_are_compiled_again_with_one_line(home: Path, suffix: str, damage: Callable[[Path], None]) -> None:
    for path in files(home, suffix):
        damage(path)
    functions, said = compiled(home)
    assert functions == 3 and said.endswith(MENDED[0] + "\n") and str(home) in said and said.count("\n") == 1
    assert compiled(home) == (0, ""), "it is mended"


def test_code_under_the_name_of_another_is_not_run(home: Path) -> None:
    """An index and the code it names may come from two days: the key lies in both."""
    one, other = sorted(home.rglob("*double*.nbc"))
    one.write_bytes(other.read_bytes())
    next(home.rglob("*several*.nbc")).unlink()
    functions, said = compiled(home)
    assert functions == 2 and said.endswith(MENDED[0] + "\n")


def test_code_that_is_gone_is_compiled_again_without_a_word(home: Path) -> None:
    for path in files(home, ".nbc"):
        path.unlink()
    assert compiled(home) == (3, "")


def test_another_numba_finds_nothing_and_says_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(home, home / "rules", "f", "stamp")
    kept.save("key", 1)
    monkeypatch.setattr("numba.__version__", "0.1.2")
    assert kept.load("key") is None and not kept.was_damaged
    kept.save("key", 2)
    assert kept.load("key") == 2


@pytest.mark.parametrize("place", ["version", "rules", "lock"])
@pytest.mark.parametrize("kind", ["file", "circle", "folder"])
def test_what_is_in_the_way_is_moved(home: Path, place: str, kind: str) -> None:
    index = files(home, ".nbi")[0]
    way = {"version": index.parents[2], "rules": index.parents[1], "lock": index.parent / ".lock"}[place]
    if place == "lock":
        for path in (*files(home, ".nbc"), way):
            path.unlink()
    else:
        subprocess.run(["rm", "-r", way], check=True)
    if kind == "folder":
        (way / "more").mkdir(parents=True)
    elif kind == "circle":
        way.symlink_to("/nowhere/at/all")
    else:
        way.write_bytes(b"")
    functions, said = compiled(home)
    if kind == "circle" and place == "lock":
        assert said.endswith(UNCACHED[0] + "\n")
    else:
        assert functions == 3
        assert compiled(home) == (0, "")


@root_only
@pytest.mark.parametrize("suffix", [".nbi", ".nbc", ".lock", ""])
def test_files_and_folders_that_their_owner_may_not_read(home: Path, suffix: str) -> None:
    subprocess.run(["chown", "-R", str(NOBODY), home], check=True)
    for path in sorted(home.rglob(f"*{suffix}"), reverse=True):
        if suffix or path.is_dir():
            path.chmod(0)
    functions, said = compiled(home, user=NOBODY)
    assert said.count("\n") <= 1 and "cannot be kept" not in said
    assert bool(functions) == (suffix != ".lock")
    assert compiled(home, user=NOBODY) == (0, ""), "it is mended"


@root_only
def test_a_cache_of_somebody_else_is_read_and_not_written(home: Path) -> None:
    assert compiled(home, user=NOBODY) == (0, "")
    next(home.rglob("*several*.nbc")).write_bytes(b"")
    functions, said = compiled(home, user=NOBODY)
    assert functions == 0 and said.endswith(UNCACHED[0] + "\n") and said.count("\n") == 1
    home.chmod(0o700)
    functions, said = compiled(home, user=NOBODY)
    assert functions == 0 and said.endswith(UNCACHED[0] + "\n") and said.count("\n") == 1


@root_only
@pytest.mark.parametrize(
    "env", [{"HOME": None}, {"HOME": ""}, {"HOME": "/nonexistent"}, {"HOME": "relative"}, {"XDG_CACHE_HOME": "relative"}]
)
def test_without_a_home_it_is_compiled_each_time(env: dict[str, str | None], tmp_path: Path) -> None:
    before = sorted(Path.cwd().iterdir())
    functions, said = compiled("", user=NOBODY, **({"XDG_CACHE_HOME": None} | env))
    assert functions == 0 and said.endswith(UNCACHED[0] + "\n") and said.count("\n") == 1
    assert sorted(Path.cwd().iterdir()) == before


def test_a_lock_that_is_not_given_back_is_not_waited_for_without_end(home: Path) -> None:
    for path in files(home, ".nbc"):
        path.unlink()
    with (files(home, ".nbi")[0].parent / ".lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        functions, said = compiled(home, patience=0.5)
    assert functions == 0 and "(another process keeps it locked)" in said and said.count("\n") == 1


def test_a_lock_left_behind_is_nobodys(home: Path) -> None:
    for path in files(home, ".nbc"):
        path.unlink()
    (files(home, ".nbi")[0].parent / ".lock").write_text("4711")
    assert compiled(home) == (3, "")


@pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="only root can mount a small disk")
def test_a_full_disk(home: Path) -> None:
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", home], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        functions, said = compiled(home)
        assert functions < 3 and "(No space left on device)" in said and said.count("\n") == 1
        assert not list(home.rglob("*.tmp.*"))
    finally:
        subprocess.run(["umount", home], check=True)


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def refuse(file: object, how: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    for key in range(3):
        Kept(tmp_path, tmp_path / "rules", "f", "stamp").save(key, key)
    said = capsys.readouterr().err
    assert "(No locks available)" in said and said.count("\n") == 1 and tmp_path in saving.given_up
    assert not list(tmp_path.rglob("*.nb?"))


def test_a_look_through_the_cache_removes_what_is_damaged_and_nothing_else(home: Path) -> None:
    good = {path: path.read_bytes() for path in home.rglob("*.nb?")}
    bad = files(home, ".nbc")[:2]
    cut(bad[0])
    made_a_folder(bad[1])
    fresh, old = home / "x.nbc.tmp.0", home / "y.nbc.tmp.1"
    for path in (fresh, old):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    assert remove_damaged(home) == 2
    assert {path: path.read_bytes() for path in home.rglob("*.nb?")} == {p: raw for p, raw in good.items() if p not in bad}
    assert fresh.exists() and not old.exists()
    assert remove_damaged(home) == 0
