"""Silver & Gold told line by line: for a pipe, a screen reader, and the log."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.cli.silver_and_gold_drawing import left, sign
from croupier.cli.silver_and_gold_sheet import HEADS, points
from croupier.cli.silver_and_gold_typing import described
from croupier.core.errors import listed
from croupier.games.silver_and_gold.grid import COLUMNS, SIDE
from croupier.games.silver_and_gold.view import Island, SilverAndGoldEvent, SilverAndGoldView, Treasure


def lines(told: Sequence[SilverAndGoldEvent]) -> list[str]:
    """What one player does at once is one sentence: ``{1} crosses off 4 boxes on gray-05, marks 1 coin.``"""
    texts: list[str] = []
    for event in told:
        found = re.match(r"\{\d+\} ", event.text)
        if found and texts and texts[-1].startswith(found[0]) and event.kind not in ("scored", "won"):
            texts[-1] = f"{texts[-1].removesuffix('.')}, {event.text.removeprefix(found[0])}"
        elif event.kind == "refilled" and texts:
            texts[-1] = f"{texts[-1].removesuffix('.')}; {event.text}"
        else:
            texts.append(event.text)
    return texts


def spoken(view: SilverAndGoldView, names: Sequence[str], me: int) -> RenderableType:
    if view.dealt:
        shown = [island(Island(card), f"Island {i} dealt to you") for i, card in enumerate(view.dealt, 1)]
        return Group(*shown)
    own = [island(one, f"Your island {i}") for i, one in enumerate(view.seats[me].islands, 1) if one]
    if view.marked:
        return Group(*own)
    return Group(turn(view, names), *own, display(view), *(seat(view, names, n, me) for n in range(len(names))))


def turn(view: SilverAndGoldView, names: Sequence[str]) -> Text:
    to_come = listed([expedition.name for expedition in view.expeditions if not expedition.seen])
    now = f"Round {view.round} of {view.rounds}, turn {view.turn} of {view.turns}; {names[view.first]} is first."
    return Text(f"{now} To come in this round, all but one: {to_come}.")


def island(shown: Island, name: str) -> Text:
    text = Text(f"{name}: {shown.card.name}, {described(shown.card)}, {left(shown)} left.\n  {' '.join(COLUMNS)}")
    for row in range(len(shown.card.rows.split())):
        signs = [sign(shown, SIDE * row + column) for column in range(SIDE)]
        text.append(f"\n{row + 1} {' '.join(found[0] if found else '.' for found in signs)}")
    return text


def display(view: SilverAndGoldView) -> Text:
    cards = [in_short(card) for card in view.display if card]
    shown = f"On display: {'; '.join(cards)}." if cards else "Nothing is left on display."
    return Text(f"{shown} A palm now scores {1 + view.palms}. In the deck: {view.deck}.")


def in_short(card: Treasure) -> str:
    return f"{card.name}, {described(card)}"


def seat(view: SilverAndGoldView, names: Sequence[str], number: int, me: int) -> Text:
    row = view.seats[number]
    score = ", ".join(f"{head} {n}" for head, n in zip(HEADS, points(row.score), strict=True))
    islands = "" if number == me else "".join(f" {one.card.name} with {left(one)} left," for one in row.islands if one)
    return Text(f"{'You' if number == me else names[number]}:{islands} {len(row.completed)} completed; {score}.")
