"""How strong, and who wins: strength order, returns and standings. Quickshot has no points."""

from __future__ import annotations

from typing import Any

from croupier.core.game import Standing
from croupier.games.quickshot.state import NOBODY, REINFORCEMENTS, State, is_in


def strongest(s: State) -> int:
    """The strongest living player with a face-up card (5.1), or NOBODY."""
    best = NOBODY
    for seat in range(s.seats):
        if s.up[seat] and (best == NOBODY or rank(s, seat) > rank(s, best)):
            best = seat
    return best


def weakest(s: State) -> int:
    """The weakest living player with a face-up card (5.1); one alone is both (5.2). NOBODY where none lies face up."""
    worst = NOBODY
    for seat in range(s.seats):
        if s.up[seat] and (worst == NOBODY or rank(s, seat) < rank(s, worst)):
            worst = seat
    return worst


def rank(s: State, seat: int) -> int:
    """Higher is stronger: inverted under Ploy (5.3); Reinforcements is the stronger of a tie in either order (5.2)."""
    value = 2 * s.strength[seat]
    if s.inverted:
        value = -value
    if s.card[seat] == REINFORCEMENTS:
        value += 1
    return value


def returns(s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = 0.0
    out[s.winner] = 1.0


TALLY = ("rounds_per_game", "eliminated_per_game", "last_survivor_share")


def tally(s: State, out: Any) -> None:
    """The round that was reached, how many were eliminated, and whether one alone was left."""
    gone = 0
    for seat in range(s.seats):
        if not is_in(s, seat):
            gone += 1
    out[0] = s.round
    out[1] = gone
    out[2] = 1 if gone == s.seats - 1 else 0


def standings(s: State) -> list[Standing]:
    """Paragraph 1.3: the winner, then the survivors, then the eliminated, latest first; together means the same place."""
    key = {seat: -1 if seat == s.winner else s.eliminations - s.out[seat] + 1 if s.out[seat] else 0 for seat in range(s.seats)}
    place = {seat: 1 + sum(other < key[seat] for other in key.values()) for seat in key}
    return [Standing(seat, place[seat], why(s, seat)) for seat in sorted(key, key=lambda seat: (place[seat], seat))]


def why(s: State, seat: int) -> str:
    if not is_in(s, seat):
        return f"{{{seat}}} was eliminated."
    if seat != s.winner:
        return f"{{{seat}}} survived."
    alone = all(s.out[other] for other in range(s.seats) if other != seat)
    return f"{{{seat}}} is the last one left." if alone else f"{{{seat}}} holds the Leader card at the end."
