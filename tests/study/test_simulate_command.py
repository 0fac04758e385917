"""``croupier simulate``: what it prints, and what it says of what it cannot do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.bots.thought import cores
from croupier.study.crew import MOST_THREADS
from croupier.study.intervals import share_of

KEYS = [
    "games", "decisions_per_game", "rounds_per_game", "eliminated_per_game", "last_survivor_share", "win_rate",
    "decisions_per_second",
]  # fmt: skip


def croupier(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "croupier", "simulate", *args], capture_output=True, text=True, timeout=300)


def test_one_json_object_the_same_for_the_same_seed_on_any_number_of_threads() -> None:
    asked = ("quickshot", "--games", "25000", "--seats", "4", "--seed", "3", "--json")
    first, second = (croupier(*asked, *more) for more in ((), ("--threads", "1")))
    assert first.returncode == 0
    assert first.stderr == ""
    found, again = json.loads(first.stdout), json.loads(second.stdout)
    assert list(found) == KEYS
    assert found["games"] == 25_000
    assert len(found["win_rate"]) == 4
    pairs = [found[key] for key in KEYS[1:5]] + found["win_rate"]
    assert all(len(pair) == 2 and pair[1] > 0 for pair in pairs)
    assert found.pop("decisions_per_second") > 0
    again.pop("decisions_per_second")
    assert found == again


def test_points_stand_by_their_names_in_the_json() -> None:
    done = croupier("silver_and_gold", "--games", "300", "--option", "take_from_deck=on", "--json")
    found = json.loads(done.stdout)
    lines = ["coins", "trophies", "palms", "cards", "seals", "total"]
    assert list(found) == ["games", "decisions_per_game", *lines, "win_rate", "decisions_per_second"]
    assert all(len(found[name]) == 2 and 0 < found[name][1] < found[name][0] for name in list(found)[1:8])


def test_endless_games_are_cut_counted_and_won_by_nobody() -> None:
    """Two random players who are never out: one game in eight reaches the most decisions a game may have."""
    options = ("--seats", "2", "--games", "60", "--option", "not_quite_dead=on", "--json")
    found = json.loads(croupier("quick_silver", *options).stdout)
    assert list(found) == [
        "games", "decisions_per_game", "rounds_per_game", "last_survivor_share", "stranger_wins", "truncated",
        "sneaks_per_game", "swaps_with_players_per_game", "swaps_with_centre_per_game", "redirect_windows_per_game",
        "redirects_per_game", "eliminated_per_game", "win_rate", "decisions_per_second",
    ]  # fmt: skip
    truncated, half = found["truncated"]
    assert 0 < truncated < 0.4
    assert sum(rate for rate, _ in found["win_rate"]) == pytest.approx(1 - truncated)
    assert half == pytest.approx(share_of(truncated * 60, 60)[1])
    assert found["stranger_wins"] == [0, pytest.approx(share_of(0, 60)[1])]
    assert found["rounds_per_game"][0] > 1


def test_the_table_for_people() -> None:
    done = croupier("quickshot", "--games", "300", "--bots", "greenhorn,uniform,uniform")
    assert done.returncode == 0
    assert done.stderr == ""
    for part in ("300 games, 3 seats", "greenhorn", "Win rate", "Rounds per game", "Eliminated per game", "decisions,"):
        assert part in done.stdout


def test_a_box_of_ones_own_changes_the_game(tmp_path: Path) -> None:
    printed = subprocess.run([sys.executable, "-m", "croupier", "box", "quickshot"], capture_output=True, text=True).stdout
    box = tmp_path / "small.toml"
    box.write_text(printed.replace("hand_size = 5", "hand_size = 2"))
    small, usual = (croupier("quickshot", "--games", "400", "--json", *more).stdout for more in (("--box", str(box)), ()))
    assert json.loads(small)["decisions_per_game"][0] < json.loads(usual)["decisions_per_game"][0]
    box.write_text(printed.replace("Trap = 5", "Trap = 99"))
    refused = croupier("quickshot", "--box", str(box))
    assert refused.returncode == 2
    assert "small.toml, line 5: Trap is 99" in refused.stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("chess",), "There is no game 'chess'; there are quickshot, silver_and_gold and quick_silver."),
        (("quickshot", "--seats", "9"), "Quickshot has 3 to 7 seats, not 9."),
        (
            ("quickshot", "--bots", "shark"),
            "There is no bot 'shark' (did you mean sharper?); there are uniform, greedy, greenhorn, prospector, sharper and"
            " mayor.",
        ),
        (("silver_and_gold", "--option", "hats=on"), "There is no option 'hats'; there is take_from_deck."),
        (
            ("silver_and_gold", "--option", "hats"),
            "An option is written NAME=VALUE, as in take_from_deck=on; 'hats' has no '='.",
        ),
        (("quickshot", "--option", "hats=on"), "Quickshot has no options; leave out 'hats'."),
        (("quickshot", "--games", "0"), "Between 1 and 4294967296 games can be simulated, not 0."),
        (("quickshot", "--box", "nowhere.toml"), "nowhere.toml: No such file or directory."),
        (
            ("quickshot", "--threads", "0"),
            f"Between 1 and {MOST_THREADS} threads can play, not 0; left out, all cores do: here {cores()}.",
        ),
        (("quickshot", "--threads", "two"), "--threads is a whole number, not 'two'."),
        (
            ("quickshot", "--threads", "2", "--dask", "tcp://host:8786"),
            "The workers of a cluster have as many threads as they were started with; leave out --threads or --dask.",
        ),
    ],
)
def test_one_sentence_and_exit_code_2(args: tuple[str, ...], sentence: str) -> None:
    done = croupier(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip() == sentence


def test_control_c_leaves_cleanly() -> None:
    command = [sys.executable, "-m", "croupier", "simulate", "quickshot", "--games", "4000000000", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        time.sleep(6)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
