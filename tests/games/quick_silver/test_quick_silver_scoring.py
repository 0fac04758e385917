"""What markets pay, who wins and what studies count equal what is counted afresh from the events of random games."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "contract"))
from walks import CASES, Case, start, step

from croupier.core.events import Event, Recorder, seats_in
from croupier.games.quick_silver.box import GOLD
from croupier.games.quick_silver.scoring import TALLY, returns, standings, tally
from croupier.games.quick_silver.state import (
    ALLOWED,
    CENTRE,
    EARNED,
    GROUP,
    LAST_ALIVE,
    NOBODY_ALIVE,
    OUT,
    REDIRECT,
    REDIRECTED,
    RESTARTED,
    RICHEST,
    ROUND,
    SHOWN,
    SNEAKED,
    SWAPPED,
    WON,
    State,
)

CASES = [case for case in CASES if case.name == "quick_silver"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
GAMES_PER_CASE = 5
MOST_PLIES = 1200
"""Where nobody goes out random games may take longer; they are left there."""


class Played(NamedTuple):
    state: Any
    events: list[Event]
    """All but those of the first deal."""


@each_case
def test_random_games_are_what_their_events_say(case: Case):
    for seed in range(GAMES_PER_CASE):
        game = played(case, seed)
        check_markets(case, game)
        check_cash(game)
        check_counts(game)
        if not case.game.to_act(game.state):
            check_winners(case, game)


def played(case: Case, seed: int) -> Played:
    recorder, luck, state = Recorder(lambda: None), random.Random(seed), start(case, seed)
    state.recorder = recorder
    for _ in range(MOST_PLIES):
        if not case.game.to_act(state):
            break
        step(case, state, luck)
    return Played(state, [event for beat in recorder.beats for event in beat.events])


# --- the market ------------------------------------------------------------------------------------------------------


class Market(NamedTuple):
    """What the events of one market say, by place."""

    cards: dict[int, tuple[int, ...]]
    """100 * kind + value."""
    totals: dict[int, int]
    tokens: dict[int, int]
    groups: list[tuple[int, ...]]
    """Number, total and mask of places, and the rule."""
    earned: dict[int, tuple[int, int]]
    """Dollars, and the rule."""


def markets(events: list[Event]) -> list[Market]:
    found, market = [], Market({}, {}, {}, [], {})
    for event in events:
        if event.kind == SNEAKED:
            market.tokens[event.args[0]] = event.args[1]
        elif event.kind == SHOWN:
            market.cards[event.args[0]] = event.args[1:4]
            market.totals[event.args[0]] = event.args[4]
        elif event.kind == GROUP:
            market.groups.append((*event.args, event.rule))
        elif event.kind == EARNED:
            market.earned[event.args[0]] = event.args[1], event.rule
        elif event.kind in (ROUND, WON):
            found.append(market)
            market = Market({}, {}, {}, [], {})
    return found


def goods(cards: tuple[int, ...]) -> list[int]:
    return sorted(card % 100 for card in cards if card // 100 <= GOLD)


def check_markets(case: Case, game: Played) -> None:
    """Paragraphs 6.1 to 6.7."""
    for market in markets(game.events):
        weights = {
            place: sum(goods(cards)) + case.box.token * market.tokens.get(place, 0) for place, cards in market.cards.items()
        }
        assert market.totals == weights
        tops = sorted(set(weights.values()), reverse=True)
        groups = [[place for place in weights if weights[place] == total] for total in tops]
        assert [(n, total, seats_in(mask), rule) for n, total, mask, rule in market.groups] == [
            (n, total, sorted(group), min(6_02 + n, 6_06)) for n, (total, group) in enumerate(zip(tops, groups, strict=True), 1)
        ]
        second, third = [*groups, [], [], []][1:3]
        sold = {place: ((goods(market.cards[place]) or [0])[-1], 6_04) for place in second}
        assert market.earned == sold | {place: ((goods(market.cards[place]) or [0])[0], 6_05) for place in third}


def check_cash(game: Played) -> None:
    """Paragraphs 6.4, 6.5 and 7.1."""
    state, events = game
    cash = [0] * len(state.cash)
    for event in events:
        if event.kind == EARNED:
            cash[event.args[0]] += event.args[1]
            assert cash[event.args[0]] == event.args[2]
        for seat in seats_in(event.args[0]) if event.kind == RESTARTED else ():
            cash[seat] = 0
    assert cash == state.cash


# --- the end ---------------------------------------------------------------------------------------------------------


def deaths(events: list[Event]) -> dict[int, int]:
    """Seat to the number of the blast."""
    blasts = [event.args[0] for event in events if event.kind == OUT]
    return {seat: number for number, mask in enumerate(blasts, 1) for seat in seats_in(mask)}


def winners(case: Case, game: Played) -> tuple[int, list[int]]:
    """How such a game ends, and who has won, from the cash and the deaths."""
    dead, cash = deaths(game.events), game.state.cash
    alive = [seat for seat in range(case.seats) if seat not in dead]
    if len(alive) == 1:
        return LAST_ALIVE, alive
    how, places = RICHEST, [*alive, CENTRE] if ("sneaky_stranger", 1) in case.options else alive
    if not alive:
        how, places = NOBODY_ALIVE, [seat for seat in dead if dead[seat] == max(dead.values())]
    best = max(cash[place] for place in places)
    return how, [place for place in places if cash[place] == best]


def check_winners(case: Case, game: Played) -> None:
    """Section 1, and 7.2."""
    state, events = game
    how, best = winners(case, game)
    assert events[-1].kind == WON
    assert (seats_in(events[-1].args[0]), events[-1].args[1]) == (best, how)
    out = [-1.0] * case.seats
    returns(state, out)
    assert out == [1 / len(best) if seat in best else 0.0 for seat in range(case.seats)]
    dead = deaths(events)
    ranks = [(seat in best, seat not in dead, dead.get(seat, 0), state.cash[seat]) for seat in range(case.seats)]
    shift = 2 if CENTRE in best else 1
    places = {standing.seat: standing.place for standing in standings(state)}
    assert places == {seat: shift + sum(rank > ranks[seat] for rank in ranks) for seat in range(case.seats)}


def check_counts(game: Played) -> None:
    """What studies count."""
    state, events = game
    kinds = [event.kind for event in events]
    centre = sum(event.kind == SWAPPED and event.args[1] == CENTRE for event in events)
    out = [-1] * len(TALLY)
    tally(state, out)
    assert dict(zip(TALLY, out, strict=True)) == {
        "rounds_per_game": 1 + kinds.count(ROUND),
        "last_survivor_share": int(state.ending == LAST_ALIVE),
        "stranger_wins": sum(event.kind == WON and event.args[0] == 1 << CENTRE for event in events),
        "truncated": int(WON not in kinds),
        "sneaks_per_game": kinds.count(SNEAKED),
        "swaps_with_players_per_game": kinds.count(SWAPPED) - centre,
        "swaps_with_centre_per_game": centre,
        "redirect_windows_per_game": kinds.count(REDIRECTED) + kinds.count(ALLOWED) + (state.phase == REDIRECT),
        "redirects_per_game": kinds.count(REDIRECTED),
        "eliminated_per_game": len(deaths(events)),
    }


def test_a_game_that_is_left_is_truncated():
    out = [-1] * len(TALLY)
    tally(start(CASES[0], 1), out)
    counts = dict(zip(TALLY, out, strict=True))
    assert counts == dict.fromkeys(TALLY, 0) | {"rounds_per_game": 1, "truncated": 1}


SHARES = [
    (0b011, NOBODY_ALIVE, [0.5, 0.5, 0.0]),
    (0b111, NOBODY_ALIVE, [1 / 3, 1 / 3, 1 / 3]),
    (0b100, RICHEST, [0.0, 0.0, 1.0]),
    (1 << CENTRE, RICHEST, [0.0, 0.0, 0.0]),
]


@pytest.mark.parametrize(("mask", "ending", "utilities"), SHARES)
def test_a_win_is_split_and_the_stranger_takes_all(mask: int, ending: int, utilities: list[float]):
    out = [-1.0] * 3
    returns(State(seats=3, winners=mask, ending=ending), out)
    assert out == utilities


def test_behind_the_stranger_the_places_begin_with_the_second():
    state = State(seats=3, winners=1 << CENTRE, ending=RICHEST, cash=[30, 50, 30, 0, 0, 0, 110])
    assert [(standing.seat, standing.place) for standing in standings(state)] == [(1, 2), (0, 3), (2, 3)]
