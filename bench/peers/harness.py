"""The race: every contestant is a program of its own on the same core, and they play by turns, so that ratios are paired."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier.core.errors import CroupierError, unknown

from .environments import BENCH, CACHE, environment_variables, last_line, python_of

PATIENCE = 600.0
"""Seconds for one answer; a first round may compile."""
Key = tuple[str, str]
"""A contestant and its variant."""


class Out(CroupierError):
    """A contestant ended, or did not answer in time; the sentence says which, and what it complained about."""


class Round(NamedTuple):
    decisions: int
    games: int
    seconds: float

    @property
    def speed(self) -> float:
        return self.decisions / self.seconds


class Contestant:
    """One running program. Every question is one line, every answer one line of JSON."""

    def __init__(self, name: str, core: int) -> None:
        """CannotBuild when it has no environment, Out when it does not say what it is."""
        self.name = name
        command = [python_of(name), "-m", f"peers.{name}.run"]
        self.complaints = CACHE / f"{name}.log"
        pipe, environment = subprocess.PIPE, environment_variables()
        with self.complaints.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=BENCH, env=environment, stdin=pipe, stdout=pipe, stderr=log)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {core})
        about = self.answer()
        self.title, self.version, self.checks = about["title"], about["version"], about["checks"]
        self.variants: dict[str, Any] = {variant["name"]: variant for variant in about["variants"]}

    def ask(self, line: str) -> Any:
        assert self.process.stdin
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise self.out("it ended") from None
        return self.answer()

    def answer(self) -> Any:
        pipe = self.process.stdout
        assert pipe
        ready, _, _ = select.select([pipe], [], [], PATIENCE)
        if not ready:
            raise self.out(f"it did not answer within {PATIENCE:.0f} s")
        line = pipe.readline()
        if not line:
            raise self.out("it ended")
        return json.loads(line)

    def out(self, why: str) -> Out:
        self.close()
        complaint = last_line(self.complaints.read_text(errors="replace"))
        return Out(f"{self.name} is out: {why}: {complaint}")

    def play(self, variant: str) -> Round:
        answer = self.ask(f"go {variant}")
        return Round(answer["decisions"], answer["games"], answer["seconds"])

    def check(self) -> list[str]:
        """Sentences about what was found equal; Out when something differs."""
        if not self.checks:
            return []
        answer = self.ask("check")
        if "differs" in answer:
            self.close()
            raise Out(f"{self.title} plays another game: {answer['differs']}")
        found: list[str] = answer["checked"]
        return found

    def close(self) -> None:
        """An idle program ends when its stdin does; one that does not is ended."""
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.close()
            self.process.wait(5.0)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Race:
    """All contestants that could be started, and their rounds."""

    def __init__(self, names: list[str], core: int | None = None) -> None:
        """core: which one all of them share; the highest that is allowed when left out. Unknown when it is not allowed."""
        allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}
        self.core = max(allowed) if core is None else core
        if self.core not in allowed:
            raise unknown("core", self.core, sorted(allowed))
        self.names = names
        self.contestants: dict[str, Contestant] = {}
        self.missing: dict[str, str] = {}
        self.rounds: dict[Key, list[Round]] = {}

    def start(self) -> Iterator[str]:
        """Start each, yielding its name before; a contestant that cannot start is noted in ``missing``."""
        for name in self.names:
            yield name
            try:
                self.contestants[name] = Contestant(name, self.core)
            except CroupierError as error:
                self.missing[name] = str(error)

    def check(self) -> list[str]:
        """Every contestant's checks of exactness."""
        return [sentence for contestant in self.contestants.values() for sentence in contestant.check()]

    def run(self, rounds: int) -> Iterator[Key]:
        """Play by turns, yielding who is next; one that falls out is noted in ``missing`` and loses its rounds."""
        keys = [(name, variant) for name, contestant in self.contestants.items() for variant in contestant.variants]
        for _ in range(rounds):
            for name, variant in keys:
                if name not in self.missing:
                    yield name, variant
                    self.take_turn(name, variant)

    def take_turn(self, name: str, variant: str) -> None:
        try:
            self.rounds.setdefault((name, variant), []).append(self.contestants[name].play(variant))
        except CroupierError as error:
            self.missing[name] = str(error)
            self.rounds = {key: found for key, found in self.rounds.items() if key[0] != name}

    def close(self) -> None:
        for contestant in self.contestants.values():
            contestant.close()
