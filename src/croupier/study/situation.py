"""Situations: a position, what the players do, and what must hold. The referee plays it and says whether it does, and why.

The file format is described in docs/positions.md; ``games/<game>/situation.toml`` is a template that holds itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice, permutations
from typing import Any, NamedTuple

import tomli_w

from croupier import games
from croupier.core.chance import seed_chance
from croupier.core.errors import CroupierError, Illegal, Invalid, quoted
from croupier.core.events import Event
from croupier.core.game import OPEN, Game
from croupier.core.record import Record
from croupier.core.toml import Document

KEYS = ("title", "game", "rules", "seeds", "bots", "box", "position", "deal", "seating", "actions", "expect")
SEEDS = 3
MOST_ORDERS = 12
TAKE_BACK = "take back"
MOST_PLIES_OF_BOTS = 1000
MOST_WORK = 4_000_000
"""Characters that are read over and over, once for each course: some ten seconds. The longest of ours need 100,000."""
WORK_OF_BOT = 1000
"""What a bot that plays on to the end of the game costs beside them."""

Decision = tuple[str, str]
"""The name of a seat and the notation of its action."""


class Situation(NamedTuple):
    """One file, read and checked."""

    doc: Document
    title: str
    game: Game
    rules: list[str]
    box: Any
    names: list[str]
    start: Any
    """The state to start from; None where a deal or nothing at all starts it."""
    starter: int
    """With a deal: 1 + the seat that leads first, 0 for chance, as in ``Game.setup``."""
    options: dict[str, int]
    """With a deal: the index of each chosen value."""
    bots: list[int]
    seeds: int
    seating: list[dict[str, Any]]
    actions: list[list[Decision]]
    expects: list[dict[str, Any]]


class Happened(NamedTuple):
    """An event, and the state right after it."""

    event: Event
    state: Any


class Mark(NamedTuple):
    """The state once a table of actions is done, and how many events there have been."""

    state: Any
    events: int


class Refused(NamedTuple):
    code: str
    sentence: str


class Run:
    """One course of a situation: with one seed, and one order in every table of actions."""

    def __init__(self, situation: Situation, seed: int, order: int) -> None:
        self.situation = situation
        self.order = order
        self.happened: list[Happened] = []
        self.lines: list[str] = []
        self.marks: list[Mark] = []
        self.refused: Refused | None = None
        self.changed_by_refusal = False
        self.luck = random.Random(seed)
        self.state = self.begin(seed)
        self.play()

    # The state's recorder calls these two.
    @property
    def events(self) -> Run:
        return self

    def append(self, event: Event) -> None:
        told = self.situation.game.tell(event, OPEN)
        self.happened.append(Happened(event, self.state.copy()))
        self.lines.append(f"    {self.named(told.text)}  §{told.rule}")

    def beat(self) -> None:
        pass

    def named(self, text: str) -> str:
        for seat, name in enumerate(self.situation.names):
            text = text.replace(f"{{{seat}}}", name)
        return text

    def begin(self, seed: int) -> Any:
        at = self.situation
        state = at.start.copy() if at.start else at.game.State(seats=len(at.names), starter=at.starter, **at.options)
        seed_chance(state, seed)
        self.state = state
        state.recorder = self
        if not at.start:
            at.game.setup(at.box, state)
        return state

    def play(self) -> None:
        self.let_bots_play()
        self.mark()
        for table in self.situation.actions:
            for name, text in orders(table)[self.order % len(orders(table))]:
                self.decide(name, text)
                if self.refused:
                    return
            self.let_bots_play()
            self.mark()

    def mark(self) -> None:
        self.marks.append(Mark(self.state.copy(), len(self.happened)))

    def decide(self, name: str, text: str) -> None:
        """One decision; a refusal ends the run."""
        at, seat = self.situation, self.situation.names.index(name)
        self.lines.append(f"  {name}: {text}")
        before = self.state.pack()
        try:
            if text == TAKE_BACK:
                if not at.game.withdraw(at.box, self.state, seat):
                    raise Illegal("There is no open choice to take back.")
                return
            action = at.game.parse_action(at.box, self.state, seat, text)
        except CroupierError as error:
            self.refused = Refused(type(error).__name__.lower(), self.named(str(error)))
            self.lines.append(f"    refused ({self.refused.code}): {self.refused.sentence}")
            self.changed_by_refusal = self.state.pack() != before
            return
        at.game.apply(at.box, self.state, seat, action)

    def let_bots_play(self) -> None:
        at = self.situation
        for _ in range(MOST_PLIES_OF_BOTS):
            due = [seat for seat in at.bots if at.game.to_act(self.state) >> seat & 1]
            if not due:
                return
            weights = weights_of(at.game, at.box, self.state, due[0])
            action = self.luck.choices(range(len(weights)), weights)[0]
            self.lines.append(f"  {at.names[due[0]]}: {at.game.format_action(at.box, self.state, due[0], action)} (bot)")
            at.game.apply(at.box, self.state, due[0], action)


def weights_of(game: Game, box: Any, state: Any, seat: int) -> list[float]:
    """The policy of the rulebook's bot: a weight for each action number."""
    mask, weights = [0] * game.N_ACTIONS, [0.0] * game.N_ACTIONS
    game.legal(box, state, seat, mask)
    game.weigh(box, state, seat, mask, weights)
    return weights


