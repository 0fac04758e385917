"""The data folder: private, one server at a time, and sentences for whatever may be wrong with it."""

from __future__ import annotations

import errno
import logging
import os
import stat
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO

from croupier.store.faults import named, reason
from croupier.store.store import StoreError

LOG = logging.getLogger("croupier.store")
FILE = "croupier.sqlite3"
LOCK = "croupier.lock"
SIBLINGS = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files beside it."""
LONGEST_PATH = 500
"""Bytes: SQLite opens no longer ones."""
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
"""The seeds of running tables are in these files."""
HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
POSIX = os.name == "posix"
NO_SURPRISE = os.O_NOFOLLOW | os.O_NONBLOCK if POSIX else os.O_BINARY  # type: ignore[attr-defined,unused-ignore]
"""How a file is opened: through no link, and without waiting for anybody where it is a pipe."""
NO_FILE = "{} is not a file; move it away, or choose another folder with --data."

_locks: weakref.WeakSet[IO[bytes]] = weakref.WeakSet()


def prepare(folder: Path) -> Path:
    """The absolute path of the folder; it is there, can be written, and where it is ours alone nobody else looks into it."""
    folder = folder.absolute()
    if len(os.fsencode(folder / FILE)) > LONGEST_PATH:
        raise StoreError(f"The path of the data folder {named(folder)} is too long; choose a shorter one with --data.")
    try:
        make(folder)
        tighten(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StoreError(
            f"The data folder {named(folder)} cannot be written ({reason(error)}); choose another one with --data."
        ) from None
    return folder


def make(folder: Path) -> None:
    """Whatever is missing of the path, for this user alone. The umask may be anything, so each is set right before the next."""
    if folder.exists():
        return
    make(folder.parent)
    try:
        folder.mkdir(PRIVATE_FOLDER)
    except FileExistsError:
        if folder.is_dir():  # somebody else was faster
            return
        raise
    folder.chmod(PRIVATE_FOLDER)


def tighten(folder: Path) -> None:
    """Shut others out of a folder that is there for croupier alone; one that holds other things, or is shared, stays as it is:
    its owner chose who may look into it. Our files are private in either."""
    found = folder.stat()
    if not POSIX:
        return
    if found.st_uid != os.geteuid():
        LOG.warning("data_folder_of_another_user folder=%s owner=%s, who can take it away", named(folder), found.st_uid)
    elif found.st_mode & 0o077 and is_for_us(folder, found.st_mode):
        folder.chmod(PRIVATE_FOLDER)


def is_for_us(folder: Path, mode: int) -> bool:
    if mode & stat.S_ISVTX or folder.resolve() in (Path("/"), Path(os.path.expanduser("~")).resolve()):
        return False
    return all(name == LOCK or name.startswith(FILE) for name in os.listdir(folder))


def guard_files(folder: Path) -> None:
    """The database and all beside it are plain files that only this user may read; the database is made where it is missing."""
    for suffix in SIBLINGS:
        secure(folder / f"{FILE}{suffix}", make=not suffix)
    for name in os.listdir(folder):
        if name.startswith(FILE) and not (folder / name).is_symlink() and (folder / name).is_file():
            secure(folder / name, make=False)


def secure(path: Path, *, make: bool) -> None:
    """Must not be called while SQLite has the file open: closing another descriptor of it ends SQLite's locks."""
    with suppress(FileNotFoundError):
        os.close(open_private(path, os.O_CREAT if make else 0))


def open_private(path: Path, flags: int) -> int:
    """A descriptor of a plain file with mode 0600, never through a link; StoreError for anything else."""
    try:
        handle = os.open(path, os.O_RDWR | NO_SURPRISE | flags, PRIVATE)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StoreError(unopened(error, path)) from None
    try:
        make_private(handle, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def unopened(error: OSError, path: Path) -> str:
    if path.is_symlink():
        return f"{named(path)} is a symbolic link, which is not followed; give the folder of the file itself with --data."
    if path.exists() and not path.is_file():
        return NO_FILE.format(named(path))
    return f"{named(path)} cannot be written ({reason(error)}); check its permissions or choose another folder with --data."


def make_private(handle: int, path: Path) -> None:
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(NO_FILE.format(named(path)))
    if not POSIX or stat.S_IMODE(found.st_mode) == PRIVATE:
        return
    try:
        os.fchmod(handle, PRIVATE)
    except OSError as error:
        raise StoreError(
            f"Others may read {named(path)}, and that cannot be changed ({reason(error)}); choose another folder with --data."
        ) from None


def lock(folder: Path) -> IO[bytes]:
    """Held until the file is closed or the process ends, however it ends."""
    file = os.fdopen(open_private(folder / LOCK, os.O_CREAT), "r+b", buffering=0)
    try:
        hold(file)
    except OSError as error:
        file.close()
        raise StoreError(unlockable(error, folder)) from None
    _locks.add(file)
    return file


def unlockable(error: OSError, folder: Path) -> str:
    if error.errno in HELD:
        return f"Another server uses the data folder {named(folder)}; stop it, or choose another folder with --data."
    if error.errno in NO_LOCKS:
        return (
            f"The file system of the data folder {named(folder)} has no locks ({reason(error)}), so two servers could spoil"
            " each other's tables; choose a folder on a local disk with --data."
        )
    return f"The data folder {named(folder)} cannot be locked ({reason(error)}); choose another one with --data."


def hold(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def let_go() -> None:
    """In a forked child: a lock is shared with it, and would outlive the server."""
    for file in list(_locks):
        file.close()


if POSIX:
    os.register_at_fork(after_in_child=let_go)
