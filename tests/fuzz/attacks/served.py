"""A real server in a process of its own, watched from outside: its memory, its files, its journal."""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

CROUPIER = [sys.executable, "-c", "from croupier.cli.app import main; main()"]
FAULTS = re.compile(r"Traceback|request_failed|command_failed|task_failed|wake_failed|ended_badly")
LONGEST_LINE = 1000
"""Characters of a line in the journal: nobody's path or name fills the disk."""


class Served(NamedTuple):
    pid: int
    port: int
    journal: Path

    def resident_mb(self) -> float:
        return resident_mb(self.pid)

    def files(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def faults(self) -> list[str]:
        """Lines of the journal that should not be."""
        lines = self.journal.read_text(errors="replace").splitlines()
        return [line[:300] for line in lines if FAULTS.search(line) or len(line) > LONGEST_LINE]


def resident_mb(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def children(pid: int) -> list[int]:
    """All processes below this one."""
    own = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    return own + [below for child in own for below in children(child)]


def more_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))


def knows(option: str) -> bool:
    """Whether ``croupier serve`` has this option."""
    return option in subprocess.run([*CROUPIER, "serve", "--help"], capture_output=True, text=True, check=True).stdout


@contextmanager
def serving(
    folder: Path, *more: str, bots: str = "uniform", pace: str = "0", trusting: bool = False
) -> Iterator[Served]:
    """``trusting``: it believes what we say about addresses, as if we were a proxy, where it can."""
    command = [*CROUPIER, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder / "data"), "--pace", pace]
    command += ["--bots", bots, "--log", "warning", *more]
    if trusting and knows("--trusted-proxies"):
        command += ["--trusted-proxies", "127.0.0.1"]
    journal = folder / "journal"
    with journal.open("wb") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, preexec_fn=more_files)
        assert process.stdout
        try:
            line = process.stdout.readline()
            found = re.search(r":(\d+)/", line)
            assert found, f"the server did not start: {line} {journal.read_text()}"
            yield Served(process.pid, int(found[1]), journal)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
