"""Files that people name, and ends of the commands' own streams: a sentence or silence, never a traceback."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import games
from croupier.cli import files
from croupier.cli.app import COMMANDS, UNHEARD, run
from croupier.cli.files import read_text, text_of
from croupier.cli.numbers import number, whole
from croupier.core.errors import LONGEST, CroupierError, Invalid
from croupier.study.situation import template

ODD = ("--x", "--=", "-x", "💥", "\udcff", "x" * 5000, "--seats=", "--games=1e400", "--seed=nan", "--box=\udcff", "--option=")
PLAIN = games.load("quickshot").dump_box(games.load("quickshot").default_box())


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("odd", ODD)
def test_odd_arguments_get_one_sentence(name: str, odd: str) -> None:
    game = [] if name in ("serve", "warm") else ["quickshot"]
    line_up = ["--bots", "sharper,sharper,sharper"] if name == "match" else []
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            assert run([name, *game, *line_up, odd]) == 2
    except CroupierError as error:
        print(error, file=said)
    lines = said.getvalue().splitlines()
    assert lines and all(0 < len(line) <= LONGEST and line.isprintable() for line in lines)


@pytest.mark.parametrize("text", ["1000", "1_000", "1,000", "1e3", "1.0e3", "10E2", "+1000"])
def test_whole_numbers_as_people_type_them(text: str) -> None:
    from types import SimpleNamespace

    assert whole(int, [SimpleNamespace(value=text)]) == 1000


@pytest.mark.parametrize("text", ["1.5", "1e-3", "1.5e0", "1,00", "nan", "inf", "", "9" * 5000, "1e400", "٣"])
def test_what_is_no_whole_number(text: str) -> None:
    from types import SimpleNamespace

    with pytest.raises(ValueError):
        whole(int, [SimpleNamespace(value=text)])


@pytest.mark.parametrize(("text", "value"), [("2", 2.0), ("0.5", 0.5), (".5", 0.5), ("1e-1", 0.1), ("-0", 0.0), ("+1.", 1.0)])
def test_numbers_as_people_type_them(text: str, value: float) -> None:
    from types import SimpleNamespace

    assert number(float, [SimpleNamespace(value=text)]) == value


@pytest.mark.parametrize("text", ["", "nan", "inf", "1_0", "1,5", "0x1", "٣", "9" * 5000, "e1"])
def test_what_is_no_number(text: str) -> None:
    from types import SimpleNamespace

    with pytest.raises(ValueError):
        number(float, [SimpleNamespace(value=text)])


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf" + PLAIN.encode(), PLAIN.replace("\n", "\r").encode(), PLAIN.encode()])
def test_a_mark_and_line_ends_of_other_systems_are_read(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes(data)
    assert games.load("quickshot").load_box(read_text(file), "box") == games.load("quickshot").default_box()


@pytest.mark.parametrize("coding", ["utf-16", "utf-32", "utf-16-le", "latin-1"])
def test_other_codings_are_told_to_be_saved_as_utf_8(tmp_path: Path, coding: str) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes(("# Größe\n" + PLAIN).encode(coding))
    with pytest.raises(Invalid, match=r"box\.toml: .*save it as UTF-8\.$"):
        read_text(file)


def test_a_coding_is_called_by_its_name() -> None:
    with pytest.raises(Invalid, match="UTF-32"):
        text_of(PLAIN.encode("utf-32"), "box.toml")


def test_what_is_no_file_is_refused_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.2)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    (tmp_path / "huge").touch()
    os.truncate(tmp_path / "huge", 4 << 30)
    said = {
        tmp_path: "Is a directory", tmp_path / "pipe": "nothing came", tmp_path / "broken": "No such file",
        tmp_path / "huge": "too large", Path("/dev/zero"): "too large", tmp_path / ("x" * 300): "File name too long",
    }  # fmt: skip
    for file, part in said.items():
        with pytest.raises(Invalid, match=part) as caught:
            read_text(file)
        assert len(str(caught.value)) <= LONGEST


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("box quickshot | true", UNHEARD, ""),
        ("--help | true", UNHEARD, ""),
        ("simulate --help | true", UNHEARD, ""),
        ("serve --store memory --bots uniform --port 0 | true", UNHEARD, ""),
        ("play quickshot --plain --seed 1 --pace 0 | true", UNHEARD, ""),
        ("box quickshot >/dev/full", 2, "This could not be done or written: No space left on device.\n"),
        ("box quickshot >&-", 0, ""),
        ("box chess 2>&-", 2, ""),
        ("box quickshot <&- >/dev/null", 0, ""),
    ],
)
def test_streams_that_end_or_are_missing(line: str, code: int, said: str) -> None:
    script = f"{sys.executable} -m croupier {line}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize("then", ["time.sleep(30)", "raise RuntimeError('what was interrupted is not whole')"])
def test_ctrl_c_is_heard_where_exceptions_are_thrown_away(then: str) -> None:
    script = f"""
import signal, time
from croupier.cli import app
class Late:
    def __del__(self): signal.raise_signal(signal.SIGINT)
def run(args):
    Late()
    {then}
app.run = run
app.main([])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("host", ["", " ", "\udcff", "a\0b", "x" * 5000, "a..b", "127.0.0.1:80", "💥"])
def test_what_is_no_host_is_told(host: str) -> None:
    from croupier.server.run import PortTaken, listen

    with pytest.raises(PortTaken, match="is no host that can be found; give --host an address of this machine"):
        listen(host, 0)


@pytest.mark.parametrize("line", ["serve --store memory --data=", "serve --box=", "simulate quickshot --box= --games 1"])
def test_an_empty_path_is_not_the_folder_one_is_in(line: str) -> None:
    with pytest.raises(CroupierError, match=r"^--(data|box) is a path, not ''\.$"):
        run(line.split())


FEW_LETTERS = [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]


@pytest.mark.parametrize("few", FEW_LETTERS, ids=["coding", "locale"])
def test_a_terminal_of_few_letters_is_told_all_the_same(tmp_path: Path, few: dict[str, str]) -> None:
    file = tmp_path / "template.toml"
    file.write_text(template("quickshot"), "utf-8")
    env = {**os.environ, **few}
    command = [sys.executable, "-m", "croupier", "situation", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=env)
    assert (done.returncode, done.stderr) == (0, "") and "  ?3.1" in done.stdout


@pytest.mark.parametrize("line", ["play --help", "simulate quickshot --games 5 --seats 3"])
def test_a_size_of_nothing_is_no_size(line: str) -> None:
    """What is drawn 0 columns wide is nothing."""
    sized = subprocess.run(
        [sys.executable, "-m", "croupier", *line.split()],
        capture_output=True, text=True, timeout=120, env={**os.environ, "COLUMNS": "0", "LINES": "0"},
    )  # fmt: skip
    assert (sized.returncode, sized.stderr) == (0, "") and len(sized.stdout.splitlines()) > 5
