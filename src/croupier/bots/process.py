"""The processes of the bots. ``python -m croupier.bots.process`` answers questions; with ``warm GAME`` it fills the cache.

Both end when their standard input does, so none outlives its parent.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import BinaryIO

import msgspec

from croupier import games
from croupier.bots.choice import choose, has_no_choice, think
from croupier.bots.frames import LENGTH, Answer, Asked, Chosen, Failed, Load, Loaded, Question, framed
from croupier.bots.levels import level_called
from croupier.compiled.compiler import cache_folder, can_write
from croupier.compiled.saving import given_up
from croupier.core.chance import seed_chance
from croupier.core.events import seats_in

NICENESS = 5
"""Compiling must not slow down a table."""
AUTOGROUP = Path("/proc/self/autogroup")
"""Where Linux shares time out among sessions first, a process that is alone in its session is nice only as far as that is."""


class Answering:
    """Reads questions one by one and writes the answers; loads compiled searches in a thread meanwhile."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source = source
        self.sink = sink
        self.writing = threading.Lock()
        self.loaded: set[str] = set()

    def run(self) -> None:
        decoder = msgspec.msgpack.Decoder(Asked)
        while length := self.source.read(LENGTH):
            message = decoder.decode(self.source.read(int.from_bytes(length, "little")))
            if isinstance(message, Load):
                threading.Thread(target=self.load, args=(message.game,), daemon=True).start()
            else:
                self.write(self.answer(message))

    def answer(self, question: Question) -> Answer:
        try:
            return Chosen(chosen(question, compiled=question.game in self.loaded))
        except Exception as error:  # the next question may be a better one
            return Failed(f"{type(error).__name__}: {error}")

    def load(self, name: str) -> None:
        try:
            search_once(name)
        except Exception:  # without it the bots go on playing in plain Python
            traceback.print_exc()
            return
        self.loaded.add(name)
        self.write(Loaded(name))

    def write(self, message: Answer) -> None:
        with self.writing:
            self.sink.write(framed(message))
            self.sink.flush()


def chosen(question: Question, *, compiled: bool) -> int:
    """As the level chooses, or by a search of as much of its budget as the question grants."""
    game, seat, key = games.load(question.game), question.seat, question.key
    box, s = game.Box.unpack(question.box), game.State.unpack(question.state)
    level = level_called(question.level)
    budget = level.budget(game.meta, compiled=compiled)
    if question.share == 1.0 or not budget or has_no_choice(game, box, s, seat):
        return choose(game, box, s, seat, level.name, key, compiled=compiled)
    return think(game, box, s, seat, key, ceil(budget * question.share), compiled=compiled, trees=level.trees)


def search_once(name: str) -> None:
    """Compile the search of a game, or load it from the cache."""
    game = games.load(name)
    box, s = game.default_box(), game.State(seats=game.meta.least_seats)
    seed_chance(s, 1)
    game.setup(box, s)
    think(game, box, s, seats_in(game.to_act(s))[0], 1, 2, compiled=True)


def answer() -> None:
    """Standard output is for frames alone; whatever prints goes to standard error."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    Answering(sys.stdin.buffer, sink).run()


def warm(name: str) -> int:
    """Fill the cache; 1 where there is none, for then every process would have to compile by itself."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    give_way()
    if not can_write(cache_folder()):
        print(f"Bots stay in plain Python: the compiler's cache {cache_folder()} cannot be written.", file=sys.stderr)
        return 1
    search_once(name)
    return int(bool(given_up))


def give_way() -> None:
    """Take only what time the tables leave. Who shares a session with others must not slow them down with itself."""
    os.nice(NICENESS)
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():
        with suppress(OSError):
            AUTOGROUP.write_text(str(NICENESS))


def end_with_parent() -> None:
    while os.read(0, 64):
        pass
    os._exit(1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["warm"]:
        sys.exit(warm(sys.argv[2]))
    answer()
