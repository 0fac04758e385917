"""``croupier warm``: compiles everything once, so that nothing has to be compiled later."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import chain
from subprocess import PIPE, STDOUT
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from croupier import games as registry
from croupier.bots.thought import cores
from croupier.cli.app import INTERRUPTED
from croupier.compiled.cache import Version, functions_in, other_versions, remove, remove_damaged, version_in
from croupier.compiled.compiler import cache_folder, can_write
from croupier.compiled.saving import NOTICE, tell, tell_of_damage
from croupier.core.errors import CroupierError, Invalid, listed, path_end, unknown
from croupier.study.compiling import PARTS

LOOK = 0.2
"""Seconds between two looks at what has come into the cache."""


class Report(msgspec.Struct, frozen=True):
    games: tuple[str, ...]
    functions: int
    """How many had to be compiled; 0 where all was there."""
    seconds: float
    cache: str
    bytes: int
    removed: int
    """Folders of other versions that were not used for 30 days."""
    others: int
    """Folders of other versions that are left."""
    other_bytes: int


def warm(
    *game: str,
    part: Annotated[list[str] | None, Parameter(negative=())] = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Compile what bots and studies need, so that later nobody waits for it.

    It is done anyway where it is missing, and takes minutes. What is compiled stays in the user's cache folder, or in the one
    that the environment's CROUPIER_CACHE names, until croupier or Numba change. Ctrl-C keeps what is done by then.

    Parameters
    ----------
    game
        Names of games; all when left out.
    part
        Only this part; may be given several times. There are searches (what bots at tables need), matches, simulations and
        batches.
    json
        Print one JSON object, and no progress bar.
    """
    names = tuple(dict.fromkeys(game or registry.NAMES))
    for name in names:
        registry.meta(name)
    parts = checked_parts(part or [])
    check_cache()
    began = time.perf_counter()
    try:
        functions = compile_games(names, parts, quiet=json)
    except KeyboardInterrupt:
        print("Interrupted: what was compiled is kept, and croupier warm goes on from there.", file=sys.stderr)
        return INTERRUPTED
    report = report_of(names, functions, time.perf_counter() - began)
    print(msgspec.json.encode(report).decode() if json else in_words(report))
    return 0


def checked_parts(named: Sequence[str]) -> list[str]:
    for part in named:
        if part not in PARTS:
            raise unknown("part", part, PARTS)
    return [part for part in PARTS if part in named or not named]


def check_cache() -> None:
    if not cache_folder().is_absolute():
        raise Invalid("This user has no home folder for compiled code; name a folder in the environment's CROUPIER_CACHE.")
    if not can_write(cache_folder()):
        shown = path_end(cache_folder())
        raise Invalid(f"The cache folder {shown} cannot be written; name another one in the environment's CROUPIER_CACHE.")
    if remove_damaged(cache_folder()):
        tell_of_damage(cache_folder())


# --- compiling --------------------------------------------------------------------------------------------------------


class Compilation:
    """One game in a process of its own."""

    def __init__(self, name: str, parts: Sequence[str]) -> None:
        self.title = registry.meta(name).title
        self.part = ""
        """Where it is."""
        self.begun = 0
        self.functions = 0
        """How many it compiled."""
        self.said = "its process was ended"
        """Its last words besides."""
        self.notices: list[str] = []
        """What it says about the cache."""
        command = [sys.executable, "-m", "croupier.study.compiling", name, *parts]
        self.process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, text=True, errors="replace")

    def follow(self) -> None:
        """To its end; CroupierError when that is not a good one."""
        with self.process as process:
            for line in process.stdout or ():
                self.hear(line.strip())
        if process.returncode:
            raise CroupierError(f"{self.title} could not be compiled: {self.said.rstrip('.')}.")
        self.begun += 1

    def hear(self, said: str) -> None:
        """The name of a part that begins, at the end how many functions were new, or why there is no end."""
        if said in PARTS:
            self.part = said
            self.begun += 1
        elif said.isdecimal():
            self.functions = int(said)
        else:
            self.notices += [said] * said.startswith(NOTICE)
            self.said = said or self.said

    @property
    def done(self) -> int:
        """How many parts."""
        return max(0, self.begun - 1)


def compile_games(names: Sequence[str], parts: Sequence[str], *, quiet: bool) -> int:
    """As many side by side as there are cores, with a progress bar on standard error, where that is a terminal.

    Returns how many functions were compiled and not loaded.
    """
    running: list[Compilation] = []
    stopped = False

    def compile_one(name: str) -> None:
        if stopped:
            return
        compilation = Compilation(name, parts)
        running.append(compilation)
        if stopped:  # while it started
            compilation.process.kill()
        compilation.follow()

    with ThreadPoolExecutor(min(len(names), cores())) as pool:
        try:
            show([pool.submit(compile_one, name) for name in names], running, len(names) * len(parts), quiet=quiet)
        finally:
            stopped = True
            for compilation in running:
                compilation.process.kill()
    for notice in chain.from_iterable(compilation.notices for compilation in running):
        tell(notice)  # once, whichever of them said it
    return sum(compilation.functions for compilation in running)


def show(tasks: Sequence[Future[None]], running: Sequence[Compilation], steps: int, *, quiet: bool) -> None:
    """Until all is done, or the first has failed."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, disable=quiet or not console.is_terminal, console=console, transient=True) as bar:
        line = bar.add_task("Compiling", total=steps)
        left = set(tasks)
        while left:
            done, left = wait(left, LOOK, FIRST_COMPLETED)
            for task in done:
                task.result()
            bar.update(line, completed=sum(c.done for c in running), description=described(running))


def described(running: Sequence[Compilation]) -> str:
    now = [f"{c.title} ({c.part or 'starting'})" for c in running if c.process.poll() is None]
    return f"{functions_in(cache_folder()):,} functions; now {listed(now) if now else 'ready'}"


# --- what there is ----------------------------------------------------------------------------------------------------


def report_of(names: tuple[str, ...], functions: int, seconds: float) -> Report:
    """After the old ones of other versions were removed."""
    own, others = version_in(cache_folder()), list(other_versions())
    left: list[Version] = []
    for version in others:
        if version.is_old:
            remove(version)
        else:
            left.append(version)
    removed = len(others) - len(left)
    size = sum(version.size for version in left)
    return Report(names, functions, round(seconds, 1), str(own.folder), own.size, removed, len(left), size)


def in_words(report: Report) -> str:
    titles = listed([registry.meta(name).title for name in report.games])
    did = f"{report.functions:,} functions compiled in {report.seconds:.0f} s" if report.functions else "all was there"
    lines = [f"{titles}: {did}.", f"The cache is {report.cache}, {megabytes(report.bytes)}."]
    if report.removed:
        lines.append(f"Removed: {folders(report.removed)} of other versions, not used for 30 days.")
    if report.others:
        lines.append(
            f"Beside it lie {folders(report.others)} of other versions, {megabytes(report.other_bytes)}; each goes when"
            " it was not used for 30 days."
        )
    return "\n".join(lines)


def folders(count: int) -> str:
    return "1 folder" if count == 1 else f"{count} folders"


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
