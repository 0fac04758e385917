"""What a viewer is sent is the same, byte for byte, in all truths that agree with what the viewer knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from table_sitting import Sitting, dealt

from croupier.core.events import Beat
from croupier.core.game import SPECTATOR
from croupier.table.commands import WithdrawCommand
from croupier.table.table import Table

EVERYBODY = frozenset(range(7))


def sent(table: Table, viewer: int, beats: list[Beat]) -> bytes:
    """An update for this viewer, and what a newcomer would get."""
    seat = viewer if viewer >= 0 else None
    return msgspec.json.encode([
        table.frame(EVERYBODY, 1),
        [[[table.game.tell(event, viewer) for event in beat.events], beat.view] for beat in beats],
        table.view(viewer),
        None if seat is None else [table.decision(seat), table.offer(seat), table.can_withdraw(seat)],
        table.events(viewer),
    ])


def other_truth(sitting: Sitting, viewer: int, key: int) -> Sitting:
    """The same table, with everything dealt again that the viewer cannot know, and the others' open choices made anew."""
    twin = sitting.branch()
    table, state = sitting.table, sitting.table.state.copy()
    seats = len(table.seats)
    table.game.redeal(table.box, state, viewer if viewer >= 0 else key % seats, key)
    state.chance = [0] * 4
    committed = [p for p in range(seats) if table.can_withdraw(p) and p != viewer]
    if viewer < 0:
        table.game.withdraw(table.box, state, key % seats)
    twin.table = table.copy()
    twin.table.state, twin.table.mask = state, table.game.to_act(state)
    twin.table.plies -= sum(table.open_actions[p] for p in committed)
    twin.table.open_actions = tuple(0 if p in committed else n for p, n in enumerate(table.open_actions))
    r = random.Random(key)
    for p in committed:
        commit_again(twin, p, r, done=not table.is_awaited(p))
    return twin


def commit_again(twin: Sitting, seat: int, r: random.Random, *, done: bool) -> None:
    """Choose anew, to the end or, where the seat was in the middle of several actions, any number of them but all."""
    while twin.table.is_awaited(seat) and (done or r.random() < 0.5):
        trial = twin.branch()
        trial.act(seat, r.choice(twin.offers(seat)))
        if not done and not trial.table.goes_on(seat):
            return
        twin.__dict__.update(trial.__dict__)


def commit(sitting: Sitting, seat: int, key: int) -> Iterator[Any]:
    """The seat chooses to the end; yields after each action."""
    r = random.Random(key)
    while sitting.table.is_awaited(seat):
        yield sitting.act(seat, r.choice(sitting.offers(seat)))


@pytest.mark.parametrize(
    ("game", "seats", "games", "looks"),
    [
        ("quickshot", 3, 10, 1),
        ("quickshot", 5, 6, 1),
        ("quickshot", 7, 4, 1),
        ("silver_and_gold", 2, 2, 4),
        ("silver_and_gold", 4, 2, 16),
    ],
)
def test_streams_are_equal_in_all_truths_that_agree(game: str, seats: int, games: int, looks: int) -> None:
    """In every position, or in every ``looks``-th one on average."""
    compared = 0
    for seed in range(games):
        r = random.Random(seed)
        sitting = dealt(seats, seats, game=game, seconds=30)
        while not sitting.table.is_over:
            for viewer in (SPECTATOR, *range(seats)) if not r.randrange(looks) else ():
                compared += compare(sitting, viewer, r)
            sitting.step(r)
    assert compared > 40


def compare(sitting: Sitting, viewer: int, r: random.Random) -> int:
    twins = [other_truth(sitting, viewer, r.randrange(1 << 40)) for _ in range(2)]
    for twin in twins:
        assert sent(twin.table, viewer, []) == sent(sitting.table, viewer, [])
    others = [p for p in sitting.table.awaited() if p != viewer]
    if len(sitting.table.awaited()) < 2 or not others:
        return 0
    mover = r.choice(others)
    truths = [sitting.branch(), *twins]
    streams = set()
    for i, truth in enumerate(truths):
        before = sent(truth.table, viewer, [])
        stream = [sent(truth.table, viewer, done.beats) for done in commit(truth, mover, i)]
        assert set(stream[:-1]) <= {before}, "in the middle of it nothing shows"
        after_all = sent(truth.table, viewer, truth.do(WithdrawCommand(truth.table.decision(mover)), mover).beats)
        streams.add((stream[-1], after_all))
    assert len(streams) == 1
    return 1


def test_an_open_choice_shows_in_nobody_elses_view_and_tells_nothing() -> None:
    sitting = dealt(5, 5).play_until_together(random.Random(1))
    mover = sitting.table.awaited()[0]
    before = {viewer: sitting.table.view(viewer) for viewer in range(-1, 5)}
    done = sitting.act(mover, sitting.offers(mover)[0])
    assert done.beats == []
    for viewer, view in before.items():
        assert (sitting.table.view(viewer) == view) == (viewer != mover)


def observation(table: Table, seat: int) -> list[int]:
    out = [0] * table.game.OBSERVATION
    table.game.observe(table.box, table.state, seat, out)
    return out


@pytest.mark.parametrize(("seats", "variants"), [(2, "off"), (4, "on"), (6, "off")])
def test_swaps_and_windows_tell_the_same_in_all_truths_that_agree(seats: int, variants: str) -> None:
    """One decides after the other: what comes of an action, a deadline too, until the viewer learns something."""
    compared = {True: 0, False: 0}
    options = dict.fromkeys(("not_quite_dead", "sneaky_stranger"), variants)
    for seed in range(3):
        r = random.Random(seed)
        sitting = dealt(seats, seats, game="quick_silver", options=options)
        while not sitting.table.is_over and sitting.table.plies < 80:
            [mover] = sitting.table.awaited()
            action = r.choice(sitting.offers(mover))
            for viewer in r.sample((SPECTATOR, *range(seats)), 2):
                compared[sitting.table.is_window] += compare_action(sitting, viewer, mover, action, r)
            sitting.act(mover, action)
    assert min(compared.values()) > 20, compared


def compare_action(sitting: Sitting, viewer: int, mover: int, action: str, r: random.Random) -> bool:
    """Whether the viewer could still not tell the truths apart after the action, so that all was compared."""
    truths = [sitting.branch(), other_truth(sitting, viewer, r.randrange(1 << 40))]
    assert len({sent(truth.table, viewer, []) for truth in truths}) == 1
    done = [truth.act(mover, action) for truth in truths]
    if sitting.table.state.round != truths[0].table.state.round or truths[0].table.is_over:
        return False  # all was shown
    if viewer >= 0 and len({tuple(observation(truth.table, viewer)) for truth in truths}) > 1:
        return False  # the viewer took a card, or was given one
    assert len({sent(truth.table, viewer, one.beats) for truth, one in zip(truths, done, strict=True)}) == 1
    return True
