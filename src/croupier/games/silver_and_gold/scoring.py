"""How many points, and who wins: the score (section 7), tie-breaks (1.3), returns, standings and what studies count."""

from __future__ import annotations

from typing import Any

from croupier.core.errors import listed
from croupier.core.game import Standing
from croupier.games.silver_and_gold.box import COLORS, MOST_TROPHIES, Box
from croupier.games.silver_and_gold.state import COIN_ROWS, COLORS_AND_NONE, State


def trophy_points(s: State, seat: int) -> int:
    """Paragraph 7.3."""
    points = 0
    for row in range(COIN_ROWS):
        points += s.trophies[seat][row]
    return points


def next_trophy(box: Box, s: State) -> int:
    """What the next full row of coins wins, 0 where none is left (5.1 to 5.3). When twelve are gone there is no next row."""
    return box.trophies[min(s.trophies_gone, MOST_TROPHIES - 1)]


def total(s: State, seat: int) -> int:
    """Paragraph 7.1: coins, trophies, palms, completed cards and seals."""
    return s.coins[seat] + trophy_points(s, seat) + s.palms[seat] + s.cards[seat] + s.seals[seat]


def seal_gain(box: Box, s: State, seat: int, card: int) -> int:
    """Paragraph 7.6: what the seals gain when the seat completes this card (a number of the box): its own seal by the
    cards that are completed, and theirs by this card."""
    return s.seal_worth[seat][box.color[card]] + box.seal_points[card] * s.done[seat][box.seal_color[card]]


def count_card(box: Box, s: State, seat: int, card: int) -> None:
    """A completed card (a number of the box) begins to score (7.5, 7.6)."""
    s.completed[card] = 1 + seat
    s.cards[seat] += box.value[card]
    s.seals[seat] += seal_gain(box, s, seat, card)
    s.done[seat][box.color[card]] += 1
    s.seal_worth[seat][box.seal_color[card]] += box.seal_points[card]


def is_ahead(s: State, seat: int, other: int) -> bool:
    """More points, or as many and more completed cards of the first color in which they differ (1.3)."""
    if total(s, seat) != total(s, other):
        return total(s, seat) > total(s, other)
    for color in range(1, COLORS_AND_NONE):
        if s.done[seat][color] != s.done[other][color]:
            return bool(s.done[seat][color] > s.done[other][color])
    return False


def winners(s: State) -> int:
    """Mask of the seats that nobody is ahead of: one, or all that share the victory (1.4)."""
    mask = 0
    for seat in range(s.seats):
        beaten = False
        for other in range(s.seats):
            if is_ahead(s, other, seat):
                beaten = True
        if not beaten:
            mask |= 1 << seat
    return mask


def returns(s: State, out: Any) -> None:
    mask = winners(s)
    n = 0
    for seat in range(s.seats):
        n += mask >> seat & 1
    for seat in range(s.seats):
        out[seat] = (mask >> seat & 1) / n


TALLY = ()


def tally(s: State, out: Any) -> None:
    """Nothing but the points is counted."""


SCORE = ("coins", "trophies", "palms", "cards", "seals", "total")


def score(s: State, seat: int, out: Any) -> None:
    out[0] = s.coins[seat]
    out[1] = trophy_points(s, seat)
    out[2] = s.palms[seat]
    out[3] = s.cards[seat]
    out[4] = s.seals[seat]
    out[5] = total(s, seat)


# --- for people ------------------------------------------------------------------------------------------------------


def standings(s: State) -> list[Standing]:
    """Paragraphs 1.1, 1.3 and 1.4: by points, then by colors; who is level shares the place."""
    place = {seat: 1 + sum(is_ahead(s, other, seat) for other in range(s.seats)) for seat in range(s.seats)}
    return [Standing(seat, place[seat], why(s, seat)) for seat in sorted(place, key=lambda seat: (place[seat], seat))]


def why(s: State, seat: int) -> str:
    """The points, and whom the colors put behind the seat or level with it."""
    level = [other for other in range(s.seats) if other != seat and total(s, other) == total(s, seat)]
    said = [f"{{{seat}}} has {total(s, seat)} points"]
    for color in range(1, COLORS_AND_NONE):
        behind = [other for other in level if deciding_color(s, seat, other) == color]
        said += [f"more {COLORS[color - 1]} islands than {names(behind)}"] if behind else []
    shared = [other for other in level if not is_ahead(s, seat, other) and not is_ahead(s, other, seat)]
    return f"{listed(said)}{f', level with {names(shared)} in every color' if shared else ''}."


def deciding_color(s: State, seat: int, other: int) -> int:
    """The first color in which seat is ahead of another with as many points; 0 where it is not ahead."""
    if not is_ahead(s, seat, other):
        return 0
    return next(color for color in range(1, COLORS_AND_NONE) if s.done[seat][color] != s.done[other][color])


def names(seats: list[int]) -> str:
    return listed([f"{{{seat}}}" for seat in seats])
