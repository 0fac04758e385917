"""The cache of compiled code on disk: one folder for each version of our sources, all of them side by side in one home."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from croupier.compiled.compiler import cache_folder
from croupier.compiled.saving import CODE, INDEX, Damaged, discard, whole

OURS = re.compile(r"[0-9a-f]{16}")
INSIDE = re.compile(r"rules|[0-9a-f]{8}")
"""What a folder of ours holds, and nothing else."""
HALF_WRITTEN = 3600
"""Seconds after which a file that is being written is so no more: its process was ended."""
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
    try:
        return all(INSIDE.fullmatch(path.name) for path in folder.iterdir())
    except OSError:  # somebody else's, who shows it to nobody
        return False


def remove(version: Version) -> None:
    shutil.rmtree(version.folder, ignore_errors=True)


def remove_damaged(folder: Path) -> int:
    """Whatever in the cache does not hold what was written, so that it is compiled again where it is needed; how many files."""
    damaged = [path for path in folder.rglob("*") if path.suffix in (INDEX, CODE) and is_damaged(path)]
    forgotten = [path for path in folder.rglob("*.tmp.*") if is_half_written(path)]
    for path in damaged + forgotten:
        discard(path)
    return len(damaged)


def is_damaged(path: Path) -> bool:
    try:
        whole(path)
    except FileNotFoundError:  # replaced at this moment
        return path.is_symlink()
    except (OSError, Damaged):
        return True
    return False


def is_half_written(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > HALF_WRITTEN
    except OSError:
        return False


def functions_in(folder: Path) -> int:
    """How many functions are compiled, one for each kind of arguments."""
    return sum(1 for _ in folder.rglob("*.nbc"))
