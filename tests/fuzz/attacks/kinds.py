"""All attacks by name. Each is an async function of a target; the first line of its docstring says what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tests.fuzz.attacks import boxes, crowds, floods, lobby, seats, slow
from tests.fuzz.attacks.target import Target

Play = Callable[[Target], Awaitable[None]]


class Attack(NamedTuple):
    name: str
    sentence: str
    play: Play
    least: float
    """Seconds before which a server that defends itself by time has done nothing yet."""


def named(play: Play, least: float = 0.0) -> Attack:
    return Attack(play.__name__, (play.__doc__ or "").splitlines()[0], play, least)


def listed() -> list[Attack]:
    poured = [Attack(flood.name, flood.sentence, flood.play, 0.0) for flood in floods.FLOODS]
    crept = [named(play, slow.LEAST) for play in slow.PLAYS]
    gathered = [named(play, crowds.LEAST) for play in crowds.PLAYS]
    return [*poured, *crept, *gathered, *(named(play) for part in (boxes, seats, lobby) for play in part.PLAYS)]


ATTACKS = {attack.name: attack for attack in listed()}

TOGETHER = (
    ("empty_continuations", "pings_unread", "slow_headers"),
    ("hostile_boxes", "take_back", "spectators_leave"),
    ("lobby_spam", "request_flood", "headers_without_end"),
)
"""Played at once."""
