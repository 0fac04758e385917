"""Who wins: returns, standings, and what studies count. What a market pays: market.py; how a game ends: ending.py."""

from __future__ import annotations

from typing import Any

from croupier.core.game import Standing
from croupier.games.quick_silver.state import (
    CENTRE,
    CENTRE_SWAPS,
    LAST_ALIVE,
    OVER,
    REDIRECTS,
    SNEAKS,
    SWAPS,
    WINDOWS,
    State,
    is_alive,
)


def returns(s: State, out: Any) -> None:
    """A shared win is split (1.4); where the Stranger has won, nobody has (7.2)."""
    winners = 0
    for seat in range(s.seats):
        winners += s.winners >> seat & 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if s.winners >> seat & 1 else 0.0


TALLY = (
    "rounds_per_game", "last_survivor_share", "stranger_wins", "truncated", "sneaks_per_game", "swaps_with_players_per_game",
    "swaps_with_centre_per_game", "redirect_windows_per_game", "redirects_per_game", "eliminated_per_game",
)  # fmt: skip


def tally(s: State, out: Any) -> None:
    gone = 0
    for seat in range(s.seats):
        if not is_alive(s, seat):
            gone += 1
    out[0] = s.round
    out[1] = 1 if s.ending == LAST_ALIVE else 0
    out[2] = s.winners >> CENTRE & 1
    out[3] = 1 if s.phase != OVER else 0
    out[4] = s.counted[SNEAKS]
    out[5] = s.counted[SWAPS]
    out[6] = s.counted[CENTRE_SWAPS]
    out[7] = s.counted[WINDOWS]
    out[8] = s.counted[REDIRECTS]
    out[9] = gone


def standings(s: State) -> list[Standing]:
    """Paragraph 1.5: the winners, the living by cash, then the dead, latest first, and by cash in one blast."""
    key = {seat: rank(s, seat) for seat in range(s.seats)}
    place = {seat: 1 + sum(other > key[seat] for other in key.values()) for seat in key}
    if s.winners >> CENTRE & 1:
        place = {seat: place[seat] + 1 for seat in place}
    return [Standing(seat, place[seat], why(s, seat)) for seat in sorted(key, key=lambda seat: (place[seat], seat))]


def rank(s: State, seat: int) -> tuple[int, int, int]:
    """Higher is better."""
    dead = 0 if is_alive(s, seat) else s.out[seat] - s.blasts - 1
    return s.winners >> seat & 1, dead, s.cash[seat]


def why(s: State, seat: int) -> str:
    cash = f"${s.cash[seat]}"
    if not is_alive(s, seat):
        note = f"{{{seat}}} was blown up with {cash}"
        return f"{note}, the most of those who died last." if s.winners >> seat & 1 else f"{note}."
    if s.winners >> seat & 1:
        return f"{{{seat}}} is the last one alive." if s.ending == LAST_ALIVE else f"{{{seat}}} is the richest with {cash}."
    return f"{{{seat}}} has {cash}."
