"""Searches by several trees: they elect one action by all their visits, whatever threads the machine has."""

from __future__ import annotations

from bots_positions import BOX, QUICKSHOT, sampled

from croupier.bots.thought import Thought
from croupier.bots.tree import elected

Votes = list[tuple[int, int]]


def test_threads_change_nothing_and_neither_does_compiling():
    for i, (s, seat) in enumerate(sampled(6, seed=9)):
        found = []
        for compiled, threads in ((False, None), (True, 1), (True, 2), (True, 3)):
            thought = Thought(QUICKSHOT, BOX, s, seat, i, 90, compiled=compiled, trees=3)
            found.append((thought.run(threads), thought.votes()))
        assert found.count(found[0]) == len(found)


def test_trees_have_chances_of_their_own_and_are_summed_up():
    s, seat = sampled(1, seed=10)[0]
    thought = Thought(QUICKSHOT, BOX, s, seat, 1, 60, compiled=False, trees=3)
    action = thought.run()
    trees = [list(zip(tree.desk.visits, tree.desk.totals, strict=True)) for tree in thought.trees]
    assert trees[0] != trees[1] != trees[2] != trees[0]
    assert thought.votes() == [tuple(map(sum, zip(*each, strict=True))) for each in zip(*trees, strict=True)]
    assert sum(visits for visits, _ in thought.votes()) == 3 * 60
    assert max(thought.votes()) == thought.votes()[action]


def test_one_tree_has_its_chance_from_the_key_itself():
    s, seat = sampled(1, seed=11)[0]
    assert votes_of(s, seat, trees=1) == votes_of(s, seat, trees=1) != votes_of(s, seat, trees=2)


def votes_of(s: object, seat: int, trees: int) -> Votes:
    thought = Thought(QUICKSHOT, BOX, s, seat, 7, 50, compiled=False, trees=trees)
    thought.run()
    return thought.votes()


def test_equal_visits_are_decided_by_returns_then_by_number():
    assert elected([0, 5, 7, 7, 7], [0, 2, 1, 3, 3]) == 3
    assert elected([0, 1, 1], [0, -4, 0]) == 2
