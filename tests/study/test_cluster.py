"""A cluster of real Dask processes: the numbers of one process, whatever happens to a worker, and what is wrong is said."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from distributed import Client

from croupier import __version__, games
from croupier.cli.simulate import in_json
from croupier.core.errors import CroupierError
from croupier.study import cluster
from croupier.study.cluster import Cluster, Installed, check_worker, installed, play
from croupier.study.crew import Threads
from croupier.study.simulation import Plan, planned, simulate

HOST = ("--host", "127.0.0.1", "--no-dashboard")
COLD = 600
"""Seconds for what may have to compile first."""
NO_CROUPIER = "import sys; sys.modules['croupier'] = None"


def plan_of(games_: int, *names: str) -> Plan:
    game = games.load("quickshot")
    return planned(game, game.default_box(), None, names, games_, 1)


@contextmanager
def dask(what: str, *args: str, first: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own command line; ``first`` runs in it before anything else."""
    code = f"{first}\nfrom distributed.cli.dask_{what} import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code, *HOST, *args], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler_at(folder: Path, first: str = "") -> Iterator[str]:
    """The address of a scheduler without workers."""
    file = folder / "scheduler.json"
    with dask("scheduler", "--port", "0", "--scheduler-file", str(file), first=first):
        until(lambda: file.exists() and file.read_text().strip().endswith("}"))
        yield json.loads(file.read_text())["address"]


def worker(address: str, first: str = "") -> contextmanager[subprocess.Popen[bytes]]:
    return dask("worker", address, "--no-nanny", "--nthreads", "1", "--death-timeout", "60", first=first)


def until(holds, seconds: float = COLD) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with scheduler_at(tmp_path_factory.mktemp("scheduler")) as address:
        yield address


@pytest.fixture(scope="module")
def client(scheduler: str) -> Iterator[Client]:
    with Client(scheduler, set_as_default=False) as watching:
        yield watching


def test_a_cluster_without_workers(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "REACH", 0.2)
    with pytest.raises(CroupierError, match=f"{scheduler} has no workers; start some with: dask worker {scheduler}"):
        simulate(plan_of(10), Cluster(scheduler))


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        (NO_CROUPIER, f"lacks croupier.*: install croupier {__version__} there"),
        (
            "from croupier.compiled import compiler; compiler.source_hash = lambda package: 'others'",
            f"has other rules or bots of croupier {__version__} than are here",
        ),
    ],
)
def test_a_worker_that_would_play_otherwise(scheduler: str, client: Client, first: str, sentence: str) -> None:
    with worker(scheduler, first), pytest.raises(CroupierError, match=f"The worker at tcp://127.*{sentence}"):
        simulate(plan_of(10), Cluster(scheduler))
    until(lambda: not client.nthreads())


def test_a_worker_of_another_version() -> None:
    with pytest.raises(CroupierError, match=f"The worker at tcp://a:1 has croupier 0.0.1, and here is {__version__}: "):
        check_worker("tcp://a:1", Installed("0.0.1", installed().sources), installed())


@pytest.fixture(scope="module")
def workers(scheduler: str, client: Client) -> Iterator[list[subprocess.Popen[bytes]]]:
    with worker(scheduler) as one, worker(scheduler) as other:
        client.wait_for_workers(2, timeout=30)
        yield [one, other]


@pytest.mark.usefixtures("workers")
def test_the_command_prints_what_one_process_finds(scheduler: str) -> None:
    command = ["simulate", "quickshot", "--games", "65000", "--dask", scheduler, "--json"]
    done = subprocess.run([sys.executable, "-m", "croupier", *command], capture_output=True, text=True, timeout=COLD)
    assert (done.returncode, done.stderr) == (0, "")
    rate = json.loads(done.stdout)["decisions_per_second"]
    alone = in_json(simulate(plan_of(65_000), Threads(1)), rate)
    assert done.stdout == msgspec.json.encode(alone).decode() + "\n"


