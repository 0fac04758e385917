"""Takes a lock on a descriptor that a shell has opened, and leaves it with the shell: it lasts until that and its children end.

``lock.py DESCRIPTOR FILE``: the file holds the id of the process that has the lock. Whoever waits for it longer than a second
is told so. Where a file system knows no locks, it goes on without one.
"""

import fcntl
import signal
import sys
import time
from pathlib import Path

PATIENCE = 1.0
"""Seconds before waiting is worth a line."""


def holder(file: Path) -> str:
    said = file.read_text(errors="replace").strip()
    return f" (process {said})" if said.isdigit() else ""


def take(descriptor: int, file: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(0.05)
    print(f"Waiting for another set-up of Croupier{holder(file)} to finish ...", file=sys.stderr, flush=True)
    fcntl.flock(descriptor, fcntl.LOCK_EX)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        take(int(sys.argv[1]), Path(sys.argv[2]))
    except OSError as error:
        print(f"Set-ups cannot take turns here ({error.strerror}); run one at a time.", file=sys.stderr)
