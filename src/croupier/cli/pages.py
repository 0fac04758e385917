"""What the terminal shows on request, and the end: cards, rules, standings. For any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.box import own_box
from croupier.cli.screen import Screen
from croupier.cli.sitting import Sitting
from croupier.core.game import Game
from croupier.server.rules import rules_info

Sentence = Callable[[str], Text]
"""Turns a text with ``{2}`` for seats into a styled sentence."""


def help_page(game: Game, screen: Screen, view: Any) -> RenderableType:
    """How to type, where the game has something to say about it, and its cards."""
    guide = screen.guide(view)
    return cards(game, screen) if guide is None else Group(guide, Text(), cards(game, screen))


def cards(game: Game, screen: Screen) -> RenderableType:
    """Every kind of card, what it does, and the paragraph that says so in full."""
    rows = Table.grid(padding=(0, 1))
    for card in game.cards():
        rows.add_row(screen.card(card.key), Text(card.text), Text(card.rule, "dim"))
    return rows


def why(game: Game, told: Sequence[Any], sentence: Sentence) -> RenderableType:
    """What happened lately, each paragraph that made it happen once, after the first event that cites it."""
    paragraphs = {p.id: p.text for section in rules_info(game.meta.name).sections for p in section.paragraphs}
    parts: list[RenderableType] = []
    seen: set[str] = set()
    for event in told:
        parts.append(sentence(event.text))
        if event.rule not in seen:
            seen.add(event.rule)
            parts.append(quoted(event.rule, paragraphs.get(event.rule)))
    return Group(*parts) if parts else Text("Nothing has happened since your last decision.")


def quoted(rule: str, text: str | None) -> RenderableType:
    """A paragraph of the rules, set in from the left."""
    row = Table.grid(padding=(0, 1))
    row.add_column(width=4)
    row.add_row(Text(rule, "bold"), Markdown(text, style="dim") if text else Text("The rules page is not installed.", "dim"))
    return Padding(row, (0, 0, 0, 2))


def end(game: Game, sitting: Sitting, sentence: Sentence) -> RenderableType:
    """Standings, and how to get the same deal again."""
    rows = Table.grid(padding=(0, 1))
    for standing in game.standings(sitting.state):
        rows.add_row(Text(f"{standing.place:>3}.", "bold"), sentence(standing.note))
    return Group(Text("The game is over", "bold"), rows, *same_again(game, sitting))


def same_again(game: Game, sitting: Sitting) -> list[Text]:
    """The command that brings the same deal."""
    levels = [level for seat, level in enumerate(sitting.levels) if seat != sitting.me]
    bots = levels[0] if len(set(levels)) == 1 else ",".join(levels)
    seats, name = len(sitting.levels), game.meta.name
    line = f"The same deal again: croupier play {name} --seats {seats} --bots {bots} --seed {sitting.seed}"
    if sitting.starter:
        line += f" --first-seat {sitting.starter}"
    for option in game.meta.options:
        if chosen := sitting.options.get(option.name):
            line += f" --option {option.name}={option.values[chosen]}"
    if own_box(game, sitting.box):
        line += " --box FILE, with the box of this game"
    return [Text(line, "dim", overflow="fold")]
