"""How compiled code gets into the cache on disk and back: whole, or not at all. Nothing here ever ends what is compiled for.

Numba unpickles whatever lies there, and expects that it can be read, written and locked. Disks fill up, machines are switched
off, folders are copied by somebody else. So each file begins with a digest of the rest; what does not agree with it, or cannot
be read, is compiled again, and what cannot be written is not kept; either is one line on standard error.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import itertools
import os
import pickle
import shutil
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from croupier.core.errors import path_end, sentence

NOTICE = "Compiled code "
"""How each line begins that tells of the cache."""
PATIENCE = 10.0
"""Seconds for which a process waits to write. Writing takes some milliseconds, but one that was stopped keeps its lock."""
LOOK = 0.02
"""Seconds between two tries to lock."""
DIGEST = hashlib.sha256().digest_size
INDEX, CODE = ".nbi", ".nbc"
"""The suffixes of an index, which lists a function's kinds of arguments, and of what was compiled for one."""

saved: list[str] = []
"""What this process has compiled and written into the cache."""
given_up: set[Path] = set()
"""The caches into which this process could not write; it does not try again for every function."""
told: set[str] = set()


class Damaged(Exception):
    """A file of the cache does not hold what was written."""


def tell(text: str) -> None:
    """On standard error, once in each process."""
    if text not in told:
        told.add(text)
        print(sentence(text), file=sys.stderr, flush=True)


def tell_of_damage(home: Path) -> None:
    tell(f"{NOTICE}in {path_end(home)} was damaged; what is needed of it is compiled again.")


def tell_uncached(home: Path, reason: str) -> None:
    shown = path_end(home)
    tell(f"{NOTICE}cannot be kept in {shown} ({reason}) and is made each time; CROUPIER_CACHE may name another folder.")


# --- one function's files ---------------------------------------------------------------------------------------------


class Kept:
    """The index of one function and its code, in the place of Numba's own IndexDataCacheFile.

    The index is read and written back with one entry more. Of two processes that did so at one time, as happens where two games
    are compiled, one would lose its entry; so they take turns.
    """

    def __init__(self, home: Path, folder: Path, name: str, stamp: object) -> None:
        """In a folder below ``home``, the cache; ``stamp`` changes with the source of the function."""
        self.home = home
        self.folder = folder
        self.name = name
        self.stamp = stamp
        self.was_damaged = False

    @property
    def index(self) -> Path:
        return self.folder / f"{self.name}{INDEX}"

    def load(self, key: Any) -> Any:
        """What was saved under the key; None where there is none, or none that can be used."""
        try:
            return self.found(key)
        except Exception:  # unreadable, damaged, or whole and no pickle that this Python can read
            self.was_damaged = True
            return None

    def found(self, key: Any) -> Any:
        name = self.entries().get(key)
        whole = read(self.folder / name) if name else None
        if whole is None:
            return None
        kept_key, data = whole
        if kept_key != key:
            raise Damaged
        return data

    def entries(self) -> dict[Any, str]:
        """The file's name for each key."""
        stamp, entries = read(self.index) or (None, {})
        return entries if stamp == self.stamp else {}

    def save(self, key: Any, data: Any) -> None:
        """Or say why that cannot be."""
        if self.home in given_up:
            return
        try:
            make_folder(self.folder, self.home)
            with alone(self.folder):
                self.write(key, data)
        except OSError as error:
            given_up.add(self.home)
            tell_uncached(self.home, error.strerror or str(error))
            return
        saved.append(self.name)
        if self.was_damaged:
            tell_of_damage(self.home)

    def write(self, key: Any, data: Any) -> None:
        """The code first: an index never names what is not there."""
        try:
            entries = self.entries()
        except Exception:  # as in load
            self.was_damaged, entries = True, {}
        taken = set(entries.values())
        names = (f"{self.name}.{number}{CODE}" for number in itertools.count(1))
        name = entries.get(key) or next(name for name in names if name not in taken)
        write(self.folder / name, (key, data))
        if key not in entries:
            write(self.index, (self.stamp, entries | {key: name}))

    def flush(self) -> None:
        discard(self.index)


# --- files ------------------------------------------------------------------------------------------------------------


def read(path: Path) -> Any:
    """What was written there; None where nothing was, or by another version of Numba. Damaged or OSError if it is not whole."""
    import numba

    try:
        version, _, pickled = whole(path).partition(b"\n")
    except FileNotFoundError:
        return None
    return pickle.loads(pickled) if version == numba.__version__.encode() else None


def whole(path: Path) -> bytes:
    """The content behind the digest, if they agree."""
    raw = path.read_bytes()
    digest, content = raw[:DIGEST], raw[DIGEST:]
    if hashlib.sha256(content).digest() != digest:
        raise Damaged
    return content


def write(path: Path, value: Any) -> None:
    """All of it or nothing, whoever reads meanwhile."""
    import numba
    from numba.core import serialize

    pickled: bytes = serialize.dumps(value)  # type: ignore[no-untyped-call]
    content = numba.__version__.encode() + b"\n" + pickled
    part = path.with_name(f"{path.name}.tmp.{uuid.uuid4().hex[:16]}")
    try:
        part.write_bytes(hashlib.sha256(content).digest() + content)
        if path.is_dir():
            discard(path)
        part.replace(path)
    except BaseException:
        discard(part)
        raise


def discard(path: Path) -> None:
    """File or folder, if that can be."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


def make_folder(folder: Path, home: Path) -> None:
    """With what leads to it. What is in the way below ``home``, or at its place, is removed, since that is ours; a folder of
    ours that nobody may read is opened. OSError where there can be no such folder."""
    if home in (folder, *folder.parents):
        make_folder(folder.parent, home)
        if not folder.is_dir():
            discard(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.R_OK | os.X_OK):
        folder.chmod(0o700)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else writes into the folder inside; OSError when that cannot be had."""
    with open_lock(folder / ".lock") as file:
        lock(file, PATIENCE)
        yield


def open_lock(path: Path) -> IO[bytes]:
    try:
        return path.open("ab")
    except (IsADirectoryError, PermissionError):
        discard(path)
        return path.open("ab")


def lock(file: IO[bytes], patience: float | None = None) -> None:
    """Until the file is closed or the process has ended. OSError after so many seconds. Not on Windows."""
    try:
        import fcntl
    except ImportError:
        return
    if patience is None:
        fcntl.flock(file, fcntl.LOCK_EX)
        return
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > end:
                raise OSError(errno.EWOULDBLOCK, "another process keeps it locked") from None
            time.sleep(LOOK)
