"""What a start costs: a server imports nothing that it may never need, and the numbers say how many bots' processes it has."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.bots.process import AUTOGROUP, NICENESS
from croupier.bots.worker import BotWorkers
from croupier.store.sqlite import SqliteStore

HEAVY = ("numba", "llvmlite", "numpy", "sqlalchemy", "alembic", "rich", "matplotlib", "dask", "openskill")

START = """
import sys
from pathlib import Path
from croupier.cli.app import command
command("serve")
from croupier.cli.serve import open_store, open_workers
from croupier.server.hall import Hall, Settings
from croupier.server.run import make_server
store = open_store("sqlite", Path(sys.argv[1]))
make_server(Hall(store, open_workers("workers"), Settings())).config.load()
store.close()
print(*sorted(name for name in sys.argv[2:] if name in sys.modules))
"""


def test_a_server_that_finds_its_database_imports_nothing_heavy(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    done = subprocess.run([sys.executable, "-c", START, str(tmp_path), *HEAVY], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


@pytest.mark.parametrize(("cores", "processes", "compilers"), [(1, 2, 1), (2, 2, 1), (4, 3, 3), (64, 4, 3)])
def test_a_server_has_as_many_processes_as_its_machine_bears(
    monkeypatch: pytest.MonkeyPatch, cores: int, processes: int, compilers: int
) -> None:
    monkeypatch.setattr("croupier.bots.worker.cores", lambda: cores)
    workers = BotWorkers.for_a_server()
    assert (workers.processes, workers.compilers) == (processes, compilers)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_in_a_session_of_others_only_the_process_itself_gives_way() -> None:
    script = "from croupier.bots.process import *; give_way(); print(AUTOGROUP.exists() and AUTOGROUP.read_text())"
    before = AUTOGROUP.exists() and AUTOGROUP.read_text()
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{before}\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_who_compiles_gives_way_to_the_tables_also_where_sessions_share_the_time(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "croupier.bots.process", "warm", "quickshot"]
    env = os.environ | {"CROUPIER_CACHE": str(tmp_path)}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, env=env)
    group = Path(f"/proc/{process.pid}/autogroup")
    given_way = os.getpriority(os.PRIO_PROCESS, 0) + NICENESS
    try:
        while os.getpriority(os.PRIO_PROCESS, process.pid) != given_way:
            time.sleep(0.01)
            assert process.poll() is None
        if AUTOGROUP.exists():
            while f"nice {NICENESS}\n" not in group.read_text():
                time.sleep(0.01)
                assert process.poll() is None
            assert f"nice {NICENESS}\n" not in AUTOGROUP.read_text(), "the session of these tests"
    finally:
        process.kill()
        process.wait()
        assert process.stdin
        process.stdin.close()
