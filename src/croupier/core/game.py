"""The contract of a game. This file is its specification; ``games.load(name)`` gives an object that keeps it.

Rules are plain functions over a ``Box`` and a ``State`` (both ``Record``s). Those marked COMPILED must also go through the
compiler: ints, lists, loops, calls of other rules functions; no strings, dicts, exceptions or object trees.
A seat is 0..n-1; a mask of seats has bit ``1 << seat``. All functions but ``apply``, ``withdraw``, ``setup`` and ``redeal``
leave the state as it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from croupier.core.events import Event

SPECTATOR = -1
"""Viewer: somebody without a seat."""
OPEN = -2
"""Viewer: everything is shown. For the end of a game, the referee's trace and tests; never for a running table."""


NO_WINDOW = -1
"""What ``window`` says where the decision is due as long as it takes."""


class Option(msgspec.Struct, frozen=True):
    """A named change of the rules, fixed at setup. ``values[0]`` is the default.

    The State has a field of the same name, which holds the index of the chosen value before ``setup``.
    """

    name: str
    text: str
    values: tuple[str, ...]


class Meta(msgspec.Struct, frozen=True):
    """What a lobby shows of a game without loading its rules."""

    name: str
    title: str
    blurb: str
    least_seats: int
    most_seats: int
    usual_seats: int
    minutes: int
    rules_version: int
    """Rises with whatever changes the result of a legal log."""
    max_plies: int
    """No game lasts longer; longer ones are truncated."""
    options: tuple[Option, ...] = ()
    rulebook_bot: str = ""
    """What the rulebook calls its own bot, if it has one; then the level Greenhorn plays as it says."""
    usual_plies: int = 0
    """How many decisions a game has at the usual number of seats: in a long one bots play fewer games in their heads."""
    horizon_plies: int = 0
    """Where there is an ``outlook``: how many decisions are played up to the horizon, with the usual number of seats or the one
    that takes longest."""
    may_seat: Callable[[int, int], str] = lambda players, rulebook_bots: ""
    """(players, rulebook's bots) -> "" when they may start, else a sentence that says who may."""

    def settings(self) -> list[dict[str, int]]:
        """Every combination of the options, each by the index of its value; the usual one first."""
        values = itertools.product(*(range(len(option.values)) for option in self.options))
        return [dict(zip((option.name for option in self.options), chosen, strict=True)) for chosen in values]


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action as people are offered it."""

    number: int
    action: str
    """Its notation: what a command carries."""
    label: str
    """What its button says."""
    touches: tuple[str, ...] = ()
    """The cards, boxes, slots and seats that it touches: ``card:3``, ``seat:2``."""
    gains: dict[str, int] = {}
    """What it surely gains or makes, by name."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision of one seat: the question, why it is asked, and the legal actions by rising number."""

    question: str
    why: str
    rule: str
    actions: tuple[Offered, ...]
    together: bool = False
    """Whether others decide at the same time, so that the choice stays open (can be taken back) until the last one is in."""
    unanswered: str = ""
    """In a window (``Game.window``): the action that stands when its deadline passes, in notation."""


class Standing(msgspec.Struct, frozen=True):
    """The place of one seat at the end; equal places are shared."""

    seat: int
    place: int
    note: str
    """Why, as a sentence; ``{2}`` stands for the name of seat 2."""


class CardText(msgspec.Struct, frozen=True):
    """One kind of card, for rules drawers and help: a short key, its name, what it does, and the paragraph."""

    key: str
    name: str
    text: str
    rule: str


