"""Simulation: the same numbers however many threads work, known cases, and the sentences for what is not possible."""

from __future__ import annotations

import pickle
import threading

import pytest

from croupier import games
from croupier.bots.players import NAMES
from croupier.compiled.playout import Playouts
from croupier.core.errors import CroupierError, Invalid, Unknown
from croupier.study import simulation
from croupier.study.crew import Threads
from croupier.study.simulation import MOST_SEED, Plan, Report, planned, simulate


def plan_of(games_: int = 200, seats: int | None = None, names: tuple[str, ...] = (), seed: int = 1) -> Plan:
    game = games.load("quickshot")
    return planned(game, game.default_box(), seats, names, games_, seed)


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(plan_of(40_000), Threads(2))


def test_the_number_of_threads_changes_nothing(report: Report) -> None:
    assert simulate(plan_of(40_000), Threads(1)) == report
    assert simulate(plan_of(40_000), Threads(5)) == report


def test_another_seed_plays_other_games(report: Report) -> None:
    assert simulate(plan_of(40_000, seed=2)) != report


def test_a_study_is_the_sum_of_its_chunks(monkeypatch: pytest.MonkeyPatch, report: Report) -> None:
    monkeypatch.setattr(simulation, "RANDOM_CHUNK", 777)
    assert simulate(plan_of(40_000)) == report


def test_everybody_wins_once_in_a_while(report: Report) -> None:
    assert report.games == 40_000
    assert sum(rate for rate, _ in report.win_rate) == pytest.approx(1.0)
    for rate, half in report.win_rate:
        assert abs(rate - 0.2) < 2 * half < 0.01


def test_the_mean_lies_within_its_interval_of_a_longer_study(report: Report) -> None:
    longer = simulate(plan_of(200_000, seed=9))
    pairs = [(report.decisions_per_game, longer.decisions_per_game)]
    for short, long in [*pairs, *((report.tally[name], longer.tally[name]) for name in report.tally)]:
        assert abs(short[0] - long[0]) < 2 * (short[1] + long[1])
        assert long[1] < short[1]


def test_the_tally_has_the_games_own_names(report: Report) -> None:
    assert tuple(report.tally) == games.load("quickshot").TALLY
    assert 1 < report.tally["rounds_per_game"][0] < 4
    assert 0 < report.tally["last_survivor_share"][0] < 1
    assert report.decisions / report.games == report.decisions_per_game[0]


def test_progress_adds_up_and_starts_with_nothing() -> None:
    heard: list[int] = []
    simulate(plan_of(25_000), played=heard.append)
    assert heard[0] == 0
    assert sorted(heard[1:]) == [5_000, 10_000, 10_000]


def test_one_game() -> None:
    report = simulate(plan_of(1))
    assert sorted(rate for rate, _ in report.win_rate) == [0, 0, 0, 0, 1]
    assert report.decisions_per_game == (report.decisions, 0.0)
    assert all(half > 0.1 for _, half in report.win_rate)


def test_the_rulebooks_bot_plays_otherwise_than_uniform_play() -> None:
    uniform, greenhorn = (simulate(plan_of(20_000, names=(name,))) for name in ("uniform", "greenhorn"))
    assert uniform != greenhorn
    assert greenhorn.tally["rounds_per_game"] != uniform.tally["rounds_per_game"]


def test_bots_that_search_give_the_same_games_on_one_thread_and_two() -> None:
    plan = plan_of(4, names=("prospector", "greenhorn", "uniform"))
    assert plan.searches
    assert simulate(plan, Threads(1)) == simulate(plan, Threads(2))


