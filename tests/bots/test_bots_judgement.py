"""Games whose policy judges actions: the search goes by it, in both executions; and what the judgement of a game must keep."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from bots_positions import legal_actions

from croupier import games
from croupier.bots import LEVELS, choose
from croupier.bots.choice import choose_by, think
from croupier.bots.players import Player, judges, player_called
from croupier.bots.thought import Thought
from croupier.bots.tree import NONE, Node, Tree
from croupier.compiled.playout import HEAVIEST, UNIFORM, WEIGHED
from croupier.core.chance import seed_chance
from croupier.core.errors import Invalid, Unknown
from croupier.core.events import seats_in
from croupier.core.game import Game
from croupier.games.silver_and_gold.state import REPLACE, TAKE
from croupier.study.match import Players, play_match

QUICKSHOT, SILVER = games.load("quickshot"), games.load("silver_and_gold")
BOX = SILVER.default_box()
LOADED = [games.load(name) for name in games.NAMES]
WEIGHED_BY = [pytest.param(game, game.weigh, id=f"{game.meta.name} policy") for game in LOADED if game.has_policy]
WEIGHED_BY += [pytest.param(game, game.habit, id=f"{game.meta.name} habits") for game in LOADED if game.has_habits]


def decisions(game: Game, seed: int) -> Iterator[tuple[Any, int]]:
    """Every decision with a choice in one game by random actions, seats deciding in any order."""
    luck = random.Random(seed)
    s = game.State(seats=luck.randint(game.meta.least_seats, game.meta.most_seats))
    seed_chance(s, seed)
    game.setup(game.default_box(), s)
    while due := game.to_act(s):
        seat = luck.choice(seats_in(due))
        actions = legal_actions(game, game.default_box(), s, seat)
        if len(actions) > 1:
            yield s.copy(), seat
        game.apply(game.default_box(), s, seat, luck.choice(actions))


def sampled(n: int, seed: int) -> list[tuple[Any, int]]:
    """n decisions, each out of a game of its own, the first of a game among them."""
    luck = random.Random(seed)
    return [next(decisions(SILVER, seed))] + [
        luck.choice(list(decisions(SILVER, luck.getrandbits(30)))) for _ in range(n - 1)
    ]


@pytest.mark.parametrize("game, weigh", WEIGHED_BY)
def test_weights_are_of_legal_actions_and_move_nothing(game: Game, weigh: Any):
    for seed in range(3):
        for s, seat in decisions(game, seed):
            before, mask, weights = s.digest(), [0] * game.N_ACTIONS, [7.0] * game.N_ACTIONS
            game.legal(game.default_box(), s, seat, mask)
            weigh(game.default_box(), s, seat, mask, weights)
            assert s.digest() == before
            assert sum(weights) > 0
            assert all(weight >= 0 and (legal or weight == 0) for legal, weight in zip(mask, weights, strict=True))


@pytest.mark.parametrize("game, weigh", WEIGHED_BY)
def test_weights_tell_nothing_that_the_seat_does_not_know(game: Game, weigh: Any):
    for s, seat in list(decisions(game, 5))[:40]:
        found = []
        for key in range(3):
            truth = s.copy()
            game.redeal(game.default_box(), truth, seat, key)
            mask, weights = [0] * game.N_ACTIONS, [0.0] * game.N_ACTIONS
            game.legal(game.default_box(), truth, seat, mask)
            weigh(game.default_box(), truth, seat, mask, weights)
            found.append(weights)
        assert found[0] == found[1] == found[2]


def test_who_plays_how():
    assert judges(SILVER)
    assert not judges(QUICKSHOT)
    assert player_called(SILVER, "greenhorn") == Player(0, UNIFORM)
    assert player_called(QUICKSHOT, "greenhorn") == Player(0, WEIGHED)
    assert player_called(SILVER, "greedy") == Player(0, HEAVIEST)
    assert [player_called(QUICKSHOT, name).iterations for name in ("prospector", "sharper")] == [250, 12_000]
    with pytest.raises(Invalid, match="Nobody can be greedy at Quickshot"):
        player_called(QUICKSHOT, "greedy")
    with pytest.raises(Unknown, match="there are uniform, greedy, greenhorn, prospector, sharper and mayor"):
        player_called(SILVER, "shark")


def test_a_long_game_is_played_less_often_in_the_head_and_never_not_at_all():
    for level in (LEVELS["prospector"], LEVELS["sharper"]):
        for compiled in (False, True):
            short, long = (level.budget(game.meta, compiled=compiled) for game in (QUICKSHOT, SILVER))
            assert 1 < long < short
    assert LEVELS["greenhorn"].budget(SILVER.meta, compiled=True) == 0


def island(boxes: int, *, left: int, coins: int = 0) -> tuple[Any, int]:
    """Seat 0 with the card of that name, these boxes open, and nothing else that tempts; the domino is due."""
    s = SILVER.State(seats=2)
    seed_chance(s, 1)
    SILVER.setup(BOX, s)
    for seat in (0, 1):
        SILVER.apply(BOX, s, seat, legal_actions(SILVER, BOX, s, seat)[0])
    s.pattern = 0
    s.islands[0], s.open[0], s.coins[0] = [1 + boxes, 0], [left, 0], coins
    return s, 0


def plain_card() -> int:
    """A card with a coin, whose first two boxes of the bottom row carry no symbol."""
    return next(card for card in range(BOX.n_cards) if BOX.coins[card] and BOX.boxes[card] & 0x3000 == 0x3000 and not (
        BOX.coins[card] | BOX.xs[card] | BOX.palms[card]) & 0x3000)  # fmt: skip


def best_mask(s: Any, seat: int) -> int:
    """The boxes that greedy crosses off."""
    before = s.copy()
    action = choose_by(HEAVIEST, SILVER, BOX, s, seat, 3)
    SILVER.apply(BOX, before, seat, action)
    return before.crossed[0][0]


def test_greedy_completes_an_island():
    s, seat = island(plain_card(), left=0x3000)
    assert best_mask(s, seat) == 0x3000


def test_greedy_takes_the_card_with_the_most_symbols():
    s, seat = island(0, left=0x3)
    s.phase, s.current, s.owed[0], s.islands[0][1] = REPLACE, 0, 1, 0
    symbols = [(BOX.xs[card] | BOX.coins[card] | BOX.palms[card]).bit_count() for card in range(BOX.n_cards)]
    bare = [card for card in range(BOX.n_cards) if BOX.seal_points[card] == 0 and BOX.value[card] == 10]
    bare.sort(key=lambda card: symbols[card])
    s.display = [1 + card for card in (*bare[:3], bare[-1])]
    assert symbols[bare[2]] < symbols[bare[-1]]
    assert {choose_by(HEAVIEST, SILVER, BOX, s, seat, key) for key in range(5)} == {TAKE + 3}


def test_greedy_fills_a_row_of_coins_for_a_trophy_rather_than_two_boxes():
    card = plain_card()
    coin = BOX.coins[card] & -BOX.coins[card]
    s, seat = island(card, left=0x3000 | coin, coins=3)
    assert best_mask(s, seat) & coin


def test_choices_are_legal_known_and_the_same_for_the_same_key():
    for i, (s, seat) in enumerate(sampled(4, seed=2)):
        truths = [s.copy() for _ in range(2)]
        for key, truth in enumerate(truths):
            SILVER.redeal(BOX, truth, seat, key)
        for level in ("greenhorn", "prospector"):
            chosen = {choose(SILVER, BOX, truth, seat, level, i) for truth in (s, *truths)}
            assert len(chosen) == 1
            assert chosen <= set(legal_actions(SILVER, BOX, s, seat))


def test_plain_and_compiled_trees_are_equal():
    for i, (s, seat) in enumerate(sampled(3, seed=4)):
        plain, compiled = (Thought(SILVER, BOX, s, seat, i, 40, compiled=compiled) for compiled in (False, True))
        assert plain.run() == compiled.run() == think(SILVER, BOX, s, seat, i, 40, compiled=True)
        assert plain.edges() == compiled.edges()


def test_what_looks_bad_is_not_tried():
    """Of some sixty placements a short search knows a few; a search without judgement would try each once."""
    s, seat = next((s, seat) for s, seat in decisions(SILVER, 8) if len(legal_actions(SILVER, BOX, s, seat)) > 40)
    thought = Thought(SILVER, BOX, s, seat, 1, 40, compiled=False)
    thought.run()
    tried = [edges_of(thought.tree, node) for node in thought.tree.nodes if node.key]
    assert 1 < max(tried) < 25


def edges_of(tree: Tree, node: Node) -> int:
    n, i = 0, node.first
    while i != NONE:
        n, i = n + 1, tree.edges[i].following
    return n


def test_thinking_beats_greed_and_greed_beats_chance():
    report = play_match(SILVER, BOX, ["prospector", "greedy", "greenhorn"], 30, 1)
    prospector, greedy, greenhorn = report.results
    assert prospector.win_rate[0] > 0.6 > greedy.win_rate[0]
    assert prospector.score["total"][0] > greedy.score["total"][0] + 5 > greenhorn.score["total"][0] + 25
    assert tuple(prospector.score) == SILVER.SCORE


def test_options_change_a_match():
    off, on = (Players(SILVER, BOX, ["greedy", "greedy"], {"take_from_deck": chosen}).play(1, 20) for chosen in (0, 1))
    assert off != on
