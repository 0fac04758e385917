"""The cache of compiled code on disk: one folder for each version of our sources, all of them side by side in one home."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from croupier.compiled.compiler import cache_folder

OURS = re.compile(r"[0-9a-f]{16}")
INSIDE = re.compile(r"rules|[0-9a-f]{8}")
"""What a folder of ours holds, and nothing else."""
OLD = 30 * 24 * 3600
"""Seconds without use after which the folder of another version may go."""


class Version(NamedTuple):
    """The compiled code of one version of the sources."""

    folder: Path
    size: int
    """Bytes."""
    used_at: float
    """When it was read or written last, in seconds since 1970; to the day, since Linux notes no more of reading."""

    @property
    def is_old(self) -> bool:
        return time.time() - self.used_at > OLD


def version_in(folder: Path) -> Version:
    size, used_at = 0, folder.stat().st_mtime
    for path in folder.rglob("*"):
        try:
            stat = path.stat()
        except OSError:  # written at this moment, under a name that is gone by now
            continue
        if not path.is_dir():
            size += stat.st_size
            used_at = max(used_at, stat.st_atime, stat.st_mtime)
    return Version(folder, size, used_at)


def other_versions() -> Iterator[Version]:
    """All but the one in use. Whatever does not look like ours is left alone."""
    current = cache_folder()
    for folder in sorted(current.parent.iterdir()):
        if folder != current and is_ours(folder):
            yield version_in(folder)


def is_ours(folder: Path) -> bool:
    if not OURS.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
        return False
    return all(INSIDE.fullmatch(path.name) for path in folder.iterdir())


def remove(version: Version) -> None:
    shutil.rmtree(version.folder, ignore_errors=True)


def functions_in(folder: Path) -> int:
    """How many functions are compiled, one for each kind of arguments."""
    return sum(1 for _ in folder.rglob("*.nbc"))


def save_one_at_a_time() -> None:
    """From now on in this process: whoever writes into a folder of the cache waits for others who do; ``saved`` counts.

    Numba keeps an index for each function, reads it and writes it back with one entry more. Of two processes that do so at one
    time, as happens where two games are compiled, one loses its entry, or finds the other's code under it.
    """
    from numba.core.caching import IndexDataCacheFile

    files: Any = IndexDataCacheFile
    plain = files.save
    if plain.__name__ == "save_alone":
        return

    def save_alone(self: Any, key: Any, data: Any) -> None:
        with (Path(self._cache_path) / ".lock").open("ab") as file:
            lock(file)
            plain(self, key, data)
        saved.append(self._index_name)

    files.save = save_alone


saved: list[str] = []
"""What this process has compiled and written into the cache."""


def lock(file: IO[bytes]) -> None:
    """Until the file is closed. Not on Windows."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX)
