"""The score of Silver & Gold, line by line, with the trophies and the seals worked out."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli.canvas import Fitting
from croupier.cli.silver_and_gold_drawing import Block, chip, columns
from croupier.games.silver_and_gold.view import Completed, Score, SilverAndGoldSeat, SilverAndGoldView

HEADS = ("coins", "trophies", "palms", "islands", "seals", "total")
SHORT_HEADS = ("coins", "tro.", "palms", "isl.", "seals", "total")
ROW, ROWS = 4, 3


def points(score: Score) -> tuple[int, ...]:
    """In the order of HEADS."""
    return score.coins, score.trophies, score.palms, score.cards, score.seals, score.total


def coin_rows(coins: int) -> str:
    """``●●●● ●●○○ ○○○○``"""
    marked = "●" * coins + "○" * (ROW * ROWS - coins)
    return " ".join(marked[at : at + ROW] for at in range(0, ROW * ROWS, ROW))


def scores(view: SilverAndGoldView, names: Sequence[str]) -> RenderableType:
    """The page of the running score."""
    details = [detail(seat, name) for seat, name in zip(view.seats, names, strict=True)]
    return Group(*card_by_lines(view, names), Text(), *details)


def sheet(view: SilverAndGoldView, names: Sequence[str]) -> RenderableType:
    """The end; the seals alone where there is no room for all islands."""
    paid = [(name, seals_of(seat)) for seat, name in zip(view.seats, names, strict=True)]
    seals = [Text.assemble((f"{name}: ", "bold"), text) for name, text in paid if text]
    return Fitting((1, scores(view, names)), (1, Group(*card_by_lines(view, names), *seals)))


def card_by_lines(view: SilverAndGoldView, names: Sequence[str]) -> Block:
    cell = 20 if len(names) < 4 else 16
    rows: list[list[str | Text]] = [["", *(Text(short(name, cell - 2), "bold") for name in names)]]
    sums = [points(seat.score) for seat in view.seats]
    for i, head in enumerate(HEADS):
        style = "bold" if head == "total" else ""
        rows.append([Text(head, style), *(Text(str(line[i]), style) for line in sums)])
    if len(names) < 4:
        rows[1][1:] = [f"{coin_rows(seat.coins)} {seat.score.coins:>2}" for seat in view.seats]
    rows[2][1:] = [trophies(seat) for seat in view.seats]
    return columns(rows, [9, *[cell] * len(names)])


def short(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def trophies(seat: SilverAndGoldSeat) -> str:
    """``6 + 3 = 9`` """
    if len(seat.trophies) < 2:
        return str(seat.score.trophies)
    return f"{' + '.join(map(str, seat.trophies))} = {seat.score.trophies}"


def detail(seat: SilverAndGoldSeat, name: str) -> RenderableType:
    """The completed islands, and what each seal pays."""
    rows = Table.grid(padding=(0, 1))
    if not seat.completed:
        rows.add_row(Text(name, "bold"), Text("no island completed", "dim"))
        return rows
    islands = Text(" ").join(Text.assemble(chip(done.card), f" {done.card.value}") for done in seat.completed)
    rows.add_row(Text(name, "bold"), islands)
    if seals := seals_of(seat):
        rows.add_row(Text(), seals)
    return rows


def seals_of(seat: SilverAndGoldSeat) -> Text:
    return Text("; ").join(pays(done) for done in seat.completed if done.card.seal)


def pays(done: Completed) -> Text:
    """``seal of purple-01: 2 × 3 orange = 6``"""
    seal = done.card.seal
    assert seal
    return Text.assemble(
        "seal of ", chip(done.card), f": {seal.points} × {done.matching} {seal.color} = {seal.points * done.matching}"
    )
