"""A bot's choice: legal, moved by nothing but its knowledge and its key, and good where the best action is plain to see."""

from __future__ import annotations

from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
from bots_positions import BOX, QUICKSHOT, Asked, duel, legal_actions, sampled

from croupier.bots import LEVELS, choose
from croupier.bots.choice import think
from croupier.bots.thought import Thought
from croupier.bots.tree import NONE, Node, Tree
from croupier.core.chance import seed_chance
from croupier.core.errors import Unknown
from croupier.core.events import seats_in


def test_choices_are_legal_and_leave_the_state_alone():
    for i, (s, seat) in enumerate(sampled(12)):
        before = s.digest()
        for level in LEVELS:
            assert choose(QUICKSHOT, BOX, s, seat, level, i) in legal_actions(QUICKSHOT, BOX, s, seat)
        assert s.digest() == before


def test_the_same_key_gives_the_same_action_in_all_truths_that_agree():
    differing = 0
    for i, (s, seat) in enumerate(sampled(40, seed=2)):
        truths = [s]
        for key in range(3):
            truths.append(s.copy())
            QUICKSHOT.redeal(BOX, truths[-1], seat, key)
        differing += len({truth.digest() for truth in truths}) > 2
        for act in (lambda t, i=i, seat=seat: choose(QUICKSHOT, BOX, t, seat, "greenhorn", i),
                    lambda t, i=i, seat=seat: think(QUICKSHOT, BOX, t, seat, i, 30, compiled=False)):  # fmt: skip
            assert len({act(truth) for truth in truths}) == 1
    assert differing > 25


def test_keys_matter():
    s, seat = sampled(1, seed=3)[0]
    assert len({choose(QUICKSHOT, BOX, s, seat, "greenhorn", key) for key in range(40)}) > 1


def test_greenhorn_plays_as_the_rulebook_says():
    """Every card of the hand is equally likely: of 8 8 8 2 the 8 comes three times out of four."""
    s, seat = duel("follow", led=5, mine="8 8 8 2")
    chosen = Counter(choose(QUICKSHOT, BOX, s, seat, "greenhorn", key) for key in range(2_000))
    assert set(chosen) == {2, 8}
    assert 0.71 < chosen[8] / 2_000 < 0.79


def test_an_unknown_level_is_refused_with_those_there_are():
    s, seat = sampled(1)[0]
    with pytest.raises(Unknown, match="greenhorn, prospector, sharper and mayor"):
        choose(QUICKSHOT, BOX, s, seat, "shark", 1)


BEST = {
    "Targeting hits the weaker Explosion": (duel("follow", led=5, mine="1 5 6"), 6),
    "Trap catches Explosion": (duel("follow", led=5, mine="1 2 5"), 2),
    "Ploy makes 3 stronger than 8": (duel("follow", led=8, mine="1 2 3 8"), 3),
    "4 + 5 beats 8": (duel("reinforce", led=8, mine="2 3 5", front=4), 5),
}
"""Positions in which one action wins and all others lose."""


@pytest.mark.parametrize("name", BEST)
def test_the_search_finds_the_only_action_that_wins(name: str):
    (s, seat), action = BEST[name]
    for other in legal_actions(QUICKSHOT, BOX, s, seat):
        assert wins(s, seat, other) == (other == action)
    for key in range(5):
        assert choose(QUICKSHOT, BOX, s, seat, "prospector", key) == action


def wins(s: Any, seat: int, action: int) -> bool:
    end = s.copy()
    QUICKSHOT.apply(BOX, end, seat, action)
    returns = [0.0] * s.seats
    assert QUICKSHOT.to_act(end) == 0
    QUICKSHOT.returns(end, returns)
    return returns[seat] == 1.0


def test_every_iteration_asks_the_searching_seat_and_hides_its_choice_from_the_others():
    """In the first simultaneous decision each follower has one node, and (nearly) all iterations pass through it.

    Were the searching seat asked first, the others' nodes would differ by its choice.
    """
    iterations = 200
    s, seat = followers(seats=5)
    thought = Thought(QUICKSHOT, BOX, s, seat, 1, iterations, compiled=False)
    thought.run()
    tree = thought.tree
    visits = sorted((visits_of(tree, node) for node in tree.nodes if node.key), reverse=True)
    assert 0.95 * iterations < visits[3] <= visits[0] == iterations
    assert visits[4] < iterations / 2


def followers(seats: int) -> Asked:
    """A first round with the Leader's card on the table, full hands and open choices; asks the first of the followers."""
    s = QUICKSHOT.State(seats=seats)
    seed_chance(s, 5)
    QUICKSHOT.setup(BOX, s)
    QUICKSHOT.apply(BOX, s, s.leader, legal_actions(QUICKSHOT, BOX, s, s.leader)[0])
    return Asked(s, seats_in(QUICKSHOT.to_act(s))[0])


def visits_of(tree: Tree, node: Node) -> int:
    visits, i = 0, node.first
    while i != NONE:
        visits += tree.edges[i].visits
        i = tree.edges[i].following
    return visits


def test_plain_search_answers_in_time():
    """The longest thoughts are those at the start of a game with all seats. Seconds of this process, whatever else runs."""
    s = QUICKSHOT.State(seats=7)
    seed_chance(s, 1)
    QUICKSHOT.setup(BOX, s)
    assert median(timed(s, key) for key in range(5)) < 1.0


def timed(s: Any, key: int) -> float:
    started = process_time()
    choose(QUICKSHOT, BOX, s, s.leader, "sharper", key)
    return process_time() - started


def toy() -> Any:
    """The toy game under a name that counts as ours, as the rules of a game must."""
    spec = spec_from_file_location("tests.bots_toy", Path(__file__).with_name("bots_toy.py"))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.TOY


def test_games_without_a_policy_shared_wins_and_two_open_choices_at_one_time():
    """In the toy game the highest sum of two open choices wins, and ties share: the highest choice is never worse."""
    game = toy()
    box, s = game.default_box(), game.State(seats=3)
    game.setup(box, s)
    for key in range(5):
        assert choose(game, box, s, 1, "prospector", key) == 2
    assert {choose(game, box, s, 1, "greenhorn", key) for key in range(40)} == {0, 1, 2}


def test_levels_say_how_much_they_think():
    thinkers = [level for level in LEVELS.values() if level.iterations]
    assert [f"plays up to {level.iterations:,} games" in level.text for level in thinkers] == [True] * len(thinkers)
    assert LEVELS["prospector"].iterations < LEVELS["sharper"].iterations
    assert all(level.plain_iterations <= level.iterations for level in thinkers)