def orders(table: list[Decision]) -> list[tuple[Decision, ...]]:
    """Orders in which decisions that may come in any order are tried: all of a few, else the first ones and the last one."""
    first = list(islice(permutations(table), MOST_ORDERS))
    return [*first, tuple(reversed(table))] if len(first) == MOST_ORDERS else first


def runs(situation: Situation) -> Iterator[tuple[int, list[Run]]]:
    """For each seed the runs of all orders."""
    n = max((len(orders(table)) for table in situation.actions), default=1)
    for seed in range(1, situation.seeds + 1):
        yield seed, [Run(situation, seed, order) for order in range(n)]


# --- reading ---------------------------------------------------------------------------------------------------------


def read_situation(text: str, name: str) -> Situation:
    """Invalid, with line and reason, when the text is no situation."""
    doc = Document(text, name)
    for key in doc.data:
        if key not in KEYS:
            raise doc.wrong(f"{quoted(key)} is unknown; a situation has {', '.join(KEYS)}.", key)
    title, rules = doc.data.get("title"), doc.data.get("rules")
    if not isinstance(title, str) or not title:
        raise doc.wrong('title is missing; it says in a sentence what must hold: title = "...".', "title")
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) for rule in rules):
        raise doc.wrong('rules must list the paragraphs it is about: rules = ["3.7"].', "rules")
    game = games.load(read_game(doc))
    box = read_box(doc, game)
    names, start = read_start(doc, game, box)
    starter, options = (0, {}) if start else read_how_dealt(doc, game, names)
    seating = tables(doc, "seating")
    expects = tables(doc, "expect")
    if not expects and not seating:
        raise doc.wrong("[expect] is missing; it says what must hold.", "expect")
    seeds = read_number(doc, "seeds", SEEDS)
    bots = read_bots(doc, game, names)
    actions = read_actions(doc, names)
    demand_patience(doc, seeds, actions, bots)
    return Situation(doc, title, game, rules, box, names, start, starter, options, bots, seeds, seating, actions, expects)


def read_game(doc: Document) -> str:
    name = doc.data.get("game")
    if name not in games.NAMES:
        raise doc.wrong(f"game is {quoted(name)}; there is {', '.join(games.NAMES)}.", "game")
    return str(name)


def read_number(doc: Document, key: str, default: int, *, most: int = 1000) -> int:
    value = doc.data.get(key, default)
    if type(value) is not int or not 1 <= value <= most:
        raise doc.wrong(f"{key} is {quoted(value)}; it must be a whole number from 1 to {most}.", key)
    return value


def demand_patience(doc: Document, seeds: int, actions: list[list[Decision]], bots: list[int]) -> None:
    """Invalid when judging would take minutes."""
    courses = max((len(orders(table)) for table in actions), default=1)
    most = MOST_WORK // (courses * (len(doc.text) + WORK_OF_BOT * len(bots)))
    if seeds > most:
        raise doc.wrong(f"seeds is {seeds}; with as many lines, orders and bots as here {most} is the most.", "seeds")


def read_box(doc: Document, game: Game) -> Any:
    """The printed box, with what [box] changes of it."""
    changes = doc.data.get("box")
    if changes is None:
        return game.default_box()
    if not isinstance(changes, dict):
        raise doc.wrong("box must be a table: [box].", "box")
    printed = Document(game.dump_box(game.default_box()), "box").data
    try:
        return game.load_box(tomli_w.dumps(changed(printed, changes)), "box")
    except CroupierError as error:
        sentence = str(error).partition(": ")[2]  # without the line of a file that nobody has seen
        raise doc.wrong(sentence, "box") from None