class Game(Protocol):
    """What ``games.load`` returns. Box and State are the game's record classes."""

    meta: Meta
    Box: Any
    State: Any
    View: Any
    """The struct that ``view`` returns, tagged by ``game``."""
    Told: Any
    """The struct that ``tell`` returns, tagged by ``game``; has kind, rule and text."""
    N_ACTIONS: int
    """Action numbers are 0..N_ACTIONS-1."""
    OBSERVATION: int
    """How many integers ``observe`` writes."""
    has_policy: bool
    has_outlook: bool
    has_habits: bool
    TALLY: tuple[str, ...]
    """What studies count in a finished game, by the names they print: ``x_per_game`` for numbers, any other name for 0 or 1."""
    SCORE: tuple[str, ...]
    """The lines of a score sheet, the total last; empty where a game keeps no points. Studies print means per player."""

    # --- rules, COMPILED ---------------------------------------------------------------------------------------------

    def setup(self, box: Any, s: Any) -> None:
        """s holds chance words, ``seats``, options and ``starter`` (1 + the seat that starts, 0 = as the rules say),
        and zeros elsewhere; afterwards the first decision is due. Where all decide at first, ``starter`` then says
        who starts the game."""

    def to_act(self, s: Any) -> int:
        """Mask of the seats that must decide now; 0 = the game is over. Several bits = a simultaneous decision."""

    def legal(self, box: Any, s: Any, seat: int, mask: Any) -> int:
        """For a seat in to_act: set mask[a] to 1 for its legal action numbers and 0 elsewhere; returns how many, >= 1."""

    def apply(self, box: Any, s: Any, seat: int, action: int) -> None:
        """A legal action of a seat in to_act, up to the next decision.

        In a simultaneous decision the seat's open choice is kept apart in the state; when the last seat is done all are
        revealed and resolved in the rules' order, so that the order in which they came makes no difference.
        """

    def withdraw(self, box: Any, s: Any, seat: int) -> int:
        """Take back the seat's open choices in a running simultaneous decision; returns how many actions that undoes."""

    def redeal(self, box: Any, s: Any, seat: int, key: int) -> None:
        """Turn s into a state drawn, with chance from ``key`` (0..2**62-1) alone, from all that agree with what the seat knows.

        The seat is taken to remember everything. Open choices of the others are withdrawn. What the seat knows stays
        byte for byte; equal knowledge and equal key give equal states in every field.
        """

    def returns(self, s: Any, out: Any) -> None:
        """After the end: out[seat] = 1.0 for a sole win, shared wins split, 0.0 for a loss."""

    def tally(self, s: Any, out: Any) -> None:
        """After the end, or where a game was truncated: one integer per name in TALLY."""

    def score(self, s: Any, seat: int, out: Any) -> None:
        """Where there is a SCORE: the seat's points as they stand, one integer per name."""

    def observe(self, box: Any, s: Any, seat: int, out: Any) -> None:
        """Write OBSERVATION integers: exactly what the seat may know, remembering everything. Whatever the box, each is
        less than 2**24 in size, so that int32 and float32 hold it exactly."""

    def weigh(self, box: Any, s: Any, seat: int, mask: Any, weights: Any) -> None:
        """Where ``has_policy``: weights[a] >= 0 for each legal action (mask[a] = 1) and 0 elsewhere, not all 0.

        In a game with ``meta.rulebook_bot`` they are how likely that bot takes each action. Elsewhere they judge the actions,
        the heavier the better, for the greedy bot and the search.
        """

    def chapter(self, s: Any) -> int:
        """Where ``has_outlook``: the number of the chapter, say of the round, that is being played. It never falls."""

    def horizon(self, box: Any, s: Any) -> int:
        """Where ``has_outlook``: the number of the first chapter that a search from s leaves out, above ``chapter(s)``. Where
        ``has_habits``, many iterations go on to the end all the same."""

    def outlook(self, box: Any, s: Any, out: Any) -> None:
        """Where ``has_outlook``: out[seat] = the return that the seat may expect, judged where a chapter has just begun, or
        where a game has gone on for too long."""

    def habit(self, box: Any, s: Any, seat: int, mask: Any, weights: Any) -> None:
        """Where ``has_habits``: as ``weigh``, how likely somebody who plays well takes each legal action. The search plays
        games on by it: what follows from an action in its head is then what would follow at a table, and not at random."""

    def window(self, s: Any) -> int:
        """Whether the decision due is an interrupt window, a question in the middle of somebody else's turn: then the number
        of the action that stands when its deadline passes, and that is taken for whoever is away. Elsewhere NO_WINDOW."""

    # --- for people, plain only --------------------------------------------------------------------------------------

    def standings(self, s: Any) -> list[Standing]:
        """After the end: every seat once, best place first."""

    def view(self, box: Any, s: Any, viewer: int) -> Any:
        """A msgspec struct: what the viewer (a seat, SPECTATOR or OPEN) sees. Never who has committed."""

    def tell(self, event: Event, viewer: int) -> Any:
        """A msgspec struct of the event with what the viewer may not see left out. Has ``kind``, ``rule`` and ``text``;
        in the text ``{2}`` stands for the name of seat 2."""

    def offer(self, box: Any, s: Any, seat: int) -> Offer:
        """For a seat in to_act: the question and its legal actions."""

    def format_action(self, box: Any, s: Any, seat: int, action: int) -> str:
        """The notation of a legal action."""

    def parse_action(self, box: Any, s: Any, seat: int, text: str) -> int:
        """The inverse of format_action. Invalid when it cannot be read, Illegal when the seat may not do it now; in their
        sentences ``{2}`` stands for the name of seat 2."""

    def dump_position(self, box: Any, s: Any) -> dict[str, Any]:
        """The whole state but its chance words as TOML-able data."""

    def load_position(self, box: Any, data: Mapping[str, Any]) -> Any:
        """The inverse of dump_position; what cannot matter may be left out. Invalid, with a sentence, when impossible."""

    def cards(self) -> tuple[CardText, ...]:
        """Every kind of card with what it does."""

    def default_box(self) -> Any:
        """The printed box."""

    def load_box(self, text: str, name: str) -> Any:
        """A box from the text of a box file called ``name``; Invalid with line and reason."""

    def dump_box(self, box: Any) -> str:
        """The inverse of load_box."""

    def check_box(self, box: Any, seats: int) -> str:
        """"" when this many seats can play with this box, else a sentence."""
