"""Our games as OpenSpiel sees them: its own checks, exact chance, perfect recall, and what a resampled state may tell."""

from __future__ import annotations

import itertools
import pickle
import random
import re
import subprocess
import sys
import unittest
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from croupier import games
from croupier.core.chance import next32, seed_chance
from croupier.core.errors import CroupierError, Illegal
from croupier.core.events import seats_in

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; pip install 'open-spiel>=2.0,<3' brings it")

from croupier.envs.explicit import Explicit  # noqa: E402
from croupier.envs.openspiel import explicit, game_class  # noqa: E402
from croupier.envs.sequence import DEALER, NOBODY, Sequence  # noqa: E402

EACH = [
    "croupier_quickshot(players=3)", "croupier_quickshot", "croupier_quickshot(players=7)",
    "croupier_silver_and_gold(players=2)", "croupier_silver_and_gold(players=3,take_from_deck=on)",
    "croupier_quick_silver(players=2)", "croupier_quick_silver(players=4,sneaky_stranger=on)",
]  # fmt: skip


# --- OpenSpiel's own checks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EACH)
def test_random_sim_test(name: str) -> None:
    """Clones, serialization, masks, sorted actions, observations, returns and their sum, the stated length."""
    sims = 5 if "quickshot" in name else 1
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=sims, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["croupier_quickshot", "croupier_quick_silver"])
def test_api_test(name: str) -> None:
    from open_spiel.integration_tests import api_test

    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)})
    result = unittest.TestResult()
    random.seed(name)
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert [trace for _, trace in result.failures + result.errors] == []
    assert result.testsRun >= 5


def test_a_history_alone_reproduces_its_state() -> None:
    for name in EACH:
        game = pyspiel.load_game(name)
        state = next(s for i, s in enumerate(states(game, 7)) if i == 150)
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action_with_legality_check(action)
        assert str(again) == str(state)
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_process_that_used_it_ends_well() -> None:
    play = "import pyspiel, croupier.envs.openspiel; game = pyspiel.load_game('croupier_quickshot'); game.new_initial_state()"
    assert subprocess.run([sys.executable, "-c", play], capture_output=True).returncode == 0


def test_without_openspiel_one_sentence_says_how_to_get_it() -> None:
    play = "import sys; sys.modules['pyspiel'] = None; import croupier.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", play], capture_output=True, text=True)
    assert done.stderr.endswith("OpenSpiel is not installed; pip install 'open-spiel>=2.0,<3' brings it.\n")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("croupier_quickshot(players=2)", "Quickshot has 3 to 7 players; players=2 is not possible."),
        ("croupier_quick_silver(sneaky_stranger=maybe)", "There is no value of sneaky_stranger 'maybe'; there are off and on."),
    ],
)
def test_impossible_parameters_are_answered_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(CroupierError) as error:
        pyspiel.load_game(name)
    assert str(error.value) == sentence


def test_a_box_of_ones_own() -> None:
    box = games.load("quickshot").Box(copies=[0] + [1] * 8, hand_size=1, boxed=4, rounds=1)
    assert game_class("quickshot")({"players": 3}, box).num_players() == 3
    with pytest.raises(CroupierError, match="need 9 cards"):
        game_class("quickshot")({"players": 4}, box)


# --- the whole tree of a small box -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small() -> Any:
    """Quickshot with six cards and two rounds: some thousand histories, with choices by Reinforcements among them."""
    box = games.load("quickshot").Box(copies=[0, 2, 0, 0, 2, 0, 0, 2, 0], hand_size=1, boxed=1, rounds=2)
    return game_class("quickshot")({"players": 3}, box)


def test_chance_is_exact(small: Any) -> None:
    """How often each end is reached by uniform play: by the tree, and by the rules with chance of their own."""
    expected: dict[tuple[int, ...], float] = defaultdict(float)
    for state, probability, _ in tree(small):
        if state.is_terminal():
            expected[numbers(state.position.s)] += probability
    assert sum(expected.values()) == pytest.approx(1)
    n = 4000
    seen = Counter(played_by_the_rules(small.sequence, seed) for seed in range(n))
    assert set(seen) <= set(expected)
    chi = sum((seen[end] - n * p) ** 2 / (n * p) for end, p in expected.items())
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


def test_perfect_recall(small: Any) -> None:
    """What a player knows tells all that it knew and did before, what it may do now, and whose knowledge it is."""
    known: dict[str, Any] = {}
    for state, _, past in tree(small):
        if state.current_player() >= 0:
            player = state.current_player()
            now = (player, past[player], state.legal_actions())
            assert known.setdefault(state.information_state_string(), now) == now
    assert len(known) > 100