def changed(printed: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Values take the place of printed ones, and tables change printed tables; a list in the place of a table names what is
    left of it."""
    data = dict(printed)
    for key, value in changes.items():
        old = printed.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            data[key] = changed(old, value)
        elif isinstance(old, dict) and isinstance(value, list):
            data[key] = only(old, value, key)
        else:
            data[key] = value
    return data


def only(table: dict[str, Any], names: list[Any], key: str) -> dict[str, Any]:
    for name in names:
        if not isinstance(name, str) or name not in table:
            raise Invalid(f"box: {key} names {quoted(name)}, which the printed box does not have.")
    return {name: table[name] for name in names}


def read_start(doc: Document, game: Game, box: Any) -> tuple[list[str], Record | None]:
    """Names of the seats, and the state to start from: None for a deal, or for nothing but rows of seating."""
    position, deal = doc.data.get("position"), doc.data.get("deal")
    if isinstance(position, dict) and deal is None:
        try:
            start = game.load_position(box, position)
        except CroupierError as error:
            first = str(error).split()[0]  # sentences about a single field begin with its name
            raise doc.wrong(str(error), "position", *([first] if first in position else [])) from None
        return list(position["seats"]), start
    if isinstance(deal, dict) and position is None:
        return read_names(doc, game, box, deal), None
    if position is None and deal is None and "seating" in doc.data and "expect" not in doc.data:
        return [], None
    raise doc.wrong("it needs [position] or [deal], one of them.", "position", "deal")


def read_names(doc: Document, game: Game, box: Any, deal: dict[str, Any]) -> list[str]:
    names = deal.get("seats")
    least, most = game.meta.least_seats, game.meta.most_seats
    if not isinstance(names, list) or len(set(map(str, names))) != len(names) or not least <= len(names) <= most:
        raise doc.wrong(f"seats must be a list of {least} to {most} different names.", "deal", "seats")
    if reason := game.check_box(box, len(names)):
        raise doc.wrong(reason, "deal", "seats")
    return list(map(str, names))


def read_how_dealt(doc: Document, game: Game, names: list[str]) -> tuple[int, dict[str, int]]:
    """Who starts (1 + the seat, 0 for chance), and the options that [deal] chooses."""
    deal = doc.data.get("deal", {})
    values = {option.name: option.values for option in game.meta.options}
    for key, value in deal.items():
        if key not in ("seats", "starter", *values):
            raise doc.wrong(f"{quoted(key)} is unknown; [deal] has {', '.join(['seats', 'starter', *values])}.", "deal", key)
        if key in values and value not in values[key]:
            raise doc.wrong(f"{key} is {quoted(value)}; it must be one of {', '.join(values[key])}.", "deal", key)
    starter = deal.get("starter")
    if starter is not None and starter not in names:
        raise doc.wrong(f"starter is {quoted(starter)}; seats are {', '.join(names)}.", "deal", "starter")
    return 1 + names.index(starter) if starter else 0, {key: values[key].index(deal[key]) for key in values if key in deal}


def read_bots(doc: Document, game: Game, names: list[str]) -> list[int]:
    bots = doc.data.get("bots", [])
    if not isinstance(bots, list) or any(name not in names for name in bots):
        raise doc.wrong(f"bots is {quoted(bots)}; it lists seats out of {', '.join(names)}.", "bots")
    if bots and not game.meta.rulebook_bot:
        raise doc.wrong(f"bots has names, but the rulebook of {game.meta.title} has no bot.", "bots")
    return [names.index(name) for name in bots]


def read_actions(doc: Document, names: list[str]) -> list[list[Decision]]:
    actions = []
    for number, table in enumerate(tables(doc, "actions"), 1):
        for name, text in table.items():
            if name not in names:
                hint = f"table {number} of actions names {quoted(name)}; seats are {', '.join(names)}."
                raise doc.wrong(hint, "actions", name)
            if not isinstance(text, str):
                raise doc.wrong(f"the action of {name} is {quoted(text)}; it is written in quotes.", "actions", name)
        actions.append(list(table.items()))
    return actions


def tables(doc: Document, key: str) -> list[dict[str, Any]]:
    """[key] and [[key]] alike."""
    value = doc.data.get(key, [])
    value = [value] if isinstance(value, dict) else value
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise doc.wrong(f"{key} must be a table: [{key}] or [[{key}]].", key)
    return value


def template(game: str) -> str:
    """A situation of that game that holds; Unknown names the games there are."""
    games.meta(game)
    return files(f"croupier.games.{game}").joinpath("situation.toml").read_text("utf-8")
