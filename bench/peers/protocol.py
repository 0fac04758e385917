"""What a contestant of ``scripts/bench peers`` speaks. Only the standard library: it is imported in each one's own environment.

A contestant is ``bench/peers/NAME/run.py``, started as ``python -m peers.NAME.run`` in ``bench/``. Beside it may lie

    requirements.txt   what pip installs into its own environment; without this file it runs in that of the command
    prepare.py         run once in that environment (``python -m peers.NAME.prepare FOLDER``), for what pip cannot do, say to
                       compile a C program into FOLDER; when it fails, its last line on stderr says why in a sentence

Its run.py ends with ``serve(...)``. That writes one line of JSON that says what it is,

    {"title": "RLCard", "version": "1.2.0", "checks": false,
     "variants": [{"name": ..., "measures": ..., "observation": ..., "length": ...}]}

and then answers each line of stdin with one line of JSON:

    go VARIANT         {"variant": ..., "decisions": ..., "games": ..., "seconds": ...}     one timed round
    check              {"checked": [sentence, ...]} or {"differs": sentence}                where there are checks

All play Leduc hold'em, uniformly at random over the legal actions, and go on to the next game when one has ended. A round
counts decisions of players (a deal is none), games that ended in it, and seconds of CPU of all threads. A batch keeps its
tables from round to round: if all began anew, more short games than long ones would end in a round. A check raises where
something differs, with a sentence.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

TABLES = (1, 1_024, 16_384)
"""Batches that are compared; their variants are called ``tables=1024``."""
LENGTH = 65 / 16
"""Decisions of a game of Leduc at random: ``leduc.tree``."""
SECONDS = 0.7
"""How long a timed round should take."""
TRIAL_DECISIONS = 1_000


class Played(NamedTuple):
    """What one call of a variant's ``play`` did."""

    decisions: int
    games: int
    seconds: float = 0.0
    """CPU time where ``serve`` cannot measure it, because another program played."""


class Variant(NamedTuple):
    name: str
    measures: str
    """One line: what is called, as a user of this system would write it."""
    observation: str
    """What it builds for the player at each step: shape and type, ``float32[36]``; "" for nothing."""
    play: Callable[[int], Played]
    """Plays about that many decisions (a few more or less do no harm) and says what it did."""
    length: float = LENGTH
    """Decisions of one of its random games in the mean, which all rounds are held against: another where its game is not quite
    ours."""


def serve(title: str, version: str, variants: Sequence[Variant], check: Callable[[], list[str]] | None = None) -> None:
    """Answer the command until it closes stdin. Whatever libraries print goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    known = {variant.name: variant for variant in variants}
    sizes: dict[str, int] = {}
    about = [{field: value for field, value in v._asdict().items() if field != "play"} for v in variants]
    say(answers, {"title": title, "version": version, "variants": about, "checks": check is not None})
    for line in sys.stdin:
        word, _, name = line.strip().partition(" ")
        if word == "check" and check:
            say(answers, checked(check))
        else:
            if name not in sizes:
                sizes[name] = size_of_round(known[name].play)
            say(answers, {"variant": name, **timed(known[name].play, sizes[name])._asdict()})


def say(answers: Any, what: dict[str, Any]) -> None:
    print(json.dumps(what), file=answers, flush=True)


def checked(check: Callable[[], list[str]]) -> dict[str, Any]:
    try:
        return {"checked": check()}
    except Exception as error:
        return {"differs": str(error)}


def timed(play: Callable[[int], Played], decisions: int) -> Played:
    began = time.process_time()
    played = play(decisions)
    return played if played.seconds else played._replace(seconds=time.process_time() - began)


def size_of_round(play: Callable[[int], Played]) -> int:
    """How many decisions take SECONDS, found by growing trials, the first of which also warms up (compiles, fills caches)."""
    play(TRIAL_DECISIONS)
    decisions = TRIAL_DECISIONS
    while True:
        played = timed(play, decisions)
        if played.seconds > SECONDS / 5:
            return max(1, round(played.decisions * SECONDS / played.seconds))
        decisions *= 4