@pytest.mark.parametrize("name", EACH[1:4])
def test_what_a_player_knows_begins_with_what_it_knew(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    luck = random.Random(6)
    before: dict[int, str] = {}
    decisions = 0
    while decisions < 40 and not state.is_terminal():
        player = state.current_player()
        action = luck.choice(state.legal_actions())
        if player >= 0:
            known = state.information_state_string()
            assert known.startswith(before.get(player, f"player {player}\n"))
            before[player] = f"{known} > {action}\n"
            decisions += 1
        state.apply_action(action)
    assert len(known.splitlines()) >= 4


@pytest.mark.parametrize("name", EACH[1:4])
def test_open_choices_are_hidden(name: str) -> None:
    """Whatever a seat chooses in a simultaneous decision, those asked after it know the same."""
    choices = 0
    for state in itertools.islice(states(pyspiel.load_game(name), 3), 120):
        player = state.current_player()
        others = [p for p in seats_in(state.sequence.game.to_act(state.position.s)) if p > player] if player >= 0 else []
        for other in others[:1]:
            children = [state.child(action) for action in state.legal_actions()[:3]]
            assert len({child.information_state_string(other) for child in children}) == 1
            choices += len(children) - 1
    assert choices > 0


# --- resampling ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EACH)
def test_a_resampled_state_agrees_with_what_the_player_knows(name: str) -> None:
    """As OpenSpiel's own test of it, which cannot reach games in Python."""
    sampler = pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
    game = pyspiel.load_game(name)
    moved = 0
    decisions = (state for state in states(game, 5) if state.current_player() >= 0)
    for state in itertools.islice(decisions, 0, 60, 6):
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            moved += str(other) != str(state)
    assert moved > 0


def test_nothing_is_resampled_while_a_draw_is_due() -> None:
    with pytest.raises(Illegal, match="while a draw is due"):
        pyspiel.load_game("croupier_quickshot").new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_seats_that_have_chosen_are_asked_again_after_the_one_that_is_asked_now() -> None:
    state = next(s for s in states(pyspiel.load_game("croupier_quickshot"), 2) if sum(c > 0 for c in s.position.s.choice) == 2)
    asked, leader = state.current_player(), state.position.s.leader
    other = state.resample_from_infostate(asked, lambda: 0.5)
    order = []
    for _ in range(4):
        order.append(other.current_player())
        other.apply_action(other.legal_actions()[0])
    assert order == [asked, *sorted({0, 1, 2, 3, 4} - {asked, leader})]


@pytest.mark.parametrize("name", ["croupier_quickshot(players=3)", "croupier_silver_and_gold(players=2)"])
def test_openspiels_own_search_plays_it(name: str) -> None:
    np = pytest.importorskip("numpy")
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(name)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 1.0, 4, random_state=luck)
    state = next(s for s in states(game, 4) if s.current_player() >= 0)
    for _ in range(12):
        if state.is_terminal():
            break
        action = bot.step(state) if state.current_player() >= 0 else state.legal_actions()[0]
        state.apply_action_with_legality_check(action)


def test_the_readmes_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "README.md").read_text()
    exec(next(code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "pyspiel" in code), {})
    assert sum(eval(capsys.readouterr().out)) == 1.0


# --- ends ------------------------------------------------------------------------------------------------------------


def test_a_truncated_game_is_shared() -> None:
    quickshot = games.load("quickshot")
    meta = msgspec.structs.replace(quickshot.meta, max_plies=5)
    sequence = Sequence(SimpleNamespace(**{**vars(quickshot), "meta": meta}), explicit("quickshot"), 4, {})  # type: ignore[arg-type]
    at = sequence.start
    while at.to_act != NOBODY:
        assert sequence.returns(at) == [0.0] * 4
        at = sequence.drew(at, at.outcomes[0][0]) if at.to_act == DEALER else sequence.decided(at, sequence.legal(at)[0])
    assert at.plies == 5
    assert sequence.returns(at) == [0.25] * 4


def test_rules_that_draw_whole_words_are_refused() -> None:
    with pytest.raises(TypeError, match="below or take_of"):
        Explicit(SimpleNamespace(setup=draws_a_word, apply=draws_a_word)).setup(None, games.load("quickshot").State(), ())  # type: ignore[arg-type]


def draws_a_word(box: Any, s: Any) -> None:
    seed_chance(s, next32(s))


# --- helpers ---------------------------------------------------------------------------------------------------------


def states(game: Any, seed: int) -> Iterator[Any]:
    """All states of one game after the other, by random actions."""
    luck = random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state.clone()
            outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
            state.apply_action(luck.choices(*zip(*outcomes, strict=True))[0])
        yield state


Past = dict[int, tuple[tuple[str, int], ...]]


def tree(game: Any) -> Iterator[tuple[Any, float, Past]]:
    """Every state with its probability when all play uniformly, and what each player has known and done before."""
    waiting: list[tuple[Any, float, Past]] = [(game.new_initial_state(), 1.0, dict.fromkeys(range(game.num_players()), ()))]
    while waiting:
        state, probability, past = waiting.pop()
        yield state, probability, past
        if state.is_terminal():
            continue
        if state.is_chance_node():
            waiting += [(state.child(a), probability * p, past) for a, p in state.chance_outcomes()]
            continue
        player, legal = state.current_player(), state.legal_actions()
        known = state.information_state_string()
        for a in legal:
            after = past | {player: (*past[player], (known, a))}
            waiting.append((state.child(a), probability / len(legal), after))


def numbers(s: Any) -> tuple[int, ...]:
    """The state but its chance words."""
    bare = s.copy()
    bare.chance = [0] * 4
    return tuple(bare.numbers())


def played_by_the_rules(sequence: Sequence, seed: int) -> tuple[int, ...]:
    game, luck = sequence.game, random.Random(seed)
    s = game.State(seats=sequence.seats)
    seed_chance(s, seed)
    game.setup(sequence.box, s)
    while due := game.to_act(s):
        seat = seats_in(due)[0]
        mask = [0] * game.N_ACTIONS
        game.legal(sequence.box, s, seat, mask)
        game.apply(sequence.box, s, seat, luck.choice([a for a, marked in enumerate(mask) if marked]))
    return numbers(s)
