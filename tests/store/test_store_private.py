"""Seeds of running tables are in the data folder: nobody else looks into it, and no link leads out of it. And its lock."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.store import folder as folders
from croupier.store.folder import FILE, LOCK
from croupier.store.sqlite import SqliteStore
from croupier.store.store import StoreError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and locks of Unix")

RUN = """
import asyncio, os, sys
from pathlib import Path
os.umask(int(sys.argv[2], 8))
from croupier.store.sqlite import SqliteStore
from croupier.store.store import Append, Row
async def work():
    store = SqliteStore(Path(sys.argv[1]))
    await store.append(Append("t", [Row(0, 1, b"a")]))
    for path in sorted(Path(sys.argv[1]).iterdir()):
        print(path.name, oct(path.stat().st_mode & 0o777))
    store.close()
asyncio.run(work())
"""


def modes(folder: Path, umask: str) -> dict[str, str]:
    """Of all files while a server with this umask runs."""
    command = [sys.executable, "-c", RUN, str(folder), umask]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return dict(line.split() for line in done.stdout.splitlines())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", ["000", "022", "0777"])
def test_files_and_folders_are_private_whatever_the_umask(tmp_path: Path, umask: str) -> None:
    found = modes(tmp_path / "new" / "data", umask)
    assert found == dict.fromkeys([FILE, f"{FILE}-shm", f"{FILE}-wal", LOCK], "0o600")
    assert mode(tmp_path / "new" / "data") == mode(tmp_path / "new") == 0o700


def test_an_old_folder_and_its_files_are_tightened(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    (tmp_path / f"{FILE}.bak").write_bytes(b"a copy")
    tmp_path.chmod(0o755)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    SqliteStore(tmp_path).close()
    assert mode(tmp_path) == 0o700
    assert {mode(path) for path in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize("how", ["holds other things", "sticky", "home"])
def test_a_folder_that_is_not_for_croupier_alone_stays_as_it_is(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o1777 if how == "sticky" else 0o755)
    if how == "home":
        monkeypatch.setenv("HOME", str(tmp_path))
    if how == "holds other things":
        (tmp_path / "letters.txt").write_text("mine")
    before = mode(tmp_path)
    SqliteStore(tmp_path).close()
    assert mode(tmp_path) == before
    assert mode(tmp_path / FILE) == mode(tmp_path / LOCK) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_said_and_stays_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    os.chown(tmp_path, 12345, 12345)
    tmp_path.chmod(0o755)
    SqliteStore(tmp_path).close()
    assert mode(tmp_path) == 0o755
    assert "data_folder_of_another_user" in caplog.text


@pytest.mark.parametrize("name", [FILE, LOCK, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"])
@pytest.mark.parametrize("kind", ["link", "loop", "dangling", "folder", "pipe", "socket"])
def test_whatever_is_no_plain_file_is_refused_and_left_alone(tmp_path: Path, name: str, kind: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    target = tmp_path / "precious"
    target.write_text("somebody else's")
    target.chmod(0o644)
    match kind:
        case "link":
            (data / name).symlink_to(target)
        case "loop":
            (data / name).symlink_to(data / name)
        case "dangling":
            (data / name).symlink_to(tmp_path / "nowhere")
        case "folder":
            (data / name).mkdir()
        case "pipe":
            os.mkfifo(data / name)
        case "socket":
            with socket.socket(socket.AF_UNIX) as listener, contextlib.chdir(data):
                listener.bind(name)
    with pytest.raises(StoreError) as refused:
        SqliteStore(data)
    assert ("symbolic link" if kind in ("link", "loop", "dangling") else "is not a file") in str(refused.value)
    assert len(str(refused.value)) < 300 and str(data) not in refused.value.public
    assert (target.read_text(), mode(target)) == ("somebody else's", 0o644)
    assert not (tmp_path / "nowhere").exists()


# --- the lock --------------------------------------------------------------------------------------------------------------

SHIM = "#include <errno.h>\nint flock(int file, int how) { errno = %d; return -1; }\n"


def start_with_lock_that_says(code: int, tmp_path: Path) -> str:
    """A real start under a C library whose flock fails like that: what is said on standard error."""
    source, library = tmp_path / "shim.c", tmp_path / "shim.so"
    source.write_text(SHIM % code)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True, timeout=60)
    code_ = "from croupier.cli.app import main; main()"
    serve = [sys.executable, "-c", code_, "serve", "--port", "0", "--bots", "uniform", "--data", str(tmp_path / "data")]
    done = subprocess.run(
        serve, capture_output=True, text=True, check=False, timeout=60, env=os.environ | {"LD_PRELOAD": str(library)}
    )
    assert done.returncode == 2
    return done.stderr.strip()


@pytest.mark.skipif(not shutil.which("gcc") or sys.platform != "linux", reason="needs a C compiler and LD_PRELOAD")
@pytest.mark.parametrize(("code", "part"), [
    (errno.ENOLCK, "has no locks"), (errno.EOPNOTSUPP, "has no locks"), (errno.ENOSYS, "has no locks"),
    (errno.EWOULDBLOCK, "Another server uses"), (errno.EACCES, "Another server uses"), (errno.EIO, "cannot be locked"),
])  # fmt: skip
def test_a_file_system_without_locks_is_told_apart_from_another_server(tmp_path: Path, code: int, part: str) -> None:
    said = start_with_lock_that_says(code, tmp_path)
    assert part in said and len(said.splitlines()) == 1 and len(said) < 300


def test_a_forked_child_does_not_keep_the_lock(tmp_path: Path) -> None:
    """The server is killed, a child of it lives on: the folder is free."""
    code = (
        "from croupier.store.sqlite import SqliteStore; from pathlib import Path; import os, time\n"
        f"store = SqliteStore(Path({str(tmp_path)!r}))\n"
        "ready, done = os.pipe()\n"
        "if os.fork() == 0: os.write(done, b'x'); time.sleep(5); os._exit(0)\n"
        "os.read(ready, 1); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=30, stdout=subprocess.DEVNULL).returncode == 9
    SqliteStore(tmp_path).close()


def test_names_in_sentences_are_short_printable_and_on_one_line() -> None:
    for name in ("a\nb", "a\udc80b", "\x1b[31m", "x" * 4000, "\u202e"):
        shown = folders.named(Path("/data") / name)
        assert shown.isprintable() and len(shown) <= 120, shown
