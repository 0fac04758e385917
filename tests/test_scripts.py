"""The scripts: what they cost when nothing has changed, what they do when something has, and what the README promises."""

from __future__ import annotations

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from croupier.cli.app import COMMANDS

ROOT = Path(__file__).parents[1]
SCRIPTS = ("croupier", "play", "test", "lint", "fuzz", "bench")


def run(*args: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(arg) for arg in args], capture_output=True, text=True, timeout=120, env={**os.environ, **env}, cwd=ROOT
    )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Path]:
    """A copy of what the scripts look at, with a .venv that says it is ready and whose command says what it was given."""
    for part in ("scripts", "pyproject.toml", "hatch_build.py"):
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, tmp_path / part)
        else:
            shutil.copy2(source, tmp_path / part)
    client = tmp_path / "client" / "src"
    client.mkdir(parents=True)
    (client / "main.ts").write_text("")
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, text in {"croupier": 'echo "croupier $*"', "python": f'exec {sys.executable} "$@"'}.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    past = time.time() - 60
    for path in tmp_path.rglob("*"):
        os.utime(path, (past, past))
    (tmp_path / ".venv" / ".ready-run").touch()
    yield tmp_path


def changes_seen(house: Path) -> bool:
    """Whether scripts/croupier would set up again; a uv that refuses, and a pip that does too, keep it from doing so."""
    stop = house / "stop"
    stop.mkdir(exist_ok=True)
    (stop / "uv").write_text("#!/bin/sh\nexit 1\n")
    (stop / "uv").chmod(0o755)
    (house / ".venv" / "bin" / "python").write_text('#!/bin/sh\ncase "$*" in *pip*) exit 1;; esac\n')
    done = run(house / "scripts" / "croupier", "box", PATH=f"{stop}:{os.environ['PATH']}")
    assert ("Setting up" in done.stderr) == (done.stdout == "")
    return "Setting up" in done.stderr


def test_nothing_changed_runs_the_command_at_once(house: Path) -> None:
    done = run(house / "scripts" / "croupier", "box", "a b")
    assert (done.stdout, done.stderr) == ("croupier box a b\n", "")


def test_play_serves_and_opens(house: Path) -> None:
    assert run(house / "scripts" / "play", "--port", "0").stdout == "croupier serve --open --port 0\n"


@pytest.mark.parametrize("part", ["pyproject.toml", "hatch_build.py", "client/src/main.ts", "client/src/new.ts"])
def test_a_change_sets_up_again(house: Path, part: str) -> None:
    assert not changes_seen(house)
    (house / part).write_text("changed")
    assert changes_seen(house)


@pytest.mark.parametrize("part", ["client/node_modules/x/y.js", "client/dist/a.js", "src/croupier/a.py"])
def test_what_is_no_source_of_the_build_sets_up_nothing(house: Path, part: str) -> None:
    (house / part).parent.mkdir(parents=True)
    (house / part).write_text("changed")
    assert not changes_seen(house)


def test_a_file_removed_sets_up_again(house: Path) -> None:
    (house / "client" / "src" / "main.ts").unlink()
    assert changes_seen(house)


def begin(house: Path) -> subprocess.Popen[str]:
    """A set-up that takes until somebody ends it."""
    program = house / ".venv" / "bin" / "python"
    program.write_text('#!/bin/sh\ncase "$*" in *pip*) exec sleep 60;; esac\n')
    (house / "stop").mkdir()
    (house / "stop" / "uv").write_text("#!/bin/sh\nexit 1\n")
    (house / "stop" / "uv").chmod(0o755)
    (house / ".venv" / ".ready-run").unlink()
    pipe, env = subprocess.PIPE, {**os.environ, "PATH": f"{house / 'stop'}:{os.environ['PATH']}"}
    first = subprocess.Popen(
        [house / "scripts" / "croupier", "box"], stdout=pipe, stderr=pipe, text=True, env=env, start_new_session=True
    )
    assert first.stderr
    assert "Setting up" in first.stderr.readline()
    return first


