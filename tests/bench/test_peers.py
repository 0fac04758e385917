"""The race of peers, with toy contestants: real programs that answer as the protocol says, or do not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from peers import environments, harness, report

from croupier.core.errors import Unknown

PLAYER = """
from peers.protocol import Played, Variant, serve

def play(decisions):
    print("libraries may print")
    games = decisions // 4
    return Played({per_game} * games // 16, games, decisions / {speed})

serve("Toy", "1", [Variant("loop", "nothing", "", play)], lambda: ["all is well"])
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of benchmarks with toys alone."""
    peers = tmp_path / "bench" / "peers"
    peers.mkdir(parents=True)
    for name in ("__init__.py", "protocol.py"):
        shutil.copy(environments.BENCH / "peers" / name, peers)
    for module in (environments, harness):
        monkeypatch.setattr(module, "BENCH", peers.parent)
        monkeypatch.setattr(module, "CACHE", tmp_path / "cache")
    return peers


def put(peers: Path, name: str, source: str) -> None:
    (peers / name).mkdir()
    (peers / name / "run.py").write_text(source)


def raced(names: list[str], rounds: int = 3) -> harness.Race:
    race = harness.Race(names)
    try:
        list(race.start())
        list(race.run(rounds))
    finally:
        race.close()
    return race


def test_contestants_play_by_turns_and_their_ratios_are_paired(bench: Path) -> None:
    put(bench, "ours", PLAYER.format(per_game=65, speed=2e6))
    put(bench, "slow", PLAYER.format(per_game=65, speed=1e6))
    race = raced(["ours", "slow"])
    ours, slow = ("ours", "loop"), ("slow", "loop")
    assert [len(race.rounds[key]) for key in (ours, slow)] == [3, 3]
    assert report.paired(race, ours, slow) == pytest.approx(2.0, rel=0.01)
    assert (race.missing, report.strangers(race)) == ({}, [])


def test_who_plays_another_game_is_named(bench: Path) -> None:
    put(bench, "short", PLAYER.format(per_game=48, speed=1e6))
    assert report.strangers(raced(["short"])) == ["short, loop: 3.0000 decisions a game, not 4.0625: not the same game."]


def test_who_cannot_start_or_falls_out_is_named_and_the_others_go_on(bench: Path) -> None:
    put(bench, "absent", "import a_package_that_nobody_has\n")
    put(bench, "falling", PLAYER.format(per_game=65, speed=1e6).replace("games = ", "games = 1 / (decisions < 100_000) and "))
    put(bench, "ours", PLAYER.format(per_game=65, speed=2e6))
    race = raced(["absent", "falling", "ours"])
    assert race.missing["absent"] == "absent is out: it ended: ModuleNotFoundError: No module named 'a_package_that_nobody_has'"
    assert race.missing["falling"] == "falling is out: it ended: ZeroDivisionError: division by zero"
    assert list(race.rounds) == [("ours", "loop")]


def test_an_environment_that_cannot_be_built_is_a_sentence(bench: Path) -> None:
    put(bench, "picky", "")
    (bench / "picky" / "requirements.txt").write_text("")
    environments.CACHE.mkdir()
    (environments.CACHE / "picky").write_text("a file where its folder should be")
    assert raced(["picky"]).missing["picky"].startswith("picky is left out: could not make its environment: ")


def test_only_known_contestants_are_chosen_and_ours_always(bench: Path) -> None:
    put(bench, "another", "")
    put(bench, "ours", "")
    assert environments.chosen([]) == environments.chosen(["another"]) == ["ours", "another"]
    with pytest.raises(Unknown, match=r"no contestant 'anther' \(did you mean another\?\); there are ours and another"):
        environments.chosen(["anther"])


def test_checks_are_asked_for_and_what_differs_is_said(bench: Path) -> None:
    put(bench, "ours", PLAYER.format(per_game=65, speed=2e6))
    put(bench, "other", PLAYER.format(per_game=65, speed=2e6).replace('["all is well"]', 'int("a card too many")'))
    race = harness.Race(["ours", "other"])
    list(race.start())
    assert race.contestants["ours"].check() == ["all is well"]
    with pytest.raises(harness.Out, match=r"Toy plays another game: .*a card too many"):
        race.check()
    race.close()