def test_an_interrupt_ends_games_that_run(monkeypatch: pytest.MonkeyPatch) -> None:
    began = threading.Event()

    def choose(plan: Plan, s: object, dice: object, seat: int) -> int:
        began.set()
        mask = [0] * plan.game.N_ACTIONS
        plan.game.legal(plan.box, s, seat, mask)
        return mask.index(1)

    def interrupted(games_: int) -> None:
        if games_:
            raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "choose", choose)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        simulate(plan_of(10_000, names=("sharper",)), played=interrupted)
    assert began.is_set()
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"seats": 8}, "Quickshot has 3 to 7 seats, not 8."),
        ({"seats": 2}, "3 to 7 seats"),
        ({"games_": 0}, "Between 1 and"),
        ({"seed": -1}, f"0 to {MOST_SEED}"),
        ({"seed": MOST_SEED + 1}, f"0 to {MOST_SEED}"),
        ({"seats": 5, "names": ("uniform", "greenhorn")}, "2 bots are named for 5 seats"),
    ],
)
def test_what_is_not_possible_is_said(asked: dict[str, object], sentence: str) -> None:
    with pytest.raises(CroupierError, match=sentence):
        plan_of(**asked)  # type: ignore[arg-type]


def test_an_unknown_bot_is_answered_with_those_there_are() -> None:
    with pytest.raises(Unknown, match=r"no bot 'shark' \(did you mean sharper\?\); there are uniform, .*sharper"):
        plan_of(names=("shark",))


def test_as_many_seats_as_bots() -> None:
    assert plan_of().seats == games.meta("quickshot").usual_seats
    assert plan_of(names=("greenhorn",), seats=4).bots == ("greenhorn",) * 4
    assert plan_of(names=("uniform", "greenhorn", "sharper")).seats == 3
    assert set(NAMES) == {"uniform", "greedy", "greenhorn", "prospector", "sharper", "mayor"}


SILVER = games.load("silver_and_gold")


def silver(games_: int, *names: str, option: int = 0, seats: int = 3) -> Report:
    return simulate(planned(SILVER, SILVER.default_box(), seats, names, games_, 1, {"take_from_deck": option}))


def test_points_are_means_per_player_and_their_lines_add_up() -> None:
    report = silver(2_000)
    assert tuple(report.score) == ("coins", "trophies", "palms", "cards", "seals", "total")
    assert sum(mean for mean, _ in list(report.score.values())[:-1]) == pytest.approx(report.score["total"][0])
    assert 38 < report.score["total"][0] < 41
    assert all(0 < half < 1 for _, half in report.score.values())
    assert simulate(plan_of(100)).score == {}


def test_points_of_one_game_are_those_of_its_players() -> None:
    """The same game in plain Python: the mean of what its three players have."""
    played = Playouts(SILVER, SILVER.default_box(), 3, compiled=False)
    played.run(1 << 32, 1)
    end = played._given[1][1]
    sheets = [[0] * len(SILVER.SCORE) for _ in range(3)]
    for seat in range(3):
        SILVER.score(end, seat, sheets[seat])
    means = [sum(line) / 3 for line in zip(*sheets, strict=True)]
    assert [mean for mean, _ in silver(1).score.values()] == pytest.approx(means)


def test_an_option_makes_other_games() -> None:
    assert silver(500, option=1) != silver(500, option=0)
    assert simulate(planned(SILVER, SILVER.default_box(), 3, [], 500, 1)) == silver(500)


def test_where_nothing_stands_in_the_rulebook_a_greenhorn_plays_any_action() -> None:
    assert silver(500, "greenhorn") == silver(500, "uniform")
    assert silver(500, "greedy").score["total"][0] > 70


def test_a_plan_travels_as_data() -> None:
    """To the workers of a cluster: with its own box and options, and without the rules."""
    box = SILVER.load_box(SILVER.dump_box(SILVER.default_box()).replace("trophies = [6", "trophies = [9"), "own.toml")
    assert box != SILVER.default_box()
    plan = planned(SILVER, box, 3, ["greedy", "uniform", "prospector"], 7, 5, {"take_from_deck": 1})
    sent = pickle.dumps(plan)
    assert pickle.loads(sent) == plan
    assert b"legal" not in sent


def test_greedy_needs_a_judgement() -> None:
    with pytest.raises(Invalid, match="Nobody can be greedy at Quickshot"):
        plan_of(names=("greedy",))


def test_greedy_beside_a_bot_that_searches_plays_on() -> None:
    report = silver(2, "greedy", "greenhorn", "prospector")
    assert sum(rate for rate, _ in report.win_rate) == pytest.approx(1.0)