def follow(house: Path) -> subprocess.Popen[str]:
    command, pipe = [house / "scripts" / "croupier", "box"], subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_a_set_up_that_was_ended_leaves_no_file_elsewhere(
    house: Path, end: signal.Signals, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setenv("TMPDIR", str(elsewhere))
    first = begin(house)
    os.killpg(first.pid, end)
    first.communicate(timeout=30)
    assert not list(elsewhere.iterdir())


def test_a_folder_that_was_moved_is_set_up_from_the_start(house: Path) -> None:
    (house / ".venv" / ".home").write_text(f"{house}\n")
    assert run(house / "scripts" / "croupier", "box").stdout == "croupier box\n"
    (house / ".venv" / ".home").write_text("/elsewhere\n")
    assert changes_seen(house) and not (house / ".venv" / "bin" / "croupier").exists()


def test_an_edit_during_the_set_up_counts_the_next_time(house: Path) -> None:
    program, edited = house / ".venv" / "bin" / "python", house / "pyproject.toml"
    program.write_text(f'#!/bin/sh\ncase "$*" in *install*) sleep 1; touch "{edited}";; esac\n')
    (house / "refusing").mkdir()
    (house / "refusing" / "uv").write_text("#!/bin/sh\nexit 1\n")
    (house / "refusing" / "uv").chmod(0o755)
    path = f"{house / 'refusing'}:{os.environ['PATH']}"
    (house / ".venv" / ".ready-run").unlink()
    assert [run(house / "scripts" / "croupier", "box", PATH=path).stderr[:10] for _ in range(2)] == ["Setting up"] * 2


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_two_at_once_set_up_one_after_the_other(house: Path, end: signal.Signals) -> None:
    """The second waits for the first, says so, finds nothing left to do, and waits no longer than the first lives."""
    first = begin(house)
    second = follow(house)
    try:
        assert second.stderr
        assert second.stderr.readline() == f"Waiting for another set-up of Croupier (process {first.pid}) to finish ...\n"
        (house / ".venv" / ".ready-run").touch()
        os.killpg(first.pid, end)
        assert second.communicate(timeout=30) == ("croupier box\n", "")
    finally:
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate()


def test_who_waits_can_be_interrupted(house: Path) -> None:
    first = begin(house)
    second = follow(house)
    try:
        assert second.stderr
        assert "Waiting" in second.stderr.readline()
        os.killpg(second.pid, signal.SIGINT)
        out, err = second.communicate(timeout=10)
        assert (out, "Traceback" in err) == ("", False) and second.returncode
    finally:
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate()


def leave_a_folder(house: Path) -> None:
    """As older versions locked."""
    (house / ".setup").mkdir()


def leave_the_id_of_a_process_that_runs(house: Path) -> None:
    (house / ".setup").mkdir()
    (house / ".setup" / "pid").write_text("1")


def leave_a_lock_file(house: Path) -> None:
    (house / ".setup.lock").write_text("1")


def leave_a_folder_for_the_lock(house: Path) -> None:
    (house / ".setup.lock" / "inside").mkdir(parents=True)


@pytest.mark.parametrize(
    "left",
    [leave_a_folder, leave_the_id_of_a_process_that_runs, leave_a_lock_file, leave_a_folder_for_the_lock],
)
def test_what_was_left_lying_about_blocks_nobody(house: Path, left: Callable[[Path], None]) -> None:
    left(house)
    (house / "pyproject.toml").touch()
    began = time.monotonic()
    assert changes_seen(house)
    assert time.monotonic() - began < 5
    assert not (house / ".setup").exists()


def test_a_set_up_that_was_ended_is_begun_from_the_start(house: Path) -> None:
    """Its environment may look whole and is not."""
    (house / ".venv" / ".making").touch()
    (house / ".venv" / ".ready-run").unlink()
    (house / ".venv" / "half").touch()
    refusing = house / "refusing"
    refusing.mkdir()
    (refusing / "uv").write_text("#!/bin/sh\nexit 1\n")
    (refusing / "uv").chmod(0o755)
    run(house / "scripts" / "croupier", "box", PATH=f"{refusing}:{os.environ['PATH']}", PIP_NO_INDEX="1")
    assert not (house / ".venv" / "half").exists() and (house / ".venv" / ".making").exists()


def test_own_cost_is_small(house: Path) -> None:
    """A median, so that a busy machine does not decide."""
    taken = []
    for _ in range(9):
        began = time.perf_counter()
        run(house / "scripts" / "croupier", "box")
        taken.append(time.perf_counter() - began)
    assert statistics.median(taken) < 0.2


def test_without_a_python_new_enough_one_sentence_says_so(house: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "find", "head", "mktemp", "mkdir", "rm"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    (tools / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tools / "python3").chmod(0o755)
    shutil.rmtree(house / ".venv")
    done = run(house / "scripts" / "croupier", "box", PATH=str(tools))
    assert done.returncode == 2
    assert "needs Python 3.11 or newer" in done.stderr


@pytest.mark.parametrize("script", ["bench", "fuzz"])
def test_unknown_names_are_answered_with_the_known(script: str) -> None:
    done = run(ROOT / "scripts" / script, "--nothing-of-that-name")
    assert done.returncode == 2
    assert "there are:" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("script", [*(f"scripts/{name}" for name in SCRIPTS), ".ci/run"])
def test_scripts_are_short_and_plain_sh(script: str) -> None:
    text = (ROOT / script).read_text()
    assert text.startswith("#!/bin/sh\n")
    assert os.access(ROOT / script, os.X_OK)
    assert len(text.splitlines()) <= 40
    assert run("sh", "-n", ROOT / script).returncode == 0


def commands_of(page: str) -> list[str]:
    """Every line of the page's sh blocks, without comments."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    return [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("line", [line for page in ("README.md", "CONTRIBUTING.md") for line in commands_of(page)])
def test_commands_in_the_pages_exist(line: str) -> None:
    script, *args = line.split()
    assert os.access(ROOT / script, os.X_OK)
    if script == "scripts/croupier" and args[0] != "--help":
        assert args[0] in COMMANDS
    if script == "scripts/bench":
        assert (ROOT / "bench" / f"{args[0]}.py").is_file()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_in_the_pages_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text())
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_dependency_is_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tools = [*project["dependency-groups"]["dev"], *project["build-system"]["requires"]]
    tools += chain.from_iterable(project["project"]["optional-dependencies"].values())
    for requirement in [*project["project"]["dependencies"], *tools]:
        assert re.search(r">=[\d.]+,<[\d.]+$", requirement), requirement
