"""A tiny game that asks each seat twice in one simultaneous decision, and has an option and a secret.

Everybody picks a colour and then a size, all at the same time. When all are in, a die is thrown and told to one seat alone.
Then, if the option says so, the seat with the die's number is asked alone, or asked in a window, where "no" stands without
an answer. Three rounds.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from croupier import games
from croupier.core.chance import below
from croupier.core.errors import Illegal, Invalid
from croupier.core.events import beat, emit, whisper
from croupier.core.game import NO_WINDOW, Meta, Offer, Offered, Option, Standing
from croupier.core.record import Record, i8, i64

COLOUR, SIZE, GUESS, OVER = range(4)
PICKED, THROWN = range(2)
WORDS = {COLOUR: ("red", "blue"), SIZE: ("small", "large"), GUESS: ("yes", "no")}


class Box(Record):
    sides: int = i8


class State(Record):
    chance: list[int] = i64[4]
    seats: int = i8
    guess: int = i8
    round: int = i8
    asked: int = i8
    colour: list[int] = i8[5]
    size: list[int] = i8[5]
    total: int = i64


class View(msgspec.Struct, frozen=True, tag="toy", tag_field="game"):
    round: int
    total: int | None
    own: tuple[int, int] | None


class Told(msgspec.Struct, frozen=True, tag="toy", tag_field="game"):
    kind: str
    rule: str
    text: str


def setup(box: Box, s: State) -> None:
    s.asked = -1
    emit(s, PICKED, 1_01, 0)


def step(s: State, seat: int) -> int:
    if s.round == 3:
        return OVER
    if s.asked >= 0:
        return GUESS
    return COLOUR if not s.colour[seat] else SIZE


def to_act(s: State) -> int:
    if s.round == 3:
        return 0
    if s.asked >= 0:
        return 1 << s.asked
    return sum(1 << p for p in range(s.seats) if not s.size[p])


def legal(box: Box, s: State, seat: int, mask: list[int]) -> int:
    mask[:] = [1, 1]
    return 2


def apply(box: Box, s: State, seat: int, action: int) -> None:
    where = step(s, seat)
    if where == GUESS:
        s.total += action
        s.asked = -1
        s.round += 1
        return
    row = s.colour if where == COLOUR else s.size
    row[seat] = action + 1
    if to_act(s):
        return
    die = below(s, box.sides)
    s.total += sum((p + 1) * (3 * s.colour[p] + s.size[p]) for p in range(s.seats)) * 10 + die
    emit(s, PICKED, 1_02, s.round)
    whisper(s, 1 << die % s.seats, THROWN, 1_03, 0, die)
    beat(s)
    s.colour, s.size = [0] * 5, [0] * 5
    if s.guess:
        s.asked = die % s.seats
    else:
        s.round += 1


def window(s: State) -> int:
    return 1 if s.guess == 2 and s.asked >= 0 else NO_WINDOW


def withdraw(box: Box, s: State, seat: int) -> int:
    n = bool(s.colour[seat]) + bool(s.size[seat])
    s.colour[seat] = s.size[seat] = 0
    return n


def view(box: Box, s: State, viewer: int) -> View:
    return View(s.round, s.total if viewer == -2 else None, (s.colour[viewer], s.size[viewer]) if viewer >= 0 else None)


def tell(event: Any, viewer: int) -> Told:
    seen = [arg for i, arg in enumerate(event.args) if event.may_see(i, viewer)]
    return Told(str(event.kind), str(event.rule), f"{seen}")


def offer(box: Box, s: State, seat: int) -> Offer:
    words = WORDS[step(s, seat)]
    actions = tuple(Offered(i, word, word) for i, word in enumerate(words))
    return Offer("?", "", "1.1", actions, together=s.asked < 0, unanswered="no" if window(s) >= 0 else "")


def format_action(box: Box, s: State, seat: int, action: int) -> str:
    return WORDS[step(s, seat)][action]


def parse_action(box: Box, s: State, seat: int, text: str) -> int:
    if not any(text in words for words in WORDS.values()):
        raise Invalid(f"{text!r} is no action.")
    if text not in WORDS[step(s, seat)]:
        raise Illegal(f"{text!r} is not possible now.")
    return WORDS[step(s, seat)].index(text)


def dump_box(box: Box) -> str:
    return f"{box.sides}"


def load_box(text: str, name: str) -> Box:
    return Box(sides=int(text))


META = Meta("toy", "Toy", "", 2, 5, 3, 1, 1, 99, options=(Option("guess", "Who is thrown guesses", ("off", "on", "window")),))
TOY = SimpleNamespace(
    meta=META, Box=Box, State=State, View=View, Told=Told, N_ACTIONS=2, setup=setup, to_act=to_act, legal=legal, apply=apply,
    withdraw=withdraw, window=window, view=view, tell=tell, offer=offer, format_action=format_action, parse_action=parse_action,
    dump_box=dump_box, load_box=load_box, default_box=lambda: Box(sides=6), check_box=lambda box, seats: "",
    standings=lambda s: [Standing(p, 1, "") for p in range(s.seats)],
)  # fmt: skip


def load_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables find the toy among the games."""
    real = games.load
    monkeypatch.setattr(games, "load", lambda name: TOY if name == "toy" else real(name))
