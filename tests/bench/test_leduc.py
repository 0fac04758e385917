"""Leduc hold'em, the game of the benchmark of peers: what is known of it, reckoned by hand, and our rules' whole tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from peers.leduc import LEDUC, tree
from peers.leduc.state import CALL, CARDS, FOLD, RAISE, State

from croupier.compiled.lockstep import Lockstep
from croupier.core.chance import seed_chance

JACK, OTHER_JACK, QUEEN, OTHER_QUEEN, KING, OTHER_KING = range(CARDS)
BOX = LEDUC.default_box()


def played(first: int, second: int, before: Sequence[int], card: int = -1, then: Sequence[int] = ()) -> State:
    """The actions of both rounds, with the card that is turned up between them."""
    s = tree.dealt(first, second)
    for actions in (before, then):
        for action in actions:
            assert action in tree.legal_actions(s)
            LEDUC.apply(BOX, s, tree.seat_of(s), action)
        if actions is before and s.board:
            s = tree.turned_up(s, card)
    assert tree.seat_of(s) == -1, "the game is not over"
    return s


def test_the_tree_has_as_many_histories_as_openspiels_leduc_poker() -> None:
    decisions, ends, cards = tree.histories()
    assert (decisions + ends + cards, ends) == (9457, 5520)
    assert cards == 1 + CARDS + 30 * 5  # the first card, the second, and the one turned up after five ways to bet


@pytest.mark.parametrize(
    ("first", "second", "before", "card", "then", "chips"),
    [
        (KING, JACK, [RAISE, FOLD], -1, [], 1),
        (KING, JACK, [RAISE, RAISE, FOLD], -1, [], -3),
        (JACK, KING, [CALL, RAISE, RAISE, FOLD], -1, [], 3),
        (QUEEN, JACK, [CALL, CALL], KING, [CALL, CALL], 1),
        (QUEEN, KING, [CALL, CALL], OTHER_QUEEN, [CALL, CALL], 1),
        (QUEEN, JACK, [CALL, CALL], OTHER_JACK, [RAISE, CALL], -5),
        (KING, OTHER_KING, [RAISE, RAISE, CALL], JACK, [RAISE, RAISE, CALL], 0),
        (KING, QUEEN, [CALL, RAISE, RAISE, CALL], JACK, [CALL, RAISE, RAISE, CALL], 13),
        (KING, QUEEN, [RAISE, CALL], JACK, [CALL, RAISE, FOLD], -3),
    ],
)
def test_chips_of_games_played_by_hand(
    first: int, second: int, before: list[int], card: int, then: list[int], chips: int
) -> None:
    s = played(first, second, before, card, then)
    assert tree.chips(s) == chips
    rewards, theirs = [0.0, 0.0], [0]
    LEDUC.returns(s, rewards)
    LEDUC.score(s, 1, theirs)
    assert theirs == [-chips]
    assert rewards == pytest.approx([0.5 + chips / 26, 0.5 - chips / 26])


def test_who_may_do_what() -> None:
    s = tree.dealt(KING, JACK)
    expected = [[CALL, RAISE], [FOLD, CALL, RAISE], [FOLD, CALL], [CALL, RAISE]]
    for seat, legal, action in zip((0, 1, 0, 0), expected, (RAISE, RAISE, CALL, CALL), strict=True):
        assert (tree.seat_of(s), tree.legal_actions(s)) == (seat, legal)
        LEDUC.apply(BOX, s, seat, action)


def test_a_random_game_has_65_16ths_of_a_decision() -> None:
    """A round takes 1 + 1/2 (1 + 1/2 4/3) + 1/2 4/3 = 5/2 decisions, and with 1 - 3/4 1/2 = 5/8 there is a second one."""
    assert tree.mean(lambda s, plies: plies, tree.uniform) == pytest.approx(2.5 * (1 + 5 / 8), abs=1e-12)


def test_what_random_players_may_expect() -> None:
    """Hands are worth nothing where both play alike, so only folds count:
    -1/24 chips in the first round, -7/192 in the second."""
    assert tree.value(tree.uniform) == pytest.approx(-1 / 24 - 7 / 192, abs=1e-12)


def bold_and_timid(s: State, seat: int, actions: list[int]) -> list[float]:
    """Seat 0 raises when it may, seat 1 folds when it may; otherwise they call."""
    wanted = FOLD if seat else RAISE
    action = wanted if wanted in actions else CALL
    return [float(a == action) for a in actions]


def always_calling(s: State, seat: int, actions: list[int]) -> list[float]:
    return [float(a == CALL) for a in actions]


def test_what_players_of_known_kinds_may_expect() -> None:
    assert tree.value(bold_and_timid) == pytest.approx(1.0)
    assert tree.mean(lambda s, plies: plies, always_calling) == pytest.approx(4.0)
    # Two hands of one rank share: one deal in five. Nobody pairs the card then, and otherwise nobody shares.
    assert tree.mean(lambda s, plies: abs(tree.chips(s)), always_calling) == pytest.approx(4 / 5)


def test_every_card_comes_equally_often() -> None:
    """Of 12,000 deals, each order of two cards comes 400 times, each card turned up 100 times (limits: five sigma)."""
    hands: Counter[tuple[int, int]] = Counter()
    boards: Counter[tuple[int, int, int]] = Counter()
    for seed in range(12_000):
        s = LEDUC.State(seats=2)
        seed_chance(s, seed)
        LEDUC.setup(BOX, s)
        hands[s.hand[0], s.hand[1]] += 1
        for seat in (0, 1):
            LEDUC.apply(BOX, s, seat, CALL)
        boards[s.hand[0], s.hand[1], s.board] += 1
    assert len(hands) == 30 and all(abs(n - 400) < 100 for n in hands.values())
    assert len(boards) == 120 and all(abs(n - 100) < 50 for n in boards.values())


def test_a_redeal_keeps_what_the_seat_sees_and_deals_the_rest_evenly() -> None:
    s = played(QUEEN, KING, [CALL, CALL], OTHER_QUEEN, [RAISE, CALL])
    for seat in (0, 1):
        seen = observed(s, seat)
        others: Counter[int] = Counter()
        for key in range(2_000):
            t = s.copy()
            LEDUC.redeal(BOX, t, seat, key)
            assert observed(t, seat) == seen
            others[t.hand[1 - seat]] += 1
        assert set(others) == {1 + card for card in range(CARDS)} - {s.hand[seat], s.board}
        assert all(abs(n - 500) < 97 for n in others.values())


def observed(s: State, seat: int) -> list[int]:
    out = [0] * LEDUC.OBSERVATION
    LEDUC.observe(BOX, s, seat, out)
    return out


def test_seats_that_observe_the_same_have_the_same_legal_actions() -> None:
    """And there are 936 such situations, as information states in OpenSpiel's leduc_poker with its suits told apart."""
    known: dict[tuple[int, ...], list[int]] = {}
    found = list(tree.deals())
    while found:
        s = found.pop()
        if tree.seat_of(s) >= 0:
            actions = tree.legal_actions(s)
            assert known.setdefault(tuple(observed(s, tree.seat_of(s))), actions) == actions
            found.extend(follower for action in actions for follower in tree.after(s, action))
    assert len(known) == 936


def test_plain_and_compiled_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))  # the usual one notices changes of the package only
    lockstep = Lockstep(LEDUC, BOX, 2)
    assert 1900 < sum(lockstep.run(seed) for seed in range(500)) < 2160
