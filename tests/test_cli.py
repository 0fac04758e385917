"""The command line: what people type wrong gets one sentence on stderr and exit code 2, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier import __version__, games
from croupier.cli.app import COMMANDS, command

GAME = games.load("quickshot")


def croupier(*args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *args], input=stdin, capture_output=True, text=True, timeout=120, env=env or None
    )


def test_help_names_every_command() -> None:
    for args in ([], ["--help"], ["-h"]):
        done = croupier(*args)
        assert done.returncode == 0
        assert all(name in done.stdout for name in COMMANDS)


def test_what_is_offered_can_be_typed() -> None:
    """Options that belong together are a group to us, and to people names."""
    said = croupier("serve", "--x").stderr
    assert "--log, --trusted-proxies" in said and "*" not in said


def test_help_of_a_command_can_be_asked_for_both_ways() -> None:
    assert croupier("help", "box").stdout == croupier("box", "--help").stdout


def test_version() -> None:
    assert croupier("--version").stdout == f"croupier {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_exists_and_explains_itself(name: str) -> None:
    assert callable(command(name))
    done = croupier(name, "--help")
    assert done.returncode == 0
    assert f"Usage: croupier {name}" in done.stdout


@pytest.mark.parametrize("name", games.NAMES)
def test_box_prints_a_box_that_can_be_read(name: str) -> None:
    game, done = games.load(name), croupier("box", name)
    assert done.returncode == 0
    assert game.load_box(done.stdout, "printed") == game.default_box()


WRONG = {
    "flay": "There is no command 'flay' (did you mean play?); there are play, serve",
    "play": "croupier play needs GAME; there are quickshot, silver_and_gold and quick_silver.",
    "box": "croupier box needs GAME",
    "match quickshot": "croupier match needs --bots.",
    "box chess": "There is no game 'chess'; there are quickshot, silver_and_gold and quick_silver.",
    "play chess": "There is no game 'chess'; there are quickshot, silver_and_gold and quick_silver.",
    "play quickshot --seats 2": "Quickshot has 3 to 7 seats; --seats 2 is not possible.",
    "play quickshot --seats 8": "Quickshot has 3 to 7 seats; --seats 8 is not possible.",
    "play quickshot --seats many": "--seats is a whole number, not 'many'.",
    "play quickshot --seats": "--seats needs a value.",
    "play quickshot --seats 3 --seats 4": "--seats is given twice; once is enough.",
    "play silver_and_gold --seats 5": "Silver & Gold has 2 to 4 seats; --seats 5 is not possible.",
    "play silver_and_gold --option take_from_deck": "An option is written NAME=VALUE, as in take_from_deck=on",
    "play silver_and_gold --option take_from_deck=yes": "there are off and on.",
    "play quickshot --option take_from_deck=on": "Quickshot has no options; leave out 'take_from_deck'.",
    "play quickshot --bots saint": "There is no level 'saint'; there are greenhorn, prospector, sharper and mayor.",
    "play quickshot --bots ,": "There is no level ''; there are greenhorn, prospector, sharper and mayor.",
    "play quickshot --bots sharper,,mayor": "There is no level ''; there are",
    "simulate quickshot --games 9 --bots ,": "Quickshot has 3 to 7 seats, not 2.",
    "play quickshot --seats 3 --bots sharper,sharper,sharper": "--bots names 3 levels for 2 bots",
    "play quickshot --seats 4 --bots greenhorn": "With 1 or 2 players the rulebook's bot (Greenhorn) plays only at exactly 5",
    "play quickshot --seed -1": "A seed is a whole number from 0",
    "play quickshot --seed 4611686018427387904": "A seed is a whole number from 0",
    "play quickshot --pace ٣": "--pace is a number, not '٣'.",
    "play quickshot --pace 1_0": "--pace is a number, not '1_0'.",
    "serve --grace nan": "--grace is a number, not 'nan'.",
    "play quickshot --empty-option": "croupier play has no option '--empty-option' (did you mean --option?); it has --seats",
    "serve --prot 3": "(did you mean --port?); it has --host, --port, --data, --open",
    "situation --new quickshot mine.toml": "Name situation files, or --new GAME for a template; not both at once.",
    "quickshot": "There is no command 'quickshot'; that is a game: croupier play quickshot.",
    "--hlp": "A command comes first, not '--hlp'; there are play, serve",
    "help nix": "There is no command 'nix'; there are play, serve",
    "play quickshot --pace 99": "--pace is a number from 0 (no pauses) to 10",
    "play quickshot --sets 3": "croupier play has no option '--sets' (did you mean --seats?); it has --seats, --bots",
    "play quickshot now": "croupier play has no use for 'now'",
    "play quickshot --box nowhere.toml": "nowhere.toml: No such file or directory.",
    "simulate quickshot --game 100": "mind that --game is not --games.",
    "simulate quickshot --games 1.5": "--games is a whole number, not '1.5'.",
    "simulate quickshot --games 1e400": "--games is a whole number, not '1e400'.",
    "play quickshoot": "There is no game 'quickshoot' (did you mean quickshot?)",
    "box --x": "croupier box has no option '--x'",
    "serve --log loud": "--log is one of debug, info, warning and error, not 'loud'.",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines_get_one_sentence(line: str) -> None:
    done = croupier(*line.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert WRONG[line] in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(".\n")


EMPTY = {
    ("simulate", "quickshot", "--games", "9", "--dask", ""): "'' cannot be called",
    ("simulate", "quickshot", "--games", "9", "--bots", ""): "There is no bot ''; there are uniform",
    ("match", "quickshot", "--bots", ""): "There is no bot ''; there are uniform",
    ("play", "quickshot", "--bots", ""): "There is no level ''; there are greenhorn",
    ("play", "quickshot", "--name", ""): "A name has 1 to 20 characters",
    ("play", ""): "There is no game ''; there are quickshot",
    ("warm", ""): "There is no game ''; there are quickshot",
    ("situation", ""): "FILES is a path, not ''.",
    ("situation", "--new", ""): "There is no game ''; there are quickshot",
    ("verify", ""): "LOG is a path, not ''.",
    ("serve", "--host", ""): "'' is no host that can be found",
    ("serve", "--allowed-hosts", ""): "--allowed-hosts takes names",
}


@pytest.mark.parametrize("args", EMPTY, ids=" ".join)
def test_an_empty_value_as_an_unset_variable_gives_it_is_refused(args: tuple[str, ...]) -> None:
    done = croupier(*args)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert EMPTY[args] in done.stderr


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"hand_size = 5\n[copies]\nTrap = 900\n", "box.toml, line"),
        (b"hand_size = ", "box.toml: this is not TOML"),
        (b"\xff\xfe\x00", "box.toml: this is not text in UTF-8 but in UTF-16; save it as UTF-8."),
        (b"", "[copies] is missing"),
    ],
)
def test_wrong_boxes_get_one_sentence(tmp_path: Path, text: bytes, part: str) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes(text)
    done = croupier("play", "quickshot", "--box", str(file))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert part in done.stderr


def test_a_box_too_small_for_the_seats_is_refused_before_the_deal(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GAME.dump_box(GAME.default_box()).replace("hand_size = 5", "hand_size = 7"))
    done = croupier("play", "quickshot", "--seats", "7", "--box", str(file))
    assert done.returncode == 2
    assert "7 seats with 7 cards each" in done.stderr


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    script = f"{sys.executable} -m croupier play --help | true; {sys.executable} -m croupier box quickshot | head -n 0"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["box", "play", "serve"])
def test_a_command_imports_no_numba(name: str) -> None:
    script = f"import sys; from croupier.cli.app import command; command({name!r}); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_command_imports_only_its_own_module() -> None:
    script = (
        "import sys; from croupier.cli.app import command; command('box');"
        "print(*sorted(m for m in sys.modules if m.startswith('croupier.cli.')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["croupier.cli.app", "croupier.cli.box", "croupier.cli.files"]
