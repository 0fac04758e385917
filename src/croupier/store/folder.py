"""The data folder: one server at a time, and sentences for whatever may be wrong with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from croupier.store.store import StoreError


def prepare(folder: Path) -> Path:
    """The folder, made where it is missing, and writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"The data folder {folder} cannot be written ({reason}); choose another one with --data.") from None
    return folder


def lock(folder: Path) -> IO[bytes]:
    """Held until the file is closed or the process ends, however it ends."""
    file = (folder / "croupier.lock").open("ab")
    try:
        hold(file)
    except OSError:
        file.close()
        raise StoreError(
            f"Another server uses the data folder {folder}; stop it, or choose another folder with --data."
        ) from None
    return file


def hold(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
