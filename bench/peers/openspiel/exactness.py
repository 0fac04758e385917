"""OpenSpiel's whole tree beside ours: not a rule, a card or a chip may differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from croupier.core.errors import CroupierError
from peers.leduc import LEDUC, tree
from peers.leduc.state import State

NASH_VALUE = -0.085606424
"""Of seat 0, in chips, where both play perfectly (OpenSpiel's own tests)."""
ITERATIONS = 200
"""Of CFR, for a policy that is far from uniform: within 0.01 of a Nash equilibrium."""
EXACT = 1e-9
ROLLOUTS = 600_000
Policy = dict[tuple[int, ...], dict[int, float]]
"""What a seat observes -> the probability of each legal action."""


class Differs(CroupierError):
    """Their game is not ours; the sentence says where."""


def check() -> list[str]:
    """Sentences about what was found equal; Differs otherwise."""
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    theirs = solver.tabular_average_policy()
    ours: Policy = {}
    found = sum(1 for _ in walk(game.new_initial_state(), [], theirs, ours))
    if found != sum(tree.histories()):
        raise Differs(f"OpenSpiel's tree has {found} histories, ours {sum(tree.histories())}.")
    return [
        f"OpenSpiel's tree and ours: {found} histories, legal actions, returns and {len(ours)} information states are equal.",
        *values(game, theirs, ours),
        rollouts(game),
    ]


def walk(state: Any, cards: list[int], policy: Any, ours: Policy, s: State | None = None) -> Iterator[None]:
    """Once for each history below theirs (state) and ours (s; None while cards are dealt), comparing them; fills ``ours``."""
    yield
    if state.is_chance_node():
        for card, probability in state.chance_outcomes():
            followers = after_card(cards, s, card)
            expect(state, "probability of a card", round(1 / probability), 6 - len(cards))
            yield from walk(state.child(card), [*cards, card], policy, ours, followers)
        return
    assert s
    expect(state, "who decides", max(state.current_player(), -1), tree.seat_of(s))
    if state.is_terminal():
        expect(state, "chips won", state.returns(), [float(tree.chips(s)), -float(tree.chips(s))])
        return
    expect(state, "legal actions", state.legal_actions(), tree.legal_actions(s))
    chosen = policy.action_probabilities(state)
    expect(state, "policy", ours.setdefault(observed(s), chosen), chosen)
    for action in state.legal_actions():
        yield from walk(state.child(action), cards, policy, ours, tree.after(s, action)[0])


def after_card(cards: list[int], s: State | None, card: int) -> State | None:
    """The card dealt by ours: to seat 0, to seat 1, or turned up."""
    if s:
        return tree.turned_up(s, card)
    return tree.dealt(cards[0], card) if cards else None


def expect(state: Any, what: str, theirs: Any, ours: Any) -> None:
    if theirs != ours:
        raise Differs(f"After {state.history()}: {what} is {theirs} in OpenSpiel, {ours} in ours.")


def observed(s: State) -> tuple[int, ...]:
    """What the seat that decides observes."""
    out = [0] * LEDUC.OBSERVATION
    LEDUC.observe(tree.BOX, s, tree.seat_of(s), out)
    return tuple(out)


def values(game: Any, theirs: Any, ours: Policy) -> Iterator[str]:
    """The value of a policy near Nash, and of the uniform one, reckoned on both trees."""
    for name, policy, same in (
        (f"CFR+ after {ITERATIONS} iterations", theirs, lambda s, seat, actions: [ours[observed(s)][a] for a in actions]),
        ("uniform", pyspiel.UniformRandomPolicy(game), tree.uniform),
    ):
        expected = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
        value = tree.value(same)
        if abs(value - expected) > EXACT:
            raise Differs(f"The policy '{name}' is worth {expected} in OpenSpiel, {value} in ours.")
        apart = pyspiel.nash_conv(game, policy, True)
        yield f"Policy {name}: worth {value:.9f} chips to seat 0 on both trees (Nash {NASH_VALUE}, its NashConv {apart:.4f})."


def all_deals(game: Any) -> list[Any]:
    """The thirty first decisions."""
    start = game.new_initial_state()
    return [first.child(card) for first in map(start.child, start.legal_actions()) for card in first.legal_actions()]


def rolled(state: Any, games: int, seed: int = -1) -> float:
    """So many random games from this decision of seat 0, in C++; the mean that it wins. seed: any when left out.

    Python cannot call RandomRolloutEvaluator. A search of one iteration is nothing else but one call of it at the root.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(games, seed if seed >= 0 else random.getrandbits(31))
    root = pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, 1, False, 1, False).mcts_search(state)
    return root.total_reward / root.explore_count


def rollouts(game: Any) -> str:
    """Its rollouts play uniformly at random, as ours do: their mean is the exact value of that policy."""
    deals = all_deals(game)
    found = sum(rolled(state, ROLLOUTS // len(deals), seed) for seed, state in enumerate(deals)) / len(deals)
    expected = tree.value(tree.uniform)
    spread = (tree.mean(lambda s, plies: tree.chips(s) ** 2, tree.uniform) / ROLLOUTS) ** 0.5
    if abs(found - expected) > 4 * spread:
        raise Differs(f"OpenSpiel's random rollouts are worth {found} to seat 0, not {expected}.")
    worth = f"{found:.4f} ± {2 * spread:.4f}"
    return f"{ROLLOUTS:,} of OpenSpiel's rollouts are worth {worth} to seat 0, uniform play is worth {expected:.4f}."