@pytest.mark.usefixtures("workers")
def test_bots_that_search_play_the_same_games(scheduler: str) -> None:
    plan = plan_of(6, "prospector", "greenhorn", "uniform")
    heard: list[int] = []
    assert simulate(plan, Cluster(scheduler), heard.append) == simulate(plan, Threads(1))
    assert heard[0] == 0
    assert sum(heard) == 6


@pytest.mark.usefixtures("workers")
def test_the_address_of_a_worker(client: Client) -> None:
    with pytest.raises(CroupierError, match="is no scheduler but a worker of Dask; give the address of its scheduler"):
        Cluster(next(iter(client.nthreads())))


@pytest.mark.usefixtures("workers")
def test_a_worker_that_comes_later_is_looked_at_too(scheduler: str) -> None:
    with Cluster(scheduler) as crew:
        crew.begin(plan_of(10))
        other = Installed("0.0.1", "none")
        with pytest.raises(CroupierError, match=f"has croupier {__version__}, and here is 0.0.1"):
            crew.pool.submit(play, crew.order, range(1), other).result()
        assert crew.pool.submit(play, crew.order, range(1), installed()).result().sums


@pytest.mark.usefixtures("workers")
def test_an_interrupt_takes_back_what_is_queued(scheduler: str, client: Client) -> None:
    command = [sys.executable, "-m", "croupier", "simulate", "quickshot", "--games", "4000000000", "--dask", scheduler]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: process.poll() is not None or any("play" in task for task in chain(*client.processing().values())))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "")
    until(lambda: not any(client.processing().values()))


def test_a_scheduler_that_cannot_read_what_it_hands_out(tmp_path: Path) -> None:
    with scheduler_at(tmp_path, NO_CROUPIER) as address, worker(address), pytest.raises(CroupierError) as refused:
        simulate(plan_of(10), Cluster(address))
    assert str(refused.value).startswith(f"The scheduler at {address}, or one of its workers, lacks croupier")


def test_a_scheduler_that_goes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with scheduler_at(tmp_path) as address, worker(address):
        crew = Cluster(address)
        end = crew.client.run_on_scheduler(os.getpid)
        with pytest.raises(CroupierError, match=f"The scheduler at {address} has gone, and the games with it."):
            simulate(plan_of(4_000_000_000), crew, lambda more: more and os.kill(end, signal.SIGKILL))
    assert capfd.readouterr().err == ""


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "REACH", 0.2)
    with pytest.raises(CroupierError, match=r"No Dask scheduler answered at tcp://127.0.0.1:9 within 0.2 seconds."):
        Cluster("tcp://127.0.0.1:9")


def test_what_answers_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "REACH", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(CroupierError, match="No Dask scheduler answered"):
        Cluster(f"tcp://127.0.0.1:{silent.getsockname()[1]}")


@pytest.mark.parametrize("address", ["ftp://host", "host", "tcp://host:port", "tls://127.0.0.1:9"])
def test_no_address(address: str) -> None:
    with pytest.raises(CroupierError, match=rf"'{address}' cannot be called: .* A scheduler's address reads like tcp://host:8786"):
        Cluster(address)


def test_without_dask_the_command_says_how_to_get_it() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from croupier.cli.app import main; main(['simulate', 'quickshot', '--dask', 'x'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("A cluster needs Dask, which is not installed here; install it with: ")
    assert done.stderr.endswith(f"'{cluster.DASK}'\n")
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert project["optional-dependencies"]["dask"] == [cluster.DASK]


def test_what_a_killed_worker_had_is_played_by_the_other_until_all_are_lost(
    scheduler: str, client: Client, workers: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, (last, lost) = plan_of(200_000), workers
    heard: list[int] = []

    def played(more: int) -> None:
        heard.append(more)
        if len(heard) == 3:
            lost.send_signal(signal.SIGSTOP)  # so that it surely has something
            assert all(client.processing().values())
            lost.kill()

    assert simulate(plan, Cluster(scheduler), played) == simulate(plan, Threads(1))
    assert sum(heard) == 200_000
    assert len(client.nthreads()) == 1
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(CroupierError, match=f"The cluster at {scheduler} has lost all its workers."):
        simulate(plan_of(4_000_000_000), Cluster(scheduler), lambda more: last.kill())
